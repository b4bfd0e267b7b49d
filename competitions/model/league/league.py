"""A league as an immutable value: the fold of its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, TypeAlias

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.divisions import (
    Divisions,
    Order,
    Zones,
    first_season,
    next_season,
    zones,
)
from competitions.model.league.events import (
    Begun,
    Closed,
    Entered,
    Event,
    Finished,
    Last,
    LeagueSettings,
    Left,
    Opened,
    Postponed,
)

Status: TypeAlias = Literal["open", "running", "over"]
"""Open: no season is running, and there will be another one · running: a season is being played ·
over: there are no further seasons.
"""


@dataclass(frozen=True, slots=True)
class League:
    """A league after the events so far.

    `signed` are those who want to play the next season, in the order of sign-up; `last` is the
    highest number of a member. `divisions` are those of the `season`, which is the present or
    latest one, and `finals` its final orders once it is over. `ends` says whether it is the last.
    Guaranteed: seasons follow each other, everybody who plays had signed up and plays in one
    division, and the final orders are those of these divisions.
    """

    settings: LeagueSettings
    status: Status = "open"
    signed: Order = ()
    last: int = 0
    season: int = 0
    divisions: Divisions = ()
    finals: Divisions = ()
    ends: bool = False
    reason: str = ""

    def apply(self, event: Event) -> League:
        """The league after an event. Raises CompetitionError if it can't happen now."""
        if self.status == "over":
            raise CompetitionError("league-over")
        return _RULES[type(event)](self, event)

    @property
    def zones(self) -> tuple[Zones, ...]:
        """How many of each present division are promoted and relegated if everybody comes back."""
        return zones(self.divisions, self.settings.rules)

    def division_of(self, member: MemberId) -> int | None:
        """The present division of a member, counted from 1."""
        found = (number for number, one in enumerate(self.divisions, start=1) if member in one)
        return next(found, None)

    def next_divisions(self, by_strength: Sequence[MemberId]) -> Divisions:
        """The divisions of the next season. `by_strength` are those who have signed up, strongest
        first: this is the order in which newcomers are placed.
        """
        rules = self.settings.rules
        if not self.finals:
            return first_season(by_strength, rules)
        return next_season(self.finals, by_strength, rules)


def fold(events: Iterable[Event], known: League | None = None) -> League:
    """The league of a log, or `known` after more of its log. Raises CompetitionError at an event
    that can't happen.
    """
    league = known
    for event in events:
        if league is not None:
            league = league.apply(event)
        elif isinstance(event, Opened):
            league = League(event.settings)
        else:
            break
    if league is None:
        raise CompetitionError("not-open")
    return league


def _opened(now: League, event: Opened) -> League:
    raise CompetitionError("not-open")


def _entered(now: League, event: Entered) -> League:
    if now.ends:
        raise CompetitionError("last-season")
    if event.member in now.signed:
        raise CompetitionError("signed-up")
    if not 1 <= event.member <= now.last + 1:
        raise CompetitionError("wrong-number", number=now.last + 1)
    last = max(now.last, event.member)
    return replace(now, signed=(*now.signed, event.member), last=last)


def _left(now: League, event: Left) -> League:
    if event.member not in now.signed:
        raise CompetitionError("not-listed", entrant=event.member)
    return replace(now, signed=tuple(id_ for id_ in now.signed if id_ != event.member))


def _begun(now: League, event: Begun) -> League:
    if now.status != "open":
        raise CompetitionError("not-open")
    if event.season != now.season + 1:
        raise CompetitionError("wrong-round", round=now.season + 1)
    playing, least = [*chain.from_iterable(event.divisions)], now.settings.seats
    if len(playing) < least or min(map(len, event.divisions)) < least:
        raise CompetitionError("too-few", count=len(playing), least=least)
    if len({*playing}) != len(playing) or not {*playing} <= {*now.signed}:
        raise CompetitionError("wrong-places")
    return replace(now, status="running", season=event.season, divisions=event.divisions, finals=())


def _postponed(now: League, event: Postponed) -> League:
    if now.status != "open":
        raise CompetitionError("not-open")
    return now


def _finished(now: League, event: Finished) -> League:
    if event.season != now.season or not now.divisions:
        raise CompetitionError("not-running")
    if [sorted(one) for one in event.finals] != [sorted(one) for one in now.divisions]:
        raise CompetitionError("wrong-places")
    return replace(now, status="open", finals=event.finals)


def _last(now: League, event: Last) -> League:
    if now.ends:
        raise CompetitionError("last-season")
    if now.status != "running":
        raise CompetitionError("not-running")
    return replace(now, ends=True, reason=event.reason, signed=())


def _closed(now: League, event: Closed) -> League:
    return replace(now, status="over", reason=event.reason or now.reason, signed=())


_RULES: Mapping[type[Event], Callable[[League, Any], League]] = {
    Opened: _opened,
    Entered: _entered,
    Left: _left,
    Begun: _begun,
    Postponed: _postponed,
    Finished: _finished,
    Last: _last,
    Closed: _closed,
}
