"""`python -m benchmarks.variety`: what it costs the strongest level to vary.

It plays with a seed, as it does in matches, among players of the same level without one, who play
what they find best, always in the same way. All have a twentieth of the level's effort.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from benchmarks import ledger
from benchmarks.kinds import chosen, kinds
from benchmarks.series import Ended, Series
from games.play import Line
from opponents.arena import Contestant, course, of_level
from opponents.levels import LEVELS
from opponents.mind import shares
from opponents.player import best_turn

GAMES, EFFORT = 400, 0.05
ENOUGH = 0.9
"""The share of a fair share that the lower end of the interval should reach: 45 % between two."""
_LEVEL = max(LEVELS)
_PATH = click.Path(path_type=Path)


def played(key: str, number: int) -> Ended:
    """A game of the series."""
    kind = kinds()[key]
    group, place = divmod(number, len(kind.sides))
    side, setup = kind.sides[place], kind.setup(group)
    varied = of_level(_LEVEL, EFFORT)
    players: list[Contestant] = [
        varied if seat in side else _steady for seat in range(1, kind.seats + 1)
    ]
    line: Line[Any, Any] = Line.begin(kind.game, setup)
    turns: list[str] = []
    for turn, after in course(kind.game, setup, players, number):
        line, turns = after, [*turns, " ".join(map(str, turn))]
    result = line.position.result
    worth = (1 / kind.seats,) * kind.seats if result is None else shares(result)
    return Ended(sum(worth[seat - 1] for seat in side), turns)


def _steady(line: Line[Any, Any], setup: Any, seed: int) -> Any:
    return best_turn(line, setup, _LEVEL, None, EFFORT)


SERIES = Series(
    "variety.jsonl",
    GAMES,
    {key: ENOUGH / len(kind.sides) for key, kind in kinds().items()},
    f"without a seed, effort {EFFORT}",
    played,
)


@click.command()
@click.option("--kind", "names", multiple=True, help="Only this kind, as turnier-2, or this game.")
@click.option("--minutes", default=30.0, show_default=True, help="How long it may take.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 2))
@click.option("--folder", default=ledger.FOLDER, type=_PATH, help="Where games are kept.")
def main(names: tuple[str, ...], minutes: float, processes: int, folder: Path) -> None:
    """Plays level 6 with a seed against level 6 without one.

    `python -m benchmarks.strength --page` puts what was found on the page.
    """
    which = chosen(names)
    click.echo(f"{SERIES.run(which, minutes, processes, folder)} games.")


if __name__ == "__main__":
    main()
