"""Ratings in words: a number, provisional or not, and its changes."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import NullTranslations

from games.words import N_, say
from matches.model.ratings import PROVISIONAL
from matches.ratings.standings import provisional

RATINGS = N_("Ratings: {changes}")
QUESTION_MARK = N_(
    "A question mark means that a rating is provisional: it's based on fewer than {matches} rated "
    "matches."
)
ALL_RISE = N_(
    "Everyone gains points here: new ratings start low to be safe, and even a draw can raise them."
)
IN_WORDS = N_("{points} (provisional)")


def number(points: int, games: int) -> str:
    """A rating after this many rated matches. A provisional one gets a question mark."""
    return f"{points}?" if provisional(games) else str(points)


def in_words(points: int, games: int, language: NullTranslations) -> str:
    """The same for screen readers."""
    if not provisional(games):
        return str(points)
    return say(IN_WORDS, {"points": points}, language=language)


def remark(games: Iterable[int], language: NullTranslations) -> str:
    """What the question mark means, if one of the ratings after these numbers of matches has
    one.
    """
    if not any(map(provisional, games)):
        return ""
    return say(QUESTION_MARK, {"matches": PROVISIONAL}, language=language)


def signed(points: int) -> str:
    """A change with its sign."""
    return f"{points:+}".replace("-", "−")  # A minus, not a hyphen.
