"""Carrying a use case of the director out."""

from __future__ import annotations

from functools import partial

from competitions.life.held import Held
from competitions.life.ids import CompetitionId
from competitions.life.signup import one_line
from competitions.life.unit_of_work import Act, UnitOfWork, perform
from competitions.model.errors import CompetitionError
from matches.model.ids import PlayerId
from storage.database import Database


async def directed(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    act: Act,
    *,
    manager: bool,
    interaction: int | None,
) -> Held:
    """What `act` makes of it, for the director or a manager. Raises not-director."""
    checked = partial(_as_director, act=act, player=player, manager=manager)
    unit = await perform(db, competition_id, checked, player=player, interaction=interaction)
    return unit.held


def _as_director(unit: UnitOfWork, act: Act, player: PlayerId, *, manager: bool) -> None:
    unit.require_director(player, manager=manager)
    act(unit)


def required(reason: str) -> str:
    """A reason, on one line. Raises no-reason."""
    if not (said := one_line(reason)):
        raise CompetitionError("no-reason")
    return said
