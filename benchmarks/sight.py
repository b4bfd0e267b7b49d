"""`python -m benchmarks.sight`: how many of the wins in one turn each level finds.

For each kind 500 positions, one of a game each: the first start of a turn at which somebody can win
with that turn, by the rules. Half of the games are random play, half are play of levels
(`benchmarks/walks.py`). Each level plays its turn there; the strongest one, which overlooks
nothing, with a small share of its effort. Results are stored by chunks of positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from benchmarks import ledger
from benchmarks.answers import after_turn
from benchmarks.entrants import signature
from benchmarks.kinds import Kind, chosen, kinds
from benchmarks.ledger import Appended
from benchmarks.walks import walk
from games.play import Line
from games.protocol import Setup
from opponents.budget import Budget
from opponents.levels import LEVELS
from opponents.mind import side_of, won
from opponents.player import best_turn, mind_of
from opponents.soundness import LOOKS, Guard

POSITIONS, CHUNK = 500, 50
SCALES: Mapping[int, float] = {level: 0.05 if level == max(LEVELS) else 1.0 for level in LEVELS}
"""The share of its effort that each level spends."""
NAME = "sight.jsonl"
_PATH = click.Path(path_type=Path)


def places(kind: Kind, chunk: int, number: int) -> list[tuple[Setup, Line[Any, Any]]]:
    """Finds this many positions in which the turn can be won."""
    return [*islice(_places(kind, chunk), number)]


def _places(kind: Kind, chunk: int) -> Iterator[tuple[Setup, Line[Any, Any]]]:
    for game in count():
        setup, lines = walk(kind, f"sight {chunk}/{game}", by_levels=chunk % 2 == 1)
        for line in lines:
            if can_win(kind, setup, line):
                yield setup, line
                break


def can_win(kind: Kind, setup: Setup, line: Line[Any, Any]) -> bool:
    """Whether the turn can be won, as far as that is found within the guard's bound."""
    mind, sides = mind_of(kind.game.info.key), kind.game.sides(setup)
    return Guard(kind.game, mind, line.position, sides, Budget(LOOKS)).win() is not None


def finds(kind: Kind, setup: Setup, line: Line[Any, Any], level: int, seed: int) -> bool:
    """Whether a level wins the turn."""
    after = after_turn(line, best_turn(line, setup, level, seed, SCALES[level])).position
    return won(after.result, side_of(kind.game.sides(setup), line.position.to_move))


def found(kind: Kind, chunk: int, number: int) -> dict[int, int]:
    """How many wins of a chunk each level finds."""
    asked = places(kind, chunk, number)
    return {
        level: sum(
            finds(kind, setup, line, level, seed) for seed, (setup, line) in enumerate(asked)
        )
        for level in LEVELS
    }


def stored(folder: Path) -> dict[str, dict[int, Mapping[int, int]]]:
    """What is known of levels as they are now: by kind and chunk, how many each level found."""
    known: dict[str, dict[int, Mapping[int, int]]] = {key: {} for key in kinds()}
    for line in ledger.read(folder / NAME):
        key = line["kind"]
        if key in known and line["players"] == _players(kinds()[key]):
            known[key][line["chunk"]] = {int(level): many for level, many in line["found"].items()}
    return known


def _players(kind: Kind) -> list[str]:
    return [signature(kind, str(level)) for level in LEVELS]


def play(which: list[Kind], minutes: float, folder: Path) -> None:
    """Looks at the chunks that are missing, until the time is up. Raises InUseError."""
    until, done = perf_counter() + 60 * minutes, stored(folder)
    file = Appended(folder / NAME)
    for chunk in range(POSITIONS // CHUNK):
        for kind in which:
            if chunk not in done[kind.key] and perf_counter() < until:
                line = {"kind": kind.key, "chunk": chunk, "players": _players(kind)}
                file.add(line | {"found": found(kind, chunk, CHUNK)})
    file.close()


@click.command()
@click.option("--kind", "names", multiple=True, help="Only this kind, as turnier-2, or this game.")
@click.option("--minutes", default=30.0, show_default=True, help="How long it may take.")
@click.option("--folder", default=ledger.FOLDER, type=_PATH, help="Where results are kept.")
def main(names: tuple[str, ...], minutes: float, folder: Path) -> None:
    """Counts the wins in one turn that levels find.

    `python -m benchmarks.strength --page` puts what was found on the page.
    """
    play(chosen(names), minutes, folder)
    for key, chunks in stored(folder).items():
        shares = [sum(one[level] for one in chunks.values()) for level in LEVELS]
        click.echo(f"{key}: {shares} of {CHUNK * len(chunks)}")


if __name__ == "__main__":
    main()
