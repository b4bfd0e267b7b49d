"""Picking a turn part by part, through the legal continuations: pure functions, no Discord."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import itemgetter
from string import ascii_uppercase

from bot.text.discord_limits import OPTIONS
from games.continuations import Continuation, continuations
from games.play import AnyLine, closing, parse
from games.protocol import END, Part, Seat
from games.scene import XY, Mark, rotate, turned
from games.words import N_
from matches.model.match import Draft

MENUS = 4
"""The most menus of a message, beside its row of buttons."""
BANDS = {
    2: (N_("upper half"), N_("lower half")),
    3: (N_("top"), N_("middle"), N_("bottom")),
    4: (N_("top"), N_("upper middle"), N_("lower middle"), N_("bottom")),
}
"""The names of a board's bands, from top to bottom, by their number."""


@dataclass(frozen=True, slots=True)
class Menu:
    """One menu: its question, its options, and the band of the board on which they lie.

    `alone`: no other menu asks the same. `band` is "" unless the board is split into a few bands.
    """

    kind: str
    ways: tuple[Continuation, ...]
    alone: bool
    band: str = ""

    @property
    def span(self) -> str:
        """The first and the last option."""
        return f"{name(self.ways[0])} – {name(self.ways[-1])}"


def name(way: Continuation) -> str:
    """The name of an option: its point, or its part of the notation without punctuation."""
    return way.part.name or way.part.point or way.part.text.lstrip(",:=@") or way.part.text


def ways(draft: Draft, stem: str) -> list[Continuation]:
    """The possible continuations. Ending the turn is left out, since that is confirmed instead."""
    if draft.complete or draft.line.position.to_move != draft.seat:
        return []
    found = continuations(draft.line.game, draft.line.position, stem)
    return [way for way in found if way.text != END or not draft.length]


# Menus


def numbered(found: Sequence[Continuation], at: Mapping[str, XY]) -> list[Continuation]:
    """The continuations, those at points without short names numbered in reading order."""

    def place(way: Continuation) -> XY:
        x, y = at[way.part.point or ""]
        return round(y, 2), x

    unnamed = [way for way in found if way.part.numbered]
    names = {way.text: str(n) for n, way in enumerate(sorted(unnamed, key=place), start=1)}
    return [
        replace(way, part=replace(way.part, name=names[way.text])) if way.text in names else way
        for way in found
    ]


def spots(line: AnyLine, seat: Seat, begun: tuple[Part, ...] = ()) -> dict[str, XY]:
    """The positions of the points in the picture that the player in this seat sees, once they have
    `begun` a move with these parts.
    """
    scene = turned(line.game.scene(line.position, ()), line.game.view(line.position, seat))
    scene = line.game.in_hand(line.position, begun, scene) if begun else scene
    return {point: rotate(at, scene.turned) for point, at in scene.board.spots.items()}


def menus(found: Sequence[Continuation], at: Mapping[str, XY]) -> list[Menu]:
    """All continuations as menus: one question at a time, no menu longer than Discord allows.

    If one menu can't hold all options, each menu takes a band of the board.
    """
    ordered = sorted(found, key=lambda way: way.part.kind)
    made: list[Menu] = []
    for kind, group in groupby(ordered, key=lambda way: way.part.kind):
        chunks = _chunks(list(group), at)
        bands = BANDS.get(len(chunks), ("",) * len(chunks))
        if not all(_placed(chunk, at) for chunk in chunks):
            bands = ("",) * len(chunks)
        made += [
            Menu(kind, tuple(sorted(chunk, key=_natural)), len(chunks) == 1, band)
            for chunk, band in zip(chunks, bands, strict=True)
        ]
    return made


