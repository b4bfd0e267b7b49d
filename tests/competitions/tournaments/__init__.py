"""Competitions that are stored and played: real databases, real matches."""
