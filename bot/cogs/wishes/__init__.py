"""Seeking people to play with: wishes, those who share them, and what becomes of them."""
