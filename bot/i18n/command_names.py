"""Names and descriptions of commands, in all languages."""

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
    N_("against"),
    N_("animate"),
    N_("channel"),
    N_("end"),
    N_("file"),
    N_("from"),
    N_("game"),
    N_("hour"),
    N_("match"),
    N_("mode"),
    N_("off"),
    N_("over"),
    N_("period"),
    N_("player"),
    N_("point"),
    N_("position"),
    N_("scope"),
    N_("seats"),
    N_("section"),
    N_("study"),
    N_("to"),
    N_("turn"),
    N_("until"),
    N_("user"),
)
"""Options that are parameters of functions, where they can't be marked for translation."""
LONGEST = 100
"""The most characters of a description or of a choice's name."""


class Translator(app_commands.Translator):
    """Translates by the catalogues. Without a translation a text stays English."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """The translation in a form that Discord accepts, or None."""
        text = of_locale(locale).gettext(string.message)
        if text == string.message:
            return None
        if context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu):
            return text if _NAME.fullmatch(text) and text == text.lower() else None
        return shorten(text, LONGEST, placeholder="…")
