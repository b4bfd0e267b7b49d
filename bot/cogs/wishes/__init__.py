"""Seeking people to play with: wishes, the friends who share them, and how they end."""
