"""Ladders: places that members challenge each other for, without rounds and without an end."""
