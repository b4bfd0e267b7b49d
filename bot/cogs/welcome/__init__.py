"""First contact: what the bot says in new places, and to people who write to it."""
