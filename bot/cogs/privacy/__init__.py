"""What is stored about a player: exporting it, and deleting it."""
