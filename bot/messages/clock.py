"""Clocks in messages about a match: time left, and vacations."""

from __future__ import annotations

from gettext import NullTranslations

import matches
from bot.context import Bot
from bot.text.clock import control, due, duration, vacations
from bot.text.match import seats
from matches.model.match import Listing


async def lines(bot: Bot, match: Listing, language: NullTranslations) -> list[str]:
    """Lines under the board of a running match with a clock: the due time, everybody's time left,
    and who is on vacation.
    """
    if match.clock is None or match.due_at is None:
        return []
    now = bot.database.now()
    said = [f"⏱ {control(match.clock, language)} · {due(match, now, language)}"]
    if not match.clock.per_turn:
        named = zip(seats(match, language), match.left, strict=True)
        said.append(
            "-# " + " · ".join(f"{name}: {duration(time, language)}" for name, time in named)
        )
    if match.clock.stops_on_vacation:
        away = await matches.vacations_of(bot.database, *match.seated)
        said += vacations(away, now, language)
    return said
