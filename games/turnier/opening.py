"""The third phase: each seat takes four enemy fighters off the ground, in one turn."""

from __future__ import annotations

from games.geometry import bits
from games.turnier.notation import Move, Take
from games.turnier.position import Turn, TurnierPosition
from games.turnier.turns import hand_on
from games.words import Refusal

TAKEN = 4


def legal(position: TurnierPosition) -> list[Take]:
    """Taking any enemy fighter. A partner's fighters are not enemies."""
    takings = position.ground.takings
    return [takings[point] for point in bits(position.enemies())]


def apply(position: TurnierPosition, move: Take) -> TurnierPosition:
    """The position after a fighter is taken off. The fourth one ends the turn."""
    rest = ~(1 << position.ground.point[move.point])
    taken = position.turn.taken + 1
    after = position.but(men=tuple(men & rest for men in position.men), turn=Turn(taken))
    return after if taken < TAKEN else hand_on(after)


def refuse(position: TurnierPosition, move: Move) -> Refusal:
    """Why an illegal move can't be played in this phase."""
    if not isinstance(move, Take):
        return Refusal("opening-now", {"text": str(move)})
    point = position.ground.point.get(move.point)
    if point is None:
        return Refusal("off-ground", {"at": move.point})
    owner = position.owner(point)
    if owner is None:
        return Refusal("nobody-there", {"at": move.point})
    return Refusal("takes-own" if owner == position.seat else "takes-partner", {"at": move.point})
