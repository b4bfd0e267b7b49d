"""Gets messages into channels, in order, once."""
