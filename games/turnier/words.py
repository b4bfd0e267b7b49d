"""A position of Turnier in words."""

from __future__ import annotations

from collections.abc import Iterator

from games.protocol import Part, Seat
from games.turnier.board import BOARDS, points_of
from games.turnier.laying import KIND
from games.turnier.notation import Lay, anchor
from games.turnier.opening import TAKEN
from games.turnier.position import DRAWING_UP, FIGHT, FIGHTERS, LAYING, OPENING, TurnierPosition
from games.turnier.turns import ROUNDS, fighting
from games.words import Phrase


def thing(position: TurnierPosition, part: Part) -> Phrase | None:
    """A board's shape, whether one's own fighter has a flag, or whose fighter may be taken off."""
    if part.kind == "shape":
        return Phrase("board", {"kind": KIND[part.text]})
    point = position.ground.point.get(part.point or "")
    if point is None or position.phase not in (OPENING, FIGHT):
        return None
    if position.phase == OPENING:
        return Phrase("fighter", {"seat": position.owner(point) or 0})
    bears = part.kind == "fighter" and position.flagged >> point & 1
    return Phrase("bearer") if bears else None


def words(position: TurnierPosition) -> list[Phrase]:
    """The ground board by board, fighters and flags of each seat, and the state of the turn."""
    phrases = [*_ground_words(position)]
    for seat in range(1, position.seats + 1):
        phrases.extend(_seat_words(position, seat))
    phrases.extend(_turn_words(position))
    return phrases


def _ground_words(position: TurnierPosition) -> Iterator[Phrase]:
    ground = position.ground
    if position.phase == LAYING:
        for number, board in enumerate(ground.boards, start=1):
            yield Phrase("lies", {"number": number, **_lying(board)})
        if not ground.boards:
            yield Phrase("no-ground")
        yield Phrase("supply", {"straight": ground.left("S"), "corners": ground.left("C")})
        yield Phrase("to-lay", {"count": BOARDS[position.seats] - len(ground.boards)})
        return
    for lying, points in enumerate(ground.board_sets):
        fields: dict[str, str | int] = {
            "number": lying + 1,
            "points": ", ".join(position.names(points)),
        }
        holder = position.holder(lying)
        if holder is not None:
            yield Phrase("held", {**fields, "seat": holder})
        else:
            yield Phrase("contested" if position.occupied & points else "free", fields)


def _lying(board: Lay) -> dict[str, str | int]:
    """What a board is, where it lies, and how that is typed."""
    xs, ys = ({spot[axis] for spot in points_of(board)} for axis in (0, 1))
    return {
        "kind": KIND[board.shape],
        "at": "{},{}".format(*anchor(board)),
        "text": str(board),
        "west": min(xs),
        "east": max(xs),
        "south": min(ys),
        "north": max(ys),
    }


def _seat_words(position: TurnierPosition, seat: Seat) -> Iterator[Phrase]:
    men, mine = position.men[seat - 1], {"seat": seat}
    if seat in position.withdrawn:
        yield Phrase("gone", mine)
    if position.phase == LAYING:
        return
    if men:
        at = ", ".join(position.names(men))
        yield Phrase("men", {**mine, "count": men.bit_count(), "at": at})
    else:
        yield Phrase("no-men", mine)
    if position.phase == DRAWING_UP and seat not in position.withdrawn:
        yield Phrase("to-place", {**mine, "count": FIGHTERS - men.bit_count()})
    flags = position.names(men & position.flagged)
    if flags:
        yield Phrase("flags-standing", {**mine, "at": ", ".join(flags)})
    if position.flags:
        yield Phrase("flags-left", {**mine, "count": position.hands[seat - 1]})


def _turn_words(position: TurnierPosition) -> Iterator[Phrase]:
    turn, names = position.turn, position.ground.names if position.phase != LAYING else ()
    if position.result is not None:
        return
    if position.phase == OPENING:
        yield Phrase("to-take", {"seat": position.seat, "count": TAKEN - turn.taken})
    if turn.mover is not None:
        yield Phrase("may-go-on" if turn.chain else "has-moved", {"at": names[turn.mover]})
    if turn.moved:
        yield Phrase("flags-moved", {"at": ", ".join(position.names(turn.moved))})
    if position.phase == FIGHT:
        most = ROUNDS * len(fighting(position))
        yield Phrase("idle", {"count": position.idle, "most": most})
