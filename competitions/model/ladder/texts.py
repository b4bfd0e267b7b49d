"""Events of ladders as texts, as the log keeps them: a kind, and a compact text. Their times and
reasons stand beside them.

    open       seats=3 idle=60      the settings that are not the default
    join       3                    member; so `leave` and `drop`
    challenge  5 2,3                challenger, challenged
    accept     1 3                  number of the challenge, member; so `refuse`
    lapse      1                    number of the challenge; so `recall` and `annul`
    play       1 2,1,3              number of the challenge, ranks
    move       3 1                  member, place
    close

`read(*write(event), event.at, reason_of(event))` is the event, and `write(read(kind, text, at))`
the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from competitions.model.ladder.events import (
    Accepted,
    Annulled,
    Challenged,
    Closed,
    Dropped,
    Event,
    Joined,
    LadderSettings,
    Lapsed,
    Left,
    Moved,
    Opened,
    Played,
    Recalled,
    Refused,
)
from competitions.model.parts import number

KINDS: Mapping[str, type[Event]] = {
    "open": Opened,
    "join": Joined,
    "leave": Left,
    "challenge": Challenged,
    "accept": Accepted,
    "refuse": Refused,
    "lapse": Lapsed,
    "recall": Recalled,
    "play": Played,
    "annul": Annulled,
    "drop": Dropped,
    "move": Moved,
    "close": Closed,
}

_NAMES = {event: kind for kind, event in KINDS.items()}


def write(event: Event) -> tuple[str, str]:
    """The kind and the text of an event, without its time or reason."""
    values = (_written(getattr(event, name)) for name in _told(type(event)))
    return _NAMES[type(event)], " ".join(values)


def read(kind: str, text: str, at: datetime, reason: str = "") -> Event:
    """The event of a kind and a text, with its reason. Raises ValueError if no event is written
    like this, or if the event can't have a reason.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind of event: {kind!r}")
    names = _told(KINDS[kind])
    parts = text.split(" ") if names != ["settings"] else [text]
    if not names and not text:
        parts = []
    try:
        values: dict[str, Any] = {
            name: _value(name, part) for name, part in zip(names, parts, strict=True)
        }
        if "reason" in _names_of(KINDS[kind]) or reason:
            values["reason"] = reason
        event = KINDS[kind](**values, at=at)
    except (TypeError, ValueError) as error:
        raise ValueError(f"can't read {kind!r} {text!r}: {error}") from error
    if write(event) != (kind, text):
        raise ValueError(f"can't read {kind!r} {text!r}: it would be written otherwise")
    return event


def _names_of(event: type[Event]) -> list[str]:
    return [field.name for field in fields(event)]


def _told(event: type[Event]) -> list[str]:
    """The fields of an event that its text holds, in order."""
    return [name for name in _names_of(event) if name not in ("at", "reason")]


def _written(value: int | tuple[int, ...] | LadderSettings) -> str:
    if isinstance(value, LadderSettings):
        chosen = ((field, getattr(value, field.name)) for field in fields(value))
        return " ".join(f"{field.name}={one}" for field, one in chosen if one != field.default)
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def _value(name: str, part: str) -> int | tuple[int, ...] | LadderSettings:
    if name == "settings":
        words = (word.partition("=") for word in part.split())
        return LadderSettings(**{key: number(value) for key, _, value in words})
    if name in ("challenged", "ranks"):
        return tuple(map(number, part.split(",")))
    return number(part)
