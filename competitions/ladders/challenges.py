"""What members do: join, challenge, answer, leave.

`interaction` is the id of the Discord interaction that asks. If it is delivered again, the ladder
is returned and nothing changes. Refusals are CompetitionErrors, and leave everything as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId
from competitions.ladders.releases import let_go
from competitions.ladders.unit_of_work import Act, UnitOfWork, perform
from competitions.log.admission import (
    OF_A_LADDER,
    UNKNOWN,
    Membership,
    require_admitted,
    require_room,
)
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import Accepted, Challenged, Recalled, Refused
from competitions.model.ladder.ladder import Challenge
from matches.lobby import cooldowns
from matches.lobby.cooldowns import RATES, Rates
from matches.model.ids import PlayerId
from storage.database import Database


async def join(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    *,
    membership: Membership = UNKNOWN,
    interaction: int | None = None,
) -> Held:
    """A player joins at the bottom. Raises on-ladder, closed, and what the ladder's terms require:
    members-only, not-from-here, wrong-role, unreliable; no-person, too-many-games. Somebody who
    joins and leaves too often is refused as at tables.
    """

    def act(unit: UnitOfWork) -> None:
        cooldowns.require_settled(unit.connection, player, unit.now)
        require_admitted(unit.connection, unit.held.terms, player, membership)
        if unit.held.concerns(player):
            raise CompetitionError("on-ladder")
        require_room(unit.connection, player, OF_A_LADDER, ladder=unit.held.number)
        unit.join(player)

    return await _carried_out(db, ladder_id, player, act, interaction, hold=True)


async def leave(
    db: Database, ladder_id: LadderId, player: PlayerId, *, interaction: int | None = None
) -> Held:
    """A player leaves. Their challenges end without a result, and their matches go on as ordinary
    ones. Raises off-ladder, closed.
    """

    def act(unit: UnitOfWork) -> None:
        member = unit.require_member(player)
        let_go(unit, unit.ladder.running(member))
        unit.leave(member)
        cooldowns.departed(player, unit.held.terms.guild, unit.now, unit.connection)

    return await _carried_out(db, ladder_id, player, act, interaction)


async def challenge(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    others: Sequence[MemberId],
    *,
    rates: Rates = RATES,
    interaction: int | None = None,
) -> Held:
    """A player challenges as many others as a table has opponents.

    Raises off-ladder, already-challenging, out-of-reach, already-challenged, cooling-down,
    wrong-tables, unknown-entrant, closed. Somebody who challenges more often than the `rates` allow
    is refused as at tables.
    """

    def act(unit: UnitOfWork) -> None:
        member = unit.require_member(player)
        unit.write(Challenged(member, tuple(others), unit.now))
        asked = [one for id_ in others if (one := unit.held.people.get(id_)) is not None]
        cooldowns.admit_invitations(unit.connection, player, asked, rates, unit.now)

    return await _carried_out(db, ladder_id, player, act, interaction, hold=True)


async def accept(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    number: int,
    *,
    interaction: int | None = None,
) -> Held:
    """A player accepts a challenge. Once all have accepted, the next upkeep of the ladder opens its
    match. Raises off-ladder, unknown-challenge, not-asked, too-late, closed.
    """

    def act(unit: UnitOfWork) -> None:
        unit.write(Accepted(number, unit.require_member(player), unit.now))
        if number in unit.held.late(unit.now):
            raise CompetitionError("too-late", until=unit.held.until[number].isoformat())
        by = unit.held.people.get(unit.ladder.challenges[number].challenger)
        if by is not None:
            cooldowns.welcomed(unit.connection, by, player)

    return await _carried_out(db, ladder_id, player, act, interaction)


def require_asked(held: Held, player: PlayerId, number: int, now: datetime) -> Challenge:
    """The challenge, if the player can refuse it. Raises what `refuse` would."""
    held.ladder.apply(Refused(number, held.require_member(player), now))
    return held.ladder.challenges[number]


async def refuse(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    number: int,
    *,
    interaction: int | None = None,
) -> Held:
    """A player refuses a challenge, and so loses it. Raises off-ladder, unknown-challenge,
    not-asked, closed.
    """

    def act(unit: UnitOfWork) -> None:
        unit.write(Refused(number, unit.require_member(player), unit.now))

    return await _carried_out(db, ladder_id, player, act, interaction)


async def recall(
    db: Database, ladder_id: LadderId, player: PlayerId, *, interaction: int | None = None
) -> Held:
    """A player takes their challenge back before all have accepted. Raises off-ladder,
    unknown-challenge, being-played, closed.
    """

    def act(unit: UnitOfWork) -> None:
        own = unit.held.challenging(unit.require_member(player))
        unit.write(Recalled(own.number if own else 0, unit.now))

    return await _carried_out(db, ladder_id, player, act, interaction)


async def _carried_out(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    act: Act,
    interaction: int | None,
    *,
    hold: bool = False,
) -> Held:
    """Carries `act` out, and returns the ladder. With `hold` the player is locked meanwhile."""
    held = [player] if hold else []
    unit = await perform(db, ladder_id, act, player=player, interaction=interaction, hold=held)
    return unit.held
