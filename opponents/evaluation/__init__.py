"""What the search knows of each game, in a file for each game."""
