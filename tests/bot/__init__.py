"""End to end: the real bot process against the playground, over sockets."""
