"""Drafts: turns that have been begun but not entered yet."""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import IllegalMove
from games.play import play_turn
from games.protocol import END, Seat
from games.words import Refusal
from matches.course.entry import (
    checked,
    enter_or_keep,
    going_on,
    is_costly,
    require_turn,
)
from matches.course.prepared import enqueue, take_back_later, texts_of, throw_away_later
from matches.model.errors import NoDraft, NothingToConfirm, StaleDraft
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match
from matches.model.played import Draft, Played
from matches.model.requirements import require_known, require_seat
from matches.unit_of_work.execution import perform, repeated
from matches.unit_of_work.queries import look
from matches.unit_of_work.work import UnitOfWork, draft_of
from storage.database import Database

# Drafts


async def draft(db: Database, match_id: MatchId, player: PlayerId) -> Draft:
    """The player's draft, empty if they have begun nothing. Raises NotYourTurn and the like."""
    match, text = await look(db, match_id)
    seat = require_seat(match, player)
    require_turn(match, seat)
    return draft_of(match, seat, text)


async def at_hand(db: Database, match_id: MatchId, player: PlayerId) -> tuple[Match, Draft | None]:
    """The present match, and the player's draft if they are to move, both read at once. Raises
    UnknownMatch, Unavailable.
    """
    match, text = await look(db, match_id)
    require_known(match, player)
    if match.status != "running" or match.to_move is None or match.player_to_move != player:
        return match, None
    return match, draft_of(match, match.to_move, text)


async def extend_draft(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    text: str,
    *,
    seq: int,
    length: int | None = None,
    commit: bool = False,
    warned: bool = False,
    later: Sequence[str] = (),
    interaction: int | None = None,
) -> Played:
    """Adds tokens to the draft. With `commit`, a turn that this completes is entered at once,
    unless it has a cost that its game warns of and the player has not been `warned`.

    The turns for `later` are prepared. They follow once the draft is entered, and are discarded
    with it. `length` is the `Draft.length` that the player saw; any other is refused as StaleDraft.
    Raises MoveError, TooManyPrepared and as `play`.
    """

    def act(unit: UnitOfWork) -> None:
        seat, begun = _draft_at_hand(unit, player, seq, length)
        enqueue(unit, seat, texts_of([*later]))
        turn = going_on(unit, begun.text, checked(text))
        enter_or_keep(unit, seat, turn, commit=commit and (warned or not is_costly(turn)))

    return (await perform(db, match_id, act, interaction)).played(player)


async def back(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    seq: int,
    length: int | None = None,
    tokens: int = 1,
    singly: bool = False,
    interaction: int | None = None,
) -> Draft:
    """Takes back the draft's last tokens. Turns that were prepared along with it go with the first
    step; with `singly` these are first taken back one by one, the last one first. Raises NoDraft,
    StaleMatch, StaleDraft and as `draft`.
    """

    def act(unit: UnitOfWork) -> None:
        seat, begun = _draft_at_hand(unit, player, seq, length)
        if not begun.length:
            raise NoDraft(match=unit.match.id)
        if singly and unit.match.queues.get(seat):
            take_back_later(unit, seat)
            unit.draft = begun
            return
        rest = " ".join(begun.text.split()[:-tokens])
        if not rest:
            throw_away_later(unit, seat)
        unit.draft = draft_of(unit.match, seat, rest)

    return _left(await perform(db, match_id, act, interaction))


async def reset_draft(
    db: Database, match_id: MatchId, player: PlayerId, *, seq: int, interaction: int | None = None
) -> Draft:
    """Discards the draft. Raises StaleMatch, and the same as `draft`."""

    def act(unit: UnitOfWork) -> None:
        seat, _ = _draft_at_hand(unit, player, seq, None)
        throw_away_later(unit, seat)
        unit.draft = draft_of(unit.match, seat, "")

    return _left(await perform(db, match_id, act, interaction))


async def confirm_draft(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    seq: int,
    length: int | None = None,
    interaction: int | None = None,
) -> Played:
    """Enters the draft as the player's turn, ending the turn here if it may end here.

    Raises NothingToConfirm, StaleMatch, StaleDraft, and IllegalMove ("turn-unfinished") where it
    can't stop.
    """

    def act(unit: UnitOfWork) -> None:
        seat, begun = _draft_at_hand(unit, player, seq, length)
        if not begun.length:
            raise NothingToConfirm(match=unit.match.id)
        if not begun.can_stop:
            refusal = Refusal("turn-unfinished", {"played": begun.text})
            raise IllegalMove(refusal, begun.text, begun.line.position)
        line = unit.match.line
        stopped = begun.text if begun.complete else f"{begun.text} {END}"
        enter_or_keep(unit, seat, play_turn(line, stopped), commit=True)

    return (await perform(db, match_id, act, interaction)).played(player)


async def carried_out(
    db: Database, match_id: MatchId, player: PlayerId, interaction: int
) -> Played | None:
    """What the player's interaction has done, if it was carried out before. One that has only
    changed the draft is known until the draft changes again. Raises UnknownMatch, Unavailable.
    """
    unit = await repeated(db, match_id, interaction)
    return None if unit is None else unit.played(player)


def _left(unit: UnitOfWork) -> Draft:
    assert unit.draft is not None
    return unit.draft


def _draft_at_hand(
    unit: UnitOfWork, player: PlayerId, seq: int, length: int | None
) -> tuple[Seat, Draft]:
    seat = require_seat(unit.match, player)
    unit.require_fresh(seq)
    require_turn(unit.match, seat)
    begun = draft_of(unit.match, seat, unit.stored_draft)
    if length is not None and length != begun.length:
        raise StaleDraft(match=unit.match.id, seq=unit.match.seq)
    return seat, begun
