"""Boards as pictures. Loads no discord: the painter's process imports it."""
