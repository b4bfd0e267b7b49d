"""Offering the direction of a competition to somebody: see `competitions.log.offers`."""

from __future__ import annotations

from competitions.log import offers
from competitions.model.errors import CompetitionError
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId, key_of
from competitions.tournaments.queries import get
from competitions.tournaments.unit_of_work import UnitOfWork
from matches.lobby.cooldowns import RATES, Rates
from matches.model.ids import PlayerId
from storage.database import Database


async def offer(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    to: PlayerId,
    *,
    manager: bool = False,
    rates: Rates = RATES,
) -> str:
    """Offers the direction of a competition to somebody. Returns the text with which they can show
    that it was `offered` to them.

    Raises not-director, in-league, and what `hand_over` raises; OpenedTooOften and InvitedTooOften
    if the player asks people more often than the `rates` allow.
    """
    if (await get(db, competition_id)).terms.part is not None:  # That never changes.
        raise CompetitionError("in-league")
    number = key_of(competition_id)
    return await offers.offer(db, UnitOfWork, number, player, to, manager=manager, rates=rates)


async def offered(
    db: Database, competition_id: CompetitionId, player: PlayerId, shown: str
) -> Held:
    """The competition, if its direction was offered to the player. Raises not-offered."""
    return await offers.offered(db, UnitOfWork, key_of(competition_id), player, shown)
