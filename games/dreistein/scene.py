"""The picture of a position of 3Stein, and the position in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.dreistein.board import FIELD, NAMES, NEAR, ROUNDS, bit_set, slides
from games.dreistein.kites import BOARD, SEATS
from games.dreistein.men import FEALTY, MEN, ROLES, SIZES, VASSALS
from games.dreistein.position import KINDS, KNIGHT, LORD, DreisteinPosition
from games.geometry import bits
from games.protocol import Part, Seat
from games.scene import Figure, Glyph, Item, Mark, Scene, Trail, Tray
from games.words import Event, Phrase, Term

_TURNED: dict[Seat, float] = {1: 180.0, 2: 60.0, 3: 300.0}


def view(position: DreisteinPosition, seat: Seat) -> float:
    """Each seat sees its own castle at the bottom."""
    return _TURNED[seat]


def scene(position: DreisteinPosition, last: Sequence[Event]) -> Scene:
    """The board with all men, the reserves and captured lords, and marks for the last turn."""
    return Scene(
        board=BOARD,
        figures=tuple(_figures(position)),
        trays=tuple(
            Tray(
                seat,
                MEN[seat, LORD],
                ROLES[seat],
                (Item(MEN[seat, KNIGHT], ROLES[seat], position.reserves[seat - 1]),),
                at=SEATS[seat],
                won=tuple(_won(position, seat)),
            )
            for seat in ROLES
        ),
        to_move=position.to_move,
        winners=position.result.winners if position.result else (),
        marks=tuple(mark for event in last for mark in _marks(event)),
        trails=tuple(Trail(_way(position, event)) for event in last if event.code in _STEPS),
    )


def _way(position: DreisteinPosition, event: Event) -> tuple[str, ...]:
    """The fields of a man's move: around a hexagon, along a line, or straight across."""
    source, target = FIELD[str(event.fields["from"])], FIELD[str(event.fields["at"])]
    ways = [
        way[: way.index(target)]
        for way in (*ROUNDS[source], *slides(source))
        if target in way and not NEAR[source] >> target & 1
    ]
    free = (way for way in ways if not position.men.occupied & bit_set(way))
    between = min(free, key=len, default=())
    return tuple(NAMES[field] for field in (source, *between, target))


def _figures(position: DreisteinPosition) -> Iterator[Figure]:
    for seat, role in ROLES.items():
        for kind in KINDS:
            glyph = _glyph(position, seat, kind)
            for field in bits(position.men.of(seat, kind)):
                yield Figure(glyph, NAMES[field], role, size=SIZES[kind])


def _glyph(position: DreisteinPosition, seat: Seat, kind: str) -> Glyph:
    """A man's glyph, which shows whether it is a vassal's."""
    if position.truce is not None and position.truce[1] == seat:
        return VASSALS[seat, kind, position.truce[0]]
    return MEN[seat, kind]


def _won(position: DreisteinPosition, seat: Seat) -> Iterator[Item]:
    """The lords that a seat has captured, or the arms of its conqueror."""
    for loser in ROLES:
        if captor(position, loser) == seat:
            yield Item(MEN[loser, LORD], ROLES[loser])
    if position.truce is not None and position.truce[1] == seat:
        conqueror = position.truce[0]
        yield Item(FEALTY[conqueror], ROLES[conqueror])


def captor(position: DreisteinPosition, loser: Seat) -> Seat | None:
    """The seat that has captured the lord of `loser`; None if nobody has."""
    if position.men.of(loser, LORD) or position.truce is None:
        return None
    conqueror, vassal = position.truce
    if loser == vassal:
        return conqueror
    return position.result.ranks.index(1) + 1 if position.result else None


_STEPS = ("moved", "captured")


def _marks(event: Event) -> Iterator[Mark]:
    if event.code in _STEPS:
        yield Mark(str(event.fields["from"]), "from")
        yield Mark(str(event.fields["at"]), "last")
    if event.code == "captured":
        yield Mark(str(event.fields["at"]), "captured")
    if event.code == "removed":
        for name in str(event.fields["at"]).split(", "):
            yield Mark(name, "captured")


def thing(position: DreisteinPosition, part: Part) -> Phrase | None:
    """The kind of the chosen man: a lord, a knight or a squire."""
    if part.kind not in ("man", "survivor") or part.point is None:
        return None
    return Phrase("man", {"man": Term(position.men.kind(FIELD[part.point]))})


def words(position: DreisteinPosition) -> list[Phrase]:
    """The men of each seat by kind, its reserve and truce, and the distance to a draw."""
    phrases = []
    for seat in ROLES:
        for kind in KINDS:
            fields = bits(position.men.of(seat, kind))
            if fields:
                where = ", ".join(NAMES[field] for field in fields)
                phrases.append(Phrase(kind, {"seat": seat, "count": len(fields), "at": where}))
        if not position.men[seat - 1]:
            phrases.append(Phrase("no-men", {"seat": seat}))
        phrases.append(Phrase("reserve", {"seat": seat, "count": position.reserves[seat - 1]}))
        if seat in position.withdrawn:
            phrases.append(Phrase("withdrawn", {"seat": seat}))
    if position.truce is not None:
        conqueror, vassal = position.truce
        phrases.append(Phrase("truce", {"seat": vassal, "conqueror_seat": conqueror}))
        if position.choosing:
            phrases.append(Phrase("choosing", {"seat": conqueror, "vassal_seat": vassal}))
    if position.idle:
        phrases.append(Phrase("idle", {"count": position.idle}))
    if position.occurrences > 1:
        phrases.append(Phrase("occurrence", {"count": position.occurrences}))
    return phrases
