"""Formats: they turn a competition into the pairings of its next round, or into its final order."""
