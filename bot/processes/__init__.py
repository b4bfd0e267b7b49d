"""Child processes and threads. Doesn't import discord."""
