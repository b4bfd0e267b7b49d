"""The test suite."""

PATIENCE = 300.0
"""Seconds after which something is taken to hang: this ends a run that would not end, and judges no
machine's speed.
"""
