"""Trying out what might happen: studies, and conditional turns."""
