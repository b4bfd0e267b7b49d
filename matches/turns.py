"""Playing: whole turns, drafts of turns, and turns prepared in advance.

`seq` is the `Match.seq` that the player was shown (None: he typed without looking at a particular
one); a position that has changed since is refused as StaleMatch. `interaction` as in `table`.
Whatever is entered goes into the log in one transaction: the turn itself, then passes that are the
only legal move, and prepared turns of whoever comes next, for as long as they are legal.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from games.errors import IllegalMove, MoveError
from games.play import Line, Turn, events, play_turn, tidy
from games.protocol import END, Seat
from games.words import Refusal
from matches.automatic import go_on
from matches.desk import Desk, Soon, draft_of, key_of, perform, remembered
from matches.errors import (
    NoDraft,
    NothingPrepared,
    NothingToConfirm,
    NothingToPrepare,
    NotSeated,
    NotYourTurn,
    TooManyPrepared,
    TurnTooLong,
)
from matches.log import SEPARATOR, Log
from matches.match import Draft, Played, Player
from matches.preferences import wants_confirmation
from matches.queries import get, look
from storage.database import Database

PREPARED_LIMIT = 200
"""The most turns that one seat may have prepared."""

TURN_LIMIT = 500
"""The most characters of one turn."""


async def play(
    db: Database,
    match_id: str,
    player: Player,
    text: str,
    *,
    seq: int | None = None,
    interaction: int | None = None,
    soon: Soon | None = None,
) -> Played:
    """Plays what was typed: one turn now, and after semicolons turns prepared for later.

    A turn that is legal so far but not complete becomes the player's draft (`Played.draft`), as
    does one that costs what its game warns of, or any one of a player who wants to confirm all,
    until it is confirmed or typed again;
    a text goes on from the draft that is there, or begins the turn again where only that can be
    meant. A text that begins with a semicolon only prepares, as does one with a semicolon out of
    turn; without one it is refused then. `soon` as in `desk`.
    Raises MoveError, NotYourTurn, NotSeated, StaleMatch, NotRunning, MatchOver, MatchFrozen,
    UnknownMatch, NothingToPrepare, TooManyPrepared, TurnTooLong.
    """
    first, *later = text.split(";")
    typed = _Typed(first)
    if soon is not None and not later:
        _foresee(db, match_id, player, typed, soon)

    def act(desk: Desk) -> None:
        seat = desk.require_seat(player)
        mine = desk.match.to_move == seat
        if later and (not mine or not first.strip()):
            _prepare(desk, seat, text)
            return
        desk.require_fresh(seq)
        _require_turn(desk, seat, first)
        turn = _typed_turn(desk, typed)
        _queue(desk, seat, _texts(later))
        sure = desk.stored == turn.text or not (_costly(turn) or _wants_confirmation(desk, player))
        _enter_or_keep(desk, seat, turn, commit=sure)

    return (await perform(db, match_id, act, interaction, soon)).played(player)


# Drafts


async def draft(db: Database, match_id: str, player: Player) -> Draft:
    """The player's draft, empty if he has begun nothing. Raises NotYourTurn and the like."""
    match, text = await look(db, match_id)
    desk = Desk(key_of(match_id), match, Log(match), match.seq, text)
    seat = desk.require_seat(player)
    _require_turn(desk, seat)
    return draft_of(match, seat, text)


async def extend_draft(
    db: Database,
    match_id: str,
    player: Player,
    text: str,
    *,
    seq: int,
    length: int | None = None,
    commit: bool = False,
    interaction: int | None = None,
) -> Played:
    """Adds tokens to the draft; with `commit` a turn that is complete by it is entered at once.

    `length` is the `Draft.length` that the player saw; another one is refused as StaleMatch.
    Raises MoveError and as `play`.
    """

    def act(desk: Desk) -> None:
        seat, begun = _draft_at_hand(desk, player, seq, length)
        turn = _going_on(desk, begun.text, _checked(text))
        _enter_or_keep(desk, seat, turn, commit=commit)

    return (await perform(db, match_id, act, interaction)).played(player)


