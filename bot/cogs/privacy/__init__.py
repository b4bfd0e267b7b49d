"""What is stored of a player: handing it out, and deleting it."""
