"""Use cases of leagues, on both databases."""
