"""Which puzzle a player gets: one near their own rating, and none twice among a hundred."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from random import Random
from zlib import crc32

import games
from bot.cogs.learning import _puzzle_stock
from matches.learning import puzzles
from matches.learning.puzzles import BEGINNER, Progress
from matches.model.ids import PlayerId
from opponents.puzzles import Puzzle, stored
from storage.database import Database

STEP = 200
"""How much higher a puzzle begins than one that a computer player of a level below solves."""
NEAREST = 12
"""The number of puzzles, the easiest or those near the player's rating, from which one is drawn."""
APART = 100
"""How many others lie between a puzzle and the same one again, once a player has had them all."""
YEAR = 366
"""The days of the longest year: so far apart are two days with the same puzzle."""


def beginning(of: Puzzle) -> float:
    """The rating with which a puzzle begins, by the weakest computer player that solves it."""
    return BEGINNER + STEP * (of.level - 1)


async def fresh(db: Database, player: PlayerId, key: str | None) -> Puzzle:
    """A puzzle for the player, of the game with this key or of any game. Raises Unavailable.

    One that they have begun comes first, then those of games of which they haven't had all. As long
    as they don't answer, and nobody else does, they get the same one.
    """
    had = await puzzles.progress(db, player)
    keys = [game.info.key for game in games.all_games()] if key is None else [key]
    last = max((one.last for one in had.values() if one.last is not None), default=None)
    Random(f"{player}/{last}").shuffle(keys)
    records = {one: had.get(one, Progress()) for one in keys}
    every = {one: await _puzzle_stock.offered(db, one) for one in keys}
    chosen = min(keys, key=lambda one: _rank(every[one], records[one]))
    shifts = await puzzles.shifts(db, [one.key for one in every[chosen]])
    return choice(every[chosen], player, records[chosen], shifts)


def choice(
    offered: Sequence[Puzzle], player: PlayerId, had: Progress, shifts: Mapping[str, float]
) -> Puzzle:
    """The next puzzle among those of a game, of which there must be some.

    One that the player has begun, else one that they haven't had; if they have had all, one that is
    not among the last `APART`, or, of fewer, the one that they had longest ago. Until they have
    solved one it is one of the easiest, then one near their rating.
    """
    if begun := _begun(offered, had):
        return begun[-1]
    last = had.by_last[::-1][: min(APART, len(offered) - 1)]
    left = _new(offered, had) or [one for one in offered if one.key not in last]
    if had.solved:
        left.sort(key=lambda one: abs(beginning(one) + shifts.get(one.key, 0.0) - had.rating))
    else:
        least = min(one.effort for one in left)
        left = sorted((one for one in left if one.effort == least), key=lambda one: one.level)
    return Random(f"{player}/{had.last}").choice(left[:NEAREST])


def _rank(offered: Sequence[Puzzle], had: Progress) -> int:
    """Which games come first: those in which a puzzle is begun, and those with new ones."""
    if _begun(offered, had):
        return 0
    return 1 if _new(offered, had) else 2


def _begun(offered: Sequence[Puzzle], had: Progress) -> list[Puzzle]:
    """What the player has tried in vain so far, the latest last."""
    tried = had.begun
    begun = {one.key: one for one in offered if one.key in tried}
    return [begun[one] for one in had.by_last if one in begun]


def _new(offered: Sequence[Puzzle], had: Progress) -> list[Puzzle]:
    """What the player has neither solved nor seen the solution of."""
    closed = had.closed
    return [one for one in offered if one.key not in closed]


def of_day(key: str, day: int) -> Puzzle | None:
    """A game's puzzle of the day, the same for everybody; None for a game without puzzles."""
    every = _calendar(key)
    return every[day % len(every)] if every else None


@cache
def _calendar(key: str) -> Sequence[Puzzle]:
    return calendar(stored(key), Random(key))


def calendar(lines: Sequence[Puzzle], rng: Random) -> Sequence[Puzzle]:
    """The puzzles of one or more years, day by day, given all lines of a collection.

    Each line has a day of the year that never changes, since lines are only added at the end, and
    stay there when they are retired. So none comes twice within a year, even if there are more
    tomorrow. The last lines, which make no whole year, are spare: each takes a day whose puzzle is
    retired, and which one that is depends on the lines before it alone.
    """
    year = min(YEAR, len(lines))
    order = rng.sample(range(year), year)
    whole = len(lines) // year * year if year else 0
    days = [lines[day - day % year + order[day % year]] for day in range(whole)]
    free = [day for day, one in enumerate(days) if not one.level]
    for spare in lines[whole:]:
        if spare.level and free:
            taken = max(free, key=partial(_liking, spare))
            days[taken] = spare
            free.remove(taken)
    for day in free:  # There are too few, so that of half a year before comes again.
        others = (days[(day + whole // 2 + later) % whole] for later in range(whole))
        days[day] = next((one for one in others if one.level), days[day])
    return [one for one in days if one.level]


def _liking(spare: Puzzle, day: int) -> int:
    return crc32(f"{spare.key}/{day}".encode())
