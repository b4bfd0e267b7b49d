"""Messages that are owed, and how much is due."""
