"""Pairings of entrants, and how their games ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError

How: TypeAlias = Literal["played", "time", "forfeit", "adjudged", "bye", "excused"]
"""How an outcome came about: by the rules of the game · somebody's time ran out · somebody was
absent or has withdrawn · by the rule for what is unfinished, or by the director · there was no
opponent · the entrant had asked not to be paired in this round (a half-point bye).
"""

BYES: frozenset[How] = frozenset({"bye", "excused", "forfeit"})
"""How the outcomes of byes come about."""

PLAYED: frozenset[How] = frozenset({"played", "time", "forfeit", "adjudged"})
"""How the outcomes of games between several entrants come about."""

Ruling: TypeAlias = Literal["adjudged", "forfeit", "bye", "excused"]
"""How the director can decide: a game is adjudged, or somebody was absent; a bye can be changed to
another kind.
"""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants who meet in a round, in the order of their seats. One alone has a bye.

    If there are several `games`, they are opened together and have one result. In each of them the
    seats move on by one; with two seats that makes a return match. `number` counts the pairings of
    the round, from 1. In a game for partners the entrants are teams, each with more than one seat.
    Or they are `partners` themselves, drawn again for each round: those who sit opposite play
    together.
    """

    round: int
    number: int
    seats: tuple[EntrantId, ...]
    games: int = 1
    partners: bool = False

    @property
    def bye(self) -> bool:
        """Whether there is no opponent."""
        return len(self.seats) == 1

    def seating(self, game: int) -> tuple[EntrantId, ...]:
        """The entrants by seat in one of the games, which are counted from 0."""
        by = game % len(self.seats)
        return self.seats[by:] + self.seats[:by]

    def opponents(self, id_: EntrantId) -> tuple[EntrantId, ...]:
        """The opponents of an entrant, in the order of the seats."""
        places = against(self.seats.index(id_), len(self.seats), partners=self.partners)
        return tuple(self.seats[place] for place in places)


def against(place: int, seats: int, *, partners: bool) -> tuple[int, ...]:
    """The places, from 0, of somebody's opponents: all others except a partner."""
    partner = (place + seats // 2) % seats if partners else place
    return tuple(other for other in range(seats) if other not in (place, partner))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game of a pairing ended: a rank for each entrant of its `seating`, with 1 the best;
    those who share a rank have the same number, as in the results of games. Only the order counts:
    (1, 1, 2) and (1, 1, 3) mean the same. If nobody has won because nobody came, all share the last
    rank (2, 2).
    """

    ranks: tuple[int, ...]
    how: How = "played"


Game: TypeAlias = tuple[int, int, int]
"""One game of a competition: the numbers of its round and pairing, and its own."""

Outcomes: TypeAlias = Mapping[Game, Outcome]
"""The decided games."""


def forfeited(pairing: Pairing, game: Game, absent: Collection[EntrantId]) -> Outcome:
    """The outcome if these entrants did not come to a game: all others have won. If everybody was
    absent, nobody has.
    """
    seating = pairing.seating(game[2])
    behind = 2 if any(id_ not in absent for id_ in seating) else len(seating)
    return Outcome(tuple(behind if id_ in absent else 1 for id_ in seating), "forfeit")


def games_of(pairing: Pairing) -> tuple[Game, ...]:
    """The games of a pairing."""
    return tuple((pairing.round, pairing.number, game) for game in range(pairing.games))


def of_game(
    code: Literal["unknown-game", "already-decided", "not-decided"], game: Game
) -> CompetitionError:
    """A refusal about a game."""
    return CompetitionError(code, round=game[0], pairing=game[1], game=game[2])
