"""Puzzles from matches that were played here.

Each match is searched once, if all people in it agree (`Preferences.puzzles`). This is checked when
it ends, when a process takes it, and when its puzzles are stored. Puzzles are lines of text here:
how they are found, and what they say, others know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from sqlalchemy import Connection

import games
from matches.model.access import concerned, gives_puzzles
from matches.model.computer_players import is_computer_player
from matches.model.ids import MatchId, PlayerId, number_of, public_id
from matches.model.match import Match
from matches.model.storage_errors import read, write
from matches.settings.players import giving_puzzles
from matches.unit_of_work.queries import get
from storage import listings, players
from storage import match_puzzles as rows
from storage.database import Database
from storage.match_puzzles import PuzzleRow

LEASE = timedelta(hours=1)
"""How long a match is left to the process that searches it: longer than any search takes."""
LOOKED_AT = 200
"""How many waiting matches are looked at, those that were over first before the others."""
OFFERED = 500
"""How many puzzles of a game are offered: those from the latest matches."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that is to be searched, and the people in it."""

    id: MatchId
    people: tuple[PlayerId, ...]


# Searching


async def waiting(db: Database, most: int = LOOKED_AT) -> list[Waiting]:
    """The matches that nobody searches yet. Raises Unavailable."""
    now = db.now()

    def work(connection: Connection) -> list[Waiting]:
        found = listings.headers(connection, rows.waiting(connection, now, most))
        return [
            Waiting(
                public_id(row.id),
                tuple(
                    one.player_id
                    for one in chairs
                    if one.player_id is not None and not is_computer_player(one.player_id)
                ),
            )
            for row, chairs in found
        ]

    return await read(db, work)


async def take(db: Database, match_id: MatchId) -> Match | None:
    """Takes a match for `LEASE`. None if another process has it, or if somebody in it doesn't
    agree, or it was played by other rules: then it isn't to be searched any more. Raises
    Unavailable.
    """
    match, now = await get(db, match_id), db.now()
    number = number_of(match.id)

    def work(connection: Connection) -> bool:
        if not rows.claim(connection, number, now, now + LEASE):
            return False
        present = rows.rules_version(connection, number) == match.game.info.rules_version
        if present and _agreed(connection, match):
            return True
        rows.drop(connection, number)
        return False

    return match if await write(db, work) else None


async def give_back(db: Database, match_id: MatchId) -> None:
    """Leaves a match that was taken to other processes, at once. Raises Unavailable."""
    await write(db, partial(rows.hold, number=number_of(match_id), until=db.now()))


async def keep(db: Database, match: Match, found: Mapping[str, str]) -> None:
    """Stores the puzzles that were found in a match, by their keys: it has been searched. If
    somebody in it no longer agrees, nothing is stored. Raises Unavailable.
    """
    number = number_of(match.id)

    def work(connection: Connection) -> None:
        players.hold(connection, concerned(match))
        if not _agreed(connection, match):
            rows.drop(connection, number)
        elif rows.close(connection, number):
            rows.put(connection, number, match.game.info.key, found)

    await write(db, work)


def _agreed(connection: Connection, match: Match) -> bool:
    return gives_puzzles(match, giving_puzzles(connection, concerned(match)))


# Offering


async def offered(db: Database, game: str) -> list[str]:
    """The puzzles of a game that are offered. Raises Unavailable."""
    found = await read(db, partial(rows.of_game, game=game, most=OFFERED))
    return [one.text for one in found if _holds(one)]


async def find(db: Database, puzzle: str) -> str | None:
    """The puzzle with this key; None if there is none (any more). Raises Unavailable."""
    found = await read(db, partial(rows.one, puzzle=puzzle))
    return found.text if found is not None and _holds(found) else None


def _holds(one: PuzzleRow) -> bool:
    """Whether it was proved by the present rules."""
    return one.rules_version == games.get(one.game).info.rules_version
