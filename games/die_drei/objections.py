"""Why a move of Die Drei is illegal."""

from __future__ import annotations

from games.die_drei.board import COLOURS, NAMES, between
from games.die_drei.notation import Move, Place, Relocate
from games.die_drei.position import DieDreiPosition
from games.die_drei.rules import legal_moves
from games.words import Fields, Refusal, Term

_MISSED = {"R": "no-row", "Y": "no-diagonal", "G": "no-knight", "B": "no-king"}


def objection(position: DieDreiPosition, move: Move) -> Refusal | None:
    """The first rule that a move breaks; None exactly if it is legal."""
    if position.result is not None:
        return Refusal("game-over")
    if move in legal_moves(position):
        return None
    if isinstance(move, Place):
        return _to_place(position, move)
    return _to_relocate(position, move)


def _to_place(position: DieDreiPosition, move: Place) -> Refusal:
    at = NAMES[move.square]
    if position.phase == "relocating":
        return Refusal("all-placed", {"at": at})
    occupied = position.occupied
    refusal = _to_target(position, move.square, occupied)
    if refusal is not None:
        return refusal
    if not position.board.reach(move.square, occupied | 1 << move.square):
        return Refusal("no-reach", {"at": at})
    return Refusal("dead-end", {"at": at})


def _to_relocate(position: DieDreiPosition, move: Relocate) -> Refusal:
    fields: Fields = {"from": NAMES[move.source], "at": NAMES[move.square]}
    if not position.extended:
        return Refusal("never-relocated", fields)
    if position.phase == "placing":
        return Refusal("not-all-placed", {**fields, "count": len(position.squares)})
    if position.piece(move.source) is None:
        return Refusal("nobody-there", fields)
    if move.source not in position.men(position.seat):
        return Refusal("not-yours", fields)
    if move.source == move.square:
        return Refusal("same-square", fields)
    left = position.occupied ^ 1 << move.source
    return _to_target(position, move.square, left) or Refusal("no-answer", fields)


def _to_target(position: DieDreiPosition, square: int, occupied: int) -> Refusal | None:
    """Why a piece can't go to this square, given the occupied ones; None if it is in reach."""
    if occupied >> square & 1:
        where: Fields = {"at": NAMES[square], "number": position.piece(square) or 0}
        return Refusal("occupied", where)
    last = position.last_square
    if last is None or position.board.reach(last, occupied) >> square & 1:
        return None
    colour = position.board.colours[last]
    fields: Fields = {"last": NAMES[last], "at": NAMES[square]}
    way = between(last, square, colour)
    if way is None:
        return Refusal(_MISSED[colour], fields)
    barrier = next(
        passed
        for passed in way
        if occupied >> passed & 1 or position.board.colours[passed] == colour
    )
    fields = {**fields, "by": NAMES[barrier]}
    if occupied >> barrier & 1:
        return Refusal("obstructed", fields)
    return Refusal("stopped", {**fields, "colour": Term(COLOURS[colour])})
