"""Leaderboards and profiles; making the ledger anew."""
