"""What search knows of each game: one file for a game, named by its key."""
