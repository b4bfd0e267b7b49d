"""What the director does. People who manage the guild may do it, too: `manager` says whether the
player is one.

`interaction` is as in `competitions.tournaments.signup`. All of these raise not-director.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection

from competitions.formats.rounds import order
from competitions.log import directors
from competitions.log.admission import require_computer_players
from competitions.log.terms import named, required
from competitions.log.unit_of_work import require_director
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import (
    Cancelled,
    Ended,
    Places,
    Reinstated,
    Replaced,
    Withdrawn,
)
from competitions.tournaments.apart import blocked, came_back
from competitions.tournaments.held import Held, Team
from competitions.tournaments.ids import CompetitionId
from competitions.tournaments.queries import get
from competitions.tournaments.signup import sign_up, take_out
from competitions.tournaments.start import begin
from competitions.tournaments.unit_of_work import UnitOfWork, directed, perform
from matches.course.official import UNDECIDED, release, replace_player, stop_within
from matches.model.ids import ChannelId, PlayerId
from storage import competitions as rows
from storage.database import Database

LEAGUE_OVER = "league-over"
"""The reason for cancelling a division when its league is over."""


async def start(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends sign-up. The entrants are seeded by their ratings; incomplete teams wait. If there are
    more entrants than a section can have, the competition is divided.

    Raises not-open, too-few, time-up.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.held.over_at(unit.now):
            raise CompetitionError("time-up")
        begin(unit)

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


async def enter(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *computer_players: PlayerId,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Signs up computer players; where teams play, each run of as many as a team has is one team.
    Raises no-person for people, and what `signup.join` raises.
    """

    def act(unit: UnitOfWork) -> None:
        unit.require_alone()
        require_computer_players(computer_players)
        size = unit.held.terms.team
        for first in range(0, len(computer_players), size):
            sign_up(unit, computer_players[first : first + size])

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
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Lets an entrant who had withdrawn play again, from the next round on. Games that they have
    forfeited stay so. Raises no-reason; not-withdrawn, unknown-entrant (also for former players);
    not-running.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.held.gone(entrant):
            raise CompetitionError("unknown-entrant", entrant=entrant)
        unit.write(Reinstated(entrant, required(reason)))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


async def replace(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    entrant: EntrantId,
    by: EntrantId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Lets somebody from the waiting list take over an entrant's number. If that entrant still
    takes part, they also take over the entrant's seats in running matches. If the entrant has
    withdrawn, nothing may be left to play, since those matches are resigned.

    Raises no-reason, not-waiting, unknown-entrant; unfinished; has-to-wait if one of these matches
    can't be taken over (see `matches.course.official.replace_player`).
    """

    def act(unit: UnitOfWork) -> None:
        now, held = unit.competition, unit.held
        left = [game for game in now.undecided if entrant in now.pairing(game).seats]
        stays = entrant in now.remaining
        if stays:
            unit.write(Withdrawn(entrant))
        unit.write(Replaced(entrant, by, required(reason)))
        if left and not stays:
            raise CompetitionError("unfinished", count=len(left))
        going = [held.played[game] for game in left if game in held.played]
        unit.writes.append(partial(_take_over, unit, going, held.teams[entrant], held.teams[by]))
        unit.leave(entrant)
        unit.leave(by)
        unit.join(entrant, held.teams[by], guilds=[one.guild for one in held.present(by)])
        pairs = blocked(unit, {*now.seeding, by} - {entrant}) | returned
        theirs = {(entrant, other) for pair in pairs if by in pair for other in {*pair} - {by}}
        unit.writes.append(partial(rows.forget_apart, number=held.number, entrant=entrant))
        unit.writes.append(partial(rows.keep_apart, number=held.number, pairs=theirs))

    before = await get(db, competition_id)
    # Before the seals, which may take seconds: nobody else has them looked at.
    require_director(before, player, manager=manager)
    teams, seeding = before.teams, before.competition.seeding
    returned = await came_back(db, teams, {*seeding, by} - {entrant}, newcomer=by)
    return await directed(
        db,
        competition_id,
        player,
        act,
        manager=manager,
        interaction=interaction,
        hold=[one for id_ in (entrant, by) for one in teams.get(id_, ()) if one is not None],
    )


def _take_over(
    unit: UnitOfWork,
    played: Sequence[rows.GameMatch],
    team: Team,
    newcomers: Team,
    connection: Connection,
) -> None:
    """Seats the newcomers in all these matches, each in place of the team member at their index."""
    seats = [(old, new) for old, new in zip(team, newcomers, strict=True) if old is not None]
    leaving = [old for old, _ in seats]
    for match in played:
        for old, new in seats:
            if not replace_player(connection, match.number, old, new, unit.now, leaving=leaving):
                raise CompetitionError("has-to-wait")


# How it ends


async def cancel(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Ends the competition without an order. Running matches go on as ordinary ones.

    Raises no-reason, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        unit.require_alone()
        unit.write(Cancelled(required(reason)))
        let_go(unit)

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


async def call_off(db: Database, competition_id: CompetitionId, reason: str) -> Held:
    """Cancels a competition on behalf of its league, unless it has ended already."""

    def act(unit: UnitOfWork) -> None:
        if unit.competition.status in rows.GOING:
            unit.write(Cancelled(reason))
            let_go(unit)

    return (await perform(db, competition_id, act)).held


def let_go(unit: UnitOfWork) -> None:
    """Releases the matches, in the same transaction. Those of decided games, and of pairings that
    were taken back, are stopped; the others go on as ordinary ones.
    """
    held, decided = unit.held, unit.competition.outcomes

    def work(connection: Connection) -> None:
        for number in rows.taken_back(connection, held.number, UNDECIDED):
            stop_within(connection, number, unit.now)
        for game, one in held.played.items():
            if one.status in UNDECIDED:
                end_it = stop_within if game in decided else release
                end_it(connection, one.number, unit.now)

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
    """Ends the competition before its last round, with the current order. All games must be
    decided.

    Raises no-reason, unfinished, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        if unit.competition.status != "running":
            raise CompetitionError("not-running")
        finish(unit, required(reason))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


def finish(unit: UnitOfWork, reason: str, places: Places | None = None) -> None:
    """Ends the competition, with these places or else with the current order."""
    unit.write(Ended(order(unit.competition) if places is None else places, reason))
    let_go(unit)


# What stands beside the log


async def hand_over(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    to: PlayerId,
    *,
    manager: bool = False,
) -> Held:
    """Makes somebody else the director; the caller must have asked them.

    Raises no-person for computer players, busy-director if they already direct as many as they may,
    wrong-director if one of the two has blocked the other.
    """

    def act(unit: UnitOfWork) -> None:
        unit.require_alone()
        directors.hand_over(unit, player, to)

    return await directed(
        db, competition_id, player, act, manager=manager, interaction=None, hold=[to]
    )


async def change(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *,
    name: str | None = None,
    channel: ChannelId | None = None,
    manager: bool = False,
) -> Held:
    """Changes the name, or the channel of the same server in which matches are opened and news
    announced from now on. Raises wrong-name, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        unit.require_alone()
        if unit.competition.status not in rows.GOING:
            raise CompetitionError("not-running")
        if name is not None:
            unit.changes["name"] = named(name)
        if channel is not None:
            unit.changes["channel"] = channel

    return await directed(db, competition_id, player, act, manager=manager, interaction=None)
