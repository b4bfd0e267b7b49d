"""What the user of an interaction has chosen, and the language to answer in."""

from __future__ import annotations

import logging
from gettext import NullTranslations

import discord

from bot.context import Bot, Interaction
from bot.context.shut_channels import level_of
from bot.i18n.catalogues import of_locale
from bot.interactions.archived_threads import begin_unarchiving
from bot.text.discord_codes import TROUBLES
from matches.model.ids import PlayerId
from matches.model.match import Place
from matches.settings.players import Preferences

log = logging.getLogger(__name__)


_PREFERENCES = "preferences"


async def load_preferences(interaction: Interaction) -> None:
    """Looks up what the user has chosen. To be awaited before anything is said to them.

    Begins to take the thread in which they are out of the archive, where answers could not be
    edited. Whoever is here may have opened their direct messages again, which are tried once more.
    """
    chosen = await interaction.client.preferences.by_player(PlayerId(interaction.user.id))
    interaction.extras[_PREFERENCES] = chosen
    interaction.client.shut.knock(interaction.user.id)
    if interaction.type is not discord.InteractionType.autocomplete:
        begin_unarchiving(interaction)


def preferences_of(interaction: Interaction) -> Preferences:
    """What the user of an interaction has chosen."""
    known: Preferences = interaction.extras.get(_PREFERENCES) or Preferences()
    return known


def language_of(interaction: Interaction) -> NullTranslations:
    """The language in which the user of an interaction is spoken to, and nobody else."""
    return of_locale(preferences_of(interaction).language or interaction.locale)


async def language_at(
    bot: Bot, place: Place, otherwise: discord.Locale | str | None = None
) -> NullTranslations:
    """The language of what everybody reads in a place; `otherwise` where that has none."""
    if place.guild is None:
        return of_locale(otherwise)
    settings = await bot.preferences.in_guild(place.guild)
    if settings.language is not None:
        return of_locale(settings.language)
    guild = bot.get_guild(place.guild)
    try:
        if guild is None:  # Another process is connected to it, or the bot was thrown out.
            with bot.shut.reaching(place.guild):
                guild = await bot.fetch_guild(place.guild, with_counts=False)
    except TROUBLES as error:
        log.log(level_of(error), "guild=%d: its language is not known: %s", place.guild, error)
        return of_locale(otherwise)
    return of_locale(guild.preferred_locale)
