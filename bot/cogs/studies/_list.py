"""The user's studies as a list, and completion by their names."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

import discord
from discord import app_commands

from bot.context import Interaction
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.text import match as match_text
from bot.text.discord_limits import LABEL, OPTIONS
from bot.ui.controls import custom_id, menu, pager
from bot.ui.message import Reply
from games.words import N_, NN_, say
from matches.model.ids import StudyNumber
from matches.model.study_errors import UnknownStudy
from matches.studies import shelf
from matches.studies.study import Study

LISTED = NN_(
    "You have {count} study. Only you can see it. Which one would you like to open?",
    "You have {count} studies. Only you can see them. Which one would you like to open?",
)
NONE = N_(
    "You have no studies. `/whatif` begins one: a board that only you can see, where you can "
    "try out turns."
)
WHICH, DELETE = N_("Open a study"), N_("Delete a study…")
_DIGITS = 9
"""The most digits of a study's number."""


async def listed(interaction: Interaction, page: int, note: str = "") -> Reply:
    """The list, with menus to open one and to delete one."""
    language = language_of(interaction)
    found = await shelf.listed(interaction.client.database, user_of(interaction))
    if not found:
        return Reply("\n".join(filter(None, (note, language.gettext(NONE)))))
    last = (len(found) - 1) // OPTIONS
    page = min(page, last)
    shown = found[page * OPTIONS : (page + 1) * OPTIONS]
    said = say(LISTED, {"count": len(found)}, language=language)
    options = [
        discord.SelectOption(
            label=label(study, language),
            value=str(study.number),
            description=study.changed_at.date().isoformat(),
        )
        for study in shown
    ]
    controls = [
        menu(language.gettext(WHICH), custom_id("study"), options),
        menu(language.gettext(DELETE), custom_id("study-drop"), options),
    ]
    controls += pager(page, lambda to: custom_id("studies", rest=f"here/{to}"), more=page < last)
    return Reply("\n".join(filter(None, (note, said))), tuple(controls))


def chosen(text: str) -> StudyNumber:
    """The number of a study that was chosen from the list, or typed. Raises UnknownStudy."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise UnknownStudy
    return StudyNumber(int(text))


def label(study: Study, language: NullTranslations) -> str:
    """A study in plain text: its name, its game, its match, or its number."""
    game = language.gettext(study.game.info.name)
    parts = [study.name, game, study.match_id or f"#{study.number}"]
    return match_text.cut(" · ".join(filter(None, parts)), LABEL)


async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The user's studies whose label contains what is typed."""
    language, typed = language_of(interaction), current.strip().casefold()
    found = await shelf.listed(interaction.client.database, user_of(interaction))
    return _choices(found, typed, language)


def _choices(
    found: Sequence[Study], typed: str, language: NullTranslations
) -> list[app_commands.Choice[str]]:
    labels = [(label(study, language), str(study.number)) for study in found]
    fitting = [(said, value) for said, value in labels if typed in said.casefold()]
    return [app_commands.Choice(name=said, value=value) for said, value in fitting[:OPTIONS]]
