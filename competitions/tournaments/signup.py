"""What entrants do: sign up, agree to a team, miss a round, withdraw.

`interaction` is the id of the Discord interaction that asks. If it is delivered again, the
competition is returned and nothing changes. Refusals are CompetitionErrors, and leave everything as
it was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection

from competitions.formats.rounds import planned
from competitions.log.admission import (
    UNKNOWN,
    Membership,
    at_once,
    rating_of,
    require_admitted,
    require_room,
)
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Agreed, Attending, Excused, Joined, Left, Withdrawn
from competitions.model.words import one_line
from competitions.tournaments.held import Held, Terms
from competitions.tournaments.ids import CompetitionId
from competitions.tournaments.unit_of_work import UnitOfWork, perform
from matches.lobby import cooldowns
from matches.lobby.cooldowns import RATES, Rates
from matches.model.computer_players import is_computer_player
from matches.model.ids import GuildId, PlayerId
from storage import blocks
from storage import competitions as rows
from storage.database import Database


async def join(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *partners: PlayerId,
    membership: Membership = UNKNOWN,
    rates: Rates = RATES,
    interaction: int | None = None,
) -> Held:
    """Signs a player up. Partners are asked: the team has no place until all have agreed. Computer
    players agree at once.

    If all places are taken or play has begun, they wait. Their strength is their rating in the
    competition's kind of matches. Raises signed-up, team-signed-up, wrong-team, not-together,
    not-running, time-up, and what the terms require: members-only, not-from-here, wrong-role,
    unreliable, wrong-rating, low-rating, high-rating; too-many-games. Somebody who signs up and
    leaves too often is refused as at tables, and somebody who asks partners more often than the
    `rates` allow with OpenedTooOften or InvitedTooOften.
    """
    team = (player, *partners)

    def act(unit: UnitOfWork) -> None:
        _admit(unit, player, membership)
        asked = [one for one in partners if not is_computer_player(one)]
        _require_together(unit, player, asked)
        sign_up(unit, team, asked, membership.here)
        cooldowns.admit_invitations(unit.connection, player, asked, rates, unit.now)

    unit = await perform(db, competition_id, act, player=player, interaction=interaction, hold=team)
    return unit.held


def sign_up(
    unit: UnitOfWork,
    team: Sequence[PlayerId],
    asked: Collection[PlayerId] = (),
    here: GuildId | None = None,
) -> None:
    """Puts a team or a single player on the list. Those in `asked` have yet to agree. The first
    member has signed up from the server `here`.
    """
    held, size = unit.held, unit.held.terms.team
    if len({*team}) != size:
        raise CompetitionError("wrong-team", size=size)
    if any(held.entrant_of(one) for one in team):
        raise CompetitionError("signed-up" if size == 1 else "team-signed-up")
    if held.over_at(unit.now):
        raise CompetitionError("time-up")
    id_ = EntrantId(unit.competition.last + 1)
    rating = _rating(unit.connection, held.terms, unit.competition.settings.seats, team)
    unit.write(Joined(Entrant(id_, size, rating)))
    unit.join(id_, tuple(team), asked, [here])
    if size > 1 and not asked:
        unit.write(Agreed(id_))


async def agree(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    team: EntrantId | None = None,
    membership: Membership = UNKNOWN,
    interaction: int | None = None,
) -> Held:
    """A partner who was asked agrees; in that `team`, if one is named. To refuse, they decline or
    withdraw.

    Raises not-asked-to, not-together, not-running, and what the terms require, as in `join`.
    Somebody who signs up and leaves too often is refused here, too.
    """

    def act(unit: UnitOfWork) -> None:
        entrant = _require_asked(unit.held, player, team)
        _admit(unit, player, membership)
        partners = {*filter(None, unit.held.teams[entrant])} - {player}
        _require_together(unit, player, partners)
        guild = unit.server(membership.here)
        rows.agree(unit.connection, unit.held.number, player, guild)
        unit.write(Agreed(entrant))  # At four seats nobody has more than one partner.
        for other in partners:
            cooldowns.welcomed(unit.connection, other, player)

    unit = await perform(
        db, competition_id, act, player=player, interaction=interaction, hold=[player]
    )
    return unit.held


async def decline(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    team: EntrantId,
    *,
    interaction: int | None = None,
) -> Held:
    """A partner who was asked refuses to play in a team, which then leaves the list.

    Raises not-asked-to, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        take_out(unit, _require_asked(unit.held, player, team))

    return (await perform(db, competition_id, act, player=player, interaction=interaction)).held


