"""What players do: sign up for the next season and all later ones, and withdraw from them.

`interaction` is the id of the Discord interaction that asks. If it is delivered again, the league
is returned and nothing changes. Refusals are CompetitionErrors, and leave everything as it was.
"""

from __future__ import annotations

from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId
from competitions.leagues.unit_of_work import UnitOfWork, perform
from competitions.log.admission import (
    UNKNOWN,
    Membership,
    of_a_league,
    require_admitted,
    require_room,
)
from competitions.model.errors import CompetitionError
from competitions.model.league.events import Left
from matches.lobby import cooldowns
from matches.model.ids import PlayerId
from storage.database import Database


async def join(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    *,
    membership: Membership = UNKNOWN,
    interaction: int | None = None,
) -> Held:
    """Signs a player up. Raises signed-up, last-season, league-over, and what the league's terms
    require: members-only, not-from-here, wrong-role, unreliable; no-person, too-many-games.
    Somebody who signs up and withdraws too often is refused as at tables.
    """

    def act(unit: UnitOfWork) -> None:
        cooldowns.require_settled(unit.connection, player, unit.now)
        require_admitted(unit.connection, unit.held.terms, player, membership)
        if unit.held.division_of(player) is None:  # Else their present games would count twice.
            games = of_a_league(unit.league.settings)
            require_room(unit.connection, player, games, league=unit.held.number)
        unit.enter(player)

    unit = await perform(db, league_id, act, player=player, interaction=interaction, hold=[player])
    return unit.held


async def leave(
    db: Database, league_id: LeagueId, player: PlayerId, *, interaction: int | None = None
) -> Held:
    """Takes a player out of the next season; the present one goes on. Raises not-signed-up,
    league-over.
    """

    def act(unit: UnitOfWork) -> None:
        member = unit.held.member_of(player)
        if member is None or member not in unit.league.signed:
            raise CompetitionError("not-signed-up")
        unit.write(Left(member))
        cooldowns.departed(player, unit.held.terms.guild, unit.now, unit.connection)

    unit = await perform(db, league_id, act, player=player, interaction=interaction)
    return unit.held
