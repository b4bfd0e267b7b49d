"""The puzzles that players have tried, and their ratings.

A puzzle and whoever answers it are rated like two players of chess (Elo): the first answer counts,
and only once for each player. What somebody answers later, or once more, changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Literal, TypeAlias

from sqlalchemy import Connection

from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import learning as rows
from storage import players
from storage.database import Database
from storage.learning import Shift, Try
from storage.transactions import transaction

Outcome: TypeAlias = Literal["wrong", "solved", "shown"]
"""How a player has answered a puzzle, or that they have been shown its solution."""

BEGINNER = 1000.0
"""A player's rating before they have answered any of a game's puzzles."""
SWING, SETTLED_SWING = 40.0, 16.0
"""The most points that an answer can win or lose, for whoever has few tries, and for others."""
SETTLED = 20
"""The number of tries after which a rating moves more slowly."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's tries at the puzzles of a game, the latest last."""

    tries: tuple[Try, ...] = ()

    @property
    def solved(self) -> frozenset[str]:
        """The puzzles that they have solved."""
        return frozenset(one.puzzle for one in self.tries if one.state == "solved")

    @property
    def closed(self) -> frozenset[str]:
        """The puzzles that they have solved, or seen the solution of."""
        return frozenset(one.puzzle for one in self.tries if one.state != "open")

    @property
    def begun(self) -> frozenset[str]:
        """The puzzles that they have tried in vain so far."""
        return frozenset(one.puzzle for one in self.tries if one.state == "open")

    @property
    def by_last(self) -> list[str]:
        """All that they have tried, in the order of their last answers."""
        return [one.puzzle for one in sorted(self.tries, key=_answered)]

    @property
    def last(self) -> datetime | None:
        """When they last answered one."""
        return max(map(_answered, self.tries), default=None)

    @property
    def rating(self) -> float:
        """Their rating in the puzzles of this game."""
        return BEGINNER + sum(one.gain or 0.0 for one in self.tries)

    @property
    def rated(self) -> int:
        """The number of tries that have counted for it."""
        return sum(one.gain is not None for one in self.tries)

    @property
    def streak(self) -> int:
        """How many they have solved in a row, each with the first answer."""
        return self._streaks()[-1]

    @property
    def best(self) -> int:
        """The longest such streak."""
        return max(self._streaks())

    def _streaks(self) -> list[int]:
        found = [0]
        for one in self.tries:
            found.append(found[-1] + 1 if one.clean else 0)
        return found


def _answered(one: Try) -> datetime:
    return one.again or one.at


@dataclass(frozen=True, slots=True)
class Noted:
    """A player's progress after an answer, and what that has added to their rating; None if it
    didn't count.
    """

    progress: Progress
    gain: float | None


async def progress(db: Database, player: PlayerId) -> dict[str, Progress]:
    """A player's record with the puzzles of each game of which they have tried any. Raises
    Unavailable.
    """
    with map_storage_errors():
        tries = await db.read(partial(rows.tries, player=player))
    keys = {one.game for one in tries}
    return {key: Progress(tuple(one for one in tries if one.game == key)) for key in keys}


async def shifts(db: Database, keys: Collection[str]) -> Mapping[str, float]:
    """How far people's answers have moved the ratings of the puzzles with these keys, where any
    have. Raises Unavailable.
    """
    with map_storage_errors():
        found = await db.read(partial(rows.shifts, puzzles=keys))
    return {one.puzzle: one.shift for one in found}


async def note_try(
    db: Database, player: PlayerId, game: str, puzzle: str, outcome: Outcome, *, worth: float | None
) -> Noted:
    """Notes how the player has answered a puzzle. A puzzle that is solved or shown stays so,
    whatever they try later.

    `worth` is the rating with which the puzzle began; None if answers to it don't count. Raises
    Unavailable.
    """
    now = db.now()

    def work(connection: Connection) -> Noted:
        with transaction(connection):
            players.hold(connection, [player])
            had = Progress(tuple(rows.tries(connection, player, game)))
            before, gain = next((one for one in had.tries if one.puzzle == puzzle), None), None
            if before is None:
                if worth is not None:
                    there = rows.shift_of(connection, puzzle) or Shift(puzzle, game, 0.0, 0)
                    gain = _rate(connection, had, there, worth, outcome)
                before = Try(player, puzzle, game, "open", True, now, gain)
            if before.state == "open":
                state = "open" if outcome == "wrong" else outcome
                clean = before.clean and outcome == "solved"
                rows.keep_try(connection, replace(before, state=state, clean=clean, at=now))
            else:
                rows.keep_try(connection, replace(before, again=now))
            return Noted(Progress(tuple(rows.tries(connection, player, game))), gain)

    with map_storage_errors():
        return await db.write(work)


def _rate(
    connection: Connection, had: Progress, there: Shift, worth: float, outcome: Outcome
) -> float:
    """Moves the rating of a puzzle that has moved so far. Returns what this adds to the player's
    rating.
    """
    surprise = (outcome == "solved") - expected(had.rating, worth + there.shift)
    moved = replace(there, shift=-_swing(there.tries) * surprise, tries=1)
    rows.add_shift(connection, moved)
    return _swing(had.rated) * surprise


def expected(player: float, puzzle: float) -> float:
    """The chance that a player of this rating solves a puzzle of that one, by Elo's formula."""
    return float(1 / (1 + 10 ** ((puzzle - player) / 400)))


def _swing(tries: int) -> float:
    return SWING if tries < SETTLED else SETTLED_SWING
