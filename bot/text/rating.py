"""Ratings as players read them: a number, provisional or not, and what a match did to it."""

from __future__ import annotations

from games.words import N_
from matches.ratings.standings import provisional

RATINGS = N_("Ratings: {changes}")


def number(points: int, games: int) -> str:
    """A rating from so many matches; a provisional one has a question mark."""
    return f"{points}?" if provisional(games) else str(points)


def signed(points: int) -> str:
    """A gain or a loss."""
    return f"{points:+}".replace("-", "−")  # A minus, not a hyphen.
