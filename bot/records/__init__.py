"""Records of matches: read, filmed and written in separate processes.

Those processes import `files`, `film` and `shelf`, which therefore don't import discord.
"""
