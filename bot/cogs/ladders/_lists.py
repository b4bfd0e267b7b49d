"""Lists of ladders: their titles, and what they say about each ladder."""

from __future__ import annotations

from gettext import NullTranslations

from bot.cogs.ladders.page import KIND
from bot.commands.competitions.lists import ELSEWHERE, HERE, OVER, Lists
from bot.messages.competitions import ladder as message
from bot.text import ladder as ladder_text
from competitions.ladders import queries
from competitions.ladders.queries import Line
from games.words import N_, say


def _told(one: Line, language: NullTranslations) -> tuple[str, str]:
    """What is played, and the state of the ladder."""
    count = say(ladder_text.MEMBERS, {"count": one.members}, language=language)
    state = language.gettext(ladder_text.IS_OVER) if one.status == "over" else count
    kind = ladder_text.kind(one.settings, language)
    return f"{language.gettext(one.game.info.name)} · {kind}", state


LISTS = Lists(
    kind=KIND,
    scopes={"here": HERE, "elsewhere": ELSEWHERE, "mine": N_("My ladders"), "over": OVER},
    empty={
        "here": N_("There are no ladders here at the moment."),
        "elsewhere": N_("No ladder on another server is open to everyone at the moment."),
        "mine": N_("You aren't on any ladder at the moment."),
        "over": N_("No ladder has been closed yet."),
    },
    statuses={"over": queries.OVER},
    queries=queries,
    told=_told,
    new=message.new_button,
)
