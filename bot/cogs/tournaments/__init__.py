"""Tournaments: opening, signing up, looking, directing."""
