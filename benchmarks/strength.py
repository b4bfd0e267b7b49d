"""`make strength`: games of the ladder, as planned beforehand (`benchmarks/ladder.py`).

Every game is stored as it ends, and follows from its number alone. So a run continues where the
last one stopped, the work can be spread over days and machines, and each game can be played again:
a run with `--check` does this, and compares. Budgets are positions, never seconds.

A game that is unfinished when the time is up is played by the next run. Games of players who have
changed since don't count, and are played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from typing import Any
from zlib import crc32

import click

from benchmarks import ledger, report
from benchmarks.kinds import Kind, chosen, kinds
from benchmarks.ladder import PLAN, Pair, number_of_games, pair_of, terms
from benchmarks.ledger import STOPPED, Game, InUseError, counted
from games.play import Line
from opponents.arena import course

NICE = 15
"""How nice the games are to everything else on the machine."""
_WEIGHTS = {"uct": 8.0, "6": 20.0, "5": 2.0, "4": 1.0, "3": 0.5}
"""The cost of a game before any was played, in seconds, by its slowest player."""
_LITTLE = 0.2
_PATH = click.Path(path_type=Path)


def played(key: str, pair: Pair, number: int) -> Game:
    """Plays a game of the plan."""
    start, kind = process_time(), kinds()[key]
    setup, players, seed = terms(kind, pair, number)
    line: Line[Any, Any] = Line.begin(kind.game, setup)
    turns, digest = 0, 0
    for turn, after in course(kind.game, setup, players, seed):
        line, turns = after, turns + 1
        digest = crc32(" ".join([*map(str, turn), ""]).encode(), digest)
    result = line.position.result
    ranks = STOPPED if result is None else "".join(map(str, result.ranks))
    seconds = round(process_time() - start, 2)
    return Game(str(pair), number, ranks, turns, f"{digest:08x}", seconds)


class Cell:
    """The games of one pair in one kind, some of which are to be played: those that are missing, or
    with `renew` those that are stored.
    """

    def __init__(
        self, kind: Kind, pair: Pair, before: Mapping[int, Game], *, renew: bool = False
    ) -> None:
        self.kind, self.pair, self.before = kind, pair, before
        planned = range(number_of_games(kind, pair))
        self.left = [one for one in planned if (one in before) == renew]
        self.known = [game.seconds for game in before.values()]

    @property
    def price(self) -> float:
        """The estimated seconds of what is left."""
        names = (self.pair.first, self.pair.second)
        guess = max(_WEIGHTS.get(name, _LITTLE) for name in names)
        each = sum(self.known) / len(self.known) if self.known else guess
        return each * len(self.left)


def same(game: Game, other: Game | None) -> bool:
    """Whether the same moves were played, however long that took."""
    return other is not None and astuple(game)[:-1] == astuple(other)[:-1]


class Run:
    """Games for some cells, each written as it ends, unless the same one is stored."""

    def __init__(self, cells: Sequence[Cell], folder: Path) -> None:
        """Raises InUseError and OSError."""
        self.cells = cells
        self.played = self.stored = 0
        kinds_ = {cell.kind.key: cell.kind for cell in cells}
        self.files = {key: ledger.begun(kind, folder) for key, kind in kinds_.items()}

    def play(self, minutes: float, processes: int) -> None:
        """Plays until nothing is left or the time is up, starting with what can be finished
        soonest.
        """
        until = perf_counter() + 60 * minutes
        running: list[tuple[Cell, Any]] = []
        todo = self._todo()
        with get_context("spawn").Pool(processes, os.nice, (NICE,)) as pool:
            while perf_counter() < until:
                running = [one for one in running if not self._counted(*one)]
                while len(running) < processes and (job := next(todo, None)):
                    cell, number = job
                    asked = (cell.kind.key, cell.pair, number)
                    running.append((cell, pool.apply_async(played, asked)))
                if not running:
                    break
                sleep(0.005)
            pool.terminate()
        for file in self.files.values():
            file.close()

    def _todo(self) -> Iterator[tuple[Cell, int]]:
        while open_ := [cell for cell in self.cells if cell.left]:
            cell = min(open_, key=lambda one: one.price)
            yield cell, cell.left.pop(0)

    def _counted(self, cell: Cell, job: Any) -> bool:
        """Whether a game is over. If so, it is stored."""
        if not job.ready():
            return False
        game: Game = job.get()
        self.played += 1
        cell.known.append(game.seconds)
        if not same(game, cell.before.get(game.number)):
            self.files[cell.kind.key].add(list(astuple(game)))
            self.stored += 1
        return True


def checked(
    which: Sequence[Kind], pairs: Sequence[Pair], number: int, folder: Path
) -> Iterator[str]:
    """Plays some of the stored games again, drawn at random. Yields what differs."""
    stored = [
        (kind, pair, game)
        for kind in which
        for pair, game in counted(kind, folder).all
        if pair in pairs
    ]
    for kind, pair, game in Random().sample(stored, min(number, len(stored))):
        again = played(kind.key, pair, game.number)
        if not same(again, game):
            yield f"{kind.key} {pair} game {game.number}: stored {game}, played {again}"


@click.command()
@click.option("--kind", "names", multiple=True, help="Only this kind, as turnier-2, or this game.")
@click.option("--pair", "pairs", multiple=True, help="Only this pair, as 2:1 or 1:novice.")
@click.option("--minutes", default=10.0, show_default=True, help="How long it may take.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 2))
@click.option("--check", default=0, help="Play so many stored games again instead, and compare.")
@click.option("--renew", is_flag=True, help="Play stored games again; keep those that differ.")
@click.option("--prune", is_flag=True, help="Remove games of players who have changed.")
@click.option("--page", is_flag=True, help="Only rewrite the page.")
@click.option("--folder", default=ledger.FOLDER, type=_PATH, help="Where games are kept.")
@click.option("--output", default=report.PAGE, type=_PATH, help="The page.")
def main(
    names: tuple[str, ...],
    pairs: tuple[str, ...],
    minutes: float,
    processes: int,
    *,
    check: int,
    renew: bool,
    prune: bool,
    page: bool,
    folder: Path,
    output: Path,
) -> None:
    """Plays games of the ladder, and writes benchmarks/STRENGTH.md."""
    try:
        which = chosen(names)
        wanted = [pair_of(text) for text in pairs] or [*PLAN]
    except KeyError as error:
        raise click.UsageError(f"There is no {error.args[0]}.") from error
    if check:
        different = list(checked(which, wanted, check, folder))
        click.echo("\n".join(different) or "All were the same again.")
        raise SystemExit(1 if different else 0)
    if prune:
        for kind in which:
            ledger.prune(kind, folder)
    elif not page:
        cells = [
            Cell(kind, pair, games.of(pair), renew=renew)
            for kind, games in [(kind, counted(kind, folder)) for kind in which]
            for pair in wanted
        ]
        try:
            run = Run([cell for cell in cells if cell.left], folder)
        except InUseError as error:
            raise click.ClickException(str(error)) from error
        run.play(minutes, processes)
        click.echo(f"{run.played} games, {run.stored} of them new.")
        for kind in which if renew else ():
            ledger.prune(kind, folder)
    report.write(folder, output, report.DOCS if output == report.PAGE else None)


if __name__ == "__main__":
    main()
