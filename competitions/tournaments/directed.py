"""How the director's use cases are carried out."""

from __future__ import annotations

from collections.abc import Collection

from competitions.log.unit_of_work import as_director
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId
from competitions.tournaments.unit_of_work import Act, perform
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
    hold: Collection[PlayerId] = (),
) -> Held:
    """Carries `act` out for the director or a manager, and returns the competition. The player and
    those in `hold` are locked meanwhile, so that nobody's data can be deleted. Raises not-director.
    """
    unit = await perform(
        db,
        competition_id,
        as_director(act, player, manager=manager),
        player=player,
        interaction=interaction,
        hold={player, *hold},
    )
    return unit.held
