"""Picking a turn step by step, through the legal continuations: pure functions, no Discord.

A step offers as much of a move as its menus can hold: whole moves, if there are few, or else the
next part. No move is tried, so no step can tell what a move is worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TypeAlias

from bot.text.discord_limits import OPTIONS
from games.continuations import WHOLE, Continuation, continuations
from games.play import AnyLine, AnyStep, parse
from games.protocol import END, Part
from games.scene import XY, Mark

Ways: TypeAlias = list[Continuation]

MENUS = 4
"""The most menus of a message, beside its row of buttons."""
JOINTS = {",": " + ", "-": " → ", "@": " → ", "=": " = "}
"""How menus write the signs of the notation between two parts."""


@dataclass(frozen=True, slots=True)
class Menu:
    """One menu: what it asks for and its options.

    `about` is the part with which all options begin, if they go on after it. `alone`: no other menu
    asks the same about the same. `lanes` are the columns, rows or the like that the options fill,
    if no menu that asks the same shares one with another.
    """

    kind: str
    ways: tuple[Continuation, ...]
    alone: bool
    about: Part | None = None
    lanes: tuple[str, ...] = ()

    @property
    def begins(self) -> tuple[str, ...]:
        """What the options begin with, after what the menu is about."""
        return (*dict.fromkeys(called(part) for part in _leading(self.ways, self.about)),)


def called(part: Part) -> str:
    """What a part is called in menus and pictures: its name, its point, or its text."""
    return part.name or part.point or part.text.lstrip(",:=@") or part.text


def name(way: Continuation) -> str:
    """What an option is called: its points and names, one after the other."""
    said = ""
    for part, following in zip(way.parts, (*way.parts[1:], None), strict=True):
        if following is None or part.name or part.point:
            said += (JOINTS.get(part.text[0], " ") if said else "") + called(part)
    return said


def ways(line: AnyLine, stem: str, depth: int = 1) -> list[Continuation]:
    """The possible continuations. Ending the turn is left out, since that is confirmed instead."""
    game, position = line.game, line.position
    if position.to_move is None:
        return []
    found = continuations(game, position, stem, depth, game.steps)
    found = found or continuations(game, position, stem, depth)  # The stem was typed.
    return [way for way in found if way.text != END or not line.played]


# Menus


def menus(line: AnyLine, stem: str, most: int = MENUS) -> list[Menu]:
    """All continuations as menus: each asks for one kind of part, and none is too long for Discord.

    Whole moves are offered as far as there is room on one page of so many menus, for each kind of
    first part.
    """
    order = [*line.game.texts.parts]
    single = _by_kind(numbered(line, stem, ways(line, stem)))
    whole = _by_kind(numbered(line, stem, ways(line, stem, WHOLE)))
    plans = {kind: _plans(whole[kind], single[kind]) for kind in sorted(single, key=order.index)}
    chosen = {kind: some[-1] for kind, some in plans.items()}
    for kind, least in chosen.items():
        room = most - sum(map(len, chosen.values())) + len(least)
        chosen[kind] = next((plan for plan in plans[kind] if len(plan) <= room), least)
    return [menu for kind, plan in chosen.items() for menu in _titled(kind, plan)]


def numbered(line: AnyLine, stem: str, found: Ways) -> Ways:
    """The ways, those at points without short names numbered in reading order."""
    unnamed = [way for way in found if way.part.numbered]
    if not unnamed:
        return found
    begun = tuple(part for _, part in trail(line, stem))
    scene = line.game.scene(line.position, ())
    scene = line.game.in_hand(line.position, begun, scene) if begun else scene

    def place(way: Continuation) -> XY:
        x, y = scene.board.spots[way.part.point or ""]
        return round(y, 2), x

    names = {way.text: str(n) for n, way in enumerate(sorted(unnamed, key=place), start=1)}
    return [
        replace(way, parts=(replace(way.part, name=names[way.text]), *way.parts[1:]))
        if way.text in names
        else way
        for way in found
    ]


def _by_kind(found: Sequence[Continuation]) -> dict[str, list[Continuation]]:
    kinds: dict[str, list[Continuation]] = {}
    for way in sorted(found, key=_natural):
        kinds.setdefault(way.part.kind, []).append(way)
    return kinds


def _plans(whole: Ways, single: Ways) -> list[list[Ways]]:
    """How the ways of one kind can be laid out in menus, the best plan first.

    At best there are whole moves, all in one menu; else with menus of its own for each man if there
    are few; else without dividing a man's moves among menus.
    """
    least = min(_packed(_lanes(single)), _even(single), key=len)
    by_man = _grouped(whole, lambda way: way.part.text)
    if len(by_man) == len(whole):
        return [_packed(_lanes(whole)), least]
    by_target = [_grouped(some, lambda way: way.parts[:2]) for some in by_man]
    by_itself = [menu for targets in by_target for menu in _packed(targets)]
    divided = max(map(len, by_man)) > OPTIONS
    return [
        *([by_itself] if len(whole) > OPTIONS else []),
        *([] if divided else [_packed(by_man)]),
        _packed([*chain.from_iterable(by_target)]),
        least,
    ]


def _grouped(found: Ways, key: Callable[[Continuation], object]) -> list[Ways]:
    return [list(some) for _, some in groupby(found, key=key)]


def _lanes(found: Ways) -> list[Ways]:
    """The ways by the columns, rows or hexagons that their names begin with."""
    return _grouped(found, lambda way: _lane(name(way)))


def _lane(called: str) -> str:
    return (re.match(r"[^\W\d]+|\d|", called) or [""])[0]


def _packed(groups: list[Ways]) -> list[Ways]:
    """The groups in as few menus as possible, of similar length; divided only if they must be."""
    largest = max(map(len, groups))
    if largest > OPTIONS:
        return _even([*chain.from_iterable(groups)])
    fewest = len(_filled(groups, OPTIONS))
    sizes = range(largest, OPTIONS + 1)
    return next(made for size in sizes if len(made := _filled(groups, size)) == fewest)


def _filled(groups: list[Ways], size: int) -> list[Ways]:
    made: list[Ways] = [[]]
    for group in groups:
        if len(made[-1]) + len(group) > size:
            made.append([])
        made[-1] = made[-1] + group
    return [some for some in made if some]


def _even(found: Ways) -> list[Ways]:
    number = -(-len(found) // OPTIONS)
    size = -(-len(found) // number)
    return [found[start : start + size] for start in range(0, len(found), size)]


def _titled(kind: str, plan: list[Ways]) -> Iterator[Menu]:
    about = [_about(some) for some in plan]
    lanes = [_lanes_of(some, first) for some, first in zip(plan, about, strict=True)]
    for some, first, own in zip(plan, about, lanes, strict=True):
        asked = [
            lane for other, one in zip(about, lanes, strict=True) if other == first for lane in one
        ]
        whole = len(asked) == len({*asked})
        yield Menu(kind, tuple(some), about.count(first) == 1, first, own if whole else ())


def _lanes_of(found: Sequence[Continuation], about: Part | None) -> tuple[str, ...]:
    """The lanes of the points that the ways begin with; none if some begin with another part."""
    parts = _leading(found, about)
    if any(part.point is None or part.name for part in parts):
        return ()
    return (*dict.fromkeys(_lane(called(part)) for part in parts),)


def _leading(found: Sequence[Continuation], about: Part | None) -> list[Part]:
    return [way.parts[0 if about is None else 1] for way in found]


def _about(found: Ways) -> Part | None:
    first = found[0].part
    return first if all(way.part == first and len(way.parts) > 1 for way in found) else None


def _natural(way: Continuation) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers by value, and complete moves first."""
    pieces = re.findall(r"-?\d+|\D+", name(way))
    return [(piece.lstrip("-").isdigit(), _number(piece), piece) for piece in pieces]


