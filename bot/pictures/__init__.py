"""Boards as pictures. Doesn't import discord, since the painter's process imports this package."""
