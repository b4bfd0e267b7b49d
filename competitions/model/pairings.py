"""Who meets whom, and what came of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError

How: TypeAlias = Literal["played", "time", "forfeit", "adjudged", "bye", "excused"]
"""How an outcome came about: by the rules of the game · somebody's time ran out · somebody did not
appear or has withdrawn · the competition's rule for what is unfinished, or its director · there was
nobody to meet · the entrant had asked not to be paired in this round (a half-point bye).
"""

BYES: frozenset[How] = frozenset({"bye", "excused", "forfeit"})
"""How byes come about."""

PLAYED: frozenset[How] = frozenset({"played", "time", "forfeit", "adjudged"})
"""How games of several do."""

Ruling: TypeAlias = Literal["adjudged", "forfeit", "bye", "excused"]
"""How it may come about by the director: a game is adjudged, or somebody was absent; a bye may be
of another kind.
"""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants who meet in a round, in the order of their seats; one alone has a bye.

    Of several `games`, which are opened together and have one result, the seats of each one move on
    by one: with two seats that is a return match. `number` counts the pairings of the round, from
    1. In a game for partners the entrants are teams, and each has more than one seat; or they are
    `partners` themselves, drawn anew for each round: those who sit opposite play together.
    """

    round: int
    number: int
    seats: tuple[EntrantId, ...]
    games: int = 1
    partners: bool = False

    @property
    def bye(self) -> bool:
        """Whether there is nobody to meet."""
        return len(self.seats) == 1

    def seating(self, game: int) -> tuple[EntrantId, ...]:
        """The order of seats in one of the games, which are counted from 0."""
        by = game % len(self.seats)
        return self.seats[by:] + self.seats[:by]

    def opponents(self, id_: EntrantId) -> tuple[EntrantId, ...]:
        """Those against whom one of them plays, in the order of the seats."""
        places = against(self.seats.index(id_), len(self.seats), partners=self.partners)
        return tuple(self.seats[place] for place in places)


def against(place: int, seats: int, *, partners: bool) -> tuple[int, ...]:
    """The places, from 0, of those against whom somebody plays: of all others but a partner."""
    partner = (place + seats // 2) % seats if partners else place
    return tuple(other for other in range(seats) if other not in (place, partner))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game of a pairing has ended: a rank for each of its `seating`, 1 is best, and those
    who share one have the same, as in the results of games. Only their order counts: (1, 1, 2) and
    (1, 1, 3) say the same. If nobody has won, since none appeared, all share the last rank (2, 2).
    """

    ranks: tuple[int, ...]
    how: How = "played"


Game: TypeAlias = tuple[int, int, int]
"""One game of a competition: the numbers of its round, its pairing, and its game."""

Outcomes: TypeAlias = Mapping[Game, Outcome]
"""The games that are decided."""


def forfeited(pairing: Pairing, game: Game, absent: Collection[EntrantId]) -> Outcome:
    """A game to which these did not come: all others have won; if there are none, nobody has."""
    seating = pairing.seating(game[2])
    behind = 2 if any(id_ not in absent for id_ in seating) else len(seating)
    return Outcome(tuple(behind if id_ in absent else 1 for id_ in seating), "forfeit")


def games_of(pairing: Pairing) -> tuple[Game, ...]:
    """The games of a pairing."""
    return tuple((pairing.round, pairing.number, game) for game in range(pairing.games))


def of_game(
    code: Literal["unknown-game", "already-decided", "not-decided"], game: Game
) -> CompetitionError:
    """A refusal that is about a game."""
    return CompetitionError(code, round=game[0], pairing=game[1], game=game[2])
