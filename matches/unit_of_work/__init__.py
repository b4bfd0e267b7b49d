"""One use case: load the match, let it act, write all or nothing."""
