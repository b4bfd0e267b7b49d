"""Leaderboards and profiles; recomputing the ledger."""
