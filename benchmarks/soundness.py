"""`python -m benchmarks.soundness`: whether sound levels leave a win to the next turn.

For each kind with two sides 5,000 starts of turns (`benchmarks/walks.py`), half from random play,
half from play of levels. The level plays its turn; then all answers to it are tried, and if one
wins, all other turns, by code that shares nothing with the players (`benchmarks/answers.py`).

Level 4 plays with its full effort. Levels 5 and 6 have the same guard and are tested with less
effort, so that the guard has more to do. Results are stored by chunks of positions, and a run goes
on where the last one stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from benchmarks import ledger
from benchmarks.answers import Answers, TooManyError, after_turn
from benchmarks.entrants import signature
from benchmarks.kinds import Kind, chosen, kinds
from benchmarks.ledger import Appended
from benchmarks.walks import starts
from games.play import Line
from games.protocol import Setup
from opponents.player import take_turn

POSITIONS, CHUNK = 5_000, 250
SCALES: Mapping[int, float] = {4: 1.0, 5: 0.02, 6: 0.02}
"""The levels that are looked at, and the share of their effort."""
NAME = "soundness.jsonl"
_PATH = click.Path(path_type=Path)
OUTCOMES = ("safe", "lost", "open", "unchecked", "violation")
"""safe: no answer wins. lost: every turn loses. open: the level's look ended too early. unchecked:
there are too many answers to try all. violation: the level was wrong about its turn."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found in some positions, and the positions of violations."""

    counts: Counter[str]
    violations: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """The number of positions."""
        return self.counts.total()


def judged(kind: Kind, level: int, setup: Setup, line: Line[Any, Any], seed: int) -> str:
    """The outcome of a level's turn."""
    taken = take_turn(line, setup, level, seed, SCALES[level])
    if taken.safety == "open":
        return "open"
    after = after_turn(line, taken.moves).position
    try:
        if not Answers(kind.game, setup).loses(line.position, after):
            return "safe" if taken.safety == "safe" else "violation"
        avoidable = Answers(kind.game, setup).avoidable(line.position)
    except TooManyError:
        return "unchecked"
    return "lost" if taken.safety == "lost" and not avoidable else "violation"


def looked(kind: Kind, level: int, chunk: int, number: int) -> Looked:
    """What is found in a chunk of positions."""
    found = Looked(Counter())
    for seed, (setup, line) in enumerate(starts(kind, chunk, number)):
        outcome = judged(kind, level, setup, line, seed)
        found.counts[outcome] += 1
        if outcome == "violation":
            found.violations.append(str(line.position))
    return found


def two_sided(names: tuple[str, ...] = ()) -> list[Kind]:
    """The kinds with two sides."""
    return [kind for kind in chosen(names) if len(kind.sides) == 2]


def stored(folder: Path) -> dict[tuple[str, int], dict[int, Looked]]:
    """What is known of players as they are now, by kind and level, and by chunk."""
    found: dict[tuple[str, int], dict[int, Looked]] = {
        (kind.key, level): {} for kind in two_sided() for level in SCALES
    }
    for line in ledger.read(folder / NAME):
        key, level = where = line["kind"], line["level"]
        now = where in found and (signature(kinds()[key], str(level)), SCALES[level])
        if now == (line["player"], line["scale"]):
            found[where][line["chunk"]] = Looked(Counter(line["found"]), line["violations"])
    return found


def added(chunks: Mapping[int, Looked]) -> Looked:
    """All chunks together."""
    counts: Counter[str] = sum((one.counts for one in chunks.values()), Counter())
    return Looked(counts, [text for one in chunks.values() for text in one.violations])


def play(which: list[Kind], levels: list[int], minutes: float, folder: Path) -> None:
    """Looks at the chunks that are missing, until the time is up. Raises InUseError."""
    until = perf_counter() + 60 * minutes
    done = stored(folder)
    file = Appended(folder / NAME)
    for level in levels:
        for kind in which:
            for chunk in range(POSITIONS // CHUNK):
                if chunk in done[kind.key, level] or perf_counter() > until:
                    continue
                found = looked(kind, level, chunk, CHUNK)
                line = {"kind": kind.key, "level": level, "scale": SCALES[level], "chunk": chunk}
                line |= {"player": signature(kind, str(level))}
                file.add(line | {"found": dict(found.counts), "violations": found.violations})
    file.close()


@click.command()
@click.option("--kind", "names", multiple=True, help="Only this kind, as turnier-2, or this game.")
@click.option("--level", "levels", multiple=True, type=click.Choice([*map(str, SCALES)]))
@click.option("--minutes", default=60.0, show_default=True, help="How long it may take.")
@click.option("--folder", default=ledger.FOLDER, type=_PATH, help="Where results are kept.")
def main(names: tuple[str, ...], levels: tuple[str, ...], minutes: float, folder: Path) -> None:
    """Counts turns that leave a win to the next one.

    `python -m benchmarks.strength --page` puts what was found on the page.
    """
    play(two_sided(names), [*map(int, levels)] or [*SCALES], minutes, folder)
    for (key, level), chunks in stored(folder).items():
        click.echo(f"{key}, level {level}: {dict(added(chunks).counts)}")


if __name__ == "__main__":
    main()
