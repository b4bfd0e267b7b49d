"""Which puzzle a player gets: one near their own rating, and none twice among a hundred."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import games
from bot.cogs.learning._pictures import Reader
from bot.errors import Refused
from games.words import N_
from matches.learning import puzzles
from matches.learning.puzzles import BEGINNER, Progress
from matches.model.ids import PlayerId
from opponents.puzzles import Puzzle, collection
from storage.database import Database

ALL_DONE = N_("You've had all the puzzles for {game}.")
ALL_DONE_EVERYWHERE = N_("You've had all the puzzles.")
STEP = 200
"""How much higher a puzzle begins than one that a computer player of a level below solves."""
NEAREST = 12
"""The number of puzzles near the player's rating from which one is drawn."""
APART = 100
"""How many others lie between a puzzle and the same one again, once a player has had them all."""


def beginning(of: Puzzle) -> float:
    """The rating with which a puzzle begins, by the weakest computer player that solves it."""
    return BEGINNER + STEP * max(of.level - 1, 0)


async def fresh(db: Database, player: PlayerId, key: str | None, reader: Reader) -> Puzzle:
    """A puzzle for the player, of the game with this key or of any game.

    One that they have begun comes first. Until they have solved one of a game, it is one of the
    easiest; then one near their rating that they haven't had, or, if they have had all, not among
    the last `APART`. They get the same one until they have answered it. Raises Refused if there is
    none.
    """
    had = await puzzles.progress(db, player)
    keys = [game.info.key for game in games.all_games()] if key is None else [key]
    Random(f"{player}/{sum(len(one.tries) for one in had.values())}").shuffle(keys)
    keys.sort(key=lambda one: not _begun(one, had.get(one, Progress())))
    for one in keys:
        shifts = await puzzles.shifts(db, one)
        found = choice(one, player, had.get(one, Progress()), shifts)
        if found is not None:
            return found
    if key is None:
        raise Refused(ALL_DONE_EVERYWHERE)
    raise Refused(ALL_DONE, game=reader.say(games.get(key).info.name))


def choice(key: str, player: PlayerId, had: Progress, shifts: Mapping[str, float]) -> Puzzle | None:
    """The next puzzle of a game for a player with this record; None if there is none."""
    if begun := _begun(key, had):
        return begun[-1]
    last = {*had.by_last[-APART:]}
    left = [one for one in collection(key) if one.key not in had.closed]
    left = left or [one for one in collection(key) if one.key not in last]
    if not left:
        return None
    if had.solved:
        left.sort(key=lambda one: abs(beginning(one) + shifts.get(one.key, 0.0) - had.rating))
        left = left[:NEAREST]
    else:
        least = min(one.effort for one in left)
        left = [one for one in left if one.effort == least]
    return Random(f"{player}/{key}/{len(had.tries)}").choice(left)


def _begun(key: str, had: Progress) -> list[Puzzle]:
    """What the player has tried in vain so far, the latest last."""
    offered = {one.key: one for one in collection(key)}
    return [offered[one] for one in had.by_last if one in had.begun and one in offered]


def of_day(key: str, day: int) -> Puzzle | None:
    """A game's puzzle of the day, the same for everybody; None for a game without puzzles. It comes
    again when all others have been.
    """
    every = [*collection(key)]
    Random(key).shuffle(every)
    return every[day % len(every)] if every else None
