"""Studies: private trees of turns, to try out what might happen."""
