"""Ladders: opening them, climbing, directing them."""
