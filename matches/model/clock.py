"""Clocks: how much time a seat has, and how much is left. Pure arithmetic, no database.

One formula serves all kinds: a seat begins with `time`; each complete turn adds `increment`, but
never beyond `cap`. With a fixed time per turn all three are the same. Written down (stored, and
typed by players) a clock is `3d` for a time a turn, `5d+12h/10d` for a budget with an increment and
a cap, `5m+5s` for one without a cap; bare numbers as in `5+5` are minutes and seconds, as players
of live games write them.

A *bounded* clock, `3d/20d`, has a time a turn, and a total for all turns of a seat together. The
time that a seat has left is then part of the total, and a turn may use at most its own time. So the
latest end of a match is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

AtEnd: TypeAlias = Literal["automatic", "claim"]
"""When its time is over the seat withdraws automatically, or once an opponent claims that."""

Pause: TypeAlias = tuple[datetime, datetime]
"""A time during which a player's clock stands still."""

_UNITS = {
    "d": timedelta(days=1),
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
}
_DURATION = r"(?:\d{1,6}[dhms]\s*)+"
_TEXT = re.compile(
    rf"(?P<time>{_DURATION})"
    rf"(?:\+\s*(?P<more>{_DURATION})(?:/\s*(?P<cap>{_DURATION}))?|/\s*(?P<total>{_DURATION}))?"
)
_LIVE_TEXT = re.compile(r"(?P<minutes>\d{1,3})\s*\+\s*(?P<seconds>\d{1,4})")

TURN = (timedelta(hours=1), timedelta(days=14))
"""The shortest and the longest fixed time a turn."""
BUDGET = (timedelta(seconds=10), timedelta(days=30))
"""The shortest and the longest initial time, which also limit the increment; that may be 0."""
LONGEST = timedelta(days=60)
"""The highest cap."""
LONGEST_TOTAL = timedelta(days=400)
"""The most time of a seat for all its turns."""

NEWCOMERS = (timedelta(days=1), timedelta(minutes=1))
"""The least time of a player who takes over a seat; and the least in a live match."""

GRACE = timedelta(minutes=15)
"""The least time that everybody has left after a downtime."""

TEXT_LIMIT = 40
"""The most characters of a clock's text."""

_LIVE = timedelta(hours=1)
_USUAL_TURNS = 40
_MOST_TURNS = 300
_NONE = timedelta()


def duration(time: timedelta) -> str:
    """A time in whole seconds as `1d12h`."""
    text, rest = "", time
    for unit, size in _UNITS.items():
        count, rest = divmod(rest, size)
        text += f"{count}{unit}" if count else ""
    return text or "0s"


