"""The evaluation functions and other knowledge of each game, one file a game."""
