"""Settings of players and of servers."""