def read_duration(text: str) -> timedelta:
    """The inverse of `duration`."""
    parts = re.findall(r"(\d{1,6})([dhms])", text)
    return sum((int(count) * _UNITS[unit] for count, unit in parts), _NONE)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time control of a match. Raises ValueError outside the bounds of this module.

    `cap` may be None only for a live clock; others get at least twice their `time`. With a `total`
    it is bounded, and its `increment` and `cap` are its time.
    """

    time: timedelta
    increment: timedelta
    cap: timedelta | None = None
    total: timedelta | None = None

    def __post_init__(self) -> None:
        if self.cap is None and not self.live:
            object.__setattr__(self, "cap", max(2 * self.time, self.time + self.increment))
        if self.total is not None:
            fits = self.time == self.increment == self.cap and BUDGET[0] <= self.time <= self.total
            fits = fits and self.total <= LONGEST_TOTAL
        elif self.per_turn:
            fits = TURN[0] <= self.time <= TURN[1]
        else:
            fits = BUDGET[0] <= self.time <= BUDGET[1] and _NONE <= self.increment <= BUDGET[1]
            fits = fits and (self.cap is None or self.time <= self.cap <= LONGEST)
        if not fits:
            raise ValueError(f"a clock out of bounds: {self}")

    @classmethod
    def each_turn(cls, time: timedelta) -> Clock:
        """A fixed time for each turn."""
        return cls(time, time, time)

    @classmethod
    def read(cls, text: str) -> Clock:
        """The inverse of `str`, in any case and with blanks. Raises ValueError."""
        typed = " ".join(text.lower().split())
        if len(typed) > TEXT_LIMIT:
            raise ValueError("too long for a clock")
        if found := _LIVE_TEXT.fullmatch(typed):
            return cls(int(found["minutes"]) * _UNITS["m"], int(found["seconds"]) * _UNITS["s"])
        found = _TEXT.fullmatch(typed)
        if found is None:
            raise ValueError(f"not a clock: {text!r}")
        time = read_duration(found["time"])
        if found["total"] is not None:
            return cls(time, time, time, read_duration(found["total"]))
        if found["more"] is None:
            return cls.each_turn(time)
        cap = read_duration(found["cap"]) if found["cap"] else None
        return cls(time, read_duration(found["more"]), cap)

    def __str__(self) -> str:
        """The text that is stored."""
        if self.total is not None:
            return f"{duration(self.time)}/{duration(self.total)}"
        if self.per_turn:
            return duration(self.time)
        cap = f"/{duration(self.cap)}" if self.cap is not None else ""
        return f"{duration(self.time)}+{duration(self.increment)}{cap}"

    @property
    def per_turn(self) -> bool:
        """Whether each turn has the same time, however long the last one took."""
        return self.total is None and self.time == self.increment == self.cap

    @property
    def live(self) -> bool:
        """Whether a player needs at most about an hour for a match of the usual length.

        Vacations don't apply to such a match.
        """
        usual = self.time + _USUAL_TURNS * self.increment
        return (usual if self.total is None else min(usual, self.total)) <= _LIVE

    @property
    def stops_on_vacation(self) -> bool:
        """Whether no time passes while its player is on vacation."""
        return not self.live and self.total is None

    def bounded(self, total: timedelta, away: timedelta = _NONE) -> Clock:
        """The same clock for matches in which each seat has at most this much time in all. If
        somebody will be `away`, turns get that much more time, and the total stays the same.

        Clocks that could never use up this total in any match stay as they are.
        """
        total = max(total - total % _UNITS["s"], BUDGET[0])
        if self.time + _MOST_TURNS * self.increment <= total and self.total is None:
            return self
        total = min(total, self.total or total, LONGEST_TOTAL)
        time = min((self.cap or total) + away - away % _UNITS["s"], total)
        return Clock(time, time, time, total)

    @property
    def at_first(self) -> timedelta:
        """What a seat has at the start."""
        return self.time if self.total is None else self.total

    def for_turn(self, left: timedelta) -> timedelta:
        """How much of what a seat has left it may use for a turn."""
        return left if self.total is None else min(self.time, left)

    def stopped(self, left: timedelta, remains: timedelta) -> timedelta:
        """What a seat has left if the clock stops during its turn with this much of the turn's time
        remaining.
        """
        return remains if self.total is None else left - self.for_turn(left) + remains

    def for_newcomer(self, left: timedelta) -> timedelta:
        """The time of a player who takes over a seat that has this much left: at least a day, or a
        minute in a live match, but no more than the seat had at first. A bounded clock is not
        changed.
        """
        least = min(self.time, NEWCOMERS[self.live])
        return max(left, least) if self.total is None else left

    def after_turn(self, left: timedelta) -> timedelta:
        """What a seat has after a complete turn, if this much was left at the end of the turn."""
        if self.total is not None:
            return max(left, _NONE)
        more = max(left, _NONE) + self.increment
        return more if self.cap is None else min(more, self.cap)


LIVE_PRESETS = tuple(map(Clock.read, ("5m+5s", "15m+10s", "30m+20s")))
TURN_PRESETS = tuple(map(Clock.read, ("1h", "8h", "1d", "2d", "3d", "5d", "7d", "14d")))
BUDGET_PRESETS = tuple(map(Clock.read, ("2d+8h/4d", "5d+12h/10d", "10d+1d/20d")))
PRESETS = (*LIVE_PRESETS, *TURN_PRESETS, *BUDGET_PRESETS)
"""The clocks that are offered. Any other clock within the bounds can be typed."""


# Time that stands still


def later(start: datetime, time: timedelta, pauses: Iterable[Pause] = ()) -> datetime:
    """The moment when `time` has passed since `start`, if no time passes during the pauses."""
    end = start + time
    for begins, ends in _merged(pauses):
        if ends > start and begins <= end:
            end += ends - max(begins, start)
    return end


def between(start: datetime, end: datetime, pauses: Iterable[Pause] = ()) -> timedelta:
    """How much time passes from `start` to `end` outside the pauses; none if `end` comes first.

    The inverse of `later`: `later(start, between(start, end, pauses), pauses) == end` for every
    `end` that is not within a pause.
    """
    passed = max(end - start, _NONE)
    for begins, ends in _merged(pauses):
        passed -= max(min(ends, end) - max(begins, start), _NONE)
    return passed


def _merged(pauses: Iterable[Pause]) -> Sequence[Pause]:
    """The same stretches in order and without overlaps."""
    merged: list[Pause] = []
    for begins, ends in sorted(pauses):
        if merged and begins <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], ends)
        else:
            merged.append((begins, ends))
    return merged
