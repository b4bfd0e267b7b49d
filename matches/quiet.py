"""Quiet hours: when a player wants no messages of his own, by the clock on his wall."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

_HOURS = re.compile(r"([01]?\d|2[0-4])(?::00)?\s*[-–]\s*([01]?\d|2[0-4])(?::00)?")


def until(chosen: Mapping[str, Any], now: datetime) -> datetime:
    """When a player with these preferences may be written to: now, or after his quiet hours.

    `chosen["quiet"]` are hours such as `22-8`, `chosen["zone"]` is a time zone of the IANA
    database (UTC without one). Raises ValueError for others.
    """
    if "zone" in chosen and chosen["zone"] not in available_timezones():
        raise ValueError(f"unknown time zone: {chosen['zone']}")
    if "quiet" not in chosen:
        return now
    begins, ends = hours(chosen["quiet"])
    zone = ZoneInfo(chosen.get("zone", "UTC"))
    local = now.astimezone(zone)
    if not (begins <= local.hour < ends if begins < ends else not ends <= local.hour < begins):
        return now
    day = local.date() + timedelta(days=local.hour >= ends)
    return datetime.combine(day, time(ends), zone).astimezone(now.tzinfo)


def hours(text: str) -> tuple[int, int]:
    """From which hour to which, as in `22-8`. Raises ValueError."""
    found = _HOURS.fullmatch(text.strip())
    if found is None or (begins := int(found[1]) % 24) == (ends := int(found[2]) % 24):
        raise ValueError(f"not hours: {text!r}")
    return begins, ends
