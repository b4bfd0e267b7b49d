"""Leagues: opening, signing up, looking, directing."""
