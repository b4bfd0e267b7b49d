"""Recorded games as readable text, for people to check rules by eye and for tests to re-run."""
