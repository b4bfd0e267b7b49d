"""Opening a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from random import Random, SystemRandom
from typing import Any

from sqlalchemy import Connection

import games
from games import play as rules
from games.protocol import AnyGame, Seat, Setup
from matches.effects.notices import enqueue_table
from matches.lobby.admission import LIMITS, Limits, admit_host
from matches.lobby.seats import chairs_of, changed, kept_for
from matches.model.clock import AtEnd, Clock
from matches.model.computer_players import of_level, several
from matches.model.errors import PrivateAlone, ReturnOfTwo
from matches.model.ids import MatchId, MatchNumber, PlayerId, number_of, public_id
from matches.model.log import Log
from matches.model.match import RETURNING, Header, Match, Place, Seating, has_stand_ins
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.cache import cache_of
from matches.unit_of_work.repository import blank, key_of, load
from storage import interactions, listings
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
    reliability: int | None = None,
    with_return: bool = False,
    rematch_of: MatchId | None = None,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Opens a table with the host seated.

    - `game` is a key (KeyError for others).
    - `seats` defaults to the fewest that are enough for the host and the invited.
    - `invited`: seats are kept for them. Those that are left are open to all.
    - `seating` says who gets which seat. "random": drawn at the start. "chosen": the host gets
      `host_seat`, the invited follow in their order, others choose. "youngest": the youngest gets
      the first seat, the others follow around the table.
    - `clock` is the time control, `at_end` says what happens when somebody's time is over.
    - `private`: only its players may see the match, and all of them have to be invited.
    - `computer_level`: computer players of this level are invited to all seats that are left, see
      `computer_players.seat_invited`.
    - `stand_in`: a computer player of this level replaces a player who withdraws from a match
      of more than two while other people are in it. The match is unrated then.
    - `reliability`: who sits down without being invited, or takes a seat over later, has to have
      played at least so many percent of their matches to the end. Newcomers are trusted.
    - `with_return`: two matches begin at once, the second with exchanged seats (see `returns`).
    - `rematch_of`: a match has one rematch at a time. If there is one already, it is returned.

    Raises OptionError, WrongInvitations, SeatTaken, PrivateAlone, ReturnOfTwo, UnknownLevel,
    and as `Limits`.
    """
    drawn, players = rng or SystemRandom(), len(invited) + 1
    setup = rules.setup(games.get(game), seats, options, drawn, players=players)
    if computer_level is not None:
        invited = [*invited, *several(computer_level, setup.seats - players)]
    if stand_in is not None:
        of_level(stand_in)
    standing_in = stand_in if has_stand_ins(setup.seats) else None
    match = replace(
        empty_table(games.get(game), setup, host, place, db.now()),
        players=changed((None,) * setup.seats, host_seat, host),
        kept=kept_for(host, host_seat, setup.seats, invited),
        seating=seating,
        rated=rated and standing_in is None,
        clock=clock,
        at_end=at_end if clock else None,
        private=private,
        expires_at=db.now() + limits.waiting,
        stand_in=standing_in,
        reliability=reliability,
        with_return=with_return,
        rematch_of=rematch_of,
    )
    if private and len(invited) + 1 < setup.seats:
        raise PrivateAlone
    if with_return and setup.seats != RETURNING:
        raise ReturnOfTwo
    of = key_of(rematch_of) if rematch_of else None
    store = partial(_create, db, match, rematch_of=of, limits=limits, interaction=interaction)
    with map_storage_errors():
        return await db.write(store)


def empty_table(
    game: AnyGame,
    setup: Setup,
    host: PlayerId,
    place: Place,
    now: datetime,
) -> Match:
    """A table without players yet, with the default for everything that can be chosen."""
    nobody = (None,) * setup.seats
    return blank(
        Header(
            id=MatchId(""),
            game=game,
            setup=setup,
            players=nobody,
            kept=nobody,
            host=host,
            seating="random",
            place=place,
            message=None,
            created_at=now,
        )
    )


def _create(
    db: Database,
    match: Match,
    connection: Connection,
    *,
    rematch_of: MatchNumber | None,
    limits: Limits,
    interaction: int | None,
) -> Match:
    """Stores a new table, unless this interaction has already done so, or the rematch exists."""
    if known := _known(db, connection, interaction, rematch_of):
        return known
    log = Log(match, match.created_at, interaction)
    terms = f"replace:{match.stand_in}" if match.stand_in else ""
    log.write("open", match.seat_of(match.host), terms)
    values, chairs = columns_of(match, log, rematch_of), chairs_of(match.players, match.kept)
    try:
        with transaction(connection):
            admit_host(connection, match, limits)
            number = rows.create(connection, values, log.entries[0], chairs)
            opened = replace(log.match(), id=public_id(number))
            if interaction is not None:  # Otherwise nobody is waiting for its message.
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
        number = interactions.match_of_interaction(connection, interaction)
    if number is None and rematch_of is not None:
        number = listings.rematch(connection, rematch_of)
    if number is None:
        return None
    return load(connection, cache_of(db), number)[0]


def columns_of(match: Match, log: Log, rematch_of: MatchNumber | None) -> dict[str, Any]:
    """The row of a new table."""
    return {
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
        "official": match.official,
        "reliability": match.reliability,
        "with_return": match.with_return,
        "other_half": number_of(match.other_half) if match.other_half else None,
    }
