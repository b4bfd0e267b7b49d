"""What the bot says on Discord, as plain text: without its markup, people by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from gettext import NullTranslations

from babel.dates import format_datetime

_MARKUP = re.compile(
    r"<@!?(?P<player>\d{1,20})>|<t:(?P<time>\d{1,20})(?::[a-zA-Z])?>"
    r"|`(?P<code>[^`]*)`|\\(?P<sign>[^\w\s]|_)|\*{1,3}|^-# |^> ",
    re.MULTILINE,
)
"""All of it at once: what takes the place of a mention is not read again."""


def plain(
    said: str,
    names: Mapping[int, str],
    language: NullTranslations,
    zone: tzinfo = UTC,
    *,
    somebody: str = "–",
) -> str:
    """One of the bot's texts as plain text. `names` are people's names by their ids, which are not
    read as markup; people who are not among them are called `somebody`, with a capital letter where
    a text begins with them. Times are given in this time zone; those that no calendar has stay as
    they are.
    """
    locale = language.info().get("language", "en")

    def time(found: re.Match[str]) -> str:
        try:
            when = datetime.fromtimestamp(int(found["time"]), zone)
        except (OverflowError, ValueError, OSError):
            return found[0]
        return format_datetime(when, "short", tzinfo=zone, locale=locale)

    def meant(found: re.Match[str]) -> str:
        if found["player"]:
            begins = somebody if found.start() else somebody[:1].upper() + somebody[1:]
            return names.get(int(found["player"]), begins)
        return time(found) if found["time"] else found["code"] or found["sign"] or ""

    return _MARKUP.sub(meant, said)
