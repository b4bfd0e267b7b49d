"""Pages on the web: matches, leaderboards and players that agree to be seen there."""
