"""Ratings in words: a number, provisional or not, and its changes."""

from __future__ import annotations

from games.words import N_
from matches.ratings.standings import provisional

RATINGS = N_("Ratings: {changes}")


def number(points: int, games: int) -> str:
    """A rating after this many matches. A provisional one gets a question mark."""
    return f"{points}?" if provisional(games) else str(points)


def signed(points: int) -> str:
    """A change with its sign."""
    return f"{points:+}".replace("-", "−")  # A minus, not a hyphen.
