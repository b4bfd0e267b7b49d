"""Leagues: divisions played season by season, with promotion and relegation."""
