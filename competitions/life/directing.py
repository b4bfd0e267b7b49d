"""What the director does. Who manages the guild may do the same: `manager` says so.

`interaction` as in `competitions.life.signup`. All raise not-director.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from competitions.formats.rounds import order
from competitions.life.directed import directed, required
from competitions.life.held import Held
from competitions.life.ids import CompetitionId
from competitions.life.opening import named
from competitions.life.repeating import hold_again
from competitions.life.signup import one_line, sign_up, take_out
from competitions.life.unit_of_work import UnitOfWork
from competitions.model.entrants import EntrantId, seeded
from competitions.model.errors import CompetitionError
from competitions.model.events import (
    Cancelled,
    Ended,
    Reinstated,
    Replaced,
    Started,
    Withdrawn,
)
from matches.course.official import release, replace_player
from matches.model.computer_players import is_computer_player
from matches.model.ids import ChannelId, MatchNumber, PlayerId
from matches.model.match import GOING
from storage import blocks
from storage import competitions as rows
from storage.database import Database


async def start(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends the sign-up. The entrants are seeded by their ratings; teams that are not complete wait.

    Raises not-open, too-few, time-up.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.held.over_at(unit.now):
            raise CompetitionError("time-up")
        begin(unit)

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


def begin(unit: UnitOfWork) -> None:
    """Ends the sign-up. Who has blocked whom counts as it is now: a block that is made later can't
    keep a rival away.
    """
    entrants = seeded(unit.competition.entrants)
    unit.write(Started(tuple(entrant.id for entrant in entrants)))
    unit.changes["begun_at"] = unit.now
    hold_again(unit)
    pairs = blocked(unit, {entrant.id for entrant in entrants})
    unit.writes.append(partial(rows.keep_apart, number=unit.held.number, pairs=pairs))


def blocked(unit: UnitOfWork, entrants: set[EntrantId]) -> set[tuple[EntrantId, EntrantId]]:
    """The pairs of entrants of whom one has blocked the other."""
    of = {player: id_ for id_ in entrants for player in unit.held.teams[id_] if player}
    pairs = blocks.pairs_apart(unit.connection, of)
    return {(of[one], of[other]) for one, other in pairs if of[one] != of[other]}


async def enter(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *team: PlayerId,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Signs computer players up. Raises no-person for others, and as `signup.join`."""

    def act(unit: UnitOfWork) -> None:
        if not all(map(is_computer_player, team)):
            raise CompetitionError("no-person")
        sign_up(unit, team)

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


async def dismiss(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    entrant: EntrantId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Takes an entrant off the list, or out of the running competition.

    Raises no-reason, not-listed, has-withdrawn, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        take_out(unit, entrant, required(reason))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


async def reinstate(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    entrant: EntrantId,
    *,
    reason: str = "",
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """An entrant who had withdrawn takes part again, from the next round on. What they have
    forfeited stays. Raises not-withdrawn, unknown-entrant (also for former players), not-running.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.held.gone(entrant):
            raise CompetitionError("unknown-entrant", entrant=entrant)
        unit.write(Reinstated(entrant, one_line(reason)))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


async def replace(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    entrant: EntrantId,
    by: EntrantId,
    *,
    reason: str = "",
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Somebody from the waiting list goes on under the number of an entrant. They take over the
    seats of one who still takes part, in the matches that are played. One who has withdrawn must
    have nothing left to play: those matches are resigned. Raises not-waiting, unknown-entrant,
    unfinished, and NotTogether if somebody has blocked an opponent whom they would meet at once.
    """

    def act(unit: UnitOfWork) -> None:
        now, held = unit.competition, unit.held
        left = [game for game in now.undecided if entrant in now.pairing(game).seats]
        stays = entrant in now.remaining
        if stays:
            unit.write(Withdrawn(entrant, one_line(reason)))
        unit.write(Replaced(entrant, by, one_line(reason)))
        if left and not stays:
            raise CompetitionError("unfinished", count=len(left))
        found = (held.played[game] for game in left if game in held.played)
        going = [one.number for one in found if one.status in GOING]
        seats = zip(held.teams[entrant], held.teams[by], strict=True)
        unit.writes.append(partial(_hand_over, going, [*seats], unit.now))
        unit.leave(entrant)
        unit.leave(by)
        unit.join(entrant, held.teams[by])
        pairs = blocked(unit, {*now.seeding, by} - {entrant})
        theirs = {(entrant, other) for pair in pairs if by in pair for other in {*pair} - {by}}
        unit.writes.append(partial(rows.forget_apart, number=held.number, entrant=entrant))
        unit.writes.append(partial(rows.keep_apart, number=held.number, pairs=theirs))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


def _hand_over(
    numbers: Sequence[MatchNumber],
    seats: Sequence[tuple[PlayerId | None, PlayerId | None]],
    now: datetime,
    connection: Connection,
) -> None:
    """In each pair the second goes on for the first, in all these matches. Computer players don't,
    since matches with them are rated apart; nor does somebody who has left such a match.
    """
    for number in numbers:
        for old, new in seats:
            if (
                old is None
                or new is None
                or is_computer_player(old)
                or is_computer_player(new)
                or not replace_player(connection, number, old, new, now)
            ):
                raise CompetitionError("unfinished", count=len(numbers))


# Its end


async def cancel(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends it without an order. Matches that are played go on as ordinary ones.

    Raises no-reason, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        unit.write(Cancelled(required(reason)))
        let_go(unit)

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


def let_go(unit: UnitOfWork) -> None:
    """The matches that are still played don't count for anything any more."""

    def work(connection: Connection) -> None:
        for one in unit.held.played.values():
            if one.official and one.status in GOING:
                release(connection, one.number, unit.now)

    unit.writes.append(work)


async def end(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends it before its last round, with the order so far. All games have to be decided.

    Raises no-reason, unfinished, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.competition.status != "running":
            raise CompetitionError("not-running")
        finish(unit, required(reason))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


def finish(unit: UnitOfWork, reason: str) -> None:
    """It is over, with the order so far."""
    unit.write(Ended(order(unit.competition), reason))


# What stands beside the log


async def hand_over(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    to: PlayerId,
    *,
    manager: bool = False,
) -> Held:
    """Somebody else directs it from now on. Raises no-person for computer players."""

    def act(unit: UnitOfWork) -> None:
        if is_computer_player(to):
            raise CompetitionError("no-person")
        unit.changes["host"] = to

    return await directed(db, competition_id, player, act, manager=manager, interaction=None)


async def change(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    name: str | None = None,
    channel: ChannelId | None = None,
    ends_at: datetime | None = None,
    manager: bool = False,
) -> Held:
    """Gives it another name, another channel of its server, in which matches are opened and news
    told from now on, or another hard end. Raises wrong-name, wrong-times, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.competition.status not in rows.GOING:
            raise CompetitionError("not-running")
        if name is not None:
            unit.changes["name"] = named(name)
        if channel is not None:
            unit.changes["channel"] = channel
        if ends_at is not None:
            if ends_at <= max(unit.now, unit.held.terms.starts_at or unit.now):
                raise CompetitionError("wrong-times")
            unit.changes["ends_at"] = ends_at
            unit.next_at = unit.now

    return await directed(db, competition_id, player, act, manager=manager, interaction=None)
