"""The kinds of games that are measured: each game with each number of seats, by its usual rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

import games
from games import play
from games.protocol import AnyGame, Setup, Sides


@dataclass(frozen=True, slots=True)
class Kind:
    """A game with a number of seats."""

    key: str
    """Its name in commands and files."""
    game: AnyGame
    seats: int

    @property
    def title(self) -> str:
        """Its name on pages."""
        return f"{self.name}, {self.seats} seats"

    @property
    def name(self) -> str:
        """The game's name without what it means."""
        return self.game.info.name.partition(" – ")[0]

    @property
    def sides(self) -> Sides:
        """The seats of each side. Partners are one side."""
        return self.game.sides(self.setup(0))

    def setup(self, seed: int) -> Setup:
        """A setup with usual options. What has no usual value is drawn."""
        return play.setup(self.game, self.seats, {}, Random(seed))


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by key."""
    found = [
        Kind(f"{game.info.key}-{seats}", game, seats)
        for game in games.all_games()
        for seats in game.info.seats
    ]
    return {kind.key: kind for kind in found}


def chosen(names: tuple[str, ...]) -> list[Kind]:
    """The kinds with these keys, or of these games; all without any. Raises KeyError."""
    found = [
        kind for kind in kinds().values() if {kind.key, kind.game.info.key} & {*names} or not names
    ]
    for name in names:
        if not any(name in (kind.key, kind.game.info.key) for kind in found):
            raise KeyError(name)
    return found
