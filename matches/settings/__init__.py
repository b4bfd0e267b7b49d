"""Preferences of players, and settings of guilds."""
