"""Offering somebody to direct something, which they have to accept before it is handed over.

What was offered to whom stands sealed in the message that asks them, so nothing is stored. An offer
is void after a while, and once somebody else directs it, also if whoever made it comes to direct it
again.
"""

from __future__ import annotations

from datetime import timedelta
from hmac import compare_digest
from typing import Any, TypeVar

from sqlalchemy import Connection

from competitions.log.directors import require_able
from competitions.log.kept import Kept
from competitions.log.unit_of_work import UnitOfWork, written
from competitions.model.errors import CompetitionError
from matches.lobby import cooldowns
from matches.lobby.cooldowns import Rates
from matches.model.ids import PlayerId
from storage import players, seals
from storage.database import Database
from storage.transactions import transaction

H = TypeVar("H", bound=Kept)

LASTS = timedelta(days=7)
"""How long somebody has to accept."""


async def offer(
    db: Database,
    unit_of: type[UnitOfWork[H, Any]],
    number: int,
    player: PlayerId,
    to: PlayerId,
    *,
    manager: bool,
    rates: Rates,
) -> str:
    """Offers somebody to direct it from now on. Returns what shows that it was `offered` to them.

    Raises not-director, and as `competitions.log.directors`; OpenedTooOften and InvitedTooOften,
    if the player asks people more often than the `rates` allow.
    """

    def work(connection: Connection) -> str:
        with transaction(connection):
            players.hold(connection, [player])
            unit = unit_of(unit_of.load(connection, db, number), db.now(), connection)
            unit.require_director(player, manager=manager)
            require_able(unit, player, to)
            cooldowns.admit_invitations(connection, player, [to], rates, unit.now)
            until = int((unit.now + LASTS).timestamp())
            return f"{until}.{_sealed(unit, to, until)}"

    return await written(db, work)


async def offered(
    db: Database,
    unit_of: type[UnitOfWork[H, Any]],
    number: int,
    player: PlayerId,
    shown: str,
) -> H:
    """It, if the player was offered to direct it. Raises not-offered."""
    until, _, seal = shown.partition(".")

    def work(connection: Connection) -> H:
        with transaction(connection):
            unit = unit_of(unit_of.load(connection, db, number), db.now(), connection)
            if not until.isdecimal() or int(until) < unit.now.timestamp():
                raise CompetitionError("not-offered")
            right = _sealed(unit, player, int(until))
            if not compare_digest(seal.encode(), right.encode()):
                raise CompetitionError("not-offered")
            return unit.held

    return await written(db, work)


def _sealed(unit: UnitOfWork[H, Any], to: PlayerId, until: int) -> str:
    """What stands for an offer by whoever directs it now."""
    held, purpose = unit.held, f"director of {unit.LOG.table.name}"
    ids = (held.number, held.host, held.handed_over, to, until)
    return seals.seal(seals.key(unit.connection), purpose, *ids)
