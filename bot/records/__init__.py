"""Records of matches: read, filmed and written in separate processes.

Those processes import all modules but `source`, so these don't import discord.
"""
