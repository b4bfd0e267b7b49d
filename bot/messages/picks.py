"""The steps in which a turn is picked from menus (`games.picks`): pure functions, no Discord.

A step offers as much of a move as its menus can hold: whole moves, if there are few, or else the
next part. No move is tried, so no step can tell what a move is worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import TypeAlias

from bot.text.discord_limits import OPTIONS
from games import picks
from games.continuations import WHOLE, Continuation
from games.play import AnyLine, AnyStep
from games.protocol import Part
from games.scene import Mark

Ways: TypeAlias = list[Continuation]

MENUS = 4
"""The most menus of a message, beside its row of buttons."""


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
        return (*dict.fromkeys(picks.called(part) for part in _leading(self.ways, self.about)),)


# Menus


def menus(line: AnyLine, stem: str, most: int = MENUS) -> list[Menu]:
    """All continuations as menus: each asks for one kind of part, and none is too long for Discord.

    Whole moves are offered as far as there is room on one page of so many menus, for each kind of
    first part.
    """
    order = [*line.game.texts.parts]
    single = _by_kind(picks.numbered(line, stem, picks.ways(line, stem)))
    whole = _by_kind(picks.numbered(line, stem, picks.ways(line, stem, WHOLE)))
    plans = {kind: _plans(whole[kind], single[kind]) for kind in sorted(single, key=order.index)}
    chosen = {kind: some[-1] for kind, some in plans.items()}
    for kind, least in chosen.items():
        room = most - sum(map(len, chosen.values())) + len(least)
        chosen[kind] = next((plan for plan in plans[kind] if len(plan) <= room), least)
    return [menu for kind, plan in chosen.items() for menu in _titled(kind, plan)]


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
    return _grouped(found, lambda way: _lane(picks.name(way)))


def _lane(called: str) -> str:
    return (re.match(r"[^\W\d]+|\d|", called) or [""])[0]


def across(line: AnyLine) -> bool:
    """Whether the picture shows the points of each lane side by side. A picture may be turned, so
    the names of points alone don't tell.
    """
    heights: dict[str, set[float]] = {}
    for point, (_, y) in line.game.scene(line.position, ()).board.spots.items():
        heights.setdefault(_lane(point), set()).add(round(y, 2))
    return all(len(each) == 1 for each in heights.values())


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
    return (*dict.fromkeys(_lane(picks.called(part)) for part in parts),)


def _leading(found: Sequence[Continuation], about: Part | None) -> list[Part]:
    return [way.parts[0 if about is None else 1] for way in found]


def _about(found: Ways) -> Part | None:
    first = found[0].part
    return first if all(way.part == first and len(way.parts) > 1 for way in found) else None


def _natural(way: Continuation) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers by value, and complete moves first."""
    pieces = re.findall(r"-?\d+|\D+", picks.name(way))
    return [(piece.lstrip("-").isdigit(), _number(piece), piece) for piece in pieces]


def _number(piece: str) -> int:
    return int(piece) if piece.lstrip("-").isdigit() else 0


def pages(made: Sequence[Menu], most: int = MENUS) -> list[Sequence[Menu]]:
    """The menus, split into pages of so many."""
    return [made[start : start + most] for start in range(0, len(made), most)] or [()]


# The picture


def marks(line: AnyLine, stem: str, shown: Sequence[Menu]) -> tuple[Mark, ...]:
    """Highlights: what may be chosen now, under the names that the menus use, and what has been,
    which the text above names.

    Where menus offer whole moves, the men that can move are marked, but not where they can go: that
    is shown once there is only one man to be chosen.
    """
    chosen = dict.fromkeys(part.point for _, part in picks.trail(line, stem) if part.point)
    offered = [[part for part in way.parts if part.point] for menu in shown for way in menu.ways]
    begun = {part.point: picks.called(part) for parts in offered for part in _beginning(parts)}
    whole = {part.point: picks.called(part) for parts in offered for part in parts}
    free = begun if len(begun) > 1 else whole
    return (
        *(Mark(point, "picked") for point in chosen if point and point not in free),
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


def before(line: AnyLine, stem: str) -> str:
    """The stem of the step in which this one was picked."""
    return picks.before(
        line, stem, lambda here: (way for menu in menus(line, here) for way in menu.ways)
    )
