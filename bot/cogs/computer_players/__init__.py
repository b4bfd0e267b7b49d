"""Computer players: searching for their turns, and playing them."""
