"""Competitions that are kept and played: real databases, real matches."""
