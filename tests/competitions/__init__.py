"""Competitions: values, pairings, standings. No database, no process."""
