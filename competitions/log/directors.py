"""Who can take over the direction of a competition, ladder or league."""

from __future__ import annotations

from typing import Any

from competitions.log.creation import HOSTED, directs_enough
from competitions.log.unit_of_work import UnitOfWork
from competitions.model.errors import CompetitionError
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from storage import blocks


def hand_over(unit: UnitOfWork[Any, Any], player: PlayerId, to: PlayerId) -> None:
    """Makes somebody else the director. Raises what `require_able` does."""
    require_able(unit, player, to)
    unit.changes |= {"host": to, "handed_over": unit.held.handed_over + 1}


def require_able(unit: UnitOfWork[Any, Any], player: PlayerId, to: PlayerId) -> None:
    """Raises no-person for computer players, wrong-director if one of the two has blocked the
    other, busy-director if they already direct as many as they may.
    """
    if is_computer_player(to):
        raise CompetitionError("no-person")
    if blocks.apart(unit.connection, player, [to]):
        raise CompetitionError("wrong-director", player=to)
    this = (unit.LOG.table.name, unit.held.number)
    if directs_enough(unit.connection, to, besides=this):
        raise CompetitionError("busy-director", player=to, limit=HOSTED)
