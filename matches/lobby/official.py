"""Opening matches for players who were brought together: nobody has to join, and the matches start
at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from random import Random

from sqlalchemy import Connection

from games.protocol import AnyGame
from matches.lobby.creation import columns_of, empty_table
from matches.lobby.seats import begin, chairs_of, fitting
from matches.model.clock import AtEnd, Clock
from matches.model.ids import MatchNumber, PlayerId, public_id
from matches.model.log import Log
from matches.model.match import Match, Place
from matches.unit_of_work.commit import store_log
from matches.unit_of_work.work import UnitOfWork
from storage import matches as rows
from storage import outbox
from storage import players as people


def open_official(
    connection: Connection,
    *,
    game: AnyGame,
    options: Mapping[str, str],
    players: Sequence[PlayerId],
    place: Place,
    clock: Clock,
    at_end: AtEnd,
    now: datetime,
    rng: Random | None = None,
) -> MatchNumber:
    """Opens an official match of these players, in the order of their seats, and starts it.

    Must be called inside a transaction, to which the caller adds what the match counts for. The
    match is rated and visible like any other, and limits of tables don't apply. Options that the
    game does not have for that number of seats are dropped.
    """
    people.hold(connection, players)
    table = _table(game, options, players, place, now=now, rng=rng)
    opened = replace(table, clock=clock, at_end=at_end, official=True)
    return _begin(connection, opened)


def open_together(
    connection: Connection,
    *,
    game: AnyGame,
    players: Sequence[PlayerId],
    place: Place,
    clock: Clock,
    with_return: bool = False,
    now: datetime,
    rng: Random | None = None,
) -> MatchNumber:
    """As `open_official`, but opens an ordinary match with the usual options; without a guild, a
    private one. The players don't know about it yet: the caller tells them. If there is a return
    match, it begins at the same time.
    """
    people.hold(connection, players)
    table = _table(game, {}, players, place, now=now, rng=rng)
    private = place.guild is None
    opened = replace(
        table, clock=clock, at_end="automatic", private=private, with_return=with_return
    )
    return _begin(connection, opened)


def open_other_half(
    connection: Connection, number: MatchNumber, first: Match, now: datetime
) -> MatchNumber:
    """Opens the return match of one that begins, with the same setup and exchanged seats, and
    starts it. Must be called inside the transaction in which the first begins.
    """
    players = tuple(reversed(first.players))
    table = empty_table(first.game, first.setup, first.host, replace(first.place, thread=None), now)
    opened = replace(
        table,
        players=players,
        seating="chosen",
        rated=first.rated,
        clock=first.clock,
        at_end=first.at_end,
        private=first.private,
        reliability=first.reliability,
        with_return=True,
        other_half=public_id(number),
    )
    return _begin(connection, opened)


def _table(
    game: AnyGame,
    options: Mapping[str, str],
    players: Sequence[PlayerId],
    place: Place,
    *,
    now: datetime,
    rng: Random | None,
) -> Match:
    setup = fitting(game, len(players), options, rng)
    table = empty_table(game, setup, players[0], place, now)
    return replace(table, players=tuple(players), seating="chosen")


def _begin(connection: Connection, match: Match) -> MatchNumber:
    """Stores a match that begins now. Its first board is due at once, because nobody has just acted
    in the match who would be shown the board.
    """
    log = Log(match, match.created_at)
    log.write("open", 1)
    chairs = chairs_of(match.players, match.kept)
    number = rows.create(connection, columns_of(match, log, None), log.entries[0], chairs)
    opened = replace(log.match(), id=public_id(number))
    at = rows.snapshot(connection, number)
    assert at is not None
    unit = UnitOfWork(number, opened, Log(opened, match.created_at), opened.seq, None)
    for seat in range(2, match.setup.seats + 1):
        unit.log.write("join", seat)
    begin(unit, opened.players)
    begun = unit.log.match()
    if match.with_return and match.other_half is None:
        unit.open_beside = partial(
            open_other_half, number=number, first=begun, now=match.created_at
        )
    store_log(connection, unit, at, begun)
    boards = [one.key for one in outbox.boards(connection, number)]
    outbox.put_off(connection, boards, match.created_at)
    return number
