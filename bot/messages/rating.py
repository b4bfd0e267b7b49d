"""Changes of ratings by a match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from gettext import NullTranslations

from bot.text import match as match_text
from bot.text.rating import ALL_RISE, RATINGS, number, remark, signed
from games.words import say
from matches.model.errors import TableError
from matches.model.match import Match
from matches.ratings.standings import rating_changes
from storage.database import Database
from storage.ratings import Change


async def changed(database: Database, match: Match, language: NullTranslations) -> list[str]:
    """The changes of ratings by a finished match, explained if need be; nothing if it was not
    rated.

    None as well if the database can't be read now, so that the result is shown all the same.
    """
    if match.status != "finished":
        return []
    with suppress(TableError):
        return said(await rating_changes(database, match.id), language)
    return []


def said(found: Sequence[Change], language: NullTranslations) -> list[str]:
    """These changes in a line, what the question mark means if there is one, and why all gain if
    they do; else nothing.
    """
    changes, counts, gains = list[str](), list[int](), list[int]()
    for one in found:
        who, earlier = match_text.mention(one.player_id, language), one.games - one.counts
        before = number(one.before_points, earlier)
        counts.append(earlier)
        if not one.counts:  # Who left can't gain, and who took over can't lose.
            changes.append(f"{who} {before} (±0)")
            continue
        after = number(one.after_points, one.games)
        gains.append(one.after_points - one.before_points)
        changes.append(f"{who} {before} → {after} ({signed(gains[-1])})")
    if not changes:
        return []
    lines = (
        say(RATINGS, {"changes": " · ".join(changes)}, language=language),
        remark(counts, language),
        language.gettext(ALL_RISE) if len(gains) > 1 and min(gains) > 0 else "",
    )
    return [f"-# {line}" for line in lines if line]
