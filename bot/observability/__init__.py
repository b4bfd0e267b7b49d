"""Logs, metrics, the event loop's monitor."""
