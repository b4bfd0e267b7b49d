"""The game's own tests run in the copy of the tree to which it belongs."""

collect_ignore = ["tree"]
