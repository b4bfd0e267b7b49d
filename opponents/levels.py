"""Levels of strength: the number of positions that a player looks at, how much it overlooks, and
how often it is careful.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SOUND = 4
"""From this level on, players with two sides check all answers of one turn. They play no turn that
loses to one of these while another turn is known not to lose.
"""


@dataclass(frozen=True, slots=True)
class Level:
    """`effort` is the number of positions looked at, as a share of the strongest level's. `blind`
    and `blind_ahead` are the shares of moves overlooked, at first sight and further on. `careful`
    is the share of its turns in which a level below `SOUND` checks answers as those from there do.
    """

    number: int
    effort: float
    blind: float
    blind_ahead: float
    careful: float = field(default=0.0, repr=False)  # A level without it is written as before.


def by_number(*levels: Level) -> dict[int, Level]:
    """These levels, by number."""
    return {level.number: level for level in levels}


LEVELS = by_number(
    Level(1, 0.0005, 0.65, 0.92),
    Level(2, 0.004, 0.34, 0.64),
    Level(3, 0.01, 0.19, 0.42),
    Level(4, 0.025, 0.10, 0.25),
    Level(5, 0.06, 0.04, 0.12),
    Level(6, 1.0, 0.0, 0.0),
)
"""By number, from the weakest to the strongest. A mind may replace some of them for its game."""
