"""Results in files, a line of JSON each, written as they are found.

In a file of games, an object gives the players from there on: their signatures by name. A list is a
game. So games of players who have changed since can be recognised, and don't count.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from benchmarks.entrants import signatures
from benchmarks.kinds import Kind
from benchmarks.ladder import Pair, number_of_games, pair_of

FOLDER = Path(__file__).with_name("games")
STOPPED = "-"


class InUseError(Exception):
    """Another process is writing into the file."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played."""

    pair: str
    number: int
    ranks: str
    """The rank of each seat; `-` for a game that was stopped, and counts as a draw."""
    turns: int
    digest: str
    """A checksum of all moves."""
    seconds: float
    """The processor time that it took."""

    def shares(self, kind: Kind) -> tuple[float, ...]:
        """Each side's share of the win."""
        if self.ranks == STOPPED:
            return (1 / len(kind.sides),) * len(kind.sides)
        first = self.ranks.count("1")
        worth = [(rank == "1") / first for rank in self.ranks]
        return tuple(sum(worth[seat - 1] for seat in side) for side in kind.sides)


@dataclass(frozen=True, slots=True)
class Counted:
    """The content of a file of games: the games that count, by pair and in order, and the number of
    games of players who have changed since.
    """

    games: Mapping[Pair, Mapping[int, Game]]
    changed: int

    def of(self, pair: Pair) -> Mapping[int, Game]:
        """The games of a pair by number."""
        return self.games.get(pair, {})

    @property
    def all(self) -> list[tuple[Pair, Game]]:
        """All games that count."""
        return [(pair, game) for pair, games in self.games.items() for game in games.values()]


def read(path: Path) -> Iterator[Any]:
    """The lines of a file. A line that was not finished is left out."""
    if path.exists():
        whole = path.read_bytes()
        for line in whole[: whole.rfind(b"\n") + 1].splitlines():
            yield json.loads(line)


def path_of(kind: Kind, folder: Path) -> Path:
    """The file with the games of a kind."""
    return folder / f"{kind.key}.jsonl"


def counted(kind: Kind, folder: Path) -> Counted:
    """The planned games stored so far, by the players as they are now."""
    if not path_of(kind, folder).exists():
        return Counted({}, 0)
    now = signatures(kind)
    then: dict[str, str] = {}
    games: dict[Pair, dict[int, Game]] = {}
    changed = 0
    for line in read(path_of(kind, folder)):
        if isinstance(line, dict):
            then |= line
            continue
        game = Game(*line)
        try:
            pair = pair_of(game.pair)
        except KeyError:
            continue
        if any(then[name] != now[name] for name in (pair.first, pair.second)):
            changed += 1
        elif game.number < number_of_games(kind, pair):
            games.setdefault(pair, {})[game.number] = game
    return Counted({pair: dict(sorted(found.items())) for pair, found in games.items()}, changed)


class Appended:
    """A file to which lines are added, by one process at a time."""

    def __init__(self, path: Path) -> None:
        """Raises InUseError and OSError."""
        path.parent.mkdir(exist_ok=True)
        self._file: BinaryIO = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise InUseError(f"Another process is writing into {path.name}.") from error
        self._file.seek(0)
        self._file.truncate(self._file.read().rfind(b"\n") + 1)

    def add(self, *lines: Any) -> None:
        """Adds lines. They outlive the process."""
        for line in lines:
            self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def replace(self, *lines: Any) -> None:
        """Replaces all lines by these."""
        self._file.truncate(0)
        self.add(*lines)

    def close(self) -> None:
        """Closes the file, so that other processes can write."""
        self._file.close()


def begun(kind: Kind, folder: Path) -> Appended:
    """The file to which games of a kind are added. Raises InUseError and OSError."""
    file = Appended(path_of(kind, folder))
    then: dict[str, str] = {}
    for line in read(path_of(kind, folder)):
        if isinstance(line, dict):
            then |= line
    new = {name: one for name, one in signatures(kind).items() if then.get(name) != one}
    if new:
        file.add(new)
    return file


def prune(kind: Kind, folder: Path) -> None:
    """Removes the games that don't count. Raises InUseError and OSError."""
    file = Appended(path_of(kind, folder))
    left = [list(astuple(game)) for _, game in counted(kind, folder).all]
    file.replace(signatures(kind), *left)
    file.close()
