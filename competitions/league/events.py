"""What a director chooses for a league, and what happens to it. Its log is a list of these events.

Members are named by their numbers, never by who they are. Who did something, and when, stands
beside the event where the log is kept. So do reasons, which are people's own words: once those have
their data deleted, the reason is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from competitions.league import divisions
from competitions.league.divisions import Divisions, LeagueRules
from competitions.model import settings as of_competitions
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError

BOUNDS = divisions.BOUNDS | {
    "games": of_competitions.BOUNDS["games"],
    "cycles": of_competitions.BOUNDS["cycles"],
    "days": (1, 366),
    "together": (0, 1),
}
"""The smallest and the greatest value of each number."""

FEWEST = 2
"""A season begins with at least so many."""


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The rules of a league. `size`, `least`, `most` and `exchanged` make its divisions, see
    `LeagueRules`; None is what leaves room for any number of members that is more than half of
    `size`. In each division everybody meets everybody, in so many `games` each time, `cycles`
    times; all `together`, or round after round. A season lasts so many `days`. Impossible values
    are refused.
    """

    size: int = 8
    exchanged: int = 2
    least: int | None = None
    most: int | None = None
    games: int = 1
    cycles: int = 1
    together: int = 1
    days: int = 28

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise CompetitionError("wrong-setting", name=name, least=low, most=high)
        _ = self.rules

    @property
    def rules(self) -> LeagueRules:
        """How divisions are made."""
        least = min(self.size // 2 + 1, self.size) if self.least is None else self.least
        most = self.size + least - 1 if self.most is None else self.most
        return LeagueRules(self.size, least, most, self.exchanged)


@dataclass(frozen=True, slots=True)
class Opened:
    """Sign-up for the first season begins."""

    settings: LeagueSettings


@dataclass(frozen=True, slots=True)
class Entered:
    """A member signs up for the next season and all that follow, under the number that they had, or
    under the next one.
    """

    member: MemberId


@dataclass(frozen=True, slots=True)
class Left:
    """A member does not play in the next season. The director has a `reason` if it was them."""

    member: MemberId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """The next season begins with these divisions. All of them have signed up."""

    season: int
    divisions: Divisions


@dataclass(frozen=True, slots=True)
class Postponed:
    """The next season begins one season's length later, since too few have signed up."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The divisions of a season are over, with these final orders. If a result is corrected before
    the next season begins, they may be over once more, with others.
    """

    season: int
    finals: Divisions


@dataclass(frozen=True, slots=True)
class Last:
    """The present season is the last one."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Closed:
    """The league is over. A season that is running is cancelled."""

    reason: str = ""


Event: TypeAlias = Opened | Entered | Left | Begun | Postponed | Finished | Last | Closed


def reason_of(event: Event) -> str:
    """The reason that was given for an event; empty if there is none."""
    return getattr(event, "reason", "")
