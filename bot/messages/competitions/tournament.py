"""What messages about competitions share: buttons, and which competition a match belongs to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Literal, TypeAlias

import discord
from discord import ButtonStyle

from bot.context import Bot
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.ui.controls import NO_MATCH, Control, button, custom_id, menu
from bot.ui.layout import Part, Text, heading, ruled
from competitions.formats.reports import has_report
from competitions.ladders import queries as ladders
from competitions.leagues.ids import public_id as id_of_league
from competitions.log.ids import KindName, kind_of
from competitions.model.errors import CompetitionError
from competitions.tournaments import queries
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId
from games.words import N_, NN_, Fields, say
from matches.model.errors import TableError
from matches.model.ids import MatchId
from matches.model.match import Listing
from storage.database import Database

View: TypeAlias = Literal["about", "table", "rounds", "mine"]
"""The views of a tournament's page: what is played and by whom · the standings · the pairings · the
reader's own games.
"""

VIEWS: dict[View, str] = {
    "about": N_("Overview"),
    "table": N_("Standings"),
    "rounds": N_("Rounds"),
    "mine": N_("My matches"),
}
TOURNAMENT = N_("Go to the tournament")
JOIN, WAIT, LEAVE = N_("Sign up"), N_("Join the waiting list"), N_("Cancel my sign-up")
LIST, NEW = N_("Tournaments"), N_("New tournament")
WHOLE, WHICH_SECTION = N_("All sections"), N_("Which section?")
LADDER, LADDERS = N_("Go to the ladder"), N_("Ladders")
LEAGUE, LEAGUES = N_("Go to the league"), N_("Leagues")
TIES, REPORT = N_("Tie-breaks…"), N_("Report (TRF)")
BELONGS = N_("{name}, round {round}")


def act_button(
    label: str,
    action: str,
    id_: str,
    language: NullTranslations,
    *more: object,
    style: ButtonStyle = ButtonStyle.secondary,
    disabled: bool = False,
) -> Control:
    """A button of a competition; `more` is what else its handler needs to know."""
    rest = "/".join(map(str, (id_, *more)))
    to = custom_id(action, NO_MATCH, 0, rest)
    return button(language.gettext(label), to, style=style, disabled=disabled)


def page_button(
    id_: CompetitionId, language: NullTranslations, view: View = "about", label: str = TOURNAMENT
) -> Control:
    """The button to a tournament's page."""
    return act_button(label, "cup", id_, language, view)


def ties_button(held: Held, language: NullTranslations) -> Control:
    """The button that shows how the tie-breaks of a tournament or division were computed."""
    return act_button(TIES, "cup-ties", held.id, language, "own")


def report_button(held: Held, language: NullTranslations) -> Iterator[Control]:
    """The button to the report for other programs, if there is one."""
    if has_report(held.competition):
        yield act_button(REPORT, "cup-report", held.id, language)


_PAGES: Mapping[KindName, tuple[str, str]] = {
    "tournament": ("cup", TOURNAMENT),
    "ladder": ("ladder", LADDER),
    "league": ("league", LEAGUE),
}
_LISTS: Mapping[KindName, tuple[str, str]] = {
    "tournament": ("cups", LIST),
    "ladder": ("ladders", LADDERS),
    "league": ("leagues", LEAGUES),
}
"""The action of a button, and its label."""


def page_of(id_: str, language: NullTranslations) -> Control:
    """The button to the page of a tournament, a ladder or a league."""
    action, label = _PAGES[kind_of(id_)]
    return act_button(label, action, id_, language, "about")


def list_of(kind: KindName, language: NullTranslations) -> Control:
    """The button to the list of all competitions of a kind here."""
    action, label = _LISTS[kind]
    return button(language.gettext(label), custom_id(action, NO_MATCH, 0, "here/"))


def title_of_view(name: str, view: str, language: NullTranslations) -> Text:
    """The title of a view of a page."""
    return heading(f"{text.called(name)} · {language.gettext(view)}")


def tabs(
    action: str, id_: str, views: Mapping[Any, str], shown: object, language: NullTranslations
) -> Iterator[Control]:
    """The buttons to the views of a page. The one for the current view is disabled."""
    for view, label in views.items():
        yield act_button(label, action, id_, language, view, disabled=view == shown)


def new_button(language: NullTranslations, filled: str = "") -> Control:
    """The button to the form for a new tournament, filled in with what was typed before."""
    return button(language.gettext(NEW), custom_id("cup-new", NO_MATCH, 0, filled))


def sections_menu(
    held: Held, language: NullTranslations, view: View = "about"
) -> Iterator[Control]:
    """The menu of a divided tournament's sections, which leads to the same view of a section. Empty
    if it wasn't divided.
    """
    options = [
        discord.SelectOption(label=terms.section(number, language), value=id_)
        for number, id_ in enumerate(held.sections, start=1)
    ]
    if options:
        to = custom_id("cup-section", NO_MATCH, 0, f"{held.id}/{view}")
        yield menu(language.gettext(WHICH_SECTION), to, options)


def join_button(held: Held, language: NullTranslations) -> Control:
    """The button to sign up, or to join the waiting list if no place is left."""
    full = held.competition.status != "open" or held.competition.full
    style = ButtonStyle.secondary if full else ButtonStyle.success
    action = "cup-join" if held.terms.team == 1 else "cup-team"
    return act_button(WAIT if full else JOIN, action, held.id, language, style=style)


# Which competition a match belongs to


