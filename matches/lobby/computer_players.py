"""Computer players at tables: the host fills the table with them, or invites them again."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from games.protocol import Seat
from matches.lobby.admission import LIMITS, Limits, admit_computer_players
from matches.lobby.returns import begin_if_full
from matches.lobby.seats import reseat
from matches.model.computer_players import is_computer_player, of_level
from matches.model.errors import TableFull
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Listing, Match
from matches.model.requirements import require_host, require_known, require_open
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database


async def fill(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    level: int,
    *,
    limits: Limits = LIMITS,
    rng: Random | None = None,
    interaction: int | None = None,
) -> Match:
    """Fills all free seats with computer players of a level, on behalf of the host; a full table
    starts.

    Raises UnknownLevel, NotOpen, NotHost, TableFull, TooManyComputerMatches.
    """

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        match = unit.match
        require_open(match)
        require_host(match, player)
        of_level(level)
        free = match.open_seats
        if not free:
            raise TableFull(match=match.id)
        admit_computer_players(unit, limits)
        players = list(match.players)
        for seat in free:
            players[seat - 1] = of_level(level, players)
        _sit_down(unit, players, free, rng)

    return (await perform(db, match_id, act, interaction)).match


async def seat_invited(db: Database, match: Match) -> Match:
    """Lets the invited computer players accept, which they always do at once."""

    def act(unit: UnitOfWork) -> None:
        seats = _awaited(unit.match)
        if unit.match.status == "open" and seats:
            players = list(unit.match.players)
            for seat in seats:
                players[seat - 1] = unit.match.kept[seat - 1]
            _sit_down(unit, players, seats, None)

    if match.status != "open" or not _awaited(match):
        return match
    return (await perform(db, match.id, act)).match


def _awaited(match: Listing) -> tuple[Seat, ...]:
    """The seats that are kept for computer players."""
    both = enumerate(zip(match.players, match.kept, strict=True), start=1)
    return tuple(
        seat for seat, (player, kept) in both if player is None and is_computer_player(kept)
    )


def _sit_down(
    unit: UnitOfWork, players: Iterable[PlayerId | None], seats: Iterable[Seat], rng: Random | None
) -> None:
    reseat(unit, tuple(players), unit.match.kept)
    for seat in seats:
        unit.log.write("join", seat)
    begin_if_full(unit, rng)
