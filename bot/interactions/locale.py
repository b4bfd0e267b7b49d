"""The preferences of an interaction's user, and the language of the answer."""

from __future__ import annotations

from gettext import NullTranslations

import discord

from bot.context import Bot, Interaction
from bot.i18n.catalogues import of_locale
from bot.interactions.contexts import user_of
from matches.model.match import Place
from matches.settings.players import Preferences

PROMPT = 0.5
"""Seconds to wait for the user's preferences. Handling, which has to acknowledge the interaction in
time, begins without them if the database is silent for so long.
"""
PATIENCE = 10.0
"""Seconds to wait until Discord says which language a guild has that another process handles."""
_PREFERENCES = "preferences"


async def load_preferences(interaction: Interaction) -> None:
    """Looks up the user's preferences. Must be awaited before anything is said to them."""
    chosen = await interaction.client.preferences.by_player(user_of(interaction), PROMPT)
    interaction.extras[_PREFERENCES] = chosen


def preferences_of(interaction: Interaction) -> Preferences:
    """The preferences of the interaction's user."""
    known: Preferences = interaction.extras.get(_PREFERENCES) or Preferences()
    return known


def language_of(interaction: Interaction) -> NullTranslations:
    """The language for the interaction's user, and for nobody else."""
    return of_locale(preferences_of(interaction).language or interaction.locale)


async def remember_language(interaction: Interaction) -> None:
    """Stores the language of the user's Discord client, for messages that are sent later without an
    interaction. Raises Unavailable.
    """
    if preferences_of(interaction).locale != str(interaction.locale):
        player, known = user_of(interaction), interaction.client.preferences
        await known.prefer(player, locale=str(interaction.locale))
        await load_preferences(interaction)


async def language_at(
    bot: Bot, place: Place, otherwise: discord.Locale | str | None = None
) -> NullTranslations:
    """The language of public messages in a place, or `otherwise` if the place has none."""
    if place.guild is None:
        return of_locale(otherwise)
    settings = await bot.preferences.in_guild(place.guild)
    if settings.language is not None:
        return of_locale(settings.language)
    guild = await bot.find_guild(place.guild, PATIENCE)
    return of_locale(otherwise if guild is None else guild.preferred_locale)
