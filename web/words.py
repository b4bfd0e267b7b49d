"""What the bot says on Discord, as plain text: without its markup, people by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from gettext import NullTranslations

from babel.dates import format_datetime

_MENTION = re.compile(r"<@!?(\d+)>")
_TIME = re.compile(r"<t:(\d+)(?::[a-zA-Z])?>")
_MARKUP = re.compile(r"\\([^\w\s])|\*{1,3}|`|^-# |^> ", re.MULTILINE)


def plain(
    said: str, names: Mapping[int, str], language: NullTranslations, zone: tzinfo = UTC
) -> str:
    """One of the bot's texts as plain text. `names` are people's names by their ids; people who are
    not among them appear as a dash. Times are given in this time zone.
    """
    locale = language.info().get("language", "en")

    def time(found: re.Match[str]) -> str:
        when = datetime.fromtimestamp(int(found[1]), zone)
        return format_datetime(when, "short", tzinfo=zone, locale=locale)

    said = _MENTION.sub(lambda found: names.get(int(found[1]), "–"), said)
    return _MARKUP.sub(lambda found: found[1] or "", _TIME.sub(time, said))
