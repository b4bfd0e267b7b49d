"""`make strength`: how strong the computer players are, each level against the one below it.

One player of the stronger level plays among weaker ones, in each seat in turn (with a partner of
its level where there are partners). Every game has its own seed. A question stays open until its
answer is certain. The next game always goes to the open question that could be answered soonest.

Results add up: a run continues where the last one stopped, as long as the players are unchanged. A
game that is unfinished when the time is up is repeated by the next run.

Plain search is slow. Unless `--tempo 1` is given, it and the strongest level both get a twentieth
of their usual time when they meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from typing import Any

import click

import games
from benchmarks import playouts
from benchmarks.ladder import PLAIN, RANDOM, TOP, Question, keep, questions, remember
from games import play
from games.play import Line
from games.protocol import Setup
from opponents.arena import Contestant, at_random, contest, of_level

REPORT = Path(__file__).with_name("STRENGTH.md")
HEAVY = 200.0
"""The estimated cost in seconds of a question about the strongest level, before any game."""
TIMES = 10
"""How many times as much time plain search gets."""
EVERY = 60.0
"""Seconds between two saves of the results."""


# One game


class _Timed:
    """The strongest level, and plain search with a multiple of the time that level has used
    so far.
    """

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
    """Plays a game. Returns the stronger player's share of the points, and the seconds it took."""
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


class Run:
    """Games for some of the questions. The results of all questions are saved."""

    def __init__(
        self, asked: Sequence[Question], only: Collection[str], seed: int, tempo: float, page: Path
    ) -> None:
        self.asked, self.seed, self.tempo, self.page = asked, seed, tempo, page
        self.playing = [one for one in asked if not only or one.game in only]
        self.before = sum(one.games for one in asked)

    def play(self, minutes: float, processes: int) -> None:
        """Plays games until all questions are answered or the time is up."""
        self.write()
        until, writing = perf_counter() + 60 * minutes, perf_counter() + EVERY
        running: list[tuple[Question, Any]] = []
        with get_context("spawn").Pool(processes) as pool:
            while perf_counter() < until:
                running = [one for one in running if not _counted(*one)]
                for question in self._open([one for one, _ in running]):
                    if len(running) >= processes:
                        break
                    running.append((question, pool.apply_async(played, *self._game(question))))
                if not running:
                    break
                if perf_counter() > writing:
                    self.write()
                    writing += EVERY
                sleep(0.02)
            pool.terminate()
        self.write()

    def _open(self, busy: Sequence[Question]) -> Iterator[Question]:
        """The open questions, the ones that could be answered soonest first; one game of each at a
        time.
        """
        for one in sorted(self.playing, key=_price):
            if not one.answered and one not in busy:
                yield one

    def _game(self, one: Question) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The next game of a question, as arguments for `played`."""
        how = {"seed": self.seed * 1_000_000 + one.games, "turn": one.games, "tempo": self.tempo}
        return (one.game, one.seats, one.level, one.against), how

    def write(self) -> None:
        """Saves the results and rewrites the page."""
        keep(self.asked, ledger(self.page), self.tempo)
        self.page.write_text(report(self.asked, self.before))


def _price(question: Question) -> float:
    """The estimated seconds of a question up to its next look."""
    if not question.games:
        return HEAVY * (question.level == TOP)
    return question.seconds / question.games * question.next_look


def ledger(page: Path) -> Path:
    """The file with the results behind a page."""
    return page.with_name(page.stem.lower() + ".json")


def _counted(question: Question, job: Any) -> bool:
    """Whether a game is over, and its result counts."""
    if not job.ready():
        return False
    points, seconds = job.get()
    question.games += 1
    question.points += points
    question.seconds += seconds
    return True


def report(asked: Sequence[Question], before: int) -> str:
    """The results as a page; `before` is the number of games played in earlier runs."""
    count, minutes = sum(one.games for one in asked), sum(one.seconds for one in asked) / 60
    verdicts = [one.verdict for one in asked]
    answers = ", ".join(f"{verdicts.count(one)} {one}" for one in ("yes", "no", "open"))
    lines = [
        "# Strength of the computer players",
        "",
        f"Written by `make strength`: {count} games, {minutes:.0f} minutes of processor time.",
        f"The last run played {count - before} of the games.",
        f"Of {len(asked)} questions the answers are: {answers}.",
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
@click.option("--seed", default=1, show_default=True, help="Seed of the games.")
@click.option("--processes", default=2, show_default=True, help="How many games at once.")
@click.option(
    "--tempo", default=0.05, show_default=True, help="Share of the time against plain search."
)
@click.option("--anew", is_flag=True, help="Discard earlier results.")
@click.option("--output", default=REPORT, type=click.Path(path_type=Path), show_default=True)
def main(
    minutes: float,
    only: Sequence[str],
    seed: int,
    processes: int,
    *,
    tempo: float,
    anew: bool,
    output: Path,
) -> None:
    """Measures the levels against each other."""
    asked = questions()
    remember(
        [one for one in asked if not anew or (only and one.game not in only)], ledger(output), tempo
    )
    Run(asked, only, seed, tempo, output).play(minutes, processes)
    click.echo(output.read_text())


if __name__ == "__main__":
    main()
