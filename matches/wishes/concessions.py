"""How much less a wish asks for, the longer it has waited.

`docs/seeking.md` has the same table for people. No line asks for more than the one above it: nobody
loses a table by waiting.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf

_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Concession:
    """What a party asks of a table once it has waited for the time `after`.

    The range of strength in the wish is `reach` times as wide. The match has to be as even as
    `evenness` (see `matches.model.ratings.evenness`), and people must have at least `hours` in
    common, as far as their hours are known. `beside`: the clock may be the next faster or slower
    one.
    """

    after: timedelta
    reach: float
    evenness: float
    hours: float
    beside: bool = False


CONCESSIONS = (
    Concession(0 * _HOUR, 1.0, 0.5, 0.3),
    Concession(1 * _HOUR, 1.5, 0.4, 0.2),
    Concession(4 * _HOUR, 2.0, 0.3, 0.1),
    Concession(12 * _HOUR, 3.0, 0.2, 0.0),
    Concession(24 * _HOUR, 4.0, 0.1, 0.0, beside=True),
    Concession(48 * _HOUR, inf, 0.0, 0.0, beside=True),
)
LIVE_SPEED = 60
"""The same holds for live matches after a time that is this many times shorter: minutes instead of
hours.
"""


def at(waited: timedelta, *, live: bool = False) -> Concession:
    """What is asked of a table after this time of waiting."""
    passed = waited * LIVE_SPEED if live else waited
    return [one for one in CONCESSIONS if one.after <= max(passed, timedelta())][-1]


def next_at(since: datetime, now: datetime, *, live: bool = False) -> datetime | None:
    """When a wish that began to wait at `since` will ask for less than now; None: never."""
    speed = LIVE_SPEED if live else 1
    changes = (since + one.after / speed for one in CONCESSIONS)
    return min((change for change in changes if change > now), default=None)
