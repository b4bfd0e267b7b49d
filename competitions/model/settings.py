"""What a competition's director chooses before it opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from competitions.model.errors import CompetitionError

Format: TypeAlias = Literal["round-robin", "swiss", "knockout", "groups", "tables"]
"""Everybody meets everybody · entrants with equal scores meet · losers are out · round robins in
groups, then a knockout of the best · balanced tables for three and four seats.
"""

EXCUSING = frozenset[Format]({"swiss", "tables"})
"""The formats in which an entrant can miss a round. The others have a fixed schedule."""

OF_ANY_LENGTH = frozenset[Format]({"swiss", "tables"})
"""The formats in which the number of rounds can be chosen. In the others it follows from the number
of entrants.
"""

OF_CYCLES = frozenset[Format]({"round-robin", "groups"})
"""The formats in which everybody can meet everybody a second time."""

BOUNDS = {
    "seats": (2, 4),
    "games": (1, 4),
    "rounds": (1, 99),
    "cycles": (1, 2),
    "groups": (1, 64),
    "advance": (1, 8),
    "third": (0, 1),
    "mixed": (0, 1),
    "partners": (0, 1),
    "least": (2, 9999),
    "most": (2, 9999),
}
"""The smallest and the greatest value of each number."""

FLAGS = frozenset({"third", "mixed", "partners"})
"""Settings that are only on or off."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of a competition. None means the default of the format.

    `seats` is the number of entrants at a table, `games` the number of games in a pairing: two make
    a return match. `rounds` is for Swiss systems and tables; `cycles` for round robins (2: double);
    `groups`, and `advance` (how many of each group go on), for groups; `third`, whether there is a
    match for place 3, for knockouts. If tables are `mixed`, some may have one seat fewer than
    `seats` where the numbers require it; with `partners`, two of four play together, drawn again
    for each round. A competition needs at least `least` entrants to start; those who sign up after
    `most` wait. Impossible values are refused.
    """

    format: Format
    seats: int = 2
    games: int = 1
    rounds: int | None = None
    cycles: int = 1
    groups: int | None = None
    advance: int = 2
    third: bool = True
    least: int = 2
    most: int | None = None
    mixed: bool = False
    partners: bool = False

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise CompetitionError("wrong-setting", name=name, least=low, most=high)
        if self.seats > 2 and self.format != "tables":
            raise CompetitionError("wrong-setting", name="seats", least=2, most=2)
        for name, fits in (
            ("mixed", self.seats > 2 and not self.partners),
            ("partners", self.seats == 4),
        ):
            if getattr(self, name) and not fits:
                raise CompetitionError("wrong-setting", name=name, least=0, most=0)
        if self.most is not None and self.most < self.least:
            raise CompetitionError("wrong-setting", name="most", least=self.least, most=9999)


def require_meant(settings: Settings) -> None:
    """Raises CompetitionError (fixed-rounds, only-once) for settings that mean nothing in the
    format. `Settings` itself accepts them, since older logs contain some.
    """
    if settings.rounds is not None and settings.format not in OF_ANY_LENGTH:
        raise CompetitionError("fixed-rounds")
    if settings.cycles > 1 and settings.format not in OF_CYCLES:
        raise CompetitionError("only-once")
