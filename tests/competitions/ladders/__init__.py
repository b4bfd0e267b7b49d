"""Use cases of ladders, on both databases."""
