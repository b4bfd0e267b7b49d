"""What competitions do with official matches: ending them, and replacing players. Matches that are
over stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from games.play import HANDOVER
from games.protocol import Seat
from matches.model.computer_players import is_computer_player
from matches.model.forced import agree_if_all, go_on
from matches.model.ids import MatchId, MatchNumber, PlayerId
from matches.model.log import Log
from matches.model.match import GOING, Match, Status
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.commit import store_log
from matches.unit_of_work.execution import Act, perform
from matches.unit_of_work.repository import load
from matches.unit_of_work.work import UnitOfWork
from storage import blocks
from storage.database import Database

ADJOURNED = timedelta(days=7)
"""How long an official match may be adjourned at a time."""

UNDECIDED: tuple[Status, ...] = ("frozen", *GOING)
"""The statuses of matches that have begun and have no ending yet."""


async def stop(db: Database, match_id: MatchId) -> Match:
    """Ends a match without a result of its own, because it is decided elsewhere.

    Raises UnknownMatch, Unavailable.
    """
    return (await perform(db, match_id, _stop)).match


def _stop(unit: UnitOfWork) -> None:
    if unit.match.official and unit.match.status in UNDECIDED:
        unit.log.write("end", None, "adjudged")
        unit.changes["to_move"] = None


async def resume_official(db: Database, match_id: MatchId) -> Match:
    """Resumes an adjourned match without being asked by a player.

    Raises UnknownMatch, Unavailable.
    """
    return (await perform(db, match_id, _resume)).match


def _resume(unit: UnitOfWork) -> None:
    if unit.match.official and unit.match.status == "adjourned":
        unit.log.write("resume")
        agree_if_all(unit.log)
        go_on(unit.log)


def stop_within(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """Like `stop`, but called inside a transaction. Raises LostRace."""
    _act_within(connection, number, now, _stop)


def release(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """Makes an official match an ordinary one. Must be called inside a transaction. Raises
    LostRace.
    """
    _act_within(connection, number, now, _release)


def _release(unit: UnitOfWork) -> None:
    if not unit.match.official or unit.match.status not in UNDECIDED:
        return
    unit.log.header = replace(unit.match, official=False)
    unit.changes["official"] = False
    if unit.match.status == "frozen":  # Its row may not know that yet.
        unit.changes["status"] = "frozen"
    unit.log.write("place")


def replace_player(
    connection: Connection,
    number: MatchNumber,
    player: PlayerId,
    to: PlayerId | None,
    now: datetime,
    *,
    leaving: Collection[PlayerId] = (),
) -> bool:
    """Gives a player's seat to somebody else, if the player still has something to play there. Must
    be called inside a transaction. Raises LostRace.

    Returns False, and changes nothing, if this is impossible: the match is frozen, the seat's time
    is up, or the new player has or had a seat in the match, has blocked or been blocked by somebody
    there (others who are `leaving` don't count), or is a former player. Nobody is told which of
    these it was. Only people are replaced, and only by people.
    """
    gone, possible = {player, *leaving}, True

    def act(unit: UnitOfWork) -> None:
        nonlocal possible
        match, seat = unit.match, unit.match.seat_of(player)
        if match.status not in UNDECIDED or seat is None or seat in match.position.withdrawn:
            return
        possible = (
            to is not None
            and not (is_computer_player(player) or is_computer_player(to))
            and _is_in_time(match, seat, now)
            and not _has_sat(match, to)
            and not blocks.apart(connection, to, {*match.seated} - gone)
        )
        if possible and to is not None:
            unit.log.hand_over(seat, to, HANDOVER)
            unit.newcomer = seat, to

    _act_within(connection, number, now, act)
    return possible


def _is_in_time(match: Match, seat: Seat, now: datetime) -> bool:
    return match.status in GOING and not (match.to_move == seat and match.time_is_over(now))


def _has_sat(match: Match, player: PlayerId) -> bool:
    return player in match.players or any(one.player == player for one in match.handovers)


def _act_within(connection: Connection, number: MatchNumber, now: datetime, act: Act) -> None:
    match, at = load(connection, Cache(0), number)
    unit = UnitOfWork(number, match, Log(match, now), match.seq, None)
    act(unit)
    if unit.log.entries:
        store_log(connection, unit, at, unit.log.match())
