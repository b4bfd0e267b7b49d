"""What a move of Turnier did, derived from the positions before and after it."""

from __future__ import annotations

from collections.abc import Iterator

from games.geometry import bits
from games.turnier.fight import landings
from games.turnier.laying import KIND
from games.turnier.notation import PASSING, Go, Lay, Move, Place, Plant, Shift, Take, anchor
from games.turnier.picture import is_turned
from games.turnier.position import DRAWING_UP, FIGHT, OPENING, TurnierPosition
from games.words import Event

_BEGINNINGS = {
    DRAWING_UP: Event("ground-complete"),
    OPENING: Event("drawn-up"),
    FIGHT: Event("fight-begins"),
}


def events(before: TurnierPosition, move: Move, after: TurnierPosition) -> tuple[Event, ...]:
    """What a move did, for the log, marks and warnings. *flag-left* is the loss of one's own
    flag.
    """
    found = list(_events(before, move, after))
    if after.phase != before.phase:
        found.append(_BEGINNINGS[after.phase])
    if after.complete and not before.complete and is_turned(after.ground):
        found.append(Event("ground-turned"))
    return tuple(found)


def _events(before: TurnierPosition, move: Move, after: TurnierPosition) -> Iterator[Event]:
    seat, ground = before.seat, before.ground
    match move:
        case Lay(shape):
            x, y = anchor(move)
            at = after.ground.name((x, y)) if after.complete else f"{x},{y}"
            laid: dict[str, str | int] = {"seat": seat, "kind": KIND[shape], "at": at}
            yield Event("laid", {**laid, "number": len(after.ground.boards)})
        case Place(point):
            yield Event("placed", {"seat": seat, "at": point})
        case Take(point):
            owner = before.owner(ground.point[point]) or 0
            yield Event("taken", {"seat": seat, "other_seat": owner, "at": point})
        case Go(source, target):
            yield from _fighter_events(before, source, target, after)
        case Plant(point):
            number = ground.board_of[ground.point[point]] + 1
            yield Event("flag-planted", {"seat": seat, "at": point, "number": number})
        case Shift(source, target):
            yield Event("flag-moved", {"seat": seat, "from": source, "at": target})
        case _ if move == PASSING:
            yield Event("passed", {"seat": seat})


def _fighter_events(
    before: TurnierPosition, source: str, target: str, after: TurnierPosition
) -> Iterator[Event]:
    """The move and the points it went `over`, a flag left behind, and each captured fighter with
    its flag.
    """
    seat, ground = before.seat, before.ground
    start, end = ground.point[source], ground.point[target]
    moved: dict[str, str | int] = {"seat": seat, "from": source, "at": target}
    if between := landings(ground, before.occupied, start, end):
        moved["over"] = ", ".join(ground.names[point] for point in between)
    yield Event("moved", moved)
    if before.flagged >> start & 1 and not after.flagged >> end & 1:
        number = ground.board_of[start] + 1
        yield Event("flag-left", {"seat": seat, "at": target, "number": number})
    for point in bits(before.occupied & ~after.occupied & ~(1 << start)):
        other, at = before.owner(point) or 0, ground.names[point]
        fields: dict[str, str | int] = {"seat": seat, "other_seat": other, "at": at}
        yield Event("captured", fields)
        if before.flagged >> point & 1:
            yield Event("flag-captured", fields)
    for owner, (men, left) in enumerate(zip(before.men, after.men, strict=True), start=1):
        if men and not left:
            yield Event("wiped-out", {"seat": owner})
