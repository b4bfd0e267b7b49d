"""Wishes in words: the terms, the party, and the status."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from discord.utils import format_dt

import games
from bot.text import clock as clock_text
from bot.text.match import mention
from bot.text.numbers import listed
from games.words import N_, Fields, say
from matches.model.ids import PlayerId
from matches.wishes.terms import TableKind, Terms, Where, kinds
from matches.wishes.wish import Wish

ANY_GAME = N_("any game")
TABLES = N_("{game} for {seats}")
WITH_RETURN = N_("{game} for {seats} with a return match")
STRENGTHS: dict[int | None, str] = {
    100: N_("up to 100 points stronger or weaker"),
    200: N_("up to 200 points stronger or weaker"),
    400: N_("up to 400 points stronger or weaker"),
    None: N_("of any strength"),
}
WHERES: dict[Where, str] = {
    "anywhere": N_("here if everybody is here, otherwise in direct messages"),
    "direct": N_("in direct messages"),
    "server": N_("only on this server"),
}
THERE: dict[Where, str] = {
    "anywhere": N_("in {channel} if everybody is on that server, otherwise in direct messages"),
    "server": N_("in {channel}, with people on that server"),
}
OF = N_("{player}'s search")
WITH = N_("together with {players}")
WAITS_FOR = N_("Waiting for {players} to agree.")
SOUGHT = N_("Started {since}, ends {ends}.")
PAUSED = N_("Paused because somebody in it has just started a match.")


def tables(terms: Terms, language: NullTranslations) -> str:
    """The games and the numbers of players, such as “A, B for 2 or 3”."""
    if {*terms.kinds} >= {kind for kind in kinds() if not kind.with_return}:
        return language.gettext(ANY_GAME)
    return ", ".join(_of_each_game(terms, language))


def _of_each_game(terms: Terms, language: NullTranslations) -> Iterator[str]:
    for key in dict.fromkeys(kind.game for kind in terms.kinds):
        info = games.get(key).info
        wished = [kind for kind in terms.kinds if kind.game == key]
        chosen = [kind.seats for kind in wished if not kind.with_return]
        name = language.gettext(info.name)
        if chosen == [*info.seats]:
            yield name
        elif chosen:
            fields: Fields = {"game": name, "seats": "/".join(map(str, chosen))}
            yield say(TABLES, fields, language=language)
        yield from (table(kind, language) for kind in wished if kind.with_return)


def table(kind: TableKind, language: NullTranslations) -> str:
    """One kind of table: its game, its number of players, perhaps a return match."""
    name = language.gettext(games.get(kind.game).info.name)
    said = WITH_RETURN if kind.with_return else TABLES
    return say(said, {"game": name, "seats": kind.seats}, language=language)


def clocks(terms: Terms, language: NullTranslations) -> str:
    """The clocks of the terms, in one line."""
    return " / ".join(clock_text.control(clock, language) for clock in terms.clocks)


def lines(wish: Wish, reader: PlayerId, language: NullTranslations) -> list[str]:
    """The terms, the party, and the status, a line each."""
    terms = wish.terms
    who = [f"**{tables(terms, language)}**"]
    if reader != wish.leader:
        leader = mention(wish.leader, language)
        who.append(say(OF, {"player": leader}, language=language))
    others = [mention(one, language) for one in wish.friends if one != reader]
    if others:
        who.append(say(WITH, {"players": listed(others, language)}, language=language))
    strength = language.gettext(STRENGTHS[terms.within])
    return [
        " · ".join(who),
        f"⏱ {clocks(terms, language)}",
        f"{strength} · {_where(wish, language)}",
        f"-# {_state(wish, language)}",
    ]


def _where(wish: Wish, language: NullTranslations) -> str:
    if wish.meeting is None or wish.terms.where == "direct":
        return language.gettext(WHERES["direct"])
    fields = {"channel": f"<#{wish.meeting.channel}>"}
    return say(THERE[wish.terms.where], fields, language=language)


def _state(wish: Wish, language: NullTranslations) -> str:
    if wish.status == "paused":
        return language.gettext(PAUSED)
    if wish.status == "asking":
        asked = listed([mention(one, language) for one in wish.asked], language)
        return say(WAITS_FOR, {"players": asked}, language=language)
    times = {"since": format_dt(wish.since, "R"), "ends": format_dt(wish.expires_at, "R")}
    return say(SOUGHT, times, language=language)
