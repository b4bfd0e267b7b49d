"""Typed turns: played now, kept as drafts, or prepared for later.

`seq` is the `Match.seq` that the player was shown (None: they typed without looking at a particular
position). If the position has changed since, the turn is refused as StaleMatch. `interaction` is as
in `matches.lobby.table`. One transaction enters the turn itself, then passes where they are the
only legal move, and the prepared turns of the next players, as long as they are legal.
"""

from __future__ import annotations

from contextlib import suppress

from games.errors import MoveError
from games.play import AnyLine, AnyTurn, play_turn
from games.protocol import Seat
from matches.course.entry import (
    checked,
    enter_or_keep,
    going_on,
    is_costly,
    require_turn,
)
from matches.course.prepared import add_prepared, enqueue, readable, throw_away_later
from matches.model.errors import TurnTooLong
from matches.model.ids import MatchId, PlayerId
from matches.model.log import Log
from matches.model.played import Played
from matches.model.requirements import require_seat
from matches.settings.players import wants_confirmation
from matches.unit_of_work.execution import Soon, perform
from matches.unit_of_work.repository import remembered
from matches.unit_of_work.work import UnitOfWork, draft_of
from storage.database import Database


async def play(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    text: str,
    *,
    seq: int | None = None,
    interaction: int | None = None,
    soon: Soon | None = None,
) -> Played:
    """Plays what was typed: one turn now, and after semicolons turns prepared for later.

    A turn that is legal so far but not complete becomes the player's draft (`Played.draft`). So
    does a turn with a cost that its game warns of, and any turn of a player who wants to confirm
    all turns, until it is confirmed or typed again. If possible, a text continues an incomplete
    draft. Otherwise it replaces the draft, and what was prepared with the draft is discarded.

    When it is not the player's turn, a text with a semicolon prepares turns; without one it is
    refused. A semicolon at the beginning says the same again: when it is the player's turn, the
    first turn behind it is played like any other, unless a draft is waiting, which comes first.
    `soon` is as in `perform`. Raises MoveError, NotYourTurn, NotSeated, StaleMatch, NotRunning,
    MatchOver, MatchFrozen, UnknownMatch, NothingToPrepare, TooManyPrepared, TurnTooLong.
    """
    first, *later = text.split(";")
    begun = text.lstrip("; \t\n") if later and not first.strip() else text
    next_one, *after = begun.split(";")
    typed = _Typed(next_one)
    if soon is not None and not later:
        _foresee(db, match_id, player, typed, soon)

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        mine = unit.match.to_move == seat
        waits = not first.strip() and (unit.stored_draft or not begun)
        if later and (not mine or waits):
            add_prepared(unit, seat, text)
            return
        unit.require_fresh(seq)
        require_turn(unit.match, seat, next_one)
        turn = _typed_turn(unit, seat, typed)
        if unit.stored_draft and not f"{turn.text} ".startswith(f"{unit.stored_draft} "):
            throw_away_later(unit, seat)
        enqueue(unit, seat, readable(unit, after))
        confirmed = unit.stored_draft == turn.text
        sure = confirmed or not (is_costly(turn) or _wants_confirmation(unit, player))
        enter_or_keep(unit, seat, turn, commit=sure)

    return (await perform(db, match_id, act, interaction, soon)).played(player)


class _Typed:
    """A typed turn. It is read only once for the same line of play."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._turn: tuple[AnyLine, AnyTurn] | None = None

    def turn(self, line: AnyLine) -> AnyTurn:
        """The turn from its beginning. Raises MoveError and TurnTooLong."""
        if self._turn is None or self._turn[0] is not line:
            self._turn = line, play_turn(line, checked(self.text))
        return self._turn[1]


def _typed_turn(unit: UnitOfWork, seat: Seat, typed: _Typed) -> AnyTurn:
    """The turn, continuing the draft if possible, else from its beginning. If it is neither, the
    error is that of the beginning if only this can have been meant: its first move is legal there,
    and not after the draft.
    """
    line = unit.match.line
    if not unit.stored_draft:
        return typed.turn(line)
    draft = draft_of(unit.match, seat, unit.stored_draft)
    if draft.complete:
        return typed.turn(line)
    try:
        return going_on(unit, unit.stored_draft, checked(typed.text))
    except MoveError as continued:
        try:
            return typed.turn(line)
        except MoveError as anew:
            begins = continued.position == draft.line.position and anew.position != line.position
            raise (anew if begins else continued) from None


def _foresee(db: Database, match_id: MatchId, player: PlayerId, typed: _Typed, soon: Soon) -> None:
    """Tells `soon` where the turn would lead in the cached match, without asking the database.
    Skipped if more than one turn could follow, because that may take long.
    """
    match = remembered(db, match_id)
    if match is None or match.queues or match.conditions or match.player_to_move != player:
        return
    with suppress(MoveError, TurnTooLong):
        turn = typed.turn(match.line)
        if turn.complete:
            log = Log(match, db.now())
            log.write("turn", match.to_move, turn.text, turn)
            soon(log.match())


def _wants_confirmation(unit: UnitOfWork, player: PlayerId) -> bool:
    return unit.connection is not None and wants_confirmation(unit.connection, player)
