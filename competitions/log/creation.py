"""Opening what has a log: its row, and the first entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection

from competitions.log.terms import CommonTerms, named
from competitions.log.unit_of_work import written
from competitions.model.errors import CompetitionError
from games.protocol import AnyGame, Setup
from matches.model.ids import PlayerId
from matches.model.match import is_evened_out
from storage import held_lists as lists
from storage import players as people
from storage.database import Database
from storage.logs import Log, LogEntry
from storage.transactions import transaction

T = TypeVar("T")
N = TypeVar("N", bound=int)
C = TypeVar("C", bound=CommonTerms)

HOSTED = 10
"""How many running competitions, ladders and leagues somebody may direct, so that nobody floods a
server.
"""


def require_seats(game: AnyGame, *seats: int) -> None:
    """Raises wrong-seats unless the game is for each of these numbers of people."""
    possible = game.info.seats
    for one in seats:
        if one not in possible:
            said = "–".join(map(str, sorted({min(possible), max(possible)})))
            raise CompetitionError("wrong-seats", seats=one, possible=said)


async def open_one(
    db: Database,
    log: Log[N],
    host: PlayerId,
    values: Mapping[str, Any],
    first: LogEntry,
    *,
    load: Callable[[Connection, N], T],
    interaction: int | None = None,
) -> T:
    """Stores a new row with its log, once for each interaction, and loads it.

    Raises CompetitionError (too-many-hosted), Unavailable.
    """

    def work(connection: Connection) -> T:
        with transaction(connection):
            number = None
            if interaction is not None:
                number = log.of_interaction(connection, interaction)
            if number is None:
                people.hold(connection, [host])
                if directs_enough(connection, host):
                    raise CompetitionError("too-many-hosted", limit=HOSTED)
                number = log.create(connection, values, first)
        return load(connection, number)

    return await written(db, work)


def directs_enough(
    connection: Connection, player: PlayerId, besides: tuple[str, int] | None = None
) -> bool:
    """Whether a player directs as many as they may. `besides` is one that doesn't count, named by
    its table and its number.
    """
    return lists.count_hosted(connection, player, besides) >= HOSTED


def row_values(
    host: PlayerId, settings: str, status: str, now: datetime, next_at: datetime | None
) -> dict[str, Any]:
    """The columns of a new row besides its terms. Its opening is still to be announced."""
    return {
        "host": host,
        "settings": settings,
        "status": status,
        "seq": 1,
        "created_at": now,
        "next_at": next_at,
        "told": 0,
        "tell_at": now,
    }


def usual_games(game: AnyGame, seats: int, cycles: int = 1) -> int:
    """How many games a pairing has by default at a table of `seats`: two, with seats exchanged, if
    the game favours one of two seats. Where everybody meets twice, seats are exchanged anyway.
    """
    return 2 if is_evened_out(game, seats) and cycles == 1 else 1


def as_played(terms: C, made: Setup, most: int) -> C:
    """The terms with options as the game writes them, without what is drawn for each match. The
    name may have `most` characters. Raises wrong-name.
    """
    chosen = {key: made.options[key] for key in terms.options if key in made.options}
    return replace(terms, name=named(terms.name, most), options=chosen)
