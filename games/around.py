"""Moves from and to one point of the board, and phrases that mention it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from games.play import Step, events
from games.protocol import Game, M, P
from games.words import Event, Phrase


@dataclass(frozen=True, slots=True)
class Around(Generic[M]):
    """The legal moves that concern a point, sorted by their tokens.

    `leaving`: moves that begin at the point and lead elsewhere.
    `arriving`: all other moves that name the point. Something is placed, arrives or happens there.
    `targets`: where the leaving moves lead. `sources`: where the arriving moves begin.
    """

    leaving: tuple[M, ...]
    arriving: tuple[M, ...]
    targets: tuple[str, ...]
    sources: tuple[str, ...]


def around(game: Game[P, M], position: P, point: str) -> Around[M]:
    """What the seat to move can do from and at a point. Empty once the game is over."""
    leaving, arriving = list[M](), list[M]()
    targets, sources = dict[str, None](), dict[str, None]()
    for move in game.legal_moves(position):
        named = [[part.point for part in way if part.point] for way in game.spellings(move)]
        moved = list(_ways(events(game, [Step(position, move, game.apply(position, move))])))
        begins = any(len(way) > 1 and way[0] == point for way in named)
        begins = begins or any(start == point for start, _ in moved)
        if begins:
            leaving.append(move)
            ends = [end for start, end in moved if start == point] or named[0][-1:]
            targets |= dict.fromkeys(end for end in ends if end != point)
        elif any(point in way for way in named) or any(point == end for _, end in moved):
            arriving.append(move)
            starts = [start for start, end in moved if end == point]
            starts = starts or [start for way in named for start in way[:-1]]
            sources |= dict.fromkeys(start for start in starts if start != point)
    return Around(tuple(leaving), tuple(arriving), tuple(targets), tuple(sources))


def _ways(happened: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """The start and the end of everything that moved."""
    for event in happened:
        if "from" in event.fields and "at" in event.fields:
            yield str(event.fields["from"]), str(event.fields["at"])


def at(phrases: Sequence[Phrase], point: str) -> list[Phrase]:
    """The phrases about a position that mention a point. A list of points is cut down to that
    one.
    """
    return [said for phrase in phrases if (said := _of_point(phrase, point)) is not None]


def _of_point(phrase: Phrase, point: str) -> Phrase | None:
    for name, value in phrase.fields.items():
        listed = value.split(", ") if isinstance(value, str) else []
        if point in listed:
            counts = phrase.fields.get("count") == len(listed)
            only = {name: point} | ({"count": 1} if counts else {})
            return replace(phrase, fields={**phrase.fields, **only})
    return None
