"""`python -m benchmarks.before`: the strongest level against itself as it was before.

Before means before its searches were rewritten. That player is taken from the history of this
repository, and both speak the engine protocol. Each has as many positions as it has in matches;
their number has stayed the same. Every round has an opening of its own, made of random turns.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from pathlib import Path
from random import Random

import click

from benchmarks import ledger
from benchmarks.kinds import chosen, kinds
from benchmarks.series import Ended, Series
from opponents.levels import LEVELS
from opponents.programs import contest
from opponents.programs.engine import Engine
from opponents.protocol.commands import Go

COMMIT = "fc35c2a4"
"""The last commit with the old player that speaks the protocol."""
GAMES, TURNS = 100, 4
"""How many games are planned for each kind, and how many random turns they begin with."""
WANTED = {"attangle-2": 0.75, "die-drei-2": 0.65, "3stein-3": 0.5, "turnier-2": 0.75, "tyr-2": 0.75}
LEVEL = max(LEVELS)
_ROOT = Path(__file__).parents[1]
_BEFORE = _ROOT / "build" / "before"
_LATEST = 600.0
"""The most seconds for an answer. It is a guard, not a budget."""
_PATH = click.Path(path_type=Path)


def fetch(commit: str = COMMIT, folder: Path = _BEFORE) -> Path:
    """The folder with the rules and players of a commit, laid there unless it exists."""
    if not folder.exists():
        archive = ["git", "archive", commit, "games", "opponents"]
        packed = subprocess.run(archive, cwd=_ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
    return folder


def engine(folder: Path) -> Engine:
    """The players in a folder, as a program."""
    begin = 'cd "$0" && exec "$1" -m opponents.protocol'
    return Engine(["sh", "-c", begin, str(folder), sys.executable], _LATEST)


def played(key: str, number: int) -> Ended:
    """A game of the series."""
    return between((_ROOT, fetch()), key, number, LEVEL)


def between(folders: tuple[Path, Path], key: str, number: int, level: int) -> Ended:
    """A game of the player in the first folder among those in the second. Raises RuntimeError if
    a program fails.
    """
    kind = kinds()[key]
    group, place = divmod(number, len(kind.sides))
    setup = kind.setup(group)
    begun = contest.opening(kind.game, setup, TURNS, Random(f"{key}/{group}"))
    seating = tuple(0 if seat in kind.sides[place] else 1 for seat in range(1, kind.seats + 1))
    programs, go = [engine(folder) for folder in folders], Go(level=level, seed=number)
    found = contest.play(kind.game, setup, begun, seating, programs=programs, hows=(go, go))
    for program in programs:
        program.close()
    if found.fault is not None:
        raise RuntimeError(found.fault.text)
    return Ended(found.share(seating), found.turns)


SERIES = Series("before.jsonl", GAMES, WANTED, COMMIT, played)


@click.command()
@click.option("--kind", "names", multiple=True, help="Only this kind, as turnier-2, or this game.")
@click.option("--minutes", default=30.0, show_default=True, help="How long it may take.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 2))
@click.option("--folder", default=ledger.FOLDER, type=_PATH, help="Where games are kept.")
def main(names: tuple[str, ...], minutes: float, processes: int, folder: Path) -> None:
    """Plays level 6 against level 6 as it was before.

    `python -m benchmarks.strength --page` puts what was found on the page.
    """
    fetch()
    which = [kind for kind in chosen(names) if kind.key in WANTED]
    click.echo(f"{SERIES.run(which, minutes, processes, folder)} games.")


if __name__ == "__main__":
    main()
