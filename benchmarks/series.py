"""A series: one player among equal others, a planned number of games in each of some kinds.

The player has each side in turn, so the games of one round have the same setup and all sides. Each
game follows from its number. Games are stored as they end, one line each, and count as long as the
players are the same.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any
from zlib import crc32

from benchmarks import ledger
from benchmarks.entrants import signature
from benchmarks.kinds import Kind, kinds
from benchmarks.ledger import Appended
from opponents.programs.sprt import interval

NICE = 15
"""How nice the games are to everything else on the machine."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over: the player's share of the win, and all its turns."""

    share: float
    turns: Sequence[str]

    @property
    def digest(self) -> str:
        """A checksum of all turns."""
        return f"{crc32(' '.join(self.turns).encode()):08x}"


@dataclass(frozen=True, slots=True)
class Score:
    """What the player has reached in a kind of game, as shares of the win."""

    games: int
    planned: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Series:
    """`wanted` has the share of the win that is wanted in each kind. `against` says whom the
    player meets: games against somebody else don't count. `play` plays a game by kind and number,
    and is found by its name in its module.
    """

    name: str
    games: int
    wanted: Mapping[str, float]
    against: str
    play: Callable[[str, int], Ended]

    def planned(self, kind: Kind) -> int:
        """The number of games of a kind: as planned, rounded up to whole rounds."""
        sides = len(kind.sides)
        return -(-self.games // sides) * sides

    def stored(self, folder: Path) -> dict[str, dict[int, float]]:
        """The player's shares so far, by kind and number."""
        known: dict[str, dict[int, float]] = {key: {} for key in self.wanted}
        for line in ledger.read(folder / self.name):
            if (key := line["kind"]) in known and line["players"] == self._players(key):
                known[key][line["number"]] = line["share"]
        return known

    def score(self, folder: Path, key: str) -> Score:
        """The player's score in a kind. Only whole rounds count."""
        kind, found = kinds()[key], self.stored(folder)[key]
        sides = len(kind.sides)
        rounds = [
            sum(found[start + one] for one in range(sides)) / sides
            for start in range(0, self.planned(kind), sides)
            if {*range(start, start + sides)} <= {*found}
        ]
        share = sum(rounds) / len(rounds) if rounds else 0.0
        return Score(len(rounds) * sides, self.planned(kind), share, *interval(rounds))

    def run(self, which: Sequence[Kind], minutes: float, processes: int, folder: Path) -> int:
        """Plays what is missing, kind by kind, until the time is up. Returns the number of games
        that it has stored. Raises InUseError.
        """
        until, done = perf_counter() + 60 * minutes, self.stored(folder)
        todo = [
            (kind.key, number)
            for kind in which
            for number in range(self.planned(kind))
            if number not in done[kind.key]
        ]
        file, stored = Appended(folder / self.name), 0
        running: deque[Any] = deque()
        with get_context("spawn").Pool(processes, os.nice, (NICE,)) as pool:
            while running or (todo and perf_counter() < until):
                while todo and len(running) <= processes and perf_counter() < until:
                    running.append(pool.apply_async(self.line, todo.pop(0)))
                file.add(running.popleft().get())
                stored += 1
        file.close()
        return stored

    def line(self, key: str, number: int) -> Mapping[str, object]:
        """Plays a game. Returns the line that is stored."""
        ended = self.play(key, number)
        return {
            "kind": key,
            "number": number,
            "players": self._players(key),
            "share": ended.share,
            "turns": len(ended.turns),
            "digest": ended.digest,
        }

    def _players(self, key: str) -> list[str]:
        return [signature(kinds()[key], "6"), self.against]