def _number(piece: str) -> int:
    return int(piece) if piece.lstrip("-").isdigit() else 0


def pages(made: Sequence[Menu], most: int = MENUS) -> list[Sequence[Menu]]:
    """The menus, split into pages of so many."""
    return [made[start : start + most] for start in range(0, len(made), most)] or [()]


# The picture


def marks(line: AnyLine, stem: str, shown: Sequence[Menu]) -> tuple[Mark, ...]:
    """Highlights: what may be chosen now, under the names that the menus use, and what has been.

    Where menus offer whole moves, the men that can move are marked, but not where they can go: that
    is shown once there is only one man to be chosen.
    """
    chosen = dict.fromkeys(part.point for _, part in trail(line, stem) if part.point)
    offered = [[part for part in way.parts if part.point] for menu in shown for way in menu.ways]
    begun = {part.point: called(part) for parts in offered for part in _beginning(parts)}
    whole = {part.point: called(part) for parts in offered for part in parts}
    free = begun if len(begun) > 1 else whole
    return (
        *(Mark(point, "picked", point) for point in chosen if point not in free),
        *(Mark(point, "choice", text) for point, text in free.items() if point),
    )


def marks_of_turn(
    line: AnyLine, steps: Sequence[AnyStep], stem: str, shown: Sequence[Menu]
) -> tuple[Mark, ...]:
    """The same with what has been picked earlier in the turn, the plies of which are `steps`."""
    now = marks(line, stem, shown)
    free = {mark.point for mark in now}
    ends = (
        next((part.point for part in reversed(line.game.spellings(step.move)[0]) if part.point), "")
        for step in steps
    )
    return (*(Mark(end, "picked") for end in ends if end and end not in free), *now)


