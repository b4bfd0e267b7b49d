"""What players and guilds have chosen."""
