"""Tests of what is painted."""
