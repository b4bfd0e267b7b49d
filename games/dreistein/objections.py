"""Why a move of 3Stein is illegal."""

from __future__ import annotations

from games.dreistein.board import (
    CASTLES,
    CORNERS,
    NAMES,
    ROUNDS,
    lines_of,
    slides,
)
from games.dreistein.moves import Keep, Move, Pass, Step
from games.dreistein.position import KNIGHT, LORD, SQUIRE, DreisteinPosition
from games.dreistein.rules import choices, legal_moves
from games.words import Fields, Refusal, Term


def objection(position: DreisteinPosition, move: Move) -> Refusal | None:
    """The first rule that a move breaks; None exactly if it is legal."""
    if position.result is not None:
        return Refusal("game-over")
    legal = legal_moves(position)
    if move in legal:
        return None
    if isinstance(move, Keep):
        return _to_keep(position, move)
    if position.choosing:
        assert position.truce is not None
        return Refusal("choose-first", {"vassal_seat": position.truce[1], "example": str(legal[0])})
    if isinstance(move, Pass):
        return Refusal("no-pass", {"example": str(legal[0])})
    return _to_step(position, move)


def _to_keep(position: DreisteinPosition, move: Keep) -> Refusal:
    if not position.choosing or position.truce is None:
        return Refusal("nothing-to-choose")
    vassal = position.truce[1]
    for field in move.fields:
        if move.fields.count(field) > 1:
            return Refusal("twice", {"at": NAMES[field]})
        if position.men.owner(field) != vassal:
            return Refusal("not-the-vassals", {"at": NAMES[field], "vassal_seat": vassal})
    kept = [position.men.kind(field) for field in choices(position)[0].fields]
    return Refusal("wrong-number", {"knights": kept.count(KNIGHT), "squires": kept.count(SQUIRE)})


def _to_step(position: DreisteinPosition, move: Step) -> Refusal:
    men, seat = position.men, position.seat
    origin, target = move.origin, move.target
    way: Fields = {"from": NAMES[origin], "at": NAMES[target]}
    owner, blocker = men.owner(origin), men.owner(target)
    if owner is None:
        return Refusal("nobody-there", way)
    if owner != seat:
        return Refusal("not-yours", {**way, "seat": owner})
    if origin == target:
        return Refusal("same-field", way)
    if blocker == seat:
        return Refusal("own-man", {"at": NAMES[target], "man": Term(men.kind(target))})
    if blocker is not None and blocker == position.ally(seat):
        return Refusal("truce", {"at": NAMES[target], "seat": blocker})
    kind, castle = men.kind(origin), CASTLES[seat]
    if kind == LORD:
        return Refusal("lord-reach", way)
    if kind == SQUIRE and castle >> target & 1 and not castle >> origin & 1:
        return Refusal("own-castle", way)
    blocked = _to_obstructed(position, move, kind)
    if blocked is not None:
        return blocked
    if CORNERS[origin] >> target & 1:
        return Refusal("corner", way)
    return Refusal("squire-reach", way) if kind == SQUIRE else _to_far(move)


def _to_obstructed(position: DreisteinPosition, move: Step, kind: str) -> Refusal | None:
    """The men that obstruct the ways to the target; None if no way leads there."""
    occupied = position.men.occupied
    paths = ROUNDS[move.origin] + (slides(move.origin) if kind == KNIGHT else ())
    by = [
        next(field for field in path if occupied >> field & 1)
        for path in paths
        if move.target in path
    ]
    if not by:
        return None
    fields = {"from": NAMES[move.origin], "at": NAMES[move.target], "by": NAMES[by[0]]}
    if len(by) == 1:
        return Refusal("obstructed", fields)
    return Refusal("obstructed-both-ways", {**fields, "and": NAMES[by[1]]})


def _to_far(move: Step) -> Refusal:
    """Why a knight can't go to a field that is on none of its ways."""
    way: Fields = {"from": NAMES[move.origin], "at": NAMES[move.target]}
    for _, other, tips in lines_of(move.origin):
        if move.target in other:
            return Refusal("other-side", way)
        if tips >> move.target & 1:
            return Refusal("only-tip", way)
    return Refusal("knight-reach", way)