async def back(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seq: int,
    length: int | None = None,
    interaction: int | None = None,
) -> Draft:
    """Takes the draft's last token back. Raises NoDraft, StaleMatch and as `draft`."""

    def act(desk: Desk) -> None:
        seat, begun = _draft_at_hand(desk, player, seq, length)
        if not begun.length:
            raise NoDraft(match=desk.match.id)
        desk.draft = draft_of(desk.match, seat, " ".join(begun.text.split()[:-1]))

    return _left(await perform(db, match_id, act, interaction))


async def reset_draft(
    db: Database, match_id: str, player: Player, *, seq: int, interaction: int | None = None
) -> Draft:
    """Throws the draft away. Raises StaleMatch and as `draft`."""

    def act(desk: Desk) -> None:
        seat, _ = _draft_at_hand(desk, player, seq, None)
        desk.draft = draft_of(desk.match, seat, "")

    return _left(await perform(db, match_id, act, interaction))


async def confirm_draft(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seq: int,
    length: int | None = None,
    interaction: int | None = None,
) -> Played:
    """Enters the draft as the player's turn, ended here if it may be.

    Raises NothingToConfirm, StaleMatch, and IllegalMove ("turn-unfinished") where it can't stop.
    """

    def act(desk: Desk) -> None:
        seat, begun = _draft_at_hand(desk, player, seq, length)
        if not begun.length:
            raise NothingToConfirm(match=desk.match.id)
        if not begun.can_stop:
            refusal = Refusal("turn-unfinished", {"played": begun.text})
            raise IllegalMove(refusal, begun.text, begun.line.position)
        line = desk.match.line
        stopped = begun.text if begun.complete else f"{begun.text} {END}"
        _enter_or_keep(desk, seat, play_turn(line, stopped), commit=True)

    return (await perform(db, match_id, act, interaction)).played(player)


def _left(desk: Desk) -> Draft:
    assert desk.draft is not None
    return desk.draft


def _draft_at_hand(desk: Desk, player: Player, seq: int, length: int | None) -> tuple[Seat, Draft]:
    seat = desk.require_seat(player)
    desk.require_fresh(seq)
    _require_turn(desk, seat)
    begun = draft_of(desk.match, seat, desk.stored)
    if length is not None and length != begun.length:
        raise desk.stale()
    return seat, begun


def _require_turn(desk: Desk, seat: Seat, text: str = "") -> None:
    match = desk.match
    if match.to_move != seat:
        shown = text.strip()[:TURN_LIMIT] or match.game.texts.example
        raise NotYourTurn(match=match.id, player=match.player_to_move or 0, text=shown)


class _Typed:
    """What was typed as a turn, which is read but once where the same line is found again."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._turn: tuple[Line[Any, Any], Turn[Any, Any]] | None = None

    def turn(self, line: Line[Any, Any]) -> Turn[Any, Any]:
        """The turn from its beginning. Raises MoveError and TurnTooLong."""
        if self._turn is None or self._turn[0] is not line:
            self._turn = line, play_turn(line, _checked(self.text))
        return self._turn[1]


def _typed_turn(desk: Desk, typed: _Typed) -> Turn[Any, Any]:
    """The turn, going on from the draft, or else from its beginning."""
    line = desk.match.line
    if not desk.stored:
        return typed.turn(line)
    try:
        return _going_on(desk, desk.stored, _checked(typed.text))
    except MoveError as error:
        try:
            return typed.turn(line)
        except MoveError:
            raise error from None


def _foresee(db: Database, match_id: str, player: Player, typed: _Typed, soon: Soon) -> None:
    """Shows what would come of the turn in the match as it is remembered, without asking the
    database. Nothing, where more than one turn could: that may take its time.
    """
    match = remembered(db, match_id)
    if match is None or match.queues or match.player_to_move != player:
        return
    with suppress(MoveError, TurnTooLong):
        turn = typed.turn(match.line)
        if turn.complete:
            log = Log(match, db.now())
            log.write("turn", match.to_move, turn.text, turn)
            soon(log.match())


def _wants_confirmation(desk: Desk, player: Player) -> bool:
    return desk.connection is not None and wants_confirmation(desk.connection, player)


def _costly(turn: Turn[Any, Any]) -> bool:
    """Whether the turn does something that its game's texts want confirmed."""
    game = turn.line.game
    warned = game.texts.warnings
    return bool(warned) and any(one.code in warned for one in events(game, turn.steps))


