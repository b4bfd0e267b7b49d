"""Ladders in words: their rules, rungs, challenges, results. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from gettext import NullTranslations

from discord.utils import format_dt

from bot.text import clock as clock_text
from bot.text import competition as text
from bot.text import competition_terms as terms_text
from bot.text import match as match_text
from competitions.ladders.held import Held
from competitions.ladders.settlement import NO_RESULT
from competitions.log.kept import People
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import (
    Annulled,
    Event,
    LadderSettings,
    Lapsed,
    Played,
    Recalled,
    Refused,
)
from competitions.model.ladder.ladder import Challenge, Ladder
from games.words import N_, NN_, Fields, say

NAME, TABLES = N_("Ladder"), N_("Ladder · tables of {seats}")
TAKES = N_(
    "If you challenge somebody and win, you take their place. They and those between you move down "
    "one."
)
SHARES = N_(
    "After each match, its players' places are shared out again: the winner gets the best one, and "
    "so on."
)
REACH = NN_(
    "You can challenge the player right above you.",
    "You can challenge people up to {count} places above you.",
)
ANSWERS = N_("If you don't answer a challenge within {answer}, you lose it.")
AGAIN = N_("The same players can meet again after {cooldown}.")
IDLE = N_("Anyone who goes {idle} without playing or challenging anybody drops {places}.")
PLACES = NN_("{count} place", "{count} places")
MEMBERS = NN_("{count} player", "{count} players")
CHALLENGES = NN_("{count} challenge in progress", "{count} challenges in progress")
IS_OVER, NOBODY = N_("This ladder has been closed."), N_("Nobody has joined yet.")

CHALLENGED = N_("{challenger} challenges {others}")
ANSWER = N_("answer by {time}")
OPENS = N_("the match is being set up")
WINS = N_("{player} wins")
TABLE = N_("{players}, in this order")
LEVEL = N_("a draw")
DECLINED = N_("{player} has declined")
LAPSED = N_("not answered in time")
TAKEN_BACK = N_("withdrawn by the challenger")
ANNULLED = N_("annulled")
ENDED = N_("ended without a result")
MOVES = N_("{player}: {old} → {new}")
MOVES_SHOWN = 6
"""The most members who are named because their places have changed."""
MORE = NN_("… and {count} more", "… and {count} more")
NO_MATCH_RESULT = N_("The match has ended without a result.")


def kind(settings: LadderSettings, language: NullTranslations) -> str:
    """The kind of ladder, in a few words."""
    return say(TABLES if settings.seats > 2 else NAME, {"seats": settings.seats}, language=language)


def described(held: Held, language: NullTranslations) -> Iterator[str]:
    """What is played, by which rules and with which clock, one line each."""
    terms, settings = held.terms, held.ladder.settings
    yield f"{terms_text.played(terms.game, language, bold=True)} · {kind(settings, language)}"
    how = language.gettext(SHARES if settings.seats > 2 else TAKES)
    yield f"*{how} {say(REACH, {'count': settings.reach}, language=language)}*"
    fields: Fields = {
        "answer": _days(settings.answer, language),
        "cooldown": _days(settings.cooldown, language),
        "idle": _days(settings.idle, language),
        "places": say(PLACES, {"count": settings.drop}, language=language),
    }
    times = (ANSWERS, AGAIN, IDLE) if settings.cooldown else (ANSWERS, IDLE)
    yield f"-# {' '.join(say(one, fields, language=language) for one in times)}"
    clock = clock_text.control(terms.clock, language)
    yield f"⏱ {clock}; {clock_text.at_end(terms.at_end, settings.seats, language)}"
    yield from terms_text.options(terms, language)
    yield from terms_text.in_a_line(terms_text.for_whom(terms, language))


def _days(count: int, language: NullTranslations) -> str:
    return clock_text.duration(timedelta(days=count), language)


def state(held: Held, language: NullTranslations) -> str:
    """Its current state, in a line."""
    now = held.ladder
    if now.closed:
        over = language.gettext(IS_OVER)
        return f"{over} {text.quoted(now.reason, language)}" if now.reason else over
    if not now.places:
        return language.gettext(NOBODY)
    parts = [say(MEMBERS, {"count": len(now.places)}, language=language)]
    if now.challenges:
        parts.append(say(CHALLENGES, {"count": len(now.challenges)}, language=language))
    return " · ".join(parts)


def rungs(held: Held, places: range, language: NullTranslations) -> Iterator[str]:
    """The members on these places, one line each. Places are counted from 0."""
    for place in places:
        id_ = held.ladder.places[place]
        yield f"`{place + 1:>3}` {text.member(held.people, id_, language)}"


# Challenges


def made(people: People, one: Challenge, language: NullTranslations) -> str:
    """The two sides of a challenge: who challenges whom."""
    fields = {
        "challenger": text.member(people, one.challenger, language),
        "others": text.members(people, one.challenged, language),
    }
    return say(CHALLENGED, fields, language=language)


def running(held: Held, one: Challenge, language: NullTranslations) -> str:
    """A running challenge: when it has to be answered, or its match."""
    said = made(held.people, one, language)
    if one.unanswered:
        time = format_dt(held.until[one.number], "f")
        until = say(ANSWER, {"time": time}, language=language)
        return f"{said} · {until}"
    match_id = held.match_of(one)
    opened = match_text.coded(match_id, language) if match_id else language.gettext(OPENS)
    return f"{said} · {opened}"


def result(people: People, one: Sequence[MemberId], end: Event, language: NullTranslations) -> str:
    """How a challenge between these members ended, in a few words. The challenger is the first of
    them.
    """
    if isinstance(end, Played):
        return _played(people, one, end.ranks, language)
    if isinstance(end, Refused):
        named = text.member(people, end.member, language)
        return say(DECLINED, {"player": named}, language=language)
    return language.gettext(_ENDS.get(type(end), ENDED))


_ENDS: dict[type[Event], str] = {Lapsed: LAPSED, Recalled: TAKEN_BACK, Annulled: ANNULLED}


def _played(
    people: People, one: Sequence[MemberId], ranks: Sequence[int], language: NullTranslations
) -> str:
    best = [id_ for id_, rank in zip(one, ranks, strict=True) if rank == min(ranks)]
    if len(best) == len(one):
        return language.gettext(LEVEL)
    if len(one) == 2:
        return say(WINS, {"player": text.member(people, best[0], language)}, language=language)
    order = [id_ for _, id_ in sorted(zip(ranks, one, strict=True), key=lambda both: both[0])]
    return say(TABLE, {"players": text.members(people, order, language)}, language=language)


def moves(
    people: People,
    before: Ladder,
    after: Ladder,
    those: Sequence[MemberId],
    language: NullTranslations,
) -> str:
    """The members who have changed places: `those` first, then the others; empty if nobody has."""
    others = [id_ for id_ in before.places if id_ not in those]
    said = []
    for id_ in (*those, *others):
        if id_ not in before.places or id_ not in after.places:
            continue
        old, new = before.places.index(id_) + 1, after.places.index(id_) + 1
        if old != new:
            fields: Fields = {"player": text.member(people, id_, language), "old": old, "new": new}
            said.append(say(MOVES, fields, language=language))
    if len(said) > MOVES_SHOWN:
        more = say(MORE, {"count": len(said) - MOVES_SHOWN}, language=language)
        said = [*said[:MOVES_SHOWN], more]
    return " · ".join(said)


def why(reason: str, language: NullTranslations) -> str:
    """A reason: one of the bot's, or people's own words."""
    if reason == NO_RESULT:
        return language.gettext(NO_MATCH_RESULT)
    return text.quoted(reason, language) if reason else ""
