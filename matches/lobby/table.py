"""The lobby: opening a table, taking seats, starting. One function a use case.

Every use case takes the id of the Discord interaction that asks for it (None outside Discord).
One that is delivered again gives the same outcome again and changes nothing. Refusals are
`TableError`s and the `OptionError`s and `MoveError`s of `games`; after them nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom

from sqlalchemy import Connection

import games
from games import play as rules
from games.protocol import Seat
from matches.effects.notices import enqueue_table
from matches.lobby.admission import LIMITS, Limits, admit_guest, admit_host, dismiss_guest
from matches.lobby.seating import (
    begin,
    begin_if_full,
    chairs_of,
    changed,
    kept_for,
    reseat,
    seat_for,
    shrink,
)
from matches.model.clock import AtEnd, Clock
from matches.model.computer_players import of_level, several
from matches.model.errors import (
    AlreadyJoined,
    NotFull,
    NotInvited,
    NotSeated,
    PrivateAlone,
    TableFull,
    YoungestFirst,
)
from matches.model.ids import ChannelId, MatchId, MatchNumber, PlayerId, public_id
from matches.model.log import Log
from matches.model.match import Match, Place, Seating
from matches.model.requirements import require_host, require_known, require_open
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.cache import cache_of
from matches.unit_of_work.execution import perform
from matches.unit_of_work.repository import blank, key_of, load
from matches.unit_of_work.work import UnitOfWork
from storage import matches as rows
from storage.database import Database
from storage.errors import LostRace
from storage.transactions import transaction


async def open_table(
    db: Database,
    *,
    game: str,
    host: PlayerId,
    place: Place,
    seats: int | None = None,
    options: Mapping[str, str | bool] | None = None,
    invited: Sequence[PlayerId] = (),
    seating: Seating = "random",
    host_seat: Seat = 1,
    rated: bool = True,
    clock: Clock | None = None,
    at_end: AtEnd = "automatic",
    private: bool = False,
    computer_level: int | None = None,
    stand_in: int | None = None,
    rematch_of: MatchId | None = None,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Opens a table with the host seated. Seats are kept for the `invited`; those that are left are
    open to all.

    `game` is a key (KeyError for others). `seats` defaults to the fewest that are enough for the
    host and the invited. `seating` says who gets which seat: it is drawn at the start; or chosen,
    the host in `host_seat`, the invited in their order, others as they take one; or the youngest
    gets the first and the others follow around the table.
    `clock` is the time control, `at_end` what happens when somebody's time is over. A `private`
    match is shown to its players only, who have to be invited. Of one match there is one rematch at
    a time: if there is one already, it is what is returned.
    Computer players of the level `computer_level` are invited to all seats that are left, see
    `filling.seat_invited`. With `stand_in` one of that level takes the place of whoever withdraws
    from a match of more than two while there are other people in it; then it is unrated.
    Raises OptionError, WrongInvitations, SeatTaken, PrivateAlone, UnknownLevel, and as `Limits`.
    """
    chosen = games.get(game)
    drawn, players = rng or SystemRandom(), len(invited) + 1
    setup = rules.setup(chosen, seats, options, drawn, players=players)
    if computer_level is not None:
        invited = [*invited, *several(computer_level, setup.seats - players)]
        players = len(invited) + 1
    if stand_in is not None:
        of_level(stand_in)
        rated = False
    kept = kept_for(host, host_seat, setup.seats, invited)
    if private and players < setup.seats:
        raise PrivateAlone
    match = blank(
        {
            "id": "",
            "game": chosen,
            "setup": setup,
            "players": changed((None,) * setup.seats, host_seat, host),
            "kept": kept,
            "host": host,
            "seating": seating,
            "rated": rated,
            "place": place,
            "message": None,
            "created_at": db.now(),
            "clock": clock,
            "at_end": at_end if clock else None,
            "private": private,
            "expires_at": db.now() + limits.waiting,
        }
    )
    match = replace(match, stand_in=stand_in if setup.seats > 2 else None)
    of = key_of(rematch_of) if rematch_of else None
    store = partial(_create, db, match, rematch_of=of, limits=limits, interaction=interaction)
    with map_storage_errors():
        return await db.write(store)


