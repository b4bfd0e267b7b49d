"""Getting messages into channels, in order, once."""
