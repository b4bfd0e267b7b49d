"""Analyses, puzzles, and the puzzle of the day."""
