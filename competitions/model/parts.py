"""Parts of the texts in which the logs of competitions, ladders and leagues are kept."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeVar

E = TypeVar("E")

_NUMBER = re.compile(r"[0-9]{1,9}")


def number(text: str) -> int:
    """The number that a text is. Raises ValueError."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"no number: {text!r}")
    return int(text)


def with_reason(event: E, reason: str) -> E:
    """The event with its reason. Raises ValueError if the event can't have one."""
    if not hasattr(event, "reason"):
        raise ValueError(f"no event with a reason: {event}")
    changed: Any = event
    found: E = replace(changed, reason=reason)
    return found
