"""Computer players: answering the calls for their turns, which `bot.thinkers` finds."""
