"""Open tables: taking seats, leaving, starting. One function a use case.

`interaction` is the id of the Discord interaction that asks, or None outside Discord. An
interaction that is delivered again has the same outcome and changes nothing. Refusals are
`TableError`s and the `OptionError`s and `MoveError`s of `games`; a refusal changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.protocol import Seat
from matches.lobby.admission import LIMITS, Limits, admit_guest, dismiss_guest
from matches.lobby.returns import begin_all, begin_if_full
from matches.lobby.seats import changed, reseat, seat_for, shrink
from matches.model.errors import (
    AlreadyJoined,
    NotFull,
    NotInvited,
    NotSeated,
    TableFull,
    YoungestFirst,
)
from matches.model.ids import ChannelId, MatchId, MessageId, PlayerId
from matches.model.match import Match
from matches.model.requirements import require_host, require_known, require_open
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database


async def join(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    seat: Seat | None = None,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Takes the first open seat or the named one. A full table starts at once, unless the youngest
    begins.

    An invited player accepts by joining, and gets the seat that is kept for them. Where seats are
    chosen, players who have taken an open one can change. Raises AlreadyJoined, TableFull
    (all seats are taken, or the match has begun), NotOpen (it was closed), NotInvited, SeatTaken,
    NotTogether, TooManyMatches, LeftTooOften.
    """

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        old = unit.match.seat_of(player)
        changes = seat is not None and unit.match.seating == "chosen"
        if old is not None and not (changes and player not in unit.match.kept):
            raise AlreadyJoined(match=unit.match.id)
        if unit.match.started_at:
            raise TableFull(match=unit.match.id)
        match = unit.match
        require_open(match)
        taken = seat_for(match, player, seat)
        players = match.players
        if old is None:
            admit_guest(unit, player, limits, db.now())
        else:
            players = changed(players, old, None)
        reseat(unit, changed(players, taken, player), match.kept)
        if match.expires_at is not None:
            wait_until = db.now() + limits.waiting
            unit.log.header = replace(unit.log.header, expires_at=wait_until)
        unit.log.write("join", taken)
        begin_if_full(unit, rng)

    return (await perform(db, match_id, act, interaction)).match


async def accept(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Takes the seat that is kept for an invited player. Raises as `join`."""
    return await join(db, match_id, player, limits=limits, rng=rng, interaction=interaction)


async def decline(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """An invited player declines. This closes a challenge; at a table that is open to others too,
    the seat becomes open to all. Raises NotOpen, NotInvited.
    """

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        match = unit.match
        require_open(match)
        if player not in match.kept:
            raise NotInvited(match=match.id)
        _give_up(unit, match.kept.index(player) + 1)

    return (await perform(db, match_id, act, interaction)).match


async def leave(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """Gives up a seat before the start. If the host leaves, or the table is a challenge, this
    closes it.

    Raises NotOpen, NotSeated.
    """

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        match = unit.match
        require_open(match)
        seat = match.seat_of(player)
        if seat is None:
            raise NotSeated(match=match.id)
        if player == match.host:
            unit.log.write("close", seat)
        else:
            if not match.challenge:
                dismiss_guest(unit, player, db.now())
            _give_up(unit, seat)

    return (await perform(db, match_id, act, interaction)).match


def _give_up(unit: UnitOfWork, seat: Seat) -> None:
    """Opens a seat to all again, unless the table is only for the invited."""
    match = unit.match
    if match.challenge:
        unit.log.write("decline", seat)
    else:
        reseat(unit, changed(match.players, seat, None), changed(match.kept, seat, None))
        unit.log.write("leave", seat)


async def start(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """The host starts with the present players, if the game allows that number. If the youngest
    begins, the table then counts as full and waits for them.

    The setup is rebuilt for the smaller number of seats; options that don't exist for it are
    dropped. Raises NotOpen, NotHost, NotFull, YoungestFirst.
    """

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        match = unit.match
        require_open(match)
        require_host(match, player)
        if len(match.seated) not in match.game.info.seats:
            raise _too_few(match)
        if match.seating == "youngest" and match.full:
            raise YoungestFirst(match=match.id)
        shrink(unit, rng)
        if match.seating != "youngest":
            begin_all(unit, match.seated, rng=rng)

    return (await perform(db, match_id, act, interaction)).match


async def begin_as_youngest(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """A player says that they are the youngest at a full table where the youngest begins: they get
    the first seat, and the match starts. Raises NotOpen, NotSeated, NotFull.
    """

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        match = unit.match
        require_open(match)
        seat = match.seat_of(player)
        if seat is None:
            raise NotSeated(match=match.id)
        if not match.full:
            raise _too_few(match)
        begin_all(unit, match.players, first=seat)

    return (await perform(db, match_id, act, interaction)).match


def _too_few(match: Match) -> NotFull:
    info = match.game.info
    return NotFull(match=match.id, game=info.name, allowed=", ".join(map(str, info.seats)))


async def move_to(
    db: Database,
    match_id: MatchId,
    *,
    thread: ChannelId | None = None,
    message: MessageId | None = None,
    board: MessageId | None = None,
) -> Match:
    """Notes the thread that was made for the match, the message that shows its table, or the one
    in which its board is kept: an earlier one never takes the place of a later one.
    """

    def act(unit: UnitOfWork) -> None:
        match, log = unit.match, unit.log
        if thread is not None:
            log.header = replace(log.header, place=replace(match.place, thread=thread))
            unit.changes["thread"] = thread
        if message is not None:
            log.header = replace(log.header, message=message)
            unit.changes["message"] = message
        if board is not None and board > (match.board or 0):
            log.header = replace(log.header, board=board)
            unit.changes["board"] = board
        if unit.changes:
            log.write("place")

    return (await perform(db, match_id, act)).match
