"""Quiet hours: when players want no direct messages, in their own time zone."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

_HOURS = re.compile(r"([01]?\d|2[0-4])(?::00)?\s*[-–]\s*([01]?\d|2[0-4])(?::00)?")


def until(chosen: str | None, zone: ZoneInfo, now: datetime) -> datetime:
    """When a player with these quiet hours may be written to: now, or after them."""
    if chosen is None:
        return now
    begins, ends = hours(chosen)
    local = now.astimezone(zone)
    if not (begins <= local.hour < ends if begins < ends else not ends <= local.hour < begins):
        return now
    day = local.date() + timedelta(days=local.hour >= ends)
    return datetime.combine(day, time(ends), zone).astimezone(now.tzinfo)


def hours(text: str) -> tuple[int, int]:
    """The first and the last hour, as in `22-8`. Raises ValueError."""
    found = _HOURS.fullmatch(text.strip())
    if found is None or (begins := int(found[1]) % 24) == (ends := int(found[2]) % 24):
        raise ValueError(f"not hours: {text!r}")
    return begins, ends
