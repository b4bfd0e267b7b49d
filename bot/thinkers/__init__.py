"""What thinks for computer players: in the bot's process, or in processes that do nothing else.

Nothing here knows Discord.
"""
