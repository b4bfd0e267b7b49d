"""Leagues: divisions that are played season by season, with promotion and relegation."""