def _going_on(desk: Desk, begun: str, typed: str) -> Turn[Any, Any]:
    return play_turn(desk.match.line, f"{begun} {typed}" if typed.strip() else typed)


def _enter_or_keep(desk: Desk, seat: Seat, turn: Turn[Any, Any], *, commit: bool) -> None:
    """Enters a complete turn and what follows from it by itself; keeps another as the draft."""
    if turn.complete and commit:
        desk.require_time()
        desk.log.write("turn", seat, turn.text, turn)
        go_on(desk.log)
    else:
        desk.draft = Draft(desk.match, seat, turn.text, turn.line, turn.steps)


# Prepared turns


async def prepare(
    db: Database, match_id: str, player: Player, text: str, *, interaction: int | None = None
) -> Played:
    """Adds turns, separated by semicolons, to those that the player has prepared.

    They are read only when they are played: as soon as it is this player's turn. Raises
    TooManyPrepared, TurnTooLong, NothingToPrepare and as `play`.
    """

    def act(desk: Desk) -> None:
        _prepare(desk, desk.require_seat(player), text)

    return (await perform(db, match_id, act, interaction)).played(player)


async def prepared(db: Database, match_id: str, player: Player) -> tuple[str, ...]:
    """The turns that the player has prepared, the next one first. Raises NotSeated."""
    match = await get(db, match_id, viewer=player)
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated(match=match.id)
    return match.queues.get(seat, ())


async def clear_prepared(
    db: Database, match_id: str, player: Player, *, interaction: int | None = None
) -> Played:
    """Throws the player's prepared turns away. Raises NothingPrepared."""

    def act(desk: Desk) -> None:
        seat = desk.require_seat(player)
        if not desk.match.queues.get(seat):
            raise NothingPrepared(match=desk.match.id)
        desk.log.write("clear", seat)

    return (await perform(db, match_id, act, interaction)).played(player)


def _prepare(desk: Desk, seat: Seat, text: str) -> None:
    texts = _texts(text.split(";"))
    if not texts:
        raise NothingToPrepare(match=desk.match.id, example=desk.match.game.texts.example)
    _queue(desk, seat, texts)
    if desk.match.to_move == seat and not desk.stored:
        desk.require_time()
        go_on(desk.log)


def _queue(desk: Desk, seat: Seat, texts: list[str]) -> None:
    number = len(desk.match.queues.get(seat, ())) + len(texts)
    if number > PREPARED_LIMIT:
        raise TooManyPrepared(limit=PREPARED_LIMIT, number=number)
    if texts:
        desk.log.write("prepare", seat, SEPARATOR.join(texts))


def _texts(parts: list[str]) -> list[str]:
    """The turns as they are stored. What nobody sees is left out: not every database can hold it,
    and no token has it.
    """
    found = (" ".join(map(_visible, tidy(_checked(part)).split())).strip() for part in parts)
    return list(filter(None, found))


def _visible(text: str) -> str:
    return "".join(filter(str.isprintable, text))


def _checked(text: str) -> str:
    if len(text) > TURN_LIMIT:
        raise TurnTooLong(limit=TURN_LIMIT)
    return text
