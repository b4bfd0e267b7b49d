"""Matches as records, and whether they reproduce."""
