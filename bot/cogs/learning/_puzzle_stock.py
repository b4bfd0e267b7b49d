"""All puzzles that there are to solve: those of the collection, and those from matches that were
played here.
"""

from __future__ import annotations

import re
from contextlib import suppress

import games
from bot.errors import Refused
from games.words import N_
from matches.learning import match_puzzles
from opponents.puzzles import Puzzle, collection, puzzle
from storage.database import Database

GONE = N_(
    "That puzzle is no longer offered: it came from a match played here. There are plenty of "
    "others."
)
_KEY = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)-[0-9a-f]{8}")


async def offered(db: Database, game: str) -> list[Puzzle]:
    """The puzzles of a game that are offered. Raises Unavailable."""
    found = [Puzzle.read(game, text) for text in await match_puzzles.offered(db, game)]
    return [*collection(game), *(one for one in found if collected(one.key) is None)]


async def find(db: Database, key: str) -> Puzzle | None:
    """The puzzle with this key; None for what is no key. Raises Refused if it is gone, and
    Unavailable.
    """
    named = _KEY.fullmatch(key)
    if named is None or named[1] not in {game.info.key for game in games.all_games()}:
        return None
    known = collected(key)
    if known is not None:
        return known
    text = await match_puzzles.find(db, key)
    if text is None:
        raise Refused(GONE, key=named[1])
    return Puzzle.read(named[1], text)


def collected(key: str) -> Puzzle | None:
    """The puzzle of the collection with this key, also if it is no longer offered."""
    with suppress(KeyError):
        return puzzle(key)
    return None