@dataclass(frozen=True, slots=True)
class Belonging:
    """What an official match belongs to: the name and id of a competition, and the round if there
    are rounds. For a division it is the division's name and the league's id.
    """

    name: str
    id: str
    round: int | None = None


Look: TypeAlias = Callable[[Database, MatchId], Awaitable[Belonging | None]]
"""Finds out what a match belongs to. Raises TableError, CompetitionError."""

_LOOKS: list[Look] = []


def finds(look: Look) -> Look:
    """Registers one more way to find out what a match belongs to."""
    _LOOKS.append(look)
    return look


@finds
async def _of_competition(database: Database, match_id: MatchId) -> Belonging | None:
    found = await queries.belonging(database, match_id)
    if found is None:
        return None
    id_, name, round_, league = found
    return Belonging(name, id_ if league is None else id_of_league(league), round_)


@finds
async def _of_ladder(database: Database, match_id: MatchId) -> Belonging | None:
    found = await ladders.belonging(database, match_id)
    if found is None:
        return None
    id_, name = found
    return Belonging(name, id_)


class Belongings:
    """Finds out what matches belong to. Nothing is cached, since competitions can be renamed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def of(self, match: Listing) -> Belonging | None:
        """What a match belongs to; None for ordinary matches, and if it can't be found out now."""
        if not match.official:
            return None
        with suppress(TableError, CompetitionError):
            for look in _LOOKS:
                if (found := await look(self._bot.database, match.id)) is not None:
                    return found
        return None

    async def line(self, match: Listing, language: NullTranslations) -> str:
        """The line on a board that says what the match belongs to; empty for ordinary matches."""
        found = await self.of(match)
        return "" if found is None else f"-# {said(found, language)}"

    async def lines(
        self, found: Sequence[Listing], language: NullTranslations
    ) -> dict[MatchId, str]:
        """These lines for several matches, without those that have none."""
        lines = {one.id: await self.line(one, language) for one in found if one.official}
        return {id_: line for id_, line in lines.items() if line}


def said(belonging: Belonging, language: NullTranslations) -> str:
    """What a match belongs to, in a few words."""
    name = text.called(belonging.name)
    if belonging.round is not None:
        fields: Fields = {"name": name, "round": belonging.round}
        name = say(BELONGS, fields, language=language)
    return f"{name} · {text.coded(belonging.id, language)}"


# The overview of a competition


ENTRANTS_SHOWN = 25
"""How many entrants are listed at a time."""
DIRECTOR = N_("Director: {player}")
TAKING_PART, ON_THE_LIST = N_("Taking part"), N_("On the waiting list")
TOOK_PART = N_("Players who took part")
WINS = NN_("🏆 {players} wins!", "🏆 {players} share first place!")
MANY_WIN = N_("🏆 {count} entrants share first place!")
WINNERS = 20
"""How many winners are named at most."""
MORE_ENTRANTS = NN_("… and {count} more", "… and {count} more")


def overview(held: Held, language: NullTranslations, page: int = 0) -> tuple[Part, ...]:
    """What is played, the state of the competition, and a page of those who take part."""
    director = say(DIRECTOR, {"player": text.director(held, language)}, language=language)
    stands = [f"**{terms.state(held, language)}**"]
    if held.competition.status == "open":
        stands.append(terms.start(held, language))
    if held.competition.status == "over" and held.competition.places:
        stands.append(f"**{won(held, language)}**")
    coded = text.coded(held.id, language, division=held.terms.part is not None)
    lines = [heading(text.called(held.terms.name)).text, *terms.described(held, language)]
    parts = [
        Text("\n".join(lines)),
        Text("\n".join((*stands, f"-# {director} · {coded}"))),
    ]
    listed = [*_entrants(held, language)]
    first = page * ENTRANTS_SHOWN
    shown, rest = listed[first : first + ENTRANTS_SHOWN], listed[first + ENTRANTS_SHOWN :]
    if rest:
        shown.append(say(MORE_ENTRANTS, {"count": len(rest)}, language=language))
    if shown:
        parts.append(Text("\n".join(shown)))
    return ruled(parts)


def won(held: Held, language: NullTranslations) -> str:
    """A sentence that says who has won a competition that is over."""
    first = held.competition.places[0]
    if len(first) > WINNERS:
        return say(MANY_WIN, {"count": len(first)}, language=language)
    named = text.entrants(held.teams, first, language)
    return say(WINS, {"players": named, "count": len(first)}, language=language)


def entrant_pages(held: Held) -> int:
    """How many pages the entrants fill."""
    return max(1, -(-len(held.competition.signed) // ENTRANTS_SHOWN))


def _entrants(held: Held, language: NullTranslations) -> Iterator[str]:
    """Those who take part, by section if there are any, then the waiting list. Each group has its
    title on its first line.
    """
    now = held.competition
    title = TOOK_PART if now.status in queries.OVER else TAKING_PART
    groups = [(language.gettext(title), now.entrants)]
    if held.sections:
        groups = [
            (terms.section(number, language), inside)
            for number, inside in enumerate(held.divided, start=1)
        ]
    for title, there in (*groups, (language.gettext(ON_THE_LIST), now.waiting)):
        for number, one in enumerate(there, start=1):
            named = text.entrant(held.teams, one.id, language)
            line = f"{number}. ~~{named}~~" if one.id in now.withdrawn else f"{number}. {named}"
            yield f"**{title}**\n{line}" if number == 1 else line
