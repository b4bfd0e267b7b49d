"""Leagues: opening them, signing up, looking at them, directing them."""
