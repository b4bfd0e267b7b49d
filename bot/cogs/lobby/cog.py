"""Opens tables and challenges, and handles the buttons under them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeAlias

from discord import TextChannel, app_commands

import games
import matches
from bot.cogs.lobby import _play_options
from bot.commands import checks
from bot.commands.opening_channel import opening_channel
from bot.context import Bot, Interaction
from bot.delivery.matches import channels, publication
from bot.delivery.matches import tables as table_delivery
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.interactions import access, error_handler
from bot.interactions.contexts import everywhere, guild_of, user_of
from bot.interactions.locale import language_of
from bot.interactions.subject import subject_of
from bot.messages import board as board_message
from bot.messages import table as table_message
from bot.text import match as match_text
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.model.access import Deed
from matches.model.errors import NotOpen, TableFull
from matches.model.ids import ChannelId, MatchId
from matches.model.match import Match, Place

OPENED = N_("Table {match} is open.")
OPENED_IN = N_("Table {match} is open in {channel}.")
BEGUN = N_("Match {match} begins.")
NO_MEMBER = N_(
    "I haven't been added here, so once the match begins, each of you plays it in your direct "
    "messages with me. I'll message you when it's your turn, if you accept direct messages from "
    "me. `/board` and `/games` always work."
)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    group = app_commands.Group(
        name=N_("play"), description=N_("Open a table or challenge somebody")
    )
    for game in games.all_games():
        group.add_command(_play_options.command(game, play))
    bot.tree.add_command(everywhere(group))


async def play(interaction: Interaction, wanted: _play_options.Opening) -> None:
    """Opens a table or a challenge."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await open_table(interaction, wanted)


