"""The picture of a position of Tyr, and the position in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.geometry import bits
from games.protocol import Part, Seat
from games.scene import Figure, Glyph, Item, Mark, Scene, Trail, Tray
from games.tyr.board import DICE, DIE_NAMES, NAMES, ROMAN
from games.tyr.picture import BADGES, BOARD, DIE, IN_HAND, ROLES, SEAT_ROLES, UNPLACED
from games.tyr.position import NOWHERE, TyrPosition
from games.tyr.rules import targets
from games.words import Event, Fields, Phrase


def barred(position: TyrPosition) -> int | None:
    """The die that may not move now because it moved last; None if there is none."""
    free = position.phase == "placing" or position.pasch is not None
    return None if free or position.result is not None else position.last


def movable(position: TyrPosition) -> list[int]:
    """The dice that may move now."""
    if position.result is not None or position.phase == "placing":
        return []
    if position.pasch is not None:
        return [position.pasch]
    return [die for die in DICE if die != position.last]


def scene(position: TyrPosition, last: Sequence[Event]) -> Scene:
    """The board with the dice, the die that may not move or must move, and marks for the last
    turn.
    """
    locked = barred(position)
    figures = tuple(
        _lying(DIE[die, number, die == locked], die, NAMES[field])
        for die, field, number in zip(DICE, position.fields, position.numbers, strict=True)
        if field != NOWHERE
    )
    return Scene(
        board=BOARD,
        figures=figures,
        trays=tuple(_tray(position, seat) for seat in range(1, position.seats + 1)),
        to_move=position.to_move,
        winners=position.result.winners if position.result else (),
        marks=(*(mark for event in last for mark in _marks(event)), *_owed(position)),
        trails=tuple(trail for event in last for trail in _trails(event)),
    )


def _lying(glyph: Glyph, die: int, at: str) -> Figure:
    return Figure(glyph, at, ROLES[die], size=0.93)


def in_hand(position: TyrPosition, parts: tuple[Part, ...], scene: Scene) -> Scene:
    """The picked die, in its tray or on its field; then on the field that was picked, with its
    number once that has been picked, too.
    """
    die = DIE_NAMES.index(parts[0].text)
    at = next((part.point for part in parts if part.point), None)
    face = next((int(part.text.lstrip("=")) for part in parts if part.kind == "face"), None)
    field = position.fields[die]
    start = NAMES[field] if field != NOWHERE else None
    if at is not None:
        others = (figure for figure in scene.figures if figure.point != start)
        moved = (Trail((start, at), "picked"),) if start else ()
        trays = tuple(_without(tray, UNPLACED[die]) for tray in scene.trays)
        glyph = UNPLACED[die] if face is None else DIE[die, face, False]
        figures = (*others, _lying(glyph, die, at))
        return replace(scene, figures=figures, trays=trays, trails=(*scene.trails, *moved))
    if start is not None:
        return replace(scene, marks=(*scene.marks, Mark(start, "choice")))
    trays = tuple(_lifted(tray, die) for tray in scene.trays)
    return replace(scene, trays=trays)


def _without(tray: Tray, glyph: Glyph) -> Tray:
    return replace(tray, items=tuple(item for item in tray.items if item.glyph != glyph))


def _lifted(tray: Tray, die: int) -> Tray:
    """The tray with the die marked, if it is there."""
    items = (
        replace(item, glyph=IN_HAND[die]) if item.glyph == UNPLACED[die] else item
        for item in tray.items
    )
    return replace(tray, items=tuple(items))


def _tray(position: TyrPosition, seat: Seat) -> Tray:
    """A seat's tray. The seat to act holds the dice that are not placed yet."""
    items = tuple(
        Item(UNPLACED[die], ROLES[die])
        for die in DICE
        if seat == position.to_move and position.fields[die] == NOWHERE
    )
    return Tray(seat, BADGES[seat - 1], SEAT_ROLES[seat - 1], items)


def _owed(position: TyrPosition) -> tuple[Mark, ...]:
    """Marks in the middle of a turn: for the die that must move, and for its target fields."""
    die = position.pasch
    if die is None or not position.mid_turn:
        return ()
    reach = bits(targets(position.fields, die, position.numbers[die]))
    open_to = (Mark(NAMES[field], "reach") for field in reach)
    return (Mark(NAMES[position.fields[die]], "choice"), *open_to)


def _marks(event: Event) -> tuple[Mark, ...]:
    fields = event.fields
    if event.code == "line":
        return tuple(Mark(str(fields[place]), "goal") for place in ("first", "middle", "third"))
    if event.code == "pasch":
        return ()
    at = Mark(str(fields["at"]), "last")
    return (at,) if event.code == "placed" else (Mark(str(fields["from"]), "from"), at)


def _trails(event: Event) -> tuple[Trail, ...]:
    if event.code == "line":
        return (Trail((str(event.fields["first"]), str(event.fields["third"])), "goal"),)
    if event.code not in ("moved", "shifted"):
        return ()
    return (Trail((str(event.fields["from"]), str(event.fields["at"]))),)


def thing(position: TyrPosition, part: Part) -> Phrase | None:
    """The die that is placed, and the number that it will show; or the number that a die shows
    now.
    """
    if part.kind == "face" and NOWHERE in position.fields:
        return Phrase("showing", {"number": part.text.lstrip("=")})
    if part.kind != "die":
        return None
    die = DIE_NAMES.index(part.text)
    number = position.numbers[die]
    return Phrase("shows", {"number": number}) if number else Phrase("die", {"die": ROMAN[die]})


def words(position: TyrPosition) -> list[Phrase]:
    """The dice with their fields, numbers and target fields, and which of them may move."""
    phrases = []
    for die in DICE:
        field, name = position.fields[die], ROMAN[die]
        if field == NOWHERE:
            phrases.append(Phrase("unplaced", {"die": name}))
        else:
            lying: Fields = {"die": name, "at": NAMES[field], "number": position.numbers[die]}
            phrases.append(Phrase("lies", lying))
    for die in movable(position):
        open_to = targets(position.fields, die, position.numbers[die])
        where = ", ".join(NAMES[field] for field in bits(open_to))
        phrases.append(Phrase("targets", {"die": ROMAN[die], "at": where}))
    locked = barred(position)
    if locked is not None:
        phrases.append(Phrase("barred", {"die": ROMAN[locked]}))
    if position.mid_turn and position.pasch is not None:
        fields: Fields = {"seat": position.seat, "die": ROMAN[position.pasch]}
        phrases.append(Phrase("must-move", fields))
    phrases += (Phrase("withdrawn", {"seat": seat}) for seat in position.withdrawn)
    return phrases