def _natural(way: Continuation) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers by value, and complete moves first."""
    pieces = re.findall(r"-?\d+|\D+", name(way))
    return [(piece.lstrip("-").isdigit(), _number(piece), piece) for piece in pieces]


def _number(piece: str) -> int:
    return int(piece) if piece.lstrip("-").isdigit() else 0


def _chunks(found: list[Continuation], at: Mapping[str, XY]) -> list[list[Continuation]]:
    """As few chunks as possible: whole rows of the board, or else chunks of similar length."""
    if len(found) <= OPTIONS or not _placed(found, at):
        return _even(sorted(found, key=_natural))
    placed = sorted(
        ((_y(at, way), at[way.points[0]][0], way) for way in found), key=itemgetter(0, 1)
    )
    even = _even([way for *_, way in placed])
    size = len(found) / len(even)
    whole: list[list[Continuation]] = [[]]
    for _, row in groupby(placed, key=itemgetter(0)):
        ways = [way for *_, way in row]
        if len(whole[-1]) + len(ways) / 2 > size:
            whole.append([])
        whole[-1] += ways
    return whole if len(whole) == len(even) and max(map(len, whole)) <= OPTIONS else even


def _placed(found: Sequence[Continuation], at: Mapping[str, XY]) -> bool:
    """Whether all of them are points in the picture."""
    return all(way.part.point in at for way in found)


def _y(at: Mapping[str, XY], way: Continuation) -> float:
    return round(at[way.points[0]][1], 2)


def _even(found: list[Continuation]) -> list[list[Continuation]]:
    number = -(-len(found) // OPTIONS)
    size = -(-len(found) // number)
    return [found[start : start + size] for start in range(0, len(found), size)]


def pages(made: Sequence[Menu]) -> list[Sequence[Menu]]:
    """The menus, split into pages."""
    return [made[start : start + MENUS] for start in range(0, len(made), MENUS)] or [()]


# Letters, the same in the menus and in the picture


def letters(shown: Sequence[Menu], at: Mapping[str, XY]) -> dict[str, str]:
    """A label for each option that stands for points in the picture, by the option's text.

    A point gets a letter. If the alphabet is too short it gets two: one for the menu, one for the
    option. Columns and the like keep their own names.
    """
    found = [way for menu in shown for way in menu.ways]
    pointed = _pointed(found, at)
    texts = [
        [way.text for way in menu.ways if way.part.point in at and not way.part.numbered]
        for menu in shown
    ]
    named = (way for way in found if not way.part.point or way.part.numbered)
    signs = {way.text: name(way) for way in named if pointed[way.text]}
    if sum(map(len, texts)) <= len(ascii_uppercase):
        return signs | dict(zip(chain.from_iterable(texts), ascii_uppercase, strict=False))
    return signs | {
        text: first + second
        for first, row in zip(ascii_uppercase, texts, strict=False)
        for second, text in zip(ascii_uppercase, row, strict=False)
    }


def _pointed(found: Sequence[Continuation], at: Mapping[str, XY]) -> dict[str, tuple[str, ...]]:
    """The points that each option stands for: its own, or those among which it leaves a choice (a
    column), unless other options leave the same choice.
    """
    points = {way.text: tuple(point for point in way.points if point in at) for way in found}
    often = Counter(point for some in points.values() for point in some)
    vague = {
        way.text
        for way in found
        if way.part.point is None and any(often[point] > 1 for point in points[way.text])
    }
    return {text: () if text in vague else some for text, some in points.items()}


def marks(
    draft: Draft,
    stem: str,
    found: Sequence[Continuation],
    named: Mapping[str, str],
    at: Mapping[str, XY] | None = None,
) -> tuple[Mark, ...]:
    """Highlights: possible choices, with the letters `named`, and what has been chosen."""
    chosen = dict.fromkeys(part.point for _, part in trail(draft, stem) if part.point)
    free: dict[str, list[str]] = {}
    for text, points in _pointed(found, at or spots(draft.line, draft.seat)).items():
        for point in points:
            free.setdefault(point, []).extend(named.get(text, ()) and [named[text]])
    return (
        *(Mark(point, "from") for point in chosen if point not in free),
        *(Mark(point, "choice", "/".join(signs)) for point, signs in free.items()),
    )


# Going on and back


def settle(draft: Draft, stem: str) -> tuple[str, Hashable | None]:
    """Follows parts without a choice: to the stem before the next choice, or the complete move."""
    while True:
        found = ways(draft, stem)
        if len(found) != 1:
            return stem, None
        if found[0].move is not None:
            return stem, found[0].move
        stem = found[0].text


def complete(draft: Draft, stem: str, picked: str) -> Hashable | None:
    """The picked move, if it is complete: nothing can be added, or it was picked as it stands."""
    for way in ways(draft, picked):
        if way.text == picked and way.move is not None and (not way.open or picked == stem):
            return way.move
    return None


def trail(draft: Draft, stem: str) -> list[tuple[str, Part]]:
    """The prefixes of a stem with the part that each one adds, the shortest first."""
    steps: list[tuple[str, Part]] = []
    done = ""
    while len(done) < len(stem):
        way = next(
            (
                way
                for way in continuations(draft.line.game, draft.line.position, done)
                if len(way.text) > len(done) and stem.startswith(way.text)
            ),
            None,
        )
        if way is None:
            break
        done = way.text
        steps.append((done, way.part))
    return steps


def before(draft: Draft, stem: str) -> str:
    """The stem at the previous choice."""
    earlier = ["", *(done for done, _ in trail(draft, stem))][:-1]
    return next((one for one in reversed(earlier) if len(ways(draft, one)) > 1), "")


def several(line: AnyLine, picked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Several moves picked at once: those for this turn, and those for later ones."""
    tokens = list(picked)
    turn = [tokens.pop(0)]
    line = line.push(parse(line.game, line.position, turn[0]))
    while tokens and line.played:
        turn.append(tokens.pop(0))
        line = line.push(parse(line.game, line.position, turn[-1]))
    return " ".join(turn), tuple(tokens)


def can_confirm(draft: Draft, stem: str) -> bool:
    """Whether the turn can be played as it is."""
    if stem or not draft.length:
        return False
    return draft.complete or closing(draft.line.game, draft.line.position) is not None
