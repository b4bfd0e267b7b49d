"""A match and its return match: the last of them to end tells the result of both."""

from __future__ import annotations

from contextlib import suppress
from gettext import NullTranslations

import matches
from bot.text import match as match_text
from bot.text.numbers import number
from games.words import N_, Fields, say
from matches.model import halves
from matches.model.errors import TableError
from matches.model.match import Match
from storage.database import Database

GOES_ON = N_("The return match is still in progress: {match}.")
BOTH = N_("Both matches together: {player} {points} : {others} {other_player}.")
NO_RESULT = N_("The return match has no result: {match}.")


async def told(database: Database, match: Match, language: NullTranslations) -> list[str]:
    """What is to be said of the other half where a match is over: that it goes on, or how both
    have ended together. None as well if the database can't be read now.
    """
    if match.ending is None or match.other_half is None:
        return []
    with suppress(TableError):
        return [_said(match, await matches.get(database, match.other_half), language)]
    return []


def _said(match: Match, other: Match, language: NullTranslations) -> str:
    here = {"match": match_text.coded(other.id, language)}
    if other.ending is None:
        return say(GOES_ON, here, language=language)
    total = halves.total(match, other)
    if total is None:
        return say(NO_RESULT, here, language=language)
    one, two = (match_text.player_of(match, player, language) for player in match.players)
    mine, theirs = (number(points, language) for points in total)
    fields: Fields = {"player": one, "points": mine, "others": theirs, "other_player": two}
    return say(BOTH, fields, language=language)