def _require_asked(held: Held, player: PlayerId, team: EntrantId | None) -> EntrantId:
    """The entrant that the player was asked to join. Raises not-asked-to."""
    entrant = held.entrant_of(player)
    if entrant is None or player not in held.asked or team not in (None, entrant):
        raise CompetitionError("not-asked-to")
    return entrant


def _admit(unit: UnitOfWork, player: PlayerId, membership: Membership) -> None:
    """Refuses people who don't meet the terms, who play enough games, or who keep leaving."""
    terms, settings = unit.held.terms, unit.competition.settings
    unit.require_alone()
    cooldowns.require_settled(unit.connection, player, unit.now)
    require_admitted(unit.connection, terms, player, membership)
    bounds = (terms.lowest, terms.highest)
    if bounds != (None, None):
        rating = _rating(unit.connection, terms, settings.seats, [player])
        low, high = terms.lowest or 0.0, terms.highest or float("inf")
        if rating is None or not low <= rating <= high:
            raise _wrong_rating(terms)
    games = at_once(settings, together=terms.together)
    require_room(unit.connection, player, games, competition=unit.held.number)


def _require_together(unit: UnitOfWork, player: PlayerId, others: Collection[PlayerId]) -> None:
    """Raises not-together if one of the others has blocked the player, or is blocked by them."""
    if blocks.apart(unit.connection, player, others):
        raise CompetitionError("not-together")


def _wrong_rating(terms: Terms) -> CompetitionError:
    """The refusal that says which ratings are allowed."""
    if terms.highest is None:
        return CompetitionError("low-rating", lowest=round(terms.lowest or 0))
    if terms.lowest is None:
        return CompetitionError("high-rating", highest=round(terms.highest))
    lowest, highest = round(terms.lowest), round(terms.highest)
    return CompetitionError("wrong-rating", lowest=lowest, highest=highest)


def _rating(
    connection: Connection, terms: Terms, sides: int, team: Sequence[PlayerId]
) -> float | None:
    """The rating of a team, or of one of its members, in the competition's kind of matches."""
    seats = sides * terms.team
    return rating_of(connection, terms, team, seats, partners=terms.team > 1)


async def excuse(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    round_: int,
    *,
    interaction: int | None = None,
) -> Held:
    """Excuses the player from a future round.

    Raises not-signed-up, must-play, has-withdrawn, wrong-round (it is paired), last-round.
    """

    def act(unit: UnitOfWork) -> None:
        event = Excused(unit.require_entrant(player), round_)
        competition = unit.competition
        if competition.status == "running" and round_ > (last := planned(competition)):
            raise CompetitionError("last-round", count=last)
        unit.write(event)

    return (await perform(db, competition_id, act, player=player, interaction=interaction)).held


async def attend(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    round_: int,
    *,
    interaction: int | None = None,
) -> Held:
    """Takes back the player's excuse: they play in the round after all. Raises not-signed-up,
    not-excused, wrong-round.
    """

    def act(unit: UnitOfWork) -> None:
        unit.write(Attending(unit.require_entrant(player), round_))

    return (await perform(db, competition_id, act, player=player, interaction=interaction)).held


async def withdraw(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    reason: str = "",
    interaction: int | None = None,
) -> Held:
    """Takes the player out; of a team, any member can do it.

    Before the start, and on the waiting list, they leave the list, which counts as leaving a table
    unless they had only been asked. After the start, what they have played stays, and the next
    upkeep resigns their running matches. Raises not-signed-up, has-withdrawn, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        entrant, held = unit.require_entrant(player), unit.held
        take_out(unit, entrant, one_line(reason))
        if entrant not in unit.competition.seeding and player not in held.asked:
            cooldowns.departed(player, held.terms.guild, unit.now, unit.connection)

    return (await perform(db, competition_id, act, player=player, interaction=interaction)).held


def take_out(unit: UnitOfWork, entrant: EntrantId, reason: str = "") -> None:
    """Takes somebody off the list or, after the start, out of the competition."""
    if entrant in unit.competition.seeding:
        unit.write(Withdrawn(entrant, reason))
    else:
        unit.write(Left(entrant, reason))
        unit.leave(entrant)
