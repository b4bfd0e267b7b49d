"""Offering the direction of a ladder to somebody: see `competitions.log.offers`."""

from __future__ import annotations

from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId, key_of
from competitions.ladders.unit_of_work import UnitOfWork
from competitions.log import offers
from matches.lobby.cooldowns import RATES, Rates
from matches.model.ids import PlayerId
from storage.database import Database


async def offer(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    to: PlayerId,
    *,
    manager: bool = False,
    rates: Rates = RATES,
) -> str:
    """Offers the direction of a ladder to somebody. Returns the text with which they can show that
    it was `offered` to them.

    Raises not-director, and what `hand_over` raises; OpenedTooOften and InvitedTooOften if the
    player asks people more often than the `rates` allow.
    """
    number = key_of(ladder_id)
    return await offers.offer(db, UnitOfWork, number, player, to, manager=manager, rates=rates)


async def offered(db: Database, ladder_id: LadderId, player: PlayerId, shown: str) -> Held:
    """The ladder, if its direction was offered to the player. Raises not-offered."""
    return await offers.offered(db, UnitOfWork, key_of(ladder_id), player, shown)
