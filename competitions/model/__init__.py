"""Entrants, pairings and outcomes, and a competition as the fold of its log."""
