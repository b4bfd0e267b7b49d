"""Messages that are to be sent, and how much is due."""
