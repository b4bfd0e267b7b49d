"""Computer players: has their turns searched, and plays them."""
