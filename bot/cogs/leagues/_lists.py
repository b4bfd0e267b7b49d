"""Lists of leagues: their titles, and what they say about each league."""

from __future__ import annotations

from gettext import NullTranslations

from bot.cogs.leagues.page import KIND
from bot.commands.competitions.lists import ELSEWHERE, HERE, OVER, Lists
from bot.messages.competitions import league as message
from bot.text import league as league_text
from competitions.leagues import queries
from competitions.leagues.queries import Line
from games.words import N_


def _told(one: Line, language: NullTranslations) -> tuple[str, str]:
    """What is played, and the state of the league."""
    kind = league_text.kind(one.settings, language)
    state = league_text.state_in_short(one, language)
    return f"{language.gettext(one.game.info.name)} · {kind}", state


LISTS = Lists(
    kind=KIND,
    scopes={"here": HERE, "elsewhere": ELSEWHERE, "mine": N_("My leagues"), "over": OVER},
    empty={
        "here": N_("There are no leagues here at the moment."),
        "elsewhere": N_("No league on another server is open to everyone at the moment."),
        "mine": N_("You're not taking part in any league at the moment."),
        "over": N_("No league has finished yet."),
    },
    statuses={"over": queries.OVER},
    queries=queries,
    told=_told,
    new=message.new_button,
)
