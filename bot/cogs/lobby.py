"""Opening tables and challenges, and the buttons under them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

import games
import matches
from bot import delivery, filling, openings, replies, turns
from bot.components import Press, on
from bot.errors import Refused
from bot.i18n import of_locale
from bot.replies import Reply
from games.words import N_, say
from matches.errors import TableError
from matches.match import Match, Place

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

OPENED = N_("The table {match} is open.")
BOTS = N_("Bots don't play here.")


async def setup(bot: Dreierlei) -> None:
    """Adds the commands."""
    group = app_commands.Group(
        name=N_("play"), description=N_("Open a table or challenge somebody"), guild_only=True
    )
    for game in games.all_games():
        group.add_command(openings.command(game, open_table))
    bot.tree.add_command(group)


async def open_table(interaction: Interaction, wanted: openings.Opening) -> None:
    """Opens a table, or challenges."""
    interaction.extras["game"] = wanted.game
    await interaction.response.defer(ephemeral=True, thinking=True)
    if any(user.bot for user in wanted.opponents):
        raise Refused(BOTS)
    if wanted.computer is not None:
        filling.require_time_to_think(interaction.client)
    interaction.client.names.meet(interaction.guild_id, interaction.user, *wanted.opponents)
    match = await matches.open_table(
        interaction.client.database,
        game=wanted.game.info.key,
        host=interaction.user.id,
        place=_place(interaction),
        seats=wanted.seats,
        options=wanted.options,
        invited=[user.id for user in wanted.opponents],
        clock=wanted.clock,
        at_end=wanted.at_end,
        private=wanted.private,
        rated=wanted.rated,
        stand_in=wanted.stand_in,
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    if wanted.computer is not None:
        match = await filling.fill_or_close(interaction, match, wanted.computer)
    if match.status == "running":
        await filling.show(interaction, match)
        return
    done = say(OPENED, {"match": match.id}, language=of_locale(interaction.locale))
    await show_table(interaction, match, Reply(done))


async def show_table(interaction: Interaction, match: Match, done: Reply) -> None:
    """Shows a new table to everybody whom it is for, and notes by which message; then `done`."""
    table = replies.table(match, delivery.public_language(interaction, match.place))
    sent = await delivery.publish(interaction, match, table, f"{match.id}.table", done)
    if sent and not match.private:
        with suppress(TableError):
            await matches.move_to(interaction.client.database, match.id, message=sent[0].id)


def _place(interaction: Interaction) -> Place:
    assert interaction.channel_id is not None
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(interaction.guild_id, channel.parent_id, channel.id)
    return Place(interaction.guild_id, interaction.channel_id)


# The buttons

UseCase: TypeAlias = Callable[..., Coroutine[Any, Any, Match]]


async def _act(press: Press, use_case: UseCase) -> None:
    """Carries out a use case, and shows the table as it is then, or the match that has begun."""
    interaction, database = press.interaction, press.interaction.client.database
    await interaction.response.defer()
    match = await use_case(database, press.match, press.player, interaction=interaction.id)
    public = delivery.public_language(interaction, match.place)
    if match.status == "running":
        await turns.begun(interaction, match, replies.table(match, public))
        return
    async with delivery.in_order(match.id):
        match = await matches.get(database, match.id)
        await delivery.show(interaction, replies.table(match, public))


@on("join")
async def join(press: Press) -> None:
    """Takes a seat."""
    limits = press.interaction.client.settings.limits
    await _act(press, partial(matches.join, limits=limits))


@on("accept")
async def accept(press: Press) -> None:
    """Accepts a challenge."""
    limits = press.interaction.client.settings.limits
    await _act(press, partial(matches.accept, limits=limits))


@on("decline")
async def decline(press: Press) -> None:
    """Declines a challenge."""
    await _act(press, matches.decline)


@on("leave")
async def leave(press: Press) -> None:
    """Gives the seat up; the host closes the table."""
    await _act(press, matches.leave)


@on("start")
async def start(press: Press) -> None:
    """Starts with those who are there."""
    await _act(press, matches.start)
