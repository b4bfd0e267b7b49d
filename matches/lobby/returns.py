"""Beginning the match of a table, or two matches at once with exchanged seats.

Both halves are opened in one transaction, so there is never one without the other. Each is a match
like any other, on the same board, and names the other one.
"""

from __future__ import annotations

from functools import partial
from random import Random

from sqlalchemy import Connection

from games.protocol import Seat
from matches.lobby.official import open_other_half
from matches.lobby.seats import Chairs, begin
from matches.model.ids import MatchNumber
from matches.model.match import RETURNING
from matches.unit_of_work.work import UnitOfWork


def begin_if_full(unit: UnitOfWork, rng: Random | None) -> None:
    """Begins the match once the table is full, unless it waits for the youngest to begin."""
    players = unit.log.header.players
    if None not in players and unit.match.seating != "youngest":
        begin_all(unit, players, rng=rng)


def begin_all(
    unit: UnitOfWork, players: Chairs, *, first: Seat | None = None, rng: Random | None = None
) -> None:
    """Like `begin`; also begins the return match, if there is one."""
    begin(unit, players, first=first, rng=rng)
    if unit.match.with_return and len(players) == RETURNING:
        unit.open_beside = partial(_open_beside, unit)


def _open_beside(unit: UnitOfWork, connection: Connection) -> MatchNumber:
    assert unit.log.at is not None
    return open_other_half(connection, unit.number, unit.log.match(), unit.log.at)
