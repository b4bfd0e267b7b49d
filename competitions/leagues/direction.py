"""What the director of a league does. People who manage the guild may do it, too: `manager` says
whether the player is one. Divisions are directed in `competitions.tournaments.direction`.

`interaction` is as in `competitions.leagues.signup`. All of these raise not-director.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from competitions.leagues.creation import LONGEST_NAME
from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId
from competitions.leagues.seasons import begin_early
from competitions.leagues.unit_of_work import Act, UnitOfWork, perform
from competitions.log import directors
from competitions.log.admission import require_computer_players
from competitions.log.terms import named, required
from competitions.log.unit_of_work import as_director
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.events import Closed, Last, Left
from matches.model.ids import ChannelId, PlayerId
from matches.unit_of_work.cache import cache_of
from storage import competitions
from storage.database import Database


async def begin(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    season: int,
    *,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Begins the next season now, not on its day. Raises season-begun, too-few, league-over."""
    cache = cache_of(db)

    def act(unit: UnitOfWork) -> None:
        begin_early(unit, cache, season)

    return await _directed(db, league_id, player, act, manager=manager, interaction=interaction)


async def enter(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    *computer_players: PlayerId,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Signs up computer players. Raises no-person for people; signed-up, last-season,
    league-over.
    """

    def act(unit: UnitOfWork) -> None:
        require_computer_players(computer_players)
        for one in computer_players:
            unit.enter(one)

    return await _directed(db, league_id, player, act, manager=manager, interaction=interaction)


async def dismiss(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    member: MemberId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Takes a member off the list for the next season. Raises no-reason, not-listed,
    league-over.
    """

    def act(unit: UnitOfWork) -> None:
        unit.write(Left(member, required(reason)))

    return await _directed(db, league_id, player, act, manager=manager, interaction=interaction)


async def end(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Makes the present season the last one; between two seasons, ends the league at once.

    Raises no-reason, last-season, league-over.
    """

    def act(unit: UnitOfWork) -> None:
        said = required(reason)
        unit.write(Last(said) if unit.league.status == "running" else Closed(said))

    return await _directed(db, league_id, player, act, manager=manager, interaction=interaction)


async def cancel(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends the league at once. The next upkeep cancels the divisions that are being played; their
    matches go on as ordinary ones. Raises no-reason, league-over.
    """

    def act(unit: UnitOfWork) -> None:
        unit.write(Closed(required(reason)))

    return await _directed(db, league_id, player, act, manager=manager, interaction=interaction)


async def hand_over(
    db: Database, league_id: LeagueId, player: PlayerId, to: PlayerId, *, manager: bool = False
) -> Held:
    """Makes somebody else the director of the league and its divisions; the caller must have asked
    them. Raises what `competitions.log.directors` does.
    """

    def act(unit: UnitOfWork) -> None:
        directors.hand_over(unit, player, to)
        _change_divisions(unit, host=to)

    return await _directed(db, league_id, player, act, manager=manager, hold=[to])


async def change(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    *,
    name: str | None = None,
    channel: ChannelId | None = None,
    manager: bool = False,
) -> Held:
    """Changes the name, which divisions use from the next season on, or the channel of the same
    server in which matches are opened and news announced from now on. Raises wrong-name,
    league-over.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.league.status == "over":
            raise CompetitionError("league-over")
        if name is not None:
            unit.changes["name"] = named(name, LONGEST_NAME)
        if channel is not None:
            unit.changes["channel"] = channel
            _change_divisions(unit, channel=channel)

    return await _directed(db, league_id, player, act, manager=manager)


def _change_divisions(unit: UnitOfWork, **values: int) -> None:
    number = unit.held.number
    unit.writes.append(partial(competitions.change_divisions, number=number, values=values))


async def _directed(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    act: Act,
    *,
    manager: bool,
    interaction: int | None = None,
    hold: Collection[PlayerId] = (),
) -> Held:
    """Carries `act` out, and returns the league. The player is locked meanwhile, so that their data
    can't be deleted.
    """
    unit = await perform(
        db,
        league_id,
        as_director(act, player, manager=manager),
        player=player,
        interaction=interaction,
        hold={player, *hold},
    )
    return unit.held
