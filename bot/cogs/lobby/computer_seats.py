"""Fills a table with computer players."""

from __future__ import annotations

from functools import partial

import discord

import matches
from bot.cogs.lobby.cog import carry_out
from bot.commands.checks import require_room_for_computer_players
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions import access
from bot.interactions.locale import language_of
from bot.text import match as match_text
from bot.text.levels import LEVELS
from bot.ui.controls import custom_id, menu
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.computer_players import is_computer_player
from matches.model.match import Match

ASKED = N_("How strong should the computer players in the free seats be?")
LEVEL = N_("Level")
SEATED = NN_(
    "{match}: the computer player has taken its seat.",
    "{match}: the computer players have taken their seats.",
)


@on("fill")
async def ask_for_level(press: Press) -> None:
    """Asks the host for the strength of the computer players."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    match = await access.require(interaction, press.match_id)
    matches.require_host(match, press.player)
    language = language_of(interaction)
    options = [
        discord.SelectOption(label=language.gettext(name), value=str(level))
        for level, name in LEVELS.items()
    ]
    choice = menu(language.gettext(LEVEL), custom_id("fill-level", match.id, match.seq), options)
    await answers.show_reply(interaction, Reply(language.gettext(ASKED), (choice,)))


@on("fill-level")
async def fill(press: Press) -> None:
    """Seats computer players of the level in all free seats."""
    client, language = press.interaction.client, language_of(press.interaction)
    if not press.choice.isdecimal() or int(press.choice) not in LEVELS:
        raise Outdated
    await require_room_for_computer_players(client)

    def done(match: Match) -> str:
        count = sum(map(is_computer_player, match.seated))
        fields: Fields = {"match": match_text.title(match, language), "count": count}
        return say(SEATED, fields, language=language)

    limits = client.settings.limits
    use_case = partial(matches.fill, level=int(press.choice), limits=limits)
    await carry_out(press, press.match_id, use_case, done)