def _beginning(parts: Sequence[Part]) -> Sequence[Part]:
    """The parts of a way without its goal, which is the last and of another kind than the first."""
    return parts[:-1] if parts and parts[-1].kind != parts[0].kind else parts


# Going on and back


def forced(line: AnyLine) -> tuple[Hashable, ...]:
    """The moves that follow without any choice, up to the end of the turn or the next choice."""
    found: list[Hashable] = []
    while line.position.to_move is not None and (line.played or not found):
        moves = line.game.legal_moves(line.position)
        if len(moves) != 1:
            break
        found.append(moves[0])
        line = line.push(moves[0])
    return tuple(found)


def pick(line: AnyLine, stem: str, picked: str) -> tuple[str, Hashable | None]:
    """Where an option leads: to the stem before the next choice, or to a complete move.

    An option that is a move is complete if nothing can be added, or if it was picked as it stands.
    """
    for way in ways(line, picked):
        if way.text == picked and way.move is not None and (not way.open or picked == stem):
            return picked, way.move
    while True:
        found = ways(line, picked, WHOLE)
        if len(found) != 1 or found[0].text == picked:
            return picked, None
        if found[0].move is not None and not found[0].open:
            return picked, found[0].move
        picked = found[0].text


def further(line: AnyLine, stem: str, picked: str) -> tuple[str, tuple[Hashable, ...]] | None:
    """The stem to which an option leads, or the moves: the complete one, and those that follow from
    it without a choice. None for an option that isn't one here.
    """
    stem, move = pick(line, stem, picked)
    if move is not None:
        after = line.push(move)
        return stem, (move, *(forced(after) if after.played else ()))
    return (stem, ()) if ways(line, stem) else None


def chosen_last(line: AnyLine, steps: Sequence[AnyStep]) -> int:
    """The number of a turn's tokens from the last one that was chosen on; those after it had to
    follow. The turn begins at the line.
    """
    last = 0
    for number, step in enumerate(steps):
        if not forced(line):
            last = number
        line = line.push(step.move)
    return len(steps) - last


def several(line: AnyLine, picked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Several moves picked at once: those for this turn, and those for later ones."""
    tokens = list(picked)
    turn = [tokens.pop(0)]
    line = line.push(parse(line.game, line.position, turn[0]))
    while tokens and line.played:
        turn.append(tokens.pop(0))
        line = line.push(parse(line.game, line.position, turn[-1]))
    return " ".join(turn), tuple(tokens)


def trail(line: AnyLine, stem: str) -> Iterator[tuple[str, Part]]:
    """The prefixes of a stem with the part that each one adds, the shortest first."""
    done = ""
    while len(done) < len(stem):
        for way in ways(line, done):
            if len(way.text) > len(done) and stem.startswith(way.text):
                done = way.text
                yield done, way.part
                break
        else:
            return


def before(line: AnyLine, stem: str) -> str:
    """The stem of the step in which this one was picked."""
    here = ""
    while here != stem:
        offered = (way for menu in menus(line, here) for way in menu.ways)
        found = (pick(line, here, way.text)[0] for way in offered if stem.startswith(way.text))
        further = next((one for one in found if one != here and stem.startswith(one)), stem)
        if further == stem:
            return here
        here = further
    return ""
