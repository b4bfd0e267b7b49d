"""Computer players at tables: the host fills the table up with them, or invites them again."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from games.protocol import Seat
from matches.lobby.admission import LIMITS, Limits, admit_robots
from matches.lobby.seating import begin_if_full, require_host, require_open, reseat
from matches.model.computer_players import is_robot, of_level
from matches.model.errors import TableFull
from matches.model.match import Listing, Match, Player
from matches.unit_of_work.work import Desk, perform
from storage.database import Database


async def fill(
    db: Database,
    match_id: str,
    player: Player,
    level: int,
    *,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """The host has computer players of a level take all free seats; a table that is full starts.

    Raises UnknownLevel, NotOpen, NotHost, TableFull, TooManyWithRobots.
    """

    def act(desk: Desk) -> None:
        desk.require_known(player)
        match = require_open(desk)
        require_host(match, player)
        of_level(level)
        free = match.open_seats
        if not free:
            raise TableFull(match=match.id)
        admit_robots(desk, limits)
        players = list(match.players)
        for seat in free:
            players[seat - 1] = of_level(level, players)
        _sit_down(desk, players, free, rng)

    return (await perform(db, match_id, act, interaction)).match


async def seat_invited(db: Database, match: Match) -> Match:
    """The computer players who are invited accept, at once and always."""

    def act(desk: Desk) -> None:
        seats = _awaited(desk.match)
        if desk.match.status == "open" and seats:
            players = list(desk.match.players)
            for seat in seats:
                players[seat - 1] = desk.match.kept[seat - 1]
            _sit_down(desk, players, seats, None)

    if match.status != "open" or not _awaited(match):
        return match
    return (await perform(db, match.id, act)).match


def _awaited(match: Listing) -> tuple[Seat, ...]:
    """The seats that are kept for computer players."""
    both = enumerate(zip(match.players, match.kept, strict=True), start=1)
    return tuple(seat for seat, (player, kept) in both if player is None and is_robot(kept))


def _sit_down(
    desk: Desk, players: Iterable[Player | None], seats: Iterable[Seat], rng: Random | None
) -> None:
    reseat(desk, tuple(players), desk.match.kept)
    for seat in seats:
        desk.log.write("join", seat)
    begin_if_full(desk, rng)
