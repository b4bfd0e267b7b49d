"""What a director chooses for a ladder, and what happens to it. Its log is a list of these events.

Every event has its time, which is given: nothing here reads a clock. Times are aware of their zone.
Reasons are people's own words: once those have their data deleted, the reason is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError

BOUNDS = {
    "seats": (2, 4),
    "reach": (1, 99),
    "answer": (1, 30),
    "cooldown": (0, 365),
    "idle": (1, 365),
    "drop": (1, 99),
}
"""The smallest and the greatest value of each number."""


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """The rules of a ladder. Times are in days.

    `reach` is how many places upwards one may challenge; for tables of more than two `seats` at
    least as many as there are opponents. A challenge is to be answered within `answer` days. The
    same two can't meet again before `cooldown` days; a challenge that was refused or not answered
    counts as a meeting, one that was taken back doesn't. Who has done nothing for `idle` days drops
    behind the next `drop` members who have. Impossible values are refused.
    """

    seats: int = 2
    reach: int = 3
    answer: int = 3
    cooldown: int = 14
    idle: int = 30
    drop: int = 3

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            least = max(low, self.seats - 1) if name == "reach" else low
            if not least <= getattr(self, name) <= high:
                raise CompetitionError("wrong-setting", name=name, least=least, most=high)

    def days(self, name: str) -> timedelta:
        """One of the times."""
        return timedelta(days=getattr(self, name))


@dataclass(frozen=True, slots=True)
class Opened:
    """The ladder begins, with nobody on it."""

    settings: LadderSettings
    at: datetime


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody comes in at the bottom, under the next number."""

    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Left:
    """A member goes; those below move up, and their challenges end without a result. The director
    has a `reason` if it was them.
    """

    member: MemberId
    at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Challenged:
    """A member challenges others, as many as a table has opponents, under the next number."""

    challenger: MemberId
    challenged: tuple[MemberId, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Accepted:
    """One of the challenged accepts. When all have, it is to be played."""

    number: int
    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Refused:
    """One of the challenged refuses: they lose without playing."""

    number: int
    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Not all have answered in time, as told by whoever keeps the time: those who have not lose
    without playing.
    """

    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Recalled:
    """The challenger takes it back before all have accepted. The places stay as they are."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """It is decided: ranks as in the results of games, the challenger's first."""

    number: int
    ranks: tuple[int, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Annulled:
    """The director ends a challenge as if it had never been."""

    number: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Dropped:
    """A member drops since they have been idle."""

    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Moved:
    """The director puts a member on a place, counted from 1."""

    member: MemberId
    place: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Closed:
    """The ladder ends. What was running has no result."""

    reason: str
    at: datetime


Event: TypeAlias = (
    Opened
    | Joined
    | Left
    | Challenged
    | Accepted
    | Refused
    | Lapsed
    | Recalled
    | Played
    | Annulled
    | Dropped
    | Moved
    | Closed
)


def reason_of(event: Event) -> str:
    """The reason that was given for an event; empty if there is none."""
    return getattr(event, "reason", "")
