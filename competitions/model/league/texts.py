"""Events of leagues as texts, as the log keeps them: a kind, and a compact text.

    open       size=4 days=14       the settings that are not the default: so older logs, which
                                    know nothing of seats=3, are still read as they were written
    enter      3                    member; so `leave`
    begin      2 5,1,2 3,4,6        season, divisions
    postpone
    finish     2 1,5,2 6,3,4        season, final orders
    last
    close

Reasons are no part of them. `read(*write(event), reason_of(event))` is the event, and
`write(read(kind, text))` the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from competitions.model.entrants import MemberId
from competitions.model.league.divisions import Divisions
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
from competitions.model.parts import number, with_reason


def write(event: Event) -> tuple[str, str]:
    """The kind and the text of an event."""
    kind = _KINDS[type(event)]
    return kind, FORMS[kind][0](event)


def read(kind: str, text: str, reason: str = "") -> Event:
    """The event of a kind and a text, with its reason. Raises ValueError if no event is written
    like this, or if the event can't have a reason.
    """
    if kind not in FORMS:
        raise ValueError(f"unknown kind of event: {kind!r}")
    try:
        event = FORMS[kind][1](text)
    except (TypeError, ValueError) as error:
        raise ValueError(f"can't read {kind!r} {text!r}: {error}") from error
    if write(event) != (kind, text):
        raise ValueError(f"can't read {kind!r} {text!r}: it would be written otherwise")
    return with_reason(event, reason) if reason else event


def read_settings(text: str) -> LeagueSettings:
    """The settings of a log's first text. Raises ValueError, TypeError."""
    words = (word.partition("=") for word in text.split())
    return LeagueSettings(**{key: number(value) for key, _, value in words})


def _write_settings(settings: LeagueSettings) -> str:
    chosen = ((field, getattr(settings, field.name)) for field in fields(settings))
    return " ".join(f"{field.name}={one}" for field, one in chosen if one != field.default)


def _member(text: str) -> MemberId:
    return MemberId(number(text))


def _season(season: int, divisions: Divisions) -> str:
    return " ".join((str(season), *(",".join(map(str, one)) for one in divisions)))


def _read_season(text: str) -> tuple[int, Divisions]:
    season, *divisions = text.split(" ")
    return number(season), tuple(tuple(map(_member, one.split(","))) for one in divisions)


FORMS: Mapping[str, tuple[Callable[[Any], str], Callable[[str], Event]]] = {
    "open": (lambda event: _write_settings(event.settings), lambda t: Opened(read_settings(t))),
    "enter": (lambda event: str(event.member), lambda t: Entered(_member(t))),
    "leave": (lambda event: str(event.member), lambda t: Left(_member(t))),
    "begin": (
        lambda event: _season(event.season, event.divisions),
        lambda t: Begun(*_read_season(t)),
    ),
    "postpone": (lambda _: "", lambda _: Postponed()),
    "finish": (
        lambda event: _season(event.season, event.finals),
        lambda t: Finished(*_read_season(t)),
    ),
    "last": (lambda _: "", lambda _: Last()),
    "close": (lambda _: "", lambda _: Closed()),
}
"""By kind: how an event is written, and how it is read."""

_KINDS: Mapping[type[Event], str] = {
    Opened: "open",
    Entered: "enter",
    Left: "leave",
    Begun: "begin",
    Postponed: "postpone",
    Finished: "finish",
    Last: "last",
    Closed: "close",
}
