"""How a setting is declared: as a field of a dataclass that knows which values fit it.

The list of settings, their possible values, what is stored of them and what a reset restores all
follow from that field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

T = TypeVar("T")

_RULE = "rule"
_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")


class WrongChoice(ValueError):
    """These settings can't have these values; none of what was chosen with them is stored."""

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(f"no choices: {dict(values)!r}")
        self.values = values


@dataclass(frozen=True, slots=True)
class _Rule:
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any] | None
    chosen: bool
    since: str


def setting(
    default: T,
    fits: Callable[[Any], bool],
    *,
    read: Callable[[Any], T] | None = None,
    chosen: bool = True,
    since: str = "",
) -> T:
    """A field with a default. `fits` says which values can be stored; `read` turns a stored value
    into the field's. A field that is not `chosen` is set by the bot itself, and never reset: such
    as the time `since` when another field has had a value other than its default, in seconds since
    1970.
    """
    made: T = field(default=default, metadata={_RULE: _Rule(fits, read, chosen, since)})
    return made


def choices(kind: type[Any]) -> tuple[str, ...]:
    """The settings that are chosen, in the order in which they are declared."""
    return tuple(name for name, rule in _rules(kind).items() if rule.chosen)


def names(kind: type[Any]) -> tuple[str, ...]:
    """All settings, also those that are not chosen."""
    return tuple(_rules(kind))


def fits(kind: type[Any], name: str, value: Any) -> bool:
    """Whether there is a setting of this name that can have this value."""
    rule = _rules(kind).get(name)
    return rule is not None and rule.fits(value)


def read(kind: type[T], stored: Mapping[str, Any]) -> T:
    """The settings from what is stored; names that this version does not know are left out."""
    found = {}
    for name, rule in _rules(kind).items():
        if name in stored:
            found[name] = rule.read(stored[name]) if rule.read else stored[name]
    return kind(**found)


def require_fitting(kind: type[Any], chosen: Mapping[str, Any]) -> None:
    """Raises WrongChoice for the values that can't be chosen; None takes any choice back."""
    known = names(kind)
    wrong = {
        name: value
        for name, value in chosen.items()
        if name not in known or (value is not None and not fits(kind, name, value))
    }
    if wrong:
        raise WrongChoice(wrong)


def to_store(kind: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values to store: those that are neither None nor a default."""
    defaults = {one.name: one.default for one in fields(kind)}
    return {
        name: value
        for name, value in values.items()
        if value not in (None, []) and value != defaults.get(name)
    }


def with_times(
    kind: type[Any], before: Mapping[str, Any], values: Mapping[str, Any], now: int
) -> dict[str, Any]:
    """The values, with the times since when they have held, for those whose time is noted: an
    earlier time, or now.
    """
    kept = to_store(kind, values)
    noted = {name: rule.since for name, rule in _rules(kind).items() if rule.since}
    times = {name: (before.get(name) or now) if of in kept else None for name, of in noted.items()}
    return {**values, **times}


def _rules(kind: type[Any]) -> dict[str, _Rule]:
    return {one.name: one.metadata[_RULE] for one in fields(kind)}


# Which values fit


def is_time(value: Any) -> bool:
    """Whether it is a time in seconds since 1970."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_flag(value: Any) -> bool:
    """Whether it is yes or no."""
    return isinstance(value, bool)


def is_name(value: Any) -> bool:
    """Whether it could name a language or a theme. The lists of them are not known here."""
    return isinstance(value, str) and len(value) <= 20 and _NAME.fullmatch(value) is not None
