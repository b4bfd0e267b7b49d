"""Walking through the legal continuations by picking: pure functions, no Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.play import closing
from games.protocol import END, Part
from games.scene import Mark
from games.ways import Continuation, continuations
from matches.match import Draft

MENU = 25
"""The most options of a menu."""
MENUS = 4
"""The most menus of a message, beside a row of buttons."""


@dataclass(frozen=True, slots=True)
class Menu:
    """One menu: what is chosen by it, its options, and whether others share its question."""

    kind: str
    ways: tuple[Continuation, ...]
    alone: bool

    @property
    def span(self) -> str:
        """The first and the last of its options."""
        return f"{name(self.ways[0])} – {name(self.ways[-1])}"


def name(way: Continuation) -> str:
    """What an option is called: its point, or its piece of notation without punctuation."""
    return way.part.point or way.part.text.lstrip(",:=@") or way.part.text


def ways(draft: Draft, stem: str) -> list[Continuation]:
    """The ways to go on; ending the turn is not among them, for that is confirmed."""
    if draft.complete or draft.line.position.to_move != draft.seat:
        return []
    found = continuations(draft.line.game, draft.line.position, stem)
    return [way for way in found if way.text != END or not draft.length]


def menus(found: Sequence[Continuation]) -> list[Menu]:
    """All ways in menus: one question at a time, none longer than Discord allows."""
    ordered = sorted(found, key=lambda way: way.part.kind)
    made: list[Menu] = []
    for kind, group in groupby(ordered, key=lambda way: way.part.kind):
        chunks = _even(list(group))
        made += [Menu(kind, chunk, len(chunks) == 1) for chunk in chunks]
    return made


def _even(found: list[Continuation]) -> list[tuple[Continuation, ...]]:
    """As few chunks as possible, all of about the same length."""
    number = -(-len(found) // MENU)
    size = -(-len(found) // number)
    return [tuple(found[start : start + size]) for start in range(0, len(found), size)]


def pages(made: Sequence[Menu]) -> list[Sequence[Menu]]:
    """The menus by messages."""
    return [made[start : start + MENUS] for start in range(0, len(made), MENUS)] or [()]


def settle(draft: Draft, stem: str) -> tuple[str, Any | None]:
    """Follows parts without a choice: the stem that leads to one, or else the complete move."""
    while True:
        found = ways(draft, stem)
        if len(found) != 1:
            return stem, None
        if found[0].move is not None:
            return stem, found[0].move
        stem = found[0].text


def complete(draft: Draft, stem: str, picked: str) -> Any | None:
    """The move that was picked: nothing may be added to it, or it was picked as it stands."""
    for way in ways(draft, picked):
        if way.text == picked and way.move is not None and (not way.open or picked == stem):
            return way.move
    return None


def trail(draft: Draft, stem: str) -> list[tuple[str, Part]]:
    """The beginnings of a stem with the part that each adds, the shortest first."""
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
    """The stem at the last choice before this one."""
    earlier = ["", *(done for done, _ in trail(draft, stem))][:-1]
    return next((one for one in reversed(earlier) if len(ways(draft, one)) > 1), "")


def marks(draft: Draft, stem: str, found: Sequence[Continuation]) -> tuple[Mark, ...]:
    """Highlights: what may be chosen now, and what has been chosen for this move."""
    chosen = dict.fromkeys(part.point for _, part in trail(draft, stem) if part.point)
    free = dict.fromkeys(way.part.point for way in found if way.part.point)
    return (
        *(Mark(point, "from") for point in chosen),
        *(Mark(point, "choice") for point in free if point not in chosen),
    )


def can_confirm(draft: Draft, stem: str) -> bool:
    """Whether the turn may be entered as it is."""
    if stem or not draft.length:
        return False
    return draft.complete or closing(draft.line.game, draft.line.position) is not None
