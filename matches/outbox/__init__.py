"""Messages owed, and the backlog."""
