"""Offers to direct a competition, ladder or league. They have to be accepted before it is handed
over.

Nothing is stored: the message with the offer holds a seal of what was offered to whom. An offer is
void after a while, and as soon as the director changes. It stays void even if whoever made it
becomes director again.
"""

from __future__ import annotations

from datetime import timedelta
from hmac import compare_digest
from typing import Any, TypeVar

from sqlalchemy import Connection

from competitions.log.directors import require_able
from competitions.log.kept import Kept
from competitions.log.unit_of_work import UnitOfWork, require_director, written
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
    """Offers the direction to somebody. Returns the text with which they can show that it was
    `offered` to them.

    Raises not-director, and what `competitions.log.directors` raises; OpenedTooOften and
    InvitedTooOften if the player asks people more often than the `rates` allow.
    """

    def work(connection: Connection) -> str:
        with transaction(connection):
            players.hold(connection, [player])
            unit = unit_of(unit_of.load(connection, db, number), db.now(), connection)
            require_director(unit.held, player, manager=manager)
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
    """What was offered to the player, if it was. Raises not-offered."""
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
    """The seal of an offer by the present director."""
    held, purpose = unit.held, f"director of {unit.LOG.table.name}"
    ids = (held.number, held.host, held.handed_over, to, until)
    return seals.seal(seals.key(unit.connection), purpose, *ids)
