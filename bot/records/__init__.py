"""Records of matches: reading, filming and writing them in separate processes.

Those processes import `files`, `film` and `shelf`, which therefore don't import discord.
"""
