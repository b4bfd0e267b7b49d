"""Ratings as players read them: a number, provisional or not, and what a match did to it."""

from __future__ import annotations

from contextlib import suppress
from gettext import NullTranslations

from bot import sentences
from games.words import N_, say
from matches.errors import TableError
from matches.match import Match
from matches.standings import provisional, rating_changes
from storage.database import Database

RATINGS = N_("Ratings: {changes}")


def number(points: int, games: int) -> str:
    """A rating from so many matches; a provisional one has a question mark."""
    return f"{points}?" if provisional(games) else str(points)


def signed(points: int) -> str:
    """A gain or a loss."""
    return f"{points:+}".replace("-", "−")  # A minus, not a hyphen.


async def changed(database: Database, match: Match, language: NullTranslations) -> list[str]:
    """A line with what a finished match did to ratings; none if it was not rated.

    None either if the database can't tell just now: the result goes out all the same.
    """
    if match.status != "finished":
        return []
    changes: list[str] = []
    with suppress(TableError):
        for one in await rating_changes(database, match.id):
            before = number(one.before_points, one.games - 1)
            after = number(one.after_points, one.games)
            gain = signed(one.after_points - one.before_points)
            who = sentences.mention(one.player_id, language)
            changes.append(f"{who} {before} → {after} ({gain})")
    if not changes:
        return []
    return [f"-# {say(RATINGS, {'changes': ' · '.join(changes)}, language=language)}"]
