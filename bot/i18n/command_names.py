"""Names and descriptions of the commands in the languages that there are catalogues of."""

from __future__ import annotations

import re
from textwrap import shorten

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from bot.i18n.catalogues import of_locale
from games.words import N_

_NAME = re.compile(r"[-'\w]{1,32}")
_NAMES = {
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
}
PARAMETERS = (
    N_("turn"),
    N_("match"),
    N_("public"),
    N_("point"),
    N_("animate"),
    N_("over"),
    N_("game"),
    N_("seats"),
    N_("seat"),
    N_("seating"),
    N_("opponent"),
    N_("opponent1"),
    N_("opponent2"),
    N_("opponent3"),
    N_("private"),
    N_("clock"),
    N_("timeout"),
    N_("until"),
    N_("from"),
    N_("end"),
    N_("user"),
    N_("computer"),
    N_("standin"),
    N_("section"),
    N_("language"),
    N_("theme"),
    N_("confirm"),
    N_("notices"),
    N_("quiet"),
    N_("zone"),
    N_("spoilers"),
    N_("reset"),
    N_("threads"),
    N_("boards"),
    N_("openers"),
    N_("role"),
)
"""Names of options, which stand in signatures elsewhere and need a mark for translation."""
LONGEST = 100
"""The most characters of a description or of a choice's name."""


class Translator(app_commands.Translator):
    """Translates through the catalogues; what has no translation stays English."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """The translation, in a form that Discord accepts, or None."""
        text = of_locale(locale).gettext(string.message)
        if text == string.message:
            return None
        if context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu):
            return text if _NAME.fullmatch(text) and text == text.lower() else None
        return shorten(text, LONGEST, placeholder="…")
