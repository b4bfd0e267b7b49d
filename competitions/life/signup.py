"""What entrants do: sign up, agree to a team, miss a round, withdraw.

`interaction` is the id of the Discord interaction that asks. One that is delivered again gives the
competition as it is and changes nothing. Refusals are CompetitionErrors; after them nothing has
changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from competitions.formats.rounds import planned
from competitions.life.held import Held, Terms
from competitions.life.ids import CompetitionId
from competitions.life.unit_of_work import UnitOfWork, perform
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Agreed, Attending, Excused, Joined, Left, Withdrawn
from competitions.model.texts import read_settings
from matches.effects.conduct import reliability_of
from matches.model.computer_players import has_computer_player, is_computer_player
from matches.model.ids import PlayerId
from matches.model.ratings import Mode, Pool
from matches.settings.declared import read as read_preferences
from matches.settings.players import Preferences
from storage import blocks, players, ratings
from storage import competition_lists as lists
from storage import competitions as rows
from storage.database import Database


@dataclass(frozen=True, slots=True)
class Membership:
    """How a person stands towards the competition's server: whether they are a member of it, and
    which roles they have there.
    """

    member: bool = True
    roles: Collection[int] = ()


async def join(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *partners: PlayerId,
    membership: Membership = Membership(),
    interaction: int | None = None,
) -> Held:
    """Signs a player up. Partners are asked: the team has no place before all have agreed; computer
    players agree at once.

    If it is full or has begun they wait. Their strength is their rating in the competition's kind
    of matches. Raises signed-up, wrong-team, not-together, not-running, time-up, and what the
    competition asks for: members-only, wrong-role, wrong-rating, unreliable; too-many-games.
    """
    team = (player, *partners)

    def act(unit: UnitOfWork) -> None:
        _admit(unit, player, membership)
        asked = [one for one in partners if not is_computer_player(one)]
        if blocks.apart(unit.connection, player, asked):
            raise CompetitionError("not-together")
        sign_up(unit, team, asked)

    unit = await perform(db, competition_id, act, player=player, interaction=interaction, hold=team)
    return unit.held


def sign_up(unit: UnitOfWork, team: Sequence[PlayerId], asked: Collection[PlayerId] = ()) -> None:
    """Puts a team on the list, or a single player. Those who are asked have still to agree."""
    held, size = unit.held, unit.held.terms.team
    if len({*team}) != size:
        raise CompetitionError("wrong-team", size=size)
    if any(held.entrant_of(one) for one in team):
        raise CompetitionError("signed-up")
    if held.over_at(unit.now):
        raise CompetitionError("time-up")
    id_ = EntrantId(unit.competition.last + 1)
    rating = _rating(unit.connection, held.terms, unit.competition.settings.seats, team)
    unit.write(Joined(Entrant(id_, size, rating)))
    unit.join(id_, tuple(team), asked)
    if size > 1 and not asked:
        unit.write(Agreed(id_))


async def agree(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    membership: Membership = Membership(),
    interaction: int | None = None,
) -> Held:
    """A partner who was asked wants to play. Whoever doesn't, withdraws.

    Raises not-asked-to, not-running, and what the competition asks for, as `join`.
    """

    def act(unit: UnitOfWork) -> None:
        held, entrant = unit.held, unit.held.entrant_of(player)
        if entrant is None or player not in held.asked:
            raise CompetitionError("not-asked-to")
        _admit(unit, player, membership)
        rows.agree(unit.connection, held.number, player)
        unit.write(Agreed(entrant))  # At four seats nobody has more than one partner.

    unit = await perform(
        db, competition_id, act, player=player, interaction=interaction, hold=[player]
    )
    return unit.held


def _admit(unit: UnitOfWork, player: PlayerId, membership: Membership) -> None:
    """Refuses whoever does not meet the terms, or plays enough already."""
    terms = unit.held.terms
    if is_computer_player(player):
        raise CompetitionError("no-person")
    if not (terms.anywhere or membership.member):
        raise CompetitionError("members-only")
    if terms.role is not None and terms.role not in membership.roles:
        raise CompetitionError("wrong-role", role=terms.role)
    if terms.reliability is not None:
        found = reliability_of(unit.connection, player)
        if not found.suffices(terms.reliability):
            share = found.percent or 0
            raise CompetitionError("unreliable", needed=terms.reliability, share=share)
    bounds = (terms.lowest, terms.highest)
    if bounds != (None, None):
        rating = _rating(unit.connection, terms, unit.competition.settings.seats, [player])
        low, high = terms.lowest or 0.0, terms.highest or float("inf")
        if rating is None or not low <= rating <= high:
            shown = [round(one) if one is not None else 0 for one in bounds]
            raise CompetitionError("wrong-rating", lowest=shown[0], highest=shown[1])
    _require_room(unit, player)


def _require_room(unit: UnitOfWork, player: PlayerId) -> None:
    """Nobody plays more games of competitions at the same time than they want to: a round has one
    pairing for each entrant.
    """
    chosen = read_preferences(Preferences, players.preferences(unit.connection, player))
    if chosen.at_once is None:
        return
    others = lists.settings_of(unit.connection, player, unit.held.number)
    games = sum(read_settings(one).games for one in others) + unit.competition.settings.games
    if games > chosen.at_once:
        raise CompetitionError("too-many-games", limit=chosen.at_once)


def _rating(
    connection: Connection, terms: Terms, sides: int, team: Sequence[PlayerId]
) -> float | None:
    """The mean of the players' points; None unless all have some."""
    mode: Mode = "live" if terms.clock.live else "correspondence"
    with_computer = has_computer_player(team)
    pool = Pool(terms.game.info.key, sides * terms.team, mode, terms.team > 1, with_computer)
    found = [ratings.rating_of(connection, one, str(pool)) for one in team]
    points = [one.points for one in found if one is not None]
    return sum(points) / len(points) if len(points) == len(team) else None


async def excuse(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    round_: int,
    *,
    interaction: int | None = None,
) -> Held:
    """The player does not play in a round that is to come.

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
    """The player plays in a round after all. Raises not-signed-up, not-excused, wrong-round."""

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
    """The player does not take part (any more); for a team, any of them.

    Before the start and on the waiting list they leave the list. After the start, what they have
    played stays, and their running matches are resigned when somebody sees to the competition.
    Raises not-signed-up, has-withdrawn, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        take_out(unit, unit.require_entrant(player), one_line(reason))

    return (await perform(db, competition_id, act, player=player, interaction=interaction)).held


def take_out(unit: UnitOfWork, entrant: EntrantId, reason: str = "") -> None:
    """Takes somebody off the list or, after the start, out of the competition."""
    if entrant in unit.competition.seeding:
        unit.write(Withdrawn(entrant, reason))
    else:
        unit.write(Left(entrant, reason))
        unit.leave(entrant)


def one_line(reason: str) -> str:
    """What somebody has typed, as logs keep it."""
    return " ".join(reason.split())
