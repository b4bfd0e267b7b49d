"""What members do: join, challenge, answer, leave.

`interaction` is the id of the Discord interaction that asks. One that is delivered again gives the
ladder as it is and changes nothing. Refusals are CompetitionErrors; after them nothing has changed.
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
    """A player comes in at the bottom. Raises on-ladder, closed, and what the ladder asks for:
    members-only, not-from-here, wrong-role, unreliable; no-person, too-many-games. Who comes and
    goes all the time is refused as at tables.
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
    """A player goes. Their challenges end without a result, and their matches go on as ordinary
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
    wrong-tables, unknown-entrant, closed. Who challenges people more often than the `rates` allow
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
    """A player accepts a challenge. When all have, its match is opened as soon as somebody sees to
    the ladder. Raises off-ladder, unknown-challenge, not-asked, too-late, closed.
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
    """The challenge that a player can refuse. Raises what `refuse` would."""
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
    """A player refuses a challenge, which loses it. Raises off-ladder, unknown-challenge,
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
    """What `act` makes of the ladder; with `hold`, what hangs on the player stays as it is."""
    held = [player] if hold else []
    unit = await perform(db, ladder_id, act, player=player, interaction=interaction, hold=held)
    return unit.held
