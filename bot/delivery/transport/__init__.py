"""How messages reach Discord: each only once, and what is owed until it is there."""
