"""Conditional turns: chosen for a position that may arise, and played only there.

They are played by `matches.model.forced.go_on`, in the transaction of the turn that leads there.
Like prepared turns, they are dropped when their seat withdraws or is handed over, when turns are
taken back, and when the match ends. `interaction` is as in `matches.lobby.table`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.play import AnyLine, whole_turn
from games.protocol import Seat
from matches.course.entry import checked
from matches.model.conditions import Branch, adding, to_text
from matches.model.errors import (
    BranchTooLong,
    NoCondition,
    NoSuchCondition,
    TooManyConditions,
)
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match
from matches.model.requirements import require_seat
from matches.unit_of_work.execution import perform
from matches.unit_of_work.queries import get
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database

BRANCHES = 200
"""The most branches of one seat."""
LONGEST = 50
"""The most turns of a branch."""
ROOM = 20_000
"""The most characters of all branches of a seat, which are stored in one log entry."""


async def choose_answer(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    turns: Sequence[str],
    *,
    seq: int,
    interaction: int | None = None,
) -> Match:
    """Prepares the last of these turns, which would follow each other from the present position:
    it will be played once those before it have been. The player's other turns among them are
    prepared, too, except the one that they are to play now.

    A player has one answer in a position: a new one replaces it. `seq` is the `Match.seq` that they
    saw. Raises NoCondition, TooManyConditions, BranchTooLong, MoveError for turns that can't be
    played, StaleMatch, NotSeated and the like.
    """

    def act(unit: UnitOfWork) -> None:
        seat, match = require_seat(unit.match, player), unit.match
        unit.require_fresh(seq)
        if len(turns) > LONGEST:
            raise BranchTooLong(limit=LONGEST)
        branch, movers = _read(match.line, turns)
        if len(branch) < 2 or movers[-1] != seat:
            raise NoCondition(match=match.id)
        before = _branches(match, seat)
        chosen = adding(before, branch, movers, seat)
        if chosen != before:
            _write(unit, seat, chosen)

    return (await perform(db, match_id, act, interaction)).match


async def conditions(db: Database, match_id: MatchId, player: PlayerId) -> tuple[Branch, ...]:
    """The player's branches from the present position on. Raises the same as `resign`."""
    match = await get(db, match_id)
    return _branches(match, require_seat(match, player, adjourned=True))


async def drop_conditions(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    branch: Branch | None = None,
    *,
    interaction: int | None = None,
) -> Match:
    """Deletes all of the player's branches, or one of them. Raises NoSuchCondition."""

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        before = _branches(unit.match, seat)
        left = () if branch is None else tuple(one for one in before if one != branch)
        if left == before:
            raise NoSuchCondition(match=unit.match.id)
        _write(unit, seat, left)

    return (await perform(db, match_id, act, interaction)).match


def _read(line: AnyLine, turns: Sequence[str]) -> tuple[Branch, list[Seat]]:
    """The turns in their canonical form, and who plays each. Raises MoveError, TurnTooLong."""
    texts, movers = list[str](), list[Seat]()
    for text in turns:
        turn = whole_turn(line, checked(text))
        texts.append(turn.text)
        movers.append(turn.steps[0].before.to_move or 0)
        line = turn.line
    return tuple(texts), movers


def _branches(match: Match, seat: Seat) -> tuple[Branch, ...]:
    found = match.conditions.get(seat)
    return () if found is None else found.branches


def _write(unit: UnitOfWork, seat: Seat, branches: Collection[Branch]) -> None:
    text = to_text(branches)
    if len(branches) > BRANCHES or len(text) > ROOM:
        raise TooManyConditions(match=unit.match.id, limit=BRANCHES)
    unit.log.write("condition", seat, text)
