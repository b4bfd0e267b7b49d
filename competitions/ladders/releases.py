"""Releasing the matches of challenges that end without a result: they go on as ordinary ones."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from competitions.ladders.unit_of_work import UnitOfWork
from competitions.model.ladder.ladder import Challenge
from matches.course.official import UNDECIDED, release


def let_go(unit: UnitOfWork, challenges: Iterable[Challenge]) -> None:
    """Releases the unfinished matches of these challenges: they no longer count for anything."""
    played = unit.held.played
    going = [
        played[one.number]
        for one in challenges
        if one.number in played and played[one.number].status in UNDECIDED
    ]

    def work(connection: Connection) -> None:
        for one in going:
            release(connection, one.number, unit.now)

    unit.writes.append(work)
