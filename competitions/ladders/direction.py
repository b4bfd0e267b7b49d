"""What the director of a ladder does. People who manage the guild may do it, too: `manager` says
whether the player is one.

`interaction` is as in `competitions.ladders.challenges`. All of these raise not-director.
"""

from __future__ import annotations

from collections.abc import Collection

from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId
from competitions.ladders.releases import let_go
from competitions.ladders.unit_of_work import Act, UnitOfWork, perform
from competitions.log import directors
from competitions.log.terms import named, required
from competitions.log.unit_of_work import as_director
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import Annulled, Closed, Moved
from matches.model.ids import ChannelId, PlayerId
from storage.database import Database


async def remove(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    member: MemberId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Takes a member off the ladder, as if they had left. Raises no-reason, unknown-entrant,
    closed.
    """

    def act(unit: UnitOfWork) -> None:
        let_go(unit, unit.ladder.running(member))
        unit.leave(member, required(reason))

    return await _directed(db, ladder_id, player, act, manager=manager, interaction=interaction)


async def move(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    member: MemberId,
    place: int,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Moves a member to a place. Raises no-reason, unknown-entrant, wrong-place, closed."""

    def act(unit: UnitOfWork) -> None:
        unit.write(Moved(member, place, required(reason), unit.now))

    return await _directed(db, ladder_id, player, act, manager=manager, interaction=interaction)


async def annul(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    number: int,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends a challenge as if it had never been. Raises no-reason, unknown-challenge, closed."""

    def act(unit: UnitOfWork) -> None:
        running = unit.ladder.challenges.get(number)
        unit.write(Annulled(number, required(reason), unit.now))
        let_go(unit, [running] if running else [])

    return await _directed(db, ladder_id, player, act, manager=manager, interaction=interaction)


async def close(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends the ladder. Running challenges have no result. Raises no-reason, closed."""

    def act(unit: UnitOfWork) -> None:
        running = [*unit.ladder.challenges.values()]
        unit.write(Closed(required(reason), unit.now))
        let_go(unit, running)

    return await _directed(db, ladder_id, player, act, manager=manager, interaction=interaction)


async def hand_over(
    db: Database, ladder_id: LadderId, player: PlayerId, to: PlayerId, *, manager: bool = False
) -> Held:
    """Makes somebody else the director; the caller must have asked them. Raises what
    `competitions.log.directors` does.
    """

    def act(unit: UnitOfWork) -> None:
        directors.hand_over(unit, player, to)

    return await _directed(db, ladder_id, player, act, manager=manager, hold=[to])


async def change(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    *,
    name: str | None = None,
    channel: ChannelId | None = None,
    manager: bool = False,
) -> Held:
    """Changes the name, or the channel of the same server in which matches are opened and news
    announced from now on. Raises wrong-name, closed.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.ladder.closed:
            raise CompetitionError("closed")
        if name is not None:
            unit.changes["name"] = named(name)
        if channel is not None:
            unit.changes["channel"] = channel

    return await _directed(db, ladder_id, player, act, manager=manager)


async def _directed(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    act: Act,
    *,
    manager: bool,
    interaction: int | None = None,
    hold: Collection[PlayerId] = (),
) -> Held:
    """Carries `act` out, and returns the ladder. The player is locked meanwhile, so that their data
    can't be deleted.
    """
    unit = await perform(
        db,
        ladder_id,
        as_director(act, player, manager=manager),
        player=player,
        interaction=interaction,
        hold={player, *hold},
    )
    return unit.held
