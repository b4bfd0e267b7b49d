"""What messages about leagues share: their buttons, and the content of their page."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Literal, TypeAlias

from discord import ButtonStyle

from bot.messages.competitions.tournament import DIRECTOR, JOIN, LEAVE, act_button, page_of
from bot.text import competition as text
from bot.text import league as league_text
from bot.ui.controls import NO_MATCH, Control, button, custom_id
from bot.ui.layout import Part, Text, heading, ruled
from bot.ui.message import Reply
from competitions.leagues.held import Held
from games.words import N_, NN_, say

View: TypeAlias = Literal["about", "table", "mine"]
"""The views of a league's page: its rules and who has signed up · a division's standings · the
reader's own season.
"""

VIEWS: dict[View, str] = {
    "about": N_("Overview"),
    "table": N_("Standings"),
    "mine": N_("My season"),
}
NEW, MANAGE = N_("New league"), N_("Manage…")
NEXT = N_("Signed up for season {season}")
SHOWN = 30
"""How many players are listed at most."""
MORE = NN_("… and {count} more", "… and {count} more")


def page_button(held: Held, language: NullTranslations, view: View, label: str = "") -> Control:
    """The button to a view of a league's page."""
    return act_button(label or VIEWS[view], "league", held.id, language, view)


def join_button(held: Held, language: NullTranslations) -> Control:
    """The button to sign up."""
    return act_button(JOIN, "league-join", held.id, language, style=ButtonStyle.success)


def leave_button(held: Held, language: NullTranslations) -> Control:
    """The button to withdraw from the next season."""
    return act_button(LEAVE, "league-leave", held.id, language)


def new_button(language: NullTranslations, filled: str = "") -> Control:
    """The button to the form for a new league, filled in with what was typed before."""
    return button(language.gettext(NEW), custom_id("league-new", NO_MATCH, 0, filled))


def overview(held: Held, language: NullTranslations) -> tuple[Part, ...]:
    """What is played, the state of the league, and who has signed up for the next season."""
    now = held.league
    director = say(DIRECTOR, {"player": text.director(held, language)}, language=language)
    title = heading(text.called(held.terms.name)).text
    stands = [f"**{league_text.state(held, language)}**"]
    if now.status == "running":
        stands.append(league_text.split(now.divisions, language))
    if now.status != "over" and not now.ends:
        stands.append(league_text.sign_up(held, language))
    parts = [
        Text("\n".join((title, *league_text.described(held, language)))),
        Text("\n".join((*stands, f"-# {director} · {text.coded(held.id, language)}"))),
    ]
    if now.signed:
        head = say(NEXT, {"season": now.season + 1}, language=language)
        listed = ", ".join(text.member(held.people, id_, language) for id_ in now.signed[:SHOWN])
        if len(now.signed) > SHOWN:
            count = len(now.signed) - SHOWN
            listed = f"{listed} {say(MORE, {'count': count}, language=language)}"
        parts.append(Text(f"**{head}**\n{listed}"))
    return ruled(parts)


def poster(held: Held, language: NullTranslations) -> Reply:
    """The announcement that sign-up is open, with the buttons to sign up and withdraw. For the
    last season and after it, without them.
    """
    controls = [page_of(held.id, language)]
    if held.league.status != "over" and not held.league.ends:
        controls = [join_button(held, language), *controls, leave_button(held, language)]
    return Reply("", tuple(controls), parts=overview(held, language))
