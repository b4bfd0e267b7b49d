"""End to end: the real bot's process against the playground, over sockets."""
