"""Wishes, and who goes together."""
