"""Ladders: opening, climbing, directing."""
