"""What messages about competitions share: their buttons, and to which one a match belongs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Literal, TypeAlias

from discord import ButtonStyle

from bot.context import Bot
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.ui.controls import NO_MATCH, Control, button, custom_id
from bot.ui.layout import Part, Text, heading, ruled
from competitions.life import queries
from competitions.life.held import Held
from competitions.life.ids import CompetitionId
from competitions.model.errors import CompetitionError
from games.words import N_, NN_, Fields, say
from matches.model.errors import TableError
from matches.model.ids import MatchId
from matches.model.match import Listing
from storage.database import Database

View: TypeAlias = Literal["about", "table", "rounds", "mine"]
"""The views of a tournament's page: what is played and by whom · who stands where · who meets whom
· one's own games."""

VIEWS: dict[View, str] = {
    "about": N_("Overview"),
    "table": N_("Standings"),
    "rounds": N_("Rounds"),
    "mine": N_("My games"),
}
TOURNAMENT = N_("The tournament")
JOIN, WAIT, LEAVE = N_("Sign up"), N_("Join the waiting list"), N_("Leave")
LIST, NEW = N_("Tournaments"), N_("New tournament")
BELONGS = N_("{name}, round {round}")


# Buttons


def act_button(
    label: str,
    action: str,
    id_: CompetitionId,
    language: NullTranslations,
    *more: object,
    style: ButtonStyle = ButtonStyle.secondary,
    disabled: bool = False,
) -> Control:
    """A button that is about a competition; `more` is what else its handler has to know."""
    rest = "/".join(map(str, (id_, *more)))
    to = custom_id(action, NO_MATCH, 0, rest)
    return button(language.gettext(label), to, style=style, disabled=disabled)


def page_button(
    id_: CompetitionId, language: NullTranslations, view: View = "about", label: str = TOURNAMENT
) -> Control:
    """The button to a tournament's page."""
    return act_button(label, "cup", id_, language, view)


def list_button(language: NullTranslations) -> Control:
    """The button to the tournaments here."""
    return button(language.gettext(LIST), custom_id("cups", NO_MATCH, 0, "here/"))


def new_button(language: NullTranslations, filled: str = "") -> Control:
    """The button to the form for a new tournament, filled in with what was typed before."""
    return button(language.gettext(NEW), custom_id("cup-new", NO_MATCH, 0, filled))


def join_button(held: Held, language: NullTranslations) -> Control:
    """The button to sign up, or to wait where there is no place left."""
    most, now = held.competition.settings.most, held.competition
    full = now.status != "open" or (most is not None and len(now.entrants) >= most)
    style = ButtonStyle.secondary if full else ButtonStyle.success
    action = "cup-join" if held.terms.team == 1 else "cup-team"
    return act_button(WAIT if full else JOIN, action, held.id, language, style=style)


# Which match belongs to which


@dataclass(frozen=True, slots=True)
class Belonging:
    """To what an official match belongs: its name, its id, and the round."""

    name: str
    id: CompetitionId
    round: int


Look: TypeAlias = Callable[[Database, MatchId], Awaitable[Belonging | None]]
"""Finds out to what a match belongs. Raises TableError, CompetitionError."""

_LOOKS: list[Look] = []
_LIMIT = 10_000


def finds(look: Look) -> Look:
    """Registers one more way to find out to what a match belongs."""
    _LOOKS.append(look)
    return look


@finds
async def _of_competition(database: Database, match_id: MatchId) -> Belonging | None:
    found = await queries.of_match(database, match_id)
    if found is None:
        return None
    id_, game = found
    return Belonging((await queries.get(database, id_)).terms.name, id_, game[0])


class Belongings:
    """To what matches belong, as this process has found out: that never changes."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._known: OrderedDict[MatchId, Belonging | None] = OrderedDict()

    async def of(self, match: Listing) -> Belonging | None:
        """To what a match belongs; None for ordinary ones, and if it can't be found out now."""
        if not match.official:
            return None
        if match.id not in self._known:
            try:
                self._known[match.id] = await self._look(match.id)
            except (TableError, CompetitionError):
                return None
            if len(self._known) > _LIMIT:
                self._known.popitem(last=False)
        return self._known[match.id]

    async def _look(self, match_id: MatchId) -> Belonging | None:
        for look in _LOOKS:
            if (found := await look(self._bot.database, match_id)) is not None:
                return found
        return None

    async def line(self, match: Listing, language: NullTranslations) -> str:
        """The line of a board that says so; empty for ordinary matches."""
        found = await self.of(match)
        return "" if found is None else f"-# {said(found, language)}"

    async def lines(
        self, found: Sequence[Listing], language: NullTranslations
    ) -> dict[MatchId, str]:
        """The same for those of some matches that belong to something."""
        lines = {one.id: await self.line(one, language) for one in found if one.official}
        return {id_: line for id_, line in lines.items() if line}


def said(belonging: Belonging, language: NullTranslations) -> str:
    """To what a match belongs, in a few words."""
    fields: Fields = {"name": text.called(belonging.name), "round": belonging.round}
    return f"{say(BELONGS, fields, language=language)} · `{belonging.id}`"


# What a competition is


ENTRANTS_SHOWN = 25
"""The most entrants who are listed at a time."""
DIRECTOR = N_("Director: {player}")
TAKING_PART, ON_THE_LIST = N_("Taking part"), N_("On the waiting list")
MORE_ENTRANTS = NN_("… and {count} more", "… and {count} more")


def overview(held: Held, language: NullTranslations, page: int = 0) -> tuple[Part, ...]:
    """What is played, how it stands, and a page of those who take part."""
    director = say(DIRECTOR, {"player": text.director(held, language)}, language=language)
    stands = [f"**{terms.state(held, language)}**"]
    if held.competition.status == "open":
        stands.append(terms.start(held, language))
    name = heading(text.called(held.terms.name)).text
    parts = [
        Text("\n".join((name, *terms.described(held, language)))),
        Text("\n".join((*stands, f"-# {director} · `{held.id}`"))),
    ]
    listed = [*_entrants(held, language)]
    first = page * ENTRANTS_SHOWN
    shown, rest = listed[first : first + ENTRANTS_SHOWN], listed[first + ENTRANTS_SHOWN :]
    if rest:
        shown.append(say(MORE_ENTRANTS, {"count": len(rest)}, language=language))
    if shown:
        parts.append(Text("\n".join(shown)))
    return ruled(parts)


def entrant_pages(held: Held) -> int:
    """How many pages the entrants fill."""
    return max(1, -(-len(held.competition.signed) // ENTRANTS_SHOWN))


def _entrants(held: Held, language: NullTranslations) -> Iterator[str]:
    """Those who take part, then those who wait; each group has its title on its first line."""
    now = held.competition
    for title, there in ((TAKING_PART, now.entrants), (ON_THE_LIST, now.waiting)):
        for number, one in enumerate(there, start=1):
            line = f"{number}. {text.entrant(held.teams, one.id, language)}"
            if one.id in now.withdrawn:
                line = f"~~{line}~~"
            yield f"**{language.gettext(title)}**\n{line}" if number == 1 else line
