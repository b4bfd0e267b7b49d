"""Discord on one side, the use cases of `matches` on the other; nothing is decided here."""
