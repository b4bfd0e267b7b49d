"""Computer players: who searches for them, and acts on what was found."""
