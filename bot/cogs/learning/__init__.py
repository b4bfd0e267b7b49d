"""Rules, tutorial, puzzles, hints and analyses."""