def _create(
    db: Database,
    match: Match,
    connection: Connection,
    *,
    rematch_of: MatchNumber | None,
    limits: Limits,
    interaction: int | None,
) -> Match:
    """Stores a new table, unless this interaction has done so before, or there is the rematch."""
    if known := _known(db, connection, interaction, rematch_of):
        return known
    log = Log(match, match.created_at, interaction)
    terms = f"replace:{match.stand_in}" if match.stand_in else ""
    log.write("open", match.seat_of(match.host), terms)
    values = {
        "game": match.game.info.key,
        "rules_version": match.game.info.rules_version,
        "seats": match.setup.seats,
        "options": dict(match.setup.options),
        "seating": match.seating,
        "rated": match.rated,
        "clock": str(match.clock) if match.clock else None,
        "at_end": match.at_end,
        "status": "open",
        "host": match.host,
        "guild": match.place.guild,
        "channel": match.place.channel,
        "thread": match.place.thread,
        "seq": log.seq,
        "base": log.base,
        "turn_count": 0,
        "created_at": match.created_at,
        "moved_at": match.created_at,
        "private": match.private,
        "expires_at": match.expires_at,
        "rematch_of": rematch_of,
    }
    chairs = chairs_of(match.players, match.kept)
    try:
        with transaction(connection):
            admit_host(connection, match, limits)
            number = rows.create(connection, values, log.entries[0], chairs)
            opened = replace(log.match(), id=public_id(number))
            if interaction is not None:  # Else nobody waits for its message.
                enqueue_table(connection, number, opened, match.created_at)
    except LostRace:
        if known := _known(db, connection, interaction, rematch_of):
            return known
        raise
    cache_of(db).put(number, opened)
    return opened


def _known(
    db: Database, connection: Connection, interaction: int | None, rematch_of: MatchNumber | None
) -> Match | None:
    number = None
    if interaction is not None:
        number = rows.match_of_interaction(connection, interaction)
    if number is None and rematch_of is not None:
        number = rows.rematch(connection, rematch_of)
    if number is None:
        return None
    return load(connection, cache_of(db), number)[0]


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
    """Takes the first open seat or the named one. A table that is full starts at once, unless the
    youngest begins.

    An invited player who joins accepts, and gets the seat that is kept for him. Where seats are
    chosen, who has taken an open one can change to another. Raises AlreadyJoined, TableFull (all
    seats are taken, or the match has begun), NotOpen (it was closed), NotInvited, SeatTaken,
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
    """An invited player declines. A challenge is closed by that; at a table that is open to others
    too, his seat is open to all from then on. Raises NotOpen, NotInvited.
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
    """Gives a seat up before the start; for the host, or in a challenge, that closes the table.

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
    """A seat is open to all again, unless the table is for the invited alone."""
    match = unit.match
    if match.challenge:
        unit.log.write("decline", seat)
    else:
        reseat(unit, changed(match.players, seat, None), changed(match.kept, seat, None))
        unit.log.write("leave", seat)


async def close_table(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """The host gives the table up. Raises NotOpen, NotHost."""

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        match = unit.match
        require_open(match)
        require_host(match, player)
        unit.log.write("close", match.seat_of(player))

    return (await perform(db, match_id, act, interaction)).match


async def start(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """The host starts with those who are there, if the game is for so many; if the youngest
    begins, the table is full then and waits for him.

    The setup is made anew for the smaller number of seats; options that it does not have then
    are dropped. Raises NotOpen, NotHost, NotFull, YoungestFirst.
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
            begin(unit, match.seated, rng=rng)

    return (await perform(db, match_id, act, interaction)).match


async def begin_as_youngest(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """A player says that he is the youngest at a full table at which the youngest begins: he gets
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
        begin(unit, match.players, first=seat)

    return (await perform(db, match_id, act, interaction)).match


def _too_few(match: Match) -> NotFull:
    info = match.game.info
    return NotFull(match=match.id, game=info.name, allowed=", ".join(map(str, info.seats)))


async def move_to(
    db: Database,
    match_id: MatchId,
    *,
    thread: ChannelId | None = None,
    message: int | None = None,
    board: int | None = None,
) -> Match:
    """Notes the thread that was made for the match, the message that shows its table, or the one
    in which its board is kept.
    """

    def act(unit: UnitOfWork) -> None:
        match, log = unit.match, unit.log
        if thread is not None:
            log.header = replace(log.header, place=replace(match.place, thread=thread))
            unit.changes["thread"] = thread
        if message is not None:
            log.header = replace(log.header, message=message)
            unit.changes["message"] = message
        if board is not None:
            log.header = replace(log.header, board=board)
            unit.changes["board"] = board
        if unit.changes:
            log.write("place")

    return (await perform(db, match_id, act)).match
