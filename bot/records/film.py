"""Makes films of matches, from plain values. Runs in a process for jobs."""

from __future__ import annotations

from dataclasses import dataclass

import games
from bot.records.shelf import Log
from games.protocol import Position, Seat
from games.shot import Shot, scene_of
from games.stops import Stops
from render.animation import MOST, animate, thinned


@dataclass(frozen=True, slots=True)
class Script:
    """An order for a film: the last turns of a log (0: all of them), as seen from one of the seats,
    in a file of at most `limit` bytes.
    """

    log: Log
    last: int
    seat: Seat | None
    captions: tuple[str, ...]
    theme: str
    limit: int


@dataclass(frozen=True, slots=True)
class Film:
    """A WebP file of `count` turns from `first` on. If there are many, only some are `shown`."""

    data: bytes
    first: int
    count: int
    shown: int
    position: Position
    """The final position."""


def film(script: Script) -> Film | None:
    """The positions before the first turn, after each turn, and at the end. None if nothing was
    played. Raises TooLargeError.
    """
    game = games.get(script.log.game)
    stops = Stops(game, script.log.setup, script.log.entries)
    count = min(script.last, stops.turns) if script.last else stops.turns
    if not count:
        return None
    before = stops.turns - count
    frames = [stops.of_turn(before + turn) for turn in thinned(count + 1, MOST - 1)]
    shots = [Shot(stops.of_turn(before + 1).steps[0].before, seat=script.seat)]
    shots += [Shot(one.steps[-1].after, one.steps, seat=script.seat) for one in frames[1:]]
    end = stops.at(len(stops.entries)).position
    if end != shots[-1].position:
        shots.append(Shot(end, seat=script.seat))
    made = animate(
        [scene_of(game, shot) for shot in shots],
        theme=script.theme,
        captions=script.captions,
        limit=script.limit,
    )
    return Film(made.data, before + 1, count, len(frames) - 1, end)
