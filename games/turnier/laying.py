"""The first phase: boards are laid until the ground is complete."""

from __future__ import annotations

from games.turnier.board import points_of
from games.turnier.notation import Lay, Move
from games.turnier.position import TurnierPosition
from games.turnier.turns import hand_on
from games.words import Refusal, Term

KIND = {
    "Sh": Term("a horizontal straight board"),
    "Sv": Term("an upright straight board"),
    "Cne": Term("a corner board with its elbow in the north-east"),
    "Cnw": Term("a corner board with its elbow in the north-west"),
    "Cse": Term("a corner board with its elbow in the south-east"),
    "Csw": Term("a corner board with its elbow in the south-west"),
}


def legal(position: TurnierPosition) -> list[Lay]:
    """The first board lies at 0,0; each further one touches the ground and overlaps nothing."""
    return list(position.ground.layings)


def apply(position: TurnierPosition, move: Lay) -> TurnierPosition:
    """The position after the seat to act has laid one board."""
    return hand_on(position.but(ground=position.ground.plus(move)))


def refuse(position: TurnierPosition, move: Move) -> Refusal:
    """Why an illegal move can't be played in this phase."""
    if not isinstance(move, Lay):
        return Refusal("laying-now", {"text": str(move)})
    ground, fields = position.ground, {"text": str(move)}
    if not ground.left(move.shape[0]):
        return Refusal("used-up", {**fields, "kind": KIND[move.shape]})
    if not ground.boards:
        return Refusal("first-at-origin", {**fields, "right": f"{move.shape}@0,0"})
    for x, y in points_of(move):
        if (x, y) in ground.board_at:
            number = ground.board_at[x, y] + 1
            return Refusal("overlaps", {**fields, "at": f"{x},{y}", "number": number})
    return Refusal("apart", fields)
