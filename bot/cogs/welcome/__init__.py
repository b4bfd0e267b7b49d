"""First contact: what the bot says where it is new, and to people who speak to it."""
