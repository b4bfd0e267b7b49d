"""Putting everything together; start, stop, health."""
