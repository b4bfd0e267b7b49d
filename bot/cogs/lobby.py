"""Opening tables and challenges, and the buttons under them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from discord import app_commands

import games
import matches
from bot import delivery, openings, replies, servers, turns
from bot.chosen import language_of
from bot.components import Press, on
from bot.errors import Refused
from bot.replies import Reply
from games.words import N_, say
from matches.errors import TableError
from matches.match import Match, Place

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

OPENED = N_("The table {match} is open.")
NO_MEMBER = N_(
    "I am no member here. Once it has begun, the match is played in your own messages: I write to "
    "you when it is your turn, if you take direct messages from me; `/board` and `/games` always "
    "work."
)
BOTS = N_("Bots don't play here.")


async def setup(bot: Dreierlei) -> None:
    """Adds the commands."""
    group = app_commands.Group(
        name=N_("play"), description=N_("Open a table or challenge somebody")
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
    interaction.client.names.meet(interaction.guild_id, interaction.user, *wanted.opponents)
    await servers.require_opening(interaction, wanted.game)
    usual = await interaction.client.chosen.in_guild(interaction.guild_id)
    match = await matches.open_table(
        interaction.client.database,
        game=wanted.game.info.key,
        host=interaction.user.id,
        place=_place(interaction),
        seats=wanted.seats,
        options=wanted.options,
        invited=[user.id for user in wanted.opponents],
        clock=wanted.clock if wanted.decided else usual.clock,
        at_end=wanted.at_end,
        private=wanted.private or interaction.context.dm_channel is True,
        rated=wanted.rated,
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    done = say(OPENED, {"match": match.id}, language=language_of(interaction))
    if match.place.guild is None and not match.private:
        done = f"{done}\n{language_of(interaction).gettext(NO_MEMBER)}"
    await show_table(interaction, match, Reply(done))


async def show_table(interaction: Interaction, match: Match, done: Reply) -> None:
    """Shows a new table to everybody whom it is for, and notes by which message; then `done`."""
    table = replies.table(match, await delivery.public_language(interaction, match.place))
    sent = await delivery.publish(interaction, match, table, f"{match.id}.table", done)
    if sent and not match.apart:
        with suppress(TableError):
            await matches.move_to(interaction.client.database, match.id, message=sent[0].id)


def _place(interaction: Interaction) -> Place:
    """Where the user is: a match that is opened inside a thread stays in that. A guild in which the
    bot is no member counts for none.
    """
    assert interaction.channel_id is not None
    guild = interaction.guild_id if interaction.is_guild_integration() else None
    return Place(guild, interaction.channel_id)


# The buttons

UseCase: TypeAlias = Callable[..., Coroutine[Any, Any, Match]]


async def _act(press: Press, use_case: UseCase) -> None:
    """Carries out a use case, and shows the table as it is then, or the match that has begun."""
    interaction, database = press.interaction, press.interaction.client.database
    await interaction.response.defer()
    match = await use_case(database, press.match, press.player, interaction=interaction.id)
    public = await delivery.public_language(interaction, match.place)
    if match.status == "running":
        await turns.begun(interaction, match, replies.table(match, public))
        return
    async with delivery.in_order(match.id):
        match = await matches.get(database, match.id)
        await delivery.show(interaction, replies.table(match, public))


async def _require_offered(press: Press) -> None:
    """Raises Refused where the game is not played any more."""
    client = press.interaction.client
    match = await matches.get(client.database, press.match)
    await servers.require_offered(client, match.place.guild, match.game)


@on("join")
async def join(press: Press) -> None:
    """Takes a seat."""
    await _require_offered(press)
    limits = press.interaction.client.settings.limits
    await _act(press, partial(matches.join, limits=limits))


@on("accept")
async def accept(press: Press) -> None:
    """Accepts a challenge."""
    await _require_offered(press)
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
    await _require_offered(press)
    await _act(press, matches.start)
