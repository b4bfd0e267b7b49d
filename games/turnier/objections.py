"""Why a move of the main fight is illegal. What is legal is decided in `fight`."""

from __future__ import annotations

from games.protocol import Seat
from games.turnier.fight import legal, reach
from games.turnier.notation import ENDING, PASSING, Go, Move, Plant, Shift, Stop
from games.turnier.position import TurnierPosition
from games.words import Refusal


def refuse(position: TurnierPosition, move: Move) -> Refusal:
    """The first rule that an illegal move breaks."""
    match move:
        case Go(source, target):
            return _fighter(position, source, target)
        case Plant(point):
            return _planting(position, point)
        case Shift(source, target):
            return _shifting(position, source, target)
        case Stop():
            return _stop(position, move)
    return Refusal("fight-now", {"text": str(move)})


def _stop(position: TurnierPosition, move: Stop) -> Refusal:
    """`pass` is for seats that can't move, `end` for those that have moved."""
    if position.turn.mover is not None:
        return Refusal("pass-after-move")
    moves = legal(position)
    if move == ENDING and PASSING in moves:
        return Refusal("end-is-pass")
    example = next(str(move) for move in moves if isinstance(move, Go))
    return Refusal("can-move" if move == PASSING else "end-before-move", {"example": example})


def _fighter(position: TurnierPosition, source: str, target: str) -> Refusal:
    ground, turn = position.ground, position.turn
    off = _off_ground(position, source, target)
    if off is not None:
        return off
    start, end = ground.point[source], ground.point[target]
    if turn.mover is not None:
        fields = {"at": ground.names[turn.mover], "from": source}
        if not turn.chain:
            return Refusal("chain-over", fields)
        if start != turn.mover:
            return Refusal("other-fighter", fields)
    found = _not_own(position, source)
    if found is not None:
        return found
    if start == end:
        return Refusal("same-point", {"at": target})
    owner = position.owner(end)
    if owner is not None:
        return Refusal("occupied", {"at": target, "seat": owner})
    if reach(ground, position.occupied, start)[0] >> end & 1:
        return Refusal("captures-nothing", {"from": source, "at": target})
    return _no_way(position, start, end)


def _no_way(position: TurnierPosition, start: int, end: int) -> Refusal:
    """Why a fighter can't get from one point to another free one."""
    ground = position.ground
    (x, y), (far_x, far_y) = ground.places[start], ground.places[end]
    fields: dict[str, str | int] = {"from": ground.names[start], "at": ground.names[end]}
    across, up = abs(far_x - x), abs(far_y - y)
    if across == up == 1:
        return Refusal("diagonal", fields)
    if sorted((across, up)) == [0, 2]:
        over = ground.board_at.get(((x + far_x) // 2, (y + far_y) // 2))
        if over is None:
            return Refusal("gap", fields)
        middle = ground.names[ground.places.index(((x + far_x) // 2, (y + far_y) // 2))]
        return Refusal("nobody-to-jump", {**fields, "over": middle})
    return Refusal("no-way", fields)


def _planting(position: TurnierPosition, name: str) -> Refusal:
    found = _no_flags(position) or _off_ground(position, name) or _not_own(position, name)
    if found is not None:
        return found
    ground, own = position.ground, position.men[position.seat - 1]
    board = ground.board_of[ground.point[name]]
    points = ground.board_sets[board]
    fields: dict[str, str | int] = {"at": name, "number": board + 1}
    flags = position.names(own & position.flagged & points)
    if name in flags:
        return Refusal("bears-flag", fields)
    if flags:
        return Refusal("board-has-flag", {**fields, "bearer": flags[0]})
    others = position.occupied & ~own & points
    if others:
        other = (others & -others).bit_length() - 1
        seat = position.owner(other) or 0
        return Refusal("not-alone", {**fields, "seat": seat, "by": ground.names[other]})
    return Refusal("no-flag-left")


def _shifting(position: TurnierPosition, source: str, target: str) -> Refusal:
    found = (
        _no_flags(position) or _off_ground(position, source, target) or _not_own(position, source)
    )
    if found is not None:
        return found
    start, end = position.ground.point[source], position.ground.point[target]
    if not position.flagged >> start & 1:
        return Refusal("no-flag-there", {"from": source})
    if position.turn.moved >> start & 1:
        return Refusal("flag-moved", {"from": source})
    if position.ground.board_of[start] != position.ground.board_of[end]:
        return Refusal("other-board", {"from": source, "at": target})
    return _not_own(position, target) or Refusal("flag-stays", {"at": target})


def _no_flags(position: TurnierPosition) -> Refusal | None:
    return None if position.flags else Refusal("no-flags")


def _off_ground(position: TurnierPosition, *names: str) -> Refusal | None:
    off = [name for name in names if name not in position.ground.point]
    return Refusal("off-ground", {"at": off[0]}) if off else None


def _not_own(position: TurnierPosition, name: str) -> Refusal | None:
    """Why the seat to act has no fighter on a point; None if it has one there."""
    owner: Seat | None = position.owner(position.ground.point[name])
    if owner is None:
        return Refusal("nobody-there", {"at": name})
    if owner != position.seat:
        return Refusal("not-yours", {"at": name, "seat": owner})
    return None
