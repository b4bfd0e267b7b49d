"""Boards as pictures. The painter's process imports `work`, so `work` must not import discord."""
