"""Measurements, given as ratios to floors from the same run. Not part of the test suite."""
