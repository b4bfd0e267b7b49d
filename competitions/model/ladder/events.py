"""What a director chooses for a ladder, and the ladder's events. Its log is a list of them.

Every event is given its time: nothing here reads a clock. Times have a time zone. Reasons are
people's own words: a reason becomes empty when its author's data are deleted.
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

    `reach` is how many places up a member may challenge; for tables of more than two `seats` it is
    at least the number of opponents. A challenge must be answered within `answer` days. The same
    two can't meet again before `cooldown` days have passed, even if one of them leaves and comes
    back; a challenge that was refused or not answered counts as a meeting, one that was taken back
    doesn't. Members who have done nothing for `idle` days drop behind the next `drop` members who
    have. Impossible values are refused.
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
    """Somebody joins at the bottom, under the number that they had, or else under the next one."""

    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Left:
    """A member leaves. Those below move up, and the member's challenges end without a result. There
    is a `reason` if the director has removed them.
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
    """One of the challenged accepts. Once all have, the challenge is to be played."""

    number: int
    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Refused:
    """One of the challenged refuses, and so loses without playing."""

    number: int
    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Not everybody has answered in time, as the caller who watches the time reports. Those who
    have not lose without playing.
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
    """The challenge is decided: ranks as in the results of games, the challenger's first."""

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
    """A member drops because they have been idle."""

    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Moved:
    """The director moves a member to a place, counted from 1."""

    member: MemberId
    place: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Closed:
    """The ladder ends. Running challenges have no result."""

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
    """The reason given for an event; empty if there is none."""
    return getattr(event, "reason", "")
