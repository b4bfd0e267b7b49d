"""Delivers messages to channels, in order, and each only once."""
