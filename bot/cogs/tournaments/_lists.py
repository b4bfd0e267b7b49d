"""Lists of tournaments: their titles, and what they say about each tournament."""

from __future__ import annotations

from gettext import NullTranslations

from bot.cogs.tournaments.page import KIND
from bot.commands.competitions.lists import ELSEWHERE, HERE, OVER, Lists
from bot.messages.competitions import tournament as message
from bot.text import competition_terms as terms
from competitions.tournaments import queries
from competitions.tournaments.queries import Line
from games.words import N_


def _told(one: Line, language: NullTranslations) -> tuple[str, str]:
    """What is played, and the state of the tournament."""
    kind = terms.kind(one.settings, one.team, language)
    state = terms.state_in_short(one, language)
    return f"{terms.played(one.game, language)} · {kind}", state


LISTS = Lists(
    kind=KIND,
    scopes={
        "here": HERE,
        "open": N_("Open for sign-up"),
        "elsewhere": ELSEWHERE,
        "mine": N_("My tournaments"),
        "over": OVER,
    },
    empty={
        "here": N_("There are no tournaments here at the moment."),
        "open": N_("No tournament is open for sign-up here at the moment."),
        "elsewhere": N_("No tournament on another server is open to everyone at the moment."),
        "mine": N_("You're not taking part in any tournament at the moment."),
        "over": N_("No tournament has finished yet."),
    },
    statuses={"open": ("open",), "over": queries.OVER},
    queries=queries,
    told=_told,
    new=message.new_button,
)
