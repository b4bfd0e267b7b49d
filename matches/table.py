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
from games.protocol import Seat, Setup
from matches.admission import LIMITS, Limits, admit_guest, admit_host
from matches.automatic import go_on
from matches.cache import cache_of
from matches.clock import AtEnd, Clock
from matches.desk import Desk, blank, key_of, load, perform
from matches.errors import (
    AlreadyJoined,
    NotFull,
    NotHost,
    NotInvited,
    NotOpen,
    NotSeated,
    PrivateAlone,
    SeatTaken,
    TableFull,
    Unavailable,
    WrongInvitations,
)
from matches.ids import public_id
from matches.log import Log
from matches.match import Match, Place, Player, Seating
from storage import matches as rows
from storage.database import Database
from storage.errors import LostRace, StorageError
from storage.matches import Chair
from storage.transactions import transaction

Chairs = tuple[Player | None, ...]


async def open_table(
    db: Database,
    *,
    game: str,
    host: Player,
    place: Place,
    seats: int | None = None,
    options: Mapping[str, str | bool] | None = None,
    invited: Sequence[Player] = (),
    seating: Seating = "random",
    host_seat: Seat = 1,
    rated: bool = True,
    clock: Clock | None = None,
    at_end: AtEnd = "automatic",
    private: bool = False,
    rematch_of: str | None = None,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Opens a table with the host seated; with `invited` a challenge to exactly these players.

    `game` is a key (KeyError for others). `seats` defaults to one for each invited player and the
    host, or the fewest that the options are for. With random seating seats are drawn at the start,
    with chosen seating they are as taken (a challenge: the host in `host_seat`, the others in the
    order invited). `clock` is the time control, `at_end` what happens when somebody's time is over.
    A `private` match is shown to its players only, who have to be invited. Of one match there is
    one rematch at a time: if there is one already, it is what is returned.
    Raises OptionError, WrongInvitations, SeatTaken, PrivateAlone, and as `Limits`.
    """
    chosen = games.get(game)
    wanted = len(invited) + 1 if seats is None and invited else seats
    setup = rules.setup(chosen, wanted, options, rng or SystemRandom())
    if invited and len({*invited, host}) != setup.seats:
        raise WrongInvitations(seats=setup.seats, needed=setup.seats - 1)
    if not 1 <= host_seat <= setup.seats:
        raise SeatTaken(number=host_seat)
    if private and not invited:
        raise PrivateAlone
    players: list[Player | None] = [None] * setup.seats
    players[host_seat - 1] = host
    kept: list[Player | None] = list(invited) or [None] * (setup.seats - 1)
    kept.insert(host_seat - 1, None)
    match = blank(
        {
            "id": "",
            "game": chosen,
            "setup": setup,
            "players": tuple(players),
            "kept": tuple(kept),
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
    of = key_of(rematch_of) if rematch_of else None
    store = partial(_create, db, match, rematch_of=of, limits=limits, interaction=interaction)
    try:
        return await db.write(store)
    except StorageError as error:
        raise Unavailable(match="-") from error


def _create(
    db: Database,
    match: Match,
    connection: Connection,
    *,
    rematch_of: int | None,
    limits: Limits,
    interaction: int | None,
) -> Match:
    """Stores a new table, unless this interaction has done so before, or there is the rematch."""
    if known := _known(db, connection, interaction, rematch_of):
        return known
    log = Log(match, match.created_at, interaction)
    log.write("open", match.seat_of(match.host))
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
    chairs = _chairs(match.players, match.kept)
    try:
        with transaction(connection):
            admit_host(connection, match, limits)
            number = rows.create(connection, values, log.entries[0], chairs)
    except LostRace:
        if known := _known(db, connection, interaction, rematch_of):
            return known
        raise
    match = replace(log.match(), id=public_id(number))
    cache_of(db).put(number, match)
    return match


def _known(
    db: Database, connection: Connection, interaction: int | None, rematch_of: int | None
) -> Match | None:
    number = None
    if interaction is not None:
        number = rows.match_of_interaction(connection, interaction)
    if number is None and rematch_of is not None:
        number = rows.rematch(connection, rematch_of)
    if number is None:
        return None
    return load(connection, cache_of(db), number)[0]


def _chairs(players: Chairs, kept: Chairs) -> list[Chair]:
    """The rows of those who sit and of those for whom a seat is kept."""
    return [
        Chair(seat, player or friend, joined=player is not None)
        for seat, (player, friend) in enumerate(zip(players, kept, strict=True), start=1)
        if player or friend
    ]


async def join(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seat: Seat | None = None,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Takes the first free seat or the named one; a table that is full starts at once.

    An invited player who joins accepts, and gets the seat that is kept for him. Raises
    AlreadyJoined, TableFull (the match has begun), NotOpen (it was closed), NotInvited, SeatTaken,
    NotTogether, TooManyMatches.
    """

    def act(desk: Desk) -> None:
        desk.require_known(player)
        if player in desk.match.players:
            raise AlreadyJoined(match=desk.match.id)
        if desk.match.started_at:
            raise TableFull(match=desk.match.id)
        match = _open(desk)
        taken = _free_seat(match, player, seat)
        admit_guest(desk, player, limits)
        players = _with(match.players, taken, player)
        _reseat(desk, players, match.kept)
        if match.expires_at is not None:
            wait_until = db.now() + limits.waiting
            desk.log.header = replace(desk.log.header, expires_at=wait_until)
        desk.log.write("join", taken)
        if None not in players:
            _begin(desk, players, match.setup, rng)

    return (await perform(db, match_id, act, interaction)).match


async def accept(
    db: Database,
    match_id: str,
    player: Player,
    *,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Accepts a challenge; the match starts when all invited have. Raises as `join`."""
    return await join(db, match_id, player, limits=limits, rng=rng, interaction=interaction)


async def decline(
    db: Database, match_id: str, player: Player, *, interaction: int | None = None
) -> Match:
    """An invited player declines, which closes the table. Raises NotOpen, NotInvited."""

    def act(desk: Desk) -> None:
        desk.require_known(player)
        match = _open(desk)
        if player not in match.kept:
            raise NotInvited(match=match.id)
        desk.log.write("decline", match.kept.index(player) + 1)

    return (await perform(db, match_id, act, interaction)).match


async def leave(
    db: Database, match_id: str, player: Player, *, interaction: int | None = None
) -> Match:
    """Gives a seat up before the start; for the host, or in a challenge, that closes the table.

    Raises NotOpen, NotSeated.
    """

    def act(desk: Desk) -> None:
        desk.require_known(player)
        match = _open(desk)
        seat = match.seat_of(player)
        if seat is None:
            raise NotSeated(match=match.id)
        if player == match.host:
            desk.log.write("close", seat)
        elif player in match.kept:
            desk.log.write("decline", seat)
        else:
            _reseat(desk, _with(match.players, seat, None), match.kept)
            desk.log.write("leave", seat)

    return (await perform(db, match_id, act, interaction)).match


async def close_table(
    db: Database, match_id: str, player: Player, *, interaction: int | None = None
) -> Match:
    """The host gives the table up. Raises NotOpen, NotHost."""

    def act(desk: Desk) -> None:
        desk.require_known(player)
        match = _open(desk)
        _require_host(match, player)
        desk.log.write("close", match.seat_of(player))

    return (await perform(db, match_id, act, interaction)).match


async def start(
    db: Database,
    match_id: str,
    player: Player,
    *,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """The host starts with those who are there, if the game is for so many.

    The setup is made anew for the smaller number of seats; options that it does not have then
    are dropped. Raises NotOpen, NotHost, NotFull.
    """

    def act(desk: Desk) -> None:
        desk.require_known(player)
        match = _open(desk)
        _require_host(match, player)
        info, there = match.game.info, match.seated
        if len(there) not in info.seats:
            allowed = ", ".join(map(str, info.seats))
            raise NotFull(match=match.id, game=info.name, allowed=allowed)
        _begin(desk, there, _smaller(match, len(there), rng), rng)

    return (await perform(db, match_id, act, interaction)).match


async def move_to(
    db: Database, match_id: str, *, thread: int | None = None, message: int | None = None
) -> Match:
    """Notes the thread that was made for the match, or the message that shows it."""

    def act(desk: Desk) -> None:
        match, log = desk.match, desk.log
        if thread is not None:
            log.header = replace(log.header, place=replace(match.place, thread=thread))
            desk.changes["thread"] = thread
        if message is not None:
            log.header = replace(log.header, message=message)
            desk.changes["message"] = message
        if desk.changes:
            log.write("place")

    return (await perform(db, match_id, act)).match


def _open(desk: Desk) -> Match:
    if desk.match.status != "open":
        raise NotOpen(match=desk.match.id)
    return desk.match


def _require_host(match: Match, player: Player) -> None:
    if player != match.host:
        raise NotHost(match=match.id, player=match.host)


def _free_seat(match: Match, player: Player, wanted: Seat | None) -> Seat:
    if match.invited:
        if player not in match.kept:
            raise NotInvited(match=match.id)
        return match.kept.index(player) + 1
    free = [seat for seat, sitting in enumerate(match.players, start=1) if sitting is None]
    if wanted is not None and wanted not in free:
        raise SeatTaken(number=wanted)
    return wanted or free[0]


def _with(players: Chairs, seat: Seat, player: Player | None) -> Chairs:
    return (*players[: seat - 1], player, *players[seat:])


def _reseat(desk: Desk, players: Chairs, kept: Chairs) -> None:
    desk.log.header = replace(desk.log.header, players=players, kept=kept)
    desk.chairs = _chairs(players, kept)


def _begin(desk: Desk, players: Chairs, setup: Setup, rng: Random | None) -> None:
    """The match starts with these players, who are all that there are."""
    seats = list(players)
    if desk.match.seating == "random":
        (rng or SystemRandom()).shuffle(seats)
    _reseat(desk, tuple(seats), (None,) * len(seats))
    if setup != desk.match.setup:
        desk.log.header = replace(desk.log.header, setup=setup)
        desk.changes |= {"seats": setup.seats, "options": dict(setup.options)}
    desk.log.write("start")
    go_on(desk.log)


def _smaller(match: Match, seats: int, rng: Random | None) -> Setup:
    """The setup for this number of seats, with the options that exist then."""
    options = {
        option.key: match.setup.options[option.key]
        for option in match.game.info.options
        if option.key in match.setup.options and (option.seats is None or seats in option.seats)
    }
    return rules.setup(match.game, seats, options, rng or SystemRandom())
