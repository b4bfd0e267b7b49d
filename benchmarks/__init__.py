"""Measurements as ratios against floors of the same run. Not part of the test suite."""
