"""What typed turns, drafts and prepared turns share: checking and entering a turn."""

from __future__ import annotations

from games.play import AnyTurn, events, example, play_turn
from games.preparation import require_readable
from games.protocol import Seat
from matches.model.errors import NotYourTurn, TurnTooLong
from matches.model.forced import go_on
from matches.model.match import Match
from matches.model.played import Draft
from matches.unit_of_work.work import UnitOfWork
from storage.privacy import NOBODY

TURN_LIMIT = 500
"""The most characters of one turn."""


def require_turn(match: Match, seat: Seat, text: str = "") -> None:
    """Raises NotYourTurn, which names the turn that was typed, or an example; but MoveError if what
    was typed could not be prepared either.
    """
    if match.to_move != seat:
        typed = text.strip()[:TURN_LIMIT]
        require_readable(match.game, match.position, typed)
        raise NotYourTurn(
            match=match.id,
            player=match.player_to_move or NOBODY,
            text=typed or example(match.game, match.position),
            typed=bool(typed),
        )


def going_on(unit: UnitOfWork, begun: str, typed: str) -> AnyTurn:
    """The draft continued by the typed text, as one turn. Raises the same as `play_turn`."""
    return play_turn(unit.match.line, f"{begun} {typed}" if typed.strip() else typed)


def enter_or_keep(unit: UnitOfWork, seat: Seat, turn: AnyTurn, *, commit: bool) -> None:
    """Enters a complete turn and what follows from it automatically. Keeps an incomplete turn as a
    draft.
    """
    if turn.complete and commit:
        unit.require_time()
        unit.log.write("turn", seat, turn.text, turn)
        go_on(unit.log)
    else:
        unit.draft = Draft(unit.match, seat, turn.text, turn.line, turn.steps)


def is_costly(turn: AnyTurn) -> bool:
    """Whether the turn does something for which its game's texts ask for confirmation."""
    game = turn.line.game
    warned = game.texts.warnings
    return bool(warned) and any(one.code in warned for one in events(game, turn.steps))


def checked(text: str) -> str:
    """The text of a turn, unchanged. Raises TurnTooLong above TURN_LIMIT characters."""
    if len(text) > TURN_LIMIT:
        raise TurnTooLong(limit=TURN_LIMIT)
    return text
