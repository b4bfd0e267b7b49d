"""What a director chooses for a league, and the league's events. Its log is a list of them.

Members are named by their numbers, never by who they are. Who did something, and when, is stored
with the log, beside the event. So are reasons, which are people's own words: a reason becomes empty
when its author's data are deleted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from competitions.model import settings as of_competitions
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league import divisions
from competitions.model.league.divisions import Divisions, LeagueRules

BOUNDS = {
    "seats": of_competitions.BOUNDS["seats"],
    **divisions.BOUNDS,
    "games": of_competitions.BOUNDS["games"],
    "cycles": of_competitions.BOUNDS["cycles"],
    "days": (1, 366),
    "together": (0, 1),
    "rounds": of_competitions.BOUNDS["rounds"],
}
"""The smallest and the greatest value of each number."""

_USUAL_SIZE = 8


def usual_size(seats: int) -> int:
    """How many members a division has by default: a number that fills its tables."""
    return -(-_USUAL_SIZE // seats) * seats


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The rules of a league. `size`, `least`, `most` and `exchanged` make its divisions, see
    `LeagueRules`; None is what leaves room for any number of members that is more than half of
    `size`, and fills a table. A season lasts so many `days`.

    With two `seats` everybody in a division meets everybody, in so many `games` each time, `cycles`
    times; all `together`, or round after round. With more seats a division has balanced tables, in
    so many `rounds`, one after the other: None is what tables have as their default. Impossible
    values are refused.
    """

    size: int = _USUAL_SIZE
    exchanged: int = 2
    least: int | None = None
    most: int | None = None
    games: int = 1
    cycles: int = 1
    together: int | None = None
    days: int = 28
    seats: int = 2
    rounds: int | None = None

    def __post_init__(self) -> None:
        bounds = BOUNDS if self.seats == 2 else BOUNDS | self._bounds_of_tables
        for name, (low, high) in bounds.items():
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise CompetitionError("wrong-setting", name=name, least=low, most=high)
        if self.rounds is not None and self.seats == 2:
            raise CompetitionError("wrong-setting", name="seats", least=3, most=BOUNDS["seats"][1])
        _ = self.rules

    @property
    def _bounds_of_tables(self) -> dict[str, tuple[int, int]]:
        """The bounds where a division has to fill a table, without what only a round robin can
        have.
        """
        sizes = {name: (self.seats, BOUNDS[name][1]) for name in ("size", "least", "most")}
        return {**sizes, "cycles": (1, 1), "together": (0, 0)}

    @property
    def at_once(self) -> bool:
        """Whether all games of a season are played at the same time."""
        return self.seats == 2 and self.together != 0

    @property
    def rules(self) -> LeagueRules:
        """How divisions are made."""
        least = self.least
        if least is None:
            least = min(max(self.size // 2 + 1, self.seats), self.size)
        most = self.size + least - 1 if self.most is None else self.most
        return LeagueRules(self.size, least, most, self.exchanged)


@dataclass(frozen=True, slots=True)
class Opened:
    """Sign-up for the first season begins."""

    settings: LeagueSettings


@dataclass(frozen=True, slots=True)
class Entered:
    """A member signs up for the next season and all later ones, under the number that they had, or
    else the next one.
    """

    member: MemberId


@dataclass(frozen=True, slots=True)
class Left:
    """A member does not play in the next season. There is a `reason` if the director has removed
    them.
    """

    member: MemberId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """The next season begins with these divisions. Everybody in them has signed up."""

    season: int
    divisions: Divisions


@dataclass(frozen=True, slots=True)
class Postponed:
    """The next season begins one season's length later because too few have signed up."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The divisions of a season are over, with these final orders. If a result is corrected before
    the next season begins, this event can follow again, with other orders.
    """

    season: int
    finals: Divisions


@dataclass(frozen=True, slots=True)
class Last:
    """The present season will be the last one."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Closed:
    """The league is over. A running season is cancelled."""

    reason: str = ""


Event: TypeAlias = Opened | Entered | Left | Begun | Postponed | Finished | Last | Closed


def reason_of(event: Event) -> str:
    """The reason given for an event; empty if there is none."""
    return getattr(event, "reason", "")
