"""Seating players at a table, and beginning the match once all are there.

A table is full when every seat is taken. Then the match begins automatically, unless the youngest
player begins: only the players know who that is, so the table waits until that player says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import TypeAlias

from games import play as rules
from games.protocol import AnyGame, Seat, Setup
from matches.model.entries import CHALLENGE
from matches.model.errors import (
    NotInvited,
    SeatTaken,
    TableFull,
    WrongInvitations,
)
from matches.model.forced import go_on
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.unit_of_work.work import UnitOfWork
from storage.matches import Chair

Chairs: TypeAlias = tuple[PlayerId | None, ...]
"""By seat, the player who has it or for whom it is kept."""


def kept_for(host: PlayerId, host_seat: Seat, seats: int, invited: Sequence[PlayerId]) -> Chairs:
    """The seats to keep for the invited, in their order: the first seats other than the host's.

    Raises WrongInvitations, SeatTaken.
    """
    if len({*invited, host}) != len(invited) + 1 or len(invited) >= seats:
        raise WrongInvitations(seats=seats, needed=seats - 1)
    if not 1 <= host_seat <= seats:
        raise SeatTaken(number=host_seat)
    kept: list[PlayerId | None] = [*invited, *[None] * (seats - 1 - len(invited))]
    kept.insert(host_seat - 1, None)
    return tuple(kept)


def seat_for(match: Match, player: PlayerId, wanted: Seat | None) -> Seat:
    """The seat that a player can take: the one that is kept for them, else the one they want,
    else the first that is open. Raises NotInvited, TableFull, SeatTaken.
    """
    if player in match.kept:
        return match.kept.index(player) + 1
    free = match.open_seats
    if not free:
        raise NotInvited(match=match.id) if match.challenge else TableFull(match=match.id)
    if wanted is not None and wanted not in free:
        raise SeatTaken(number=wanted)
    return wanted or free[0]


def changed(chairs: Chairs, seat: Seat, player: PlayerId | None) -> Chairs:
    """The chairs with this player, or nobody, in this seat."""
    return (*chairs[: seat - 1], player, *chairs[seat:])


def chairs_of(players: Chairs, kept: Chairs) -> list[Chair]:
    """The rows of seated players, and of those for whom a seat is kept."""
    return [
        Chair(seat, player or friend, joined=player is not None, invited=friend is not None)
        for seat, (player, friend) in enumerate(zip(players, kept, strict=True), start=1)
        if player or friend
    ]


def reseat(unit: UnitOfWork, players: Chairs, kept: Chairs) -> None:
    """Gives these seats to these players, and keeps these seats."""
    unit.log.header = replace(unit.log.header, players=players, kept=kept)
    unit.chairs = chairs_of(players, kept)


# Beginning


def begin(
    unit: UnitOfWork, players: Chairs, *, first: Seat | None = None, rng: Random | None = None
) -> None:
    """Begins the match with exactly these players.

    The player in the seat `first` gets the first seat. The others follow in their order around the
    table, so that partners stay partners.
    """
    seats = list(players)
    if unit.match.seating == "random":
        (rng or SystemRandom()).shuffle(seats)
    if first is not None:
        seats = [*seats[first - 1 :], *seats[: first - 1]]
    said = CHALLENGE if unit.log.header.challenge else ""
    reseat(unit, tuple(seats), (None,) * len(seats))
    unit.log.write("start", None, said)
    go_on(unit.log)


def shrink(unit: UnitOfWork, rng: Random | None) -> None:
    """Reduces the table to the seats of those who have joined.

    Its setup is rebuilt for that number of seats; options that don't exist for it are dropped.
    """
    match = unit.match
    there = [seat for seat, player in enumerate(match.players) if player is not None]
    setup = fitting(match.game, len(there), match.setup.options, rng)
    if setup == match.setup:
        return
    unit.log.header = replace(unit.log.header, setup=setup)
    unit.changes |= {"seats": setup.seats, "options": dict(setup.options)}
    reseat(
        unit,
        tuple(match.players[seat] for seat in there),
        tuple(match.kept[seat] for seat in there),
    )
    unit.log.write("shrink")


def fitting(
    game: AnyGame, seats: int, options: Mapping[str, str], rng: Random | None = None
) -> Setup:
    """A setup for that many seats; options that don't exist for that number are dropped."""
    kept = {
        option.key: options[option.key]
        for option in game.info.options
        if option.key in options and (option.seats is None or seats in option.seats)
    }
    return rules.setup(game, seats, kept, rng or SystemRandom())