async def open_table(interaction: Interaction, wanted: _play_options.Opening) -> None:
    """Opens what is wanted, and shows it to everybody. The interaction is acknowledged already."""
    subject_of(interaction).game = wanted.game
    interaction.client.names.meet(guild_of(interaction), interaction.user)
    channel = await opening_channel(interaction)
    await checks.require_opening(interaction, wanted.game, channel)
    if wanted.computer is not None:
        await checks.require_room_for_computer_players(interaction.client)
    usual = await interaction.client.preferences.in_guild(guild_of(interaction))
    match = await matches.open_table(
        interaction.client.database,
        game=wanted.game.info.key,
        host=user_of(interaction),
        place=_place(interaction, channel),
        seats=wanted.seats,
        options=wanted.options,
        invited=wanted.opponents,
        seating=wanted.seating,
        host_seat=wanted.seat,
        clock=wanted.clock if wanted.decided else usual.clock,
        at_end=wanted.at_end,
        private=wanted.private or interaction.context.dm_channel is True,
        rated=wanted.rated,
        computer_level=wanted.computer,
        stand_in=wanted.stand_in,
        reliability=wanted.reliability,
        with_return=wanted.with_return,
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    error_handler.stands(interaction)
    match = await matches.seat_invited(interaction.client.database, match)
    if match.status == "running":
        await _begin(interaction, match)
    else:
        sentence = OPENED_IN if _is_elsewhere(interaction, match) else OPENED
        await table_delivery.show_table(interaction, match, _done(interaction, match, sentence))


def _done(interaction: Interaction, match: Match, sentence: str) -> Reply:
    """Tells the host that a table is open, or that its match begins, and where it is played."""
    language = language_of(interaction)
    fields: Fields = {"match": match.id, "channel": f"<#{match.place.channel}>"}
    done = Reply(say(sentence, fields, language=language))
    if match.place.guild is None and not match.private:
        return done.adding(language.gettext(NO_MEMBER))
    return done


async def _begin(interaction: Interaction, match: Match) -> None:
    """Shows the first board of a match that needed no table: to everybody, and to a user who is to
    move where they are, if it is played in a thread of its own. Anybody else is led there.
    """
    bot, done = interaction.client, _done(interaction, match, BEGUN)
    player, language = user_of(interaction), language_of(interaction)
    settings = await bot.preferences.in_guild(match.place.guild)
    text = isinstance(interaction.channel, TextChannel) or _is_elsewhere(interaction, match)
    threads = settings.threads and not match.apart and text
    if threads and match.player_to_move == player:
        done = await board_message.own_board(bot, match, player, language)
    elif match.player_to_move != player:
        done = done.adding(match_text.standing(match, language, player))
    at_stake = table_message.RATED if match.rated else table_message.UNRATED
    done = done.adding(f"-# {language.gettext(at_stake)}")
    await turn_delivery.publish_first_board(interaction, match, done)


def _is_elsewhere(interaction: Interaction, match: Match) -> bool:
    """Whether it is opened in the channel above the user's thread."""
    return not match.apart and match.place.channel != interaction.channel_id


def _place(interaction: Interaction, channel: ChannelId) -> Place:
    """The channel as a match's place. A guild without the bot counts as no guild."""
    return Place(guild_of(interaction) if interaction.is_guild_integration() else None, channel)


# The buttons

UseCase: TypeAlias = Callable[..., Coroutine[Any, Any, Match]]


async def carry_out(
    press: Press, match_id: MatchId, use_case: UseCase, done: Callable[[Match], str] | None = None
) -> None:
    """Carries out a use case of a table, and shows the result: the changed table, or the match that
    has begun. If the user acted elsewhere they are told `done` instead.
    """
    interaction, client = press.interaction, press.interaction.client
    await interaction.response.defer()
    try:
        match = await use_case(client.database, match_id, press.player, interaction=interaction.id)
    except (NotOpen, TableFull):
        if done is None:
            await _mend(interaction, match_id)
        raise
    told = await _told(interaction, match, done)
    if match.status == "running":
        await turn_delivery.publish_first_board(interaction, match, told)
    elif match.status == "open" and match.full:
        asked = table_message.question(
            match, await answers.public_language(interaction, match.place)
        )
        await publication.publish(interaction, match, asked, f"{match.id}.{match.seq}", told)
    else:
        async with channels.in_order(match.id):
            match = await matches.get(client.database, match.id)
            await answers.show_reply(interaction, await _told(interaction, match, done))
    elsewhere = interaction.message is None or interaction.message.id != match.message
    if elsewhere or await _is_played_here(interaction, match):
        await table_delivery.renew_table(client, match)
    await table_delivery.renew_offer(client, match)


async def _is_played_here(interaction: Interaction, match: Match) -> bool:
    """Whether a match has begun in its table's channel, where the table doesn't link to the board
    yet, because the board's message has only just become known.
    """
    if match.status != "running" or match.apart:
        return False
    now = await matches.get(interaction.client.database, match.id)
    return now.place.where == interaction.channel_id


async def _mend(interaction: Interaction, match_id: MatchId) -> None:
    """Shows a player the outcome of a private table, in the direct message that still offers it.
    The bot doesn't know where these messages are.
    """
    match = await matches.get(interaction.client.database, match_id)
    theirs = match.private and match.concerns(user_of(interaction))
    if theirs and interaction.guild_id is None and match.status != "open":
        await answers.show_reply(interaction, await _told(interaction, match, None))


async def _told(
    interaction: Interaction, match: Match, done: Callable[[Match], str] | None
) -> Reply:
    """The message that replaces the one with the button."""
    if done is not None:
        return Reply(done(match))
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        return table_message.message(match, language_of(interaction))
    return table_message.message(match, await answers.public_language(interaction, match.place))


async def require_offered(press: Press, match_id: MatchId, deed: Deed = "read") -> None:
    """Raises Refused if the game is not on offer any more, and as `access.require`."""
    client = press.interaction.client
    match = await access.require(press.interaction, match_id, deed)
    await checks.require_offered(client, match.place.guild, match.game)


@on("join")
async def join(press: Press) -> None:
    """Takes a seat: the named one, or any free one."""
    (named,) = press.read(r"(\d?)")
    await require_offered(press, press.match_id, "join")
    limits = press.interaction.client.settings.limits
    seat = int(named) if named else None
    await carry_out(press, press.match_id, partial(matches.join, seat=seat, limits=limits))


@on("accept")
async def accept(press: Press) -> None:
    """Accepts a challenge."""
    await require_offered(press, press.match_id, "join")
    limits = press.interaction.client.settings.limits
    await carry_out(press, press.match_id, partial(matches.accept, limits=limits))


@on("decline")
async def decline(press: Press) -> None:
    """Declines a challenge."""
    await carry_out(press, press.match_id, matches.decline)


@on("start")
async def start(press: Press) -> None:
    """Starts with the players at the table."""
    await require_offered(press, press.match_id)
    await carry_out(press, press.match_id, matches.start)


@on("youngest")
async def youngest(press: Press) -> None:
    """Starts with the user in the first seat."""
    await require_offered(press, press.match_id)
    await carry_out(press, press.match_id, matches.begin_as_youngest)
