"""`make strength`: how strong the computer players are, each level against the one below it.

One player of the stronger kind sits among weaker ones, in each seat in turn (with a partner of its
kind where there are partners). Every game has a seed of its own. A question stays open until its
answer is sure or the time is up; the next game always belongs to the question that has had the
least time so far. Games that are not over when the time is up don't count.

Plain search takes long. Unless `--tempo 1` is given, both it and the strongest level think for a
tenth of their usual time when they meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from typing import Any

import click

import games
from benchmarks import playouts
from games import play
from games.play import Line
from games.protocol import Setup
from opponents.arena import Contestant, at_random, contest, of_level
from opponents.levels import LEVELS

REPORT = Path(__file__).with_name("STRENGTH.md")
RANDOM, PLAIN = "random", "plain search, 10 × the time"
TOP = max(LEVELS)
ROUND = 8
"""An answer is looked at after every so many games."""
LEAST, MOST = 16, 600
HEAVY = 20.0
"""Plain search waits until the other questions have had so many seconds."""
TIMES = 10
"""How much more time plain search has."""


@dataclass(slots=True)
class Question:
    """Whether one player brings in at least `bound` of the points among others."""

    game: str
    seats: int
    level: int
    against: str
    sides: int
    bound: float
    games: int = 0
    begun: int = 0
    points: float = 0.0
    seconds: float = 0.0

    @property
    def fair(self) -> float:
        """The share that comes to each side when all are equally strong."""
        return 1 / self.sides

    @property
    def share(self) -> float:
        """The share of the points that the player has got."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval; a cautious one, since draws and shares spread less than wins."""
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.96, self.games, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - reach), min(1.0, middle + reach)

    @property
    def reached(self) -> bool:
        """Whether the bound is reached, and the player surely better than a fair share."""
        return self.share >= self.bound and self.interval[0] > self.fair

    @property
    def answered(self) -> bool:
        """Whether more games are not worth their time."""
        if self.games >= MOST:
            return True
        if self.games < LEAST or self.games % ROUND:
            return False
        return self.reached or self.interval[1] < self.bound

    @property
    def verdict(self) -> str:
        """The answer in words."""
        if self.games < LEAST:
            return "open"
        if self.reached:
            return "yes"
        return "no" if self.interval[1] < self.bound else "open"


def questions(only: Sequence[str]) -> list[Question]:
    """All steps of all ladders, and both ends of each."""
    found = []
    for game in games.all_games():
        if only and game.info.key not in only:
            continue
        for seats in game.info.seats:
            sides = len(game.sides(play.setup(game, seats, {}, Random(0))))
            among = 0.65 if sides == 2 else 1 / sides

            def ask(level: int, against: str, bound: float, of: Any = (game, seats, sides)) -> None:
                key = of[0].info.key
                found.append(Question(key, of[1], level, against, of[2], bound))

            ask(2, RANDOM, 0.95)
            for level in range(2, TOP + 1):
                ask(level, f"level {level - 1}", among)
            ask(TOP, PLAIN, 0.6 if sides == 2 else among)
    return found


# One game


class _Timed:
    """The strongest level, and plain search with many times the time that it has taken so far."""

    def __init__(self, seed: int, tempo: float) -> None:
        self.seconds, self.turns, self.tempo = 0.0, 0, tempo
        self.rng = Random(seed)

    def top(self, line: Line[Any, Any], setup: Setup, seed: int) -> Sequence[Any]:
        start = process_time()
        turn = of_level(TOP, self.tempo)(line, setup, seed)
        self.seconds += process_time() - start
        self.turns += len(turn)
        return turn

    def plain(self, line: Line[Any, Any], setup: Setup, seed: int) -> Sequence[Any]:
        if not self.turns:
            self.top(line, setup, seed)
        return playouts.turn(line, setup, self.rng, TIMES * self.seconds / self.turns)


