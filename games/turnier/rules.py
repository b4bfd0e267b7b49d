"""The rules of Turnier, assembled from its four phases, each in its own module."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.protocol import Setup, Sides
from games.turnier import drawing_up, fight, laying, objections, opening
from games.turnier.board import ground_of
from games.turnier.notation import Lay, Move, Place, Take
from games.turnier.position import (
    DRAWING_UP,
    FIGHT,
    FIGHTERS,
    FLAGS,
    LAYING,
    OPENING,
    TurnierPosition,
    sides_of,
)
from games.words import Refusal

_LEGAL: dict[str, Callable[[TurnierPosition], Sequence[Move]]] = {
    LAYING: laying.legal,
    DRAWING_UP: drawing_up.legal,
    OPENING: opening.legal,
    FIGHT: fight.legal,
}

_REFUSE = {
    LAYING: laying.refuse,
    DRAWING_UP: drawing_up.refuse,
    OPENING: opening.refuse,
    FIGHT: objections.refuse,
}


def sides(setup: Setup) -> Sides:
    """The sides: in a partnership seats 1 and 3 against 2 and 4."""
    return sides_of(setup.seats, setup.options.get("partners") == "true")


def start(setup: Setup) -> TurnierPosition:
    """No ground yet; seat 1 is to lay the first board."""
    flags = setup.options["flags"] == "true"
    return TurnierPosition(
        seats=setup.seats,
        flags=flags,
        partners=setup.options.get("partners") == "true",
        ground=ground_of(()),
        phase=LAYING,
        seat=1,
        men=(0,) * setup.seats,
        flagged=0,
        hands=(FLAGS if flags else 0,) * setup.seats,
    )


def legal_moves(position: TurnierPosition) -> Sequence[Move]:
    """The moves of the current phase, sorted by token."""
    return () if position.result is not None else _LEGAL[position.phase](position)


def several(position: TurnierPosition, kind: str) -> int:
    """The number of moves that may be picked at once: all fighters to draw up, or all that a turn
    takes off.
    """
    if kind == "point":
        return FIGHTERS - position.men[position.seat - 1].bit_count()
    return opening.TAKEN - position.turn.taken if kind == "enemy" else 1


def apply(position: TurnierPosition, move: Move) -> TurnierPosition:
    """The position after a legal move."""
    match move:
        case Lay():
            return laying.apply(position, move)
        case Place():
            return drawing_up.apply(position, move)
        case Take():
            return opening.apply(position, move)
        case _:
            return fight.apply(position, move)


def objection(position: TurnierPosition, move: Move) -> Refusal | None:
    """Why a move is illegal. For a move of another phase it says what this phase is about."""
    if position.result is not None:
        return Refusal("game-over")
    return None if move in legal_moves(position) else _REFUSE[position.phase](position, move)
