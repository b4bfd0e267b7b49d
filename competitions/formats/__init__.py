"""Formats: from a competition to the pairings of its next round, or to its final order."""
