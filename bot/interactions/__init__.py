"""Answering an interaction: in time, in its user's language, and with any errors."""
