"""Leagues in words: their rules, seasons, divisions. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from gettext import NullTranslations

from discord.utils import format_dt

from bot.text import clock as clock_text
from bot.text import competition as text
from bot.text import competition_terms as terms_text
from bot.text.numbers import listed
from competitions.leagues.held import Held
from competitions.leagues.queries import Line
from competitions.model.league.divisions import Divisions, Zones
from competitions.model.league.events import LeagueSettings
from games.words import N_, NN_, Fields, say

NAME = N_("League")
SIZES = N_("Divisions of {size}")
UP_AND_DOWN = NN_(
    "{count} player promoted and {count} relegated between divisions",
    "{count} players promoted and {count} relegated between divisions",
)
LASTS = N_("A season lasts {time}.")
EVERY_SEASON = N_("Sign up once, and you play in every season until you cancel.")
ROUNDS = N_("round after round")
MEETS, TWICE = N_("Everyone in a division plays everyone"), N_("twice")
MEETS_AT_TABLES = N_("At tables of {seats}, everyone plays everyone about equally often")
SIGNED = NN_("{count} signed up", "{count} signed up")
OPEN = N_("Sign-up is open")
FIRST_STARTS = N_("The first season starts on {time}")
RUNNING = N_("Season {season} is in progress, until {time} at the latest")
BETWEEN = N_("Season {season} is over; the next one starts on {time}")
IS_LAST = N_("It's the last season.")
IS_OVER = N_("This league is over.")
SEASON = N_("Season {season}")
DIVISION = N_("Division {division}")
SPLIT = NN_("One division of {sizes} players", "{count} divisions, with {sizes} players")
UP, DOWN = "🔼", "🔽"


def kind(settings: LeagueSettings, language: NullTranslations) -> str:
    """The kind of league, in a few words."""
    parts = [language.gettext(NAME), say(SIZES, {"size": settings.size}, language=language)]
    if settings.seats > 2:
        parts.append(say(terms_text.TABLES_OF, {"seats": settings.seats}, language=language))
    return " · ".join(parts)


def described(held: Held, language: NullTranslations) -> Iterator[str]:
    """What is played, by which rules and with which clock, one line each."""
    say_, terms, settings = language.gettext, held.terms, held.league.settings
    yield f"{terms_text.played(terms.game, language, bold=True)} · {kind(settings, language)}"
    how = [say_(MEETS)]
    if settings.seats > 2:
        how = [say(MEETS_AT_TABLES, {"seats": settings.seats}, language=language)]
    if settings.rounds is not None:
        how.append(say(terms_text.ROUNDS, {"count": settings.rounds}, language=language))
    if settings.cycles > 1:
        how.append(say_(TWICE))
    if settings.games > 1:
        games: Fields = {"games": settings.games}
        how.append(say(terms_text.RETURN_MATCHES, games, language=language))
    how.append(say_(terms_text.TOGETHER if settings.at_once else ROUNDS))
    length = clock_text.duration(timedelta(days=settings.days), language)
    lasts = say(LASTS, {"time": length}, language=language)
    exchanged = say(UP_AND_DOWN, {"count": settings.exchanged}, language=language)
    yield f"*{', '.join(how)}; {exchanged}. {lasts} {say_(EVERY_SEASON)}*"
    yield from terms_text.advantage(terms.game, settings.games, settings.cycles, language)
    clock = clock_text.control(terms.clock, language)
    at_end = clock_text.at_end(terms.at_end, settings.seats, language)
    rule = say_(terms_text.UNFINISHED[terms.unfinished])
    yield f"⏱ {clock}; {at_end}; {rule}"
    yield from terms_text.in_time(terms, language)
    yield from terms_text.options(terms, language)
    yield from terms_text.in_a_line(terms_text.for_whom(terms, language))


def managed(held: Held, language: NullTranslations) -> str:
    """Its current state for its director: with those who have signed up, while that is possible."""
    said, now = state(held, language), held.league
    if now.status == "over" or now.ends:
        return said
    return f"{said} · {sign_up(held, language)}"


def state(held: Held, language: NullTranslations) -> str:
    """Its current state, in a line."""
    now = held.league
    if now.status == "over":
        over = language.gettext(IS_OVER)
        return f"{over} {text.quoted(now.reason, language)}" if now.reason else over
    fields: Fields = {"season": now.season, "time": format_dt(held.terms.starts_at, "f")}
    if now.status == "running":
        said = say(RUNNING, fields, language=language)
        return f"{said}. {language.gettext(IS_LAST)}" if now.ends else said
    return say(BETWEEN if now.season else FIRST_STARTS, fields, language=language)


def split(divisions: Divisions, language: NullTranslations) -> str:
    """The number of divisions and their sizes, because some may differ from the usual size."""
    sizes = listed([str(len(one)) for one in divisions], language)
    return say(SPLIT, {"count": len(divisions), "sizes": sizes}, language=language)


def sign_up(held: Held, language: NullTranslations) -> str:
    """Whether people can sign up, and how many have."""
    count, least = len(held.league.signed), held.league.settings.seats
    said = f"{language.gettext(OPEN)} · {say(SIGNED, {'count': count}, language=language)}"
    if count >= least:
        return said
    return f"{said}; {say(terms_text.LEAST, {'least': least}, language=language)}"


def state_in_short(line: Line, language: NullTranslations) -> str:
    """Its current state, as far as lists know it."""
    if line.status == "over":
        return language.gettext(IS_OVER)
    count = say(SIGNED, {"count": line.signed}, language=language)
    if line.status == "running":
        return f"{say(SEASON, {'season': line.season}, language=language)} · {count}"
    return f"{language.gettext(OPEN)} · {count}"


def zoned(lines: Sequence[str], zones: Zones) -> list[str]:
    """The lines of a table, with a sign for members who are promoted or relegated."""
    last = len(lines) - zones.relegated
    return [
        f"{line} {UP}" if at < zones.promoted else f"{line} {DOWN}" if at >= last else line
        for at, line in enumerate(lines)
    ]
