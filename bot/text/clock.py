"""Clocks, due times and vacations in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from gettext import NullTranslations

from discord.utils import format_dt

from bot.text.match import mention
from games.words import N_, NN_, say
from matches.clocks.vacations import Vacation
from matches.model.clock import AtEnd, Clock
from matches.model.match import Listing

UNITS = (
    (timedelta(days=1), NN_("{count} day", "{count} days")),
    (timedelta(hours=1), NN_("{count} hour", "{count} hours")),
    (timedelta(minutes=1), NN_("{count} minute", "{count} minutes")),
    (timedelta(seconds=1), NN_("{count} second", "{count} seconds")),
)
NO_CLOCK = N_("no clock")
EACH_TURN = N_("{time} per turn")
BOUNDED = N_("{time} per turn, {total} in total, including vacations")
WHOLE = N_("{time} for the whole match")
LIVE = N_("{time}, plus {more} per turn")
BUDGET = N_("{time}, plus {more} per turn, at most {most}")
AT_END: dict[AtEnd, tuple[str, str]] = {
    "automatic": (N_("whoever runs out of time loses"), N_("whoever runs out of time is out")),
    "claim": (N_("the opponent can claim a timeout"), N_("opponents can claim a timeout")),
}
"""What happens at the end of the time, in a match of two seats and in one of more."""
UNTIL = N_("time runs out {due_at}")
CLAIMABLE = (
    N_("time is up, and the opponent can claim a timeout with `/claim`"),
    N_("time is up, and opponents can claim a timeout with `/claim`"),
)
"""In a match of two seats, and in one of more."""
AWAY = N_("{player} is on vacation until {ends_at}.")
COMING = N_("{player} will be on vacation from {starts_at} until {ends_at}.")


def duration(time: timedelta, language: NullTranslations, parts: int = 2) -> str:
    """A duration in words, rounded down to its largest units."""
    said, rest = list[str](), time
    for size, sentence in UNITS:
        count, rest = divmod(rest, size)
        if count and len(said) < parts:
            said.append(say(sentence, {"count": count}, language=language))
        elif said:
            break
    return " ".join(said) or say(UNITS[-1][1], {"count": 0}, language=language)


def control(clock: Clock, language: NullTranslations) -> str:
    """A clock in words."""
    fields = {
        "time": duration(clock.time, language),
        "more": duration(clock.increment, language),
        "most": duration(clock.cap or clock.time, language),
        "total": duration(clock.total or clock.time, language),
    }
    if clock.total is not None:
        return say(BOUNDED, fields, language=language)
    if clock.per_turn:
        return say(EACH_TURN, fields, language=language)
    if not clock.increment:
        return say(WHOLE, fields, language=language)
    return say(LIVE if clock.cap is None else BUDGET, fields, language=language)


def chosen(match: Listing, language: NullTranslations) -> list[str]:
    """The clock of a table, and what happens when time runs out; or that there is no clock."""
    if match.clock is None or match.at_end is None:
        return [f"⏱ {language.gettext(NO_CLOCK)}"]
    rule = at_end(match.at_end, match.setup.seats, language)
    return [f"⏱ {control(match.clock, language)}; {rule}"]


def at_end(rule: AtEnd, seats: int, language: NullTranslations) -> str:
    """What happens when somebody's time runs out in a match with this many seats."""
    return language.gettext(AT_END[rule][seats > 2])


def due(match: Listing, now: datetime, language: NullTranslations) -> str:
    """The time at which the player to move runs out of time, in each reader's own time zone."""
    if match.due_at is None:
        return ""
    if match.due_at <= now and match.at_end == "claim":
        return language.gettext(CLAIMABLE[match.setup.seats > 2])
    return say(UNTIL, {"due_at": format_dt(match.due_at, "R")}, language=language)


def vacations(found: Sequence[Vacation], now: datetime, language: NullTranslations) -> list[str]:
    """Current and future vacations, one line each."""
    return [
        say(
            AWAY if one.starts_at <= now else COMING,
            {
                "player": mention(one.player, language),
                "starts_at": format_dt(one.starts_at, "D"),
                "ends_at": format_dt(one.ends_at, "f"),
            },
            language=language,
        )
        for one in found
    ]
