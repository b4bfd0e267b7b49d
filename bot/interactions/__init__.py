"""Answering one interaction: in time, in its language, with its errors."""
