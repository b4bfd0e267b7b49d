"""Loading a match: its rows as values, its log replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row

import games
from games.play import Line
from games.protocol import Setup
from matches.model.clock import Clock
from matches.model.errors import UnknownMatch
from matches.model.handovers import Handover, SeatOffer
from matches.model.ids import MatchId, MatchNumber, PlayerId, number_of, public_id
from matches.model.log import Log
from matches.model.match import GOING, Ending, Fault, Header, Listing, Match, Place
from matches.model.turns import holders
from matches.unit_of_work.cache import Cache, cache_of
from storage import clocks, handovers
from storage import matches as rows
from storage.database import Database
from storage.errors import LostRace
from storage.matches import Chair, Snapshot

ATTEMPTS = 8


# Rows as values


def _header(row: Row[Any], chairs: list[Chair]) -> Header:
    players: list[PlayerId | None] = [None] * row.seats
    kept: list[PlayerId | None] = [None] * row.seats
    for chair in chairs:
        if chair.joined:
            players[chair.seat - 1] = chair.player_id
        if chair.invited:
            kept[chair.seat - 1] = chair.player_id
    return Header(
        id=public_id(row.id),
        game=games.get(row.game),
        setup=Setup(row.seats, row.options),
        players=tuple(players),
        kept=tuple(kept),
        host=row.host,
        seating=row.seating,
        rated=row.rated,
        place=Place(row.guild, row.channel, row.thread),
        message=row.message,
        board=row.board,
        created_at=row.created_at,
        clock=Clock.read(row.clock) if row.clock else None,
        at_end=row.at_end,
        due_at=rows.due_at(row) if row.status == "running" else None,
        left=_left(chairs),
        private=row.private,
        official=row.official,
        expires_at=row.expires_at if row.status in ("open", "frozen") else None,
        reliability=row.reliability,
        offers=_offers(chairs),
        with_return=row.with_return,
        other_half=public_id(row.other_half) if row.other_half is not None else None,
        rematch_of=public_id(row.rematch_of) if row.rematch_of is not None else None,
    )


def _offers(chairs: list[Chair]) -> tuple[SeatOffer, ...]:
    return tuple(
        SeatOffer(chair.seat, chair.offered_to, chair.offer == handovers.ANYONE)
        for chair in chairs
        if chair.offer is not None
    )


def _left(chairs: list[Chair]) -> tuple[timedelta, ...]:
    times = [clocks.left(chair.clock) for chair in chairs]
    return tuple(time for time in times if time is not None)


def _ending(row: Row[Any], chairs: list[Chair]) -> Ending | None:
    if row.ending is None:
        return None
    by = {chair.seat: chair.player_id for chair in chairs}
    seat = row.ending.get("seat")
    return Ending(
        row.ending["reason"], tuple(row.ending.get("ranks", ())), by.get(seat) if seat else None
    )


def listing(row: Row[Any], chairs: list[Chair]) -> Listing:
    """A match as its rows show it."""
    return Listing(
        **_fields(_header(row, chairs)),
        status=row.status,
        taken_back=row.taken_back,
        seq=row.seq,
        turn_count=row.turn_count,
        to_move=row.to_move if row.status == "running" else None,
        ending=_ending(row, chairs),
        started_at=row.started_at,
        finished_at=row.finished_at,
    )


def blank(header: Header) -> Match:
    """A match with this header, before the first entry of its log."""
    line = Line.begin(header.game, header.setup)
    return Match(
        **_fields(header),
        status="open",
        seq=0,
        base=0,
        turn_count=0,
        to_move=None,
        ending=None,
        line=line,
    )


def _fields(header: Header) -> dict[str, Any]:
    """The fields of a header by name, without those that a listing or a match has besides."""
    return {one.name: getattr(header, one.name) for one in fields(Header)}


# Loading


def load(
    connection: Connection, cache: Cache, number: MatchNumber, interaction: int | None = None
) -> tuple[Match, Snapshot]:
    """The match as it stands, from the cache where that is up to date, and the snapshot for it.

    Raises UnknownMatch, and LostRace in the unlikely case that it changes all the time.
    """
    for _ in range(ATTEMPTS):
        at = rows.snapshot(connection, number, interaction)
        if at is None:
            raise UnknownMatch(match=public_id(number))
        match = cache.get(number)
        if match is None or match.seq != at.seq:
            match = _read(connection, number, match)
            cache.put(number, match)
        if match.seq == at.seq:
            return _timed(match, at), at
    raise LostRace(f"match {number} does not hold still")


def _timed(match: Match, at: Snapshot) -> Match:
    """The match with its present due time, which may be moved without an entry in the log."""
    if match.status != "running" or match.due_at == at.due_at:
        return match
    return replace(match, due_at=at.due_at)


def _read(connection: Connection, number: MatchNumber, known: Match | None) -> Match:
    row, chairs = rows.header(connection, number)
    header = _header(row, chairs)
    if known is None or known.seq > row.seq or known.fault:
        match = blank(header)
    else:
        match = replace(known, **_fields(header))
    log = Log(match)
    entries = rows.entries(connection, number, match.seq, row.seq)
    for entry in entries:
        log.read(entry)
    if len(entries) != row.seq - match.seq:
        log.fault = log.fault or Fault(len(match.turns) + 1, "-", "entries of the log are missing")
        log.seq = row.seq
    return _judged(_with_former_holders(connection, number, log.match()), row, chairs)


def _with_former_holders(connection: Connection, number: MatchNumber, match: Match) -> Match:
    """The match with the former holders of seats, whom the log does not name."""
    if not match.handovers:
        return match
    found = handovers.former_holders(connection, [number]).get(number, [])
    players = {one.until: one.player_id for one in found}
    return replace(match, handovers=_by(match.handovers, players))


def _by(found: Sequence[Handover], players: Mapping[int, PlayerId | None]) -> tuple[Handover, ...]:
    return tuple(replace(one, player=players.get(one.seq)) for one in found)


def _judged(match: Match, row: Row[Any], chairs: list[Chair]) -> Match:
    """Finished matches keep the ending they had; others are frozen if their log fails."""
    if row.status == "finished":
        ending, at = _ending(row, chairs), row.finished_at
        fault = match.fault or (_other_end(match) if match.ending != ending else None)
        return replace(
            match, status="finished", ending=ending, fault=fault, finished_at=at, to_move=None
        )
    if match.status == "finished" or (match.status in ("open", *GOING) and match.fault):
        fault = match.fault or _other_end(match)
        return replace(
            match, status="frozen", ending=None, fault=fault, finished_at=None, to_move=None
        )
    return match


def _other_end(match: Match) -> Fault:
    last = match.turns[-1].text if match.turns else ""
    return Fault(len(match.turns), last, "the result is not the one that was stored")


def key_of(match_id: MatchId) -> MatchNumber:
    """The number of the match with this id. Raises UnknownMatch."""
    try:
        return number_of(match_id)
    except ValueError:
        raise UnknownMatch(match=match_id[:20]) from None


def remembered(db: Database, match_id: MatchId) -> Match | None:
    """The match as it was last seen, which may be long ago, if it is kept. Raises UnknownMatch."""
    return cache_of(db).get(key_of(match_id))


def read_again(
    connection: Connection, match: Match, number: MatchNumber, batch: int, since: int | None = None
) -> Log:
    """What the entries of a batch did, and of those from an earlier one on, read again behind
    those before them.
    """
    first = batch if since is None else since
    entries = rows.entries(connection, number, 0, match.seq)
    then = replace(match, players=holders(match, first - 1))
    log = Log(_until(then, [entry for entry in entries if entry.seq < first]))
    for entry in entries:
        if first <= entry.batch <= batch:
            log.read(entry)
    if match.handovers:
        players = {one.seq: one.player for one in match.handovers}
        log.handovers = [*_by(log.handovers, players)]
        earlier = _by(log.header.handovers, players)
        seated = holders(match, log.seq)
        log.header = replace(log.header, players=seated, handovers=earlier)
    return log


def _until(match: Match, entries: list[rows.Entry]) -> Match:
    log = Log(blank(match))
    for entry in entries:
        log.read(entry)
    return log.match()
