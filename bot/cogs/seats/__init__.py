"""Seats of running matches: handing them over, and taking them over."""
