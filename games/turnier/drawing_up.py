"""The second phase: each seat draws up its fighters, one a turn."""

from __future__ import annotations

from itertools import compress

from games.turnier.notation import Move, Place
from games.turnier.position import TurnierPosition, with_men
from games.turnier.turns import hand_on
from games.words import Refusal

_FLAGS = bytes.maketrans(b"01", b"\0\1")


def legal(position: TurnierPosition) -> list[Place]:
    """Placing a fighter on any free point."""
    free = position.ground.all & ~position.occupied
    chosen = f"{free:b}"[::-1].encode().translate(_FLAGS)
    return list(compress(position.ground.placings, chosen))


def apply(position: TurnierPosition, move: Place) -> TurnierPosition:
    """The position after the seat to act has placed one fighter."""
    seat = position.seat
    own = position.men[seat - 1] | 1 << position.ground.point[move.point]
    return hand_on(position.but(men=with_men(position.men, seat, own)))


def refuse(position: TurnierPosition, move: Move) -> Refusal:
    """Why an illegal move can't be played in this phase."""
    if not isinstance(move, Place):
        return Refusal("drawing-up-now", {"text": str(move)})
    point = position.ground.point.get(move.point)
    if point is None:
        return Refusal("off-ground", {"at": move.point})
    return Refusal("occupied", {"at": move.point, "seat": position.owner(point) or 0})