def played(
    game: str, seats: int, level: int, against: str, *, seed: int, turn: int, tempo: float
) -> tuple[float, float]:
    """Plays a game: the stronger player's share of the points, and the seconds it took."""
    start = process_time()
    rules = games.get(game)
    timed = _Timed(seed, tempo)
    stronger: Contestant = of_level(level)
    weaker: Contestant = at_random
    if against == PLAIN:
        stronger, weaker = timed.top, timed.plain
    elif against != RANDOM:
        weaker = of_level(level - 1)
    setup = play.setup(rules, seats, {}, Random(seed))
    sides = rules.sides(setup)
    side = sides[turn % len(sides)]
    players = [stronger if seat in side else weaker for seat in range(1, seats + 1)]
    worth = contest(rules, setup, players, seed)
    return sum(worth[seat - 1] for seat in side), process_time() - start


# All games


def answer(
    asked: Sequence[Question], seed: int, minutes: float, processes: int, tempo: float
) -> None:
    """Plays games until all questions are answered or the time is up."""
    until = perf_counter() + 60 * minutes
    running: list[tuple[Question, Any]] = []
    with get_context("spawn").Pool(processes) as pool:
        while perf_counter() < until:
            done = [one for one in running if one[1].ready()]
            running = [one for one in running if one not in done]
            for question, job in done:
                points, seconds = job.get()
                question.games += 1
                question.points += points
                question.seconds += seconds
            for question in _waiting(asked, [one for one, _ in running]):
                if len(running) >= processes:
                    break
                given = (question.game, question.seats, question.level, question.against)
                how = {
                    "seed": seed * 1_000_000 + question.begun,
                    "turn": question.begun,
                    "tempo": tempo,
                }
                job = pool.apply_async(played, given, how)
                question.begun += 1
                running.append((question, job))
            if not running:
                break
            sleep(0.02)
        pool.terminate()


def _waiting(asked: Sequence[Question], busy: Sequence[Question]) -> Iterator[Question]:
    """Open questions, those first that have had the least time; one game of each at once."""
    for question in sorted(asked, key=lambda one: one.seconds + HEAVY * (one.against == PLAIN)):
        if not question.answered and question not in busy:
            yield question


def report(asked: Sequence[Question], seed: int, minutes: float, passed: float) -> str:
    """What has come out, as a page."""
    lines = [
        "# Strength of the computer players",
        "",
        f"`make strength` with seed {seed}: {passed / 60:.1f} of at most {minutes:g} minutes.",
        "What is asked, and how: [opponents.md](../docs/opponents.md#strength).",
        "",
    ]
    for game, seats in dict.fromkeys((one.game, one.seats) for one in asked):
        mine = [one for one in asked if (one.game, one.seats) == (game, seats)]
        sides = "" if mine[0].sides == seats else f" ({mine[0].sides} sides)"
        lines += [
            f"## {games.get(game).info.name}, {seats} seats{sides}",
            "",
            "| level | against | games | points | 95 % interval | wanted | reached |",
            "| --- | --- | ---: | ---: | --- | --- | --- |",
            *map(_row, mine),
            "",
        ]
    return "\n".join(lines)


def _row(one: Question) -> str:
    low, high = one.interval
    wanted = f"{one.bound:.0%}, surely over {one.fair:.0%}"
    return (
        f"| {one.level} | {one.against} | {one.games} | {one.share:.0%} | "
        f"{low:.0%} – {high:.0%} | {wanted} | {one.verdict} |"
    )


@click.command()
@click.option("--minutes", default=10.0, show_default=True, help="How long it may take.")
@click.option("--games", "only", multiple=True, help="Only this game, by its key; repeatable.")
@click.option("--seed", default=1, show_default=True, help="Another seed, other games.")
@click.option("--processes", default=2, show_default=True, help="How many games at once.")
@click.option(
    "--tempo", default=0.1, show_default=True, help="Share of the time against plain search."
)
@click.option("--output", default=REPORT, type=click.Path(path_type=Path), show_default=True)
def main(
    minutes: float, only: Sequence[str], seed: int, processes: int, *, tempo: float, output: Path
) -> None:
    """Measures the levels against each other."""
    asked = questions(only)
    start = perf_counter()
    answer(asked, seed, minutes, processes, tempo)
    page = report(asked, seed, minutes, perf_counter() - start)
    output.write_text(page)
    click.echo(page)


if __name__ == "__main__":
    main()
