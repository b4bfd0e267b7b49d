"""Seats of running matches that can be taken over: `/seats`, looking at one, taking it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations

from discord import app_commands
from discord.ext import commands

import matches
from bot.context import Bot, Interaction
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.contexts import everywhere, guild_of, is_server, user_of
from bot.interactions.locale import language_of
from bot.messages import board as board_message
from bot.messages import seat as seat_message
from bot.messages.table import open_button
from bot.pictures.men import Emojis, sign
from bot.text import match as match_text
from bot.ui.controls import button, custom_id, pager
from bot.ui.dispatch import Press, on
from bot.ui.layout import Row, heading, ruled
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.model.errors import SeatNotOffered
from matches.model.ids import PlayerId
from matches.model.match import Listing, Match

TITLE = N_("Seats to take over")
NONE = N_("There are no seats to take over. Open a table of your own with `/play`.")
TAKEN = N_("{player} takes over {seat}.")
DECLINED = N_("{player} doesn't want to take over {seat}.")
LOOK = N_("Take a look…")

PAGE = 4
"""How many matches are on a page, so that they fit into a message."""


class Seats(commands.Cog):
    """The command that lists seats."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("seats"), description=N_("Seats you can take over in matches in progress")
    )
    async def seats(self, interaction: Interaction) -> None:
        """Lists the seats that are offered to the user, and those on offer to everybody here."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(guild_of(interaction), interaction.user)
        await _show(interaction, 0)


async def _show(interaction: Interaction, page: int) -> None:
    """Shows a page of the list; the first one if there are fewer than before."""
    player, language = user_of(interaction), language_of(interaction)
    found = await _found(interaction, player, page)
    if page and not found:
        await _show(interaction, 0)
        return
    emojis = interaction.client.service(Emojis)
    await answers.show_reply(interaction, listed(found, player, language, emojis, page=page))


async def _found(interaction: Interaction, player: PlayerId, page: int) -> list[Listing]:
    """The matches of a page, and one more if there is another page."""
    database = interaction.client.database
    guild = guild_of(interaction) if is_server(interaction) else None
    channels = [] if guild is None else await matches.seat_channels(database, guild)
    return await matches.open_seats(
        database,
        player,
        guild,
        channels=access.in_sight(interaction, channels),
        limit=PAGE + 1,
        offset=page * PAGE,
    )


def listed(
    found: Sequence[Listing],
    player: PlayerId,
    language: NullTranslations,
    emojis: Emojis,
    *,
    page: int = 0,
) -> Reply:
    """A page of the list. Each match has a button to look at it; buttons lead to the pages before
    and after.
    """
    if not found:
        return Reply(language.gettext(NONE), (open_button(language),)).laid_out()
    rows = [
        Row(
            "\n".join(_lines(one, player, language, emojis)),
            button(language.gettext(LOOK), custom_id("seat-look", one.id, one.seq)),
        )
        for one in found[:PAGE]
    ]
    controls = pager(
        page, lambda number: custom_id("seats", rest=str(number)), more=len(found) > PAGE
    )
    parts = (heading(language.gettext(TITLE)), *ruled(rows))
    return Reply("", tuple(controls), parts=parts)


def _lines(
    match: Listing, player: PlayerId, language: NullTranslations, emojis: Emojis
) -> list[str]:
    """A match: game and players, the seats, and what somebody who takes one over should know."""
    title = emojis.before(sign(match.game.info.key), match_text.header(match, language))
    offers = [one for one in match.offers if one.is_for(player)]
    said = [f"**{seat_message.sentence(match, one, language)}**" for one in offers]
    return [title, *said, *seat_message.terms(match, language)]


@on("seats")
async def turn_page(press: Press) -> None:
    """Shows another page."""
    (page,) = press.read(r"(\d{1,4})")
    await press.interaction.response.defer()
    await _show(press.interaction, int(page))


# One match


@on("seat-look")
async def look(press: Press) -> None:
    """Shows the board of a match, with buttons to its seats that the user may take over."""
    interaction, language = press.interaction, language_of(press.interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    match = await access.require(interaction, press.match_id, "take")
    offers = [one for one in match.offers if one.is_for(press.player)]
    if not offers:
        raise SeatNotOffered(match=match.id)
    board = await board_message.own_board(interaction.client, match, press.player, language)
    text = "\n".join((board.text, *seat_message.terms(match, language)))
    controls = tuple(seat_message.buttons(match, offers, language))
    await answers.show_reply(interaction, replace(board, text=text, controls=controls))


@on("seat-take")
async def take(press: Press) -> None:
    """Takes over a seat, and shows everybody the board."""
    (seat,) = press.read("([1-4])")
    interaction = press.interaction
    await interaction.response.defer()
    await access.require(interaction, press.match_id, "take")
    played = await matches.take_over(
        interaction.client.database,
        press.match_id,
        press.player,
        int(seat),
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    interaction.client.metrics.played(played)
    language = await _language(press, played.match)
    done = Reply(_said(TAKEN, played.match, int(seat), press.player, language))
    await turn_delivery.publish_board(
        interaction, played.match, done, played.turns, played.events, behind=played.behind
    )


@on("seat-decline")
async def decline(press: Press) -> None:
    """Reports that the user does not want the seat."""
    (seat,) = press.read("([1-4])")
    interaction = press.interaction
    await interaction.response.defer()
    match = await matches.decline_seat(
        interaction.client.database,
        press.match_id,
        press.player,
        int(seat),
        interaction=interaction.id,
    )
    language = await _language(press, match)
    said = _said(DECLINED, match, int(seat), press.player, language)
    if match.apart:
        await answers.show_reply(interaction, Reply(said))
    else:
        await turn_delivery.replace_question(interaction, match, said)


async def _language(press: Press, match: Match) -> NullTranslations:
    """The language of the message with the button: everybody's, or the user's own."""
    message = press.interaction.message
    if message is None or message.flags.ephemeral or match.apart:
        return language_of(press.interaction)
    return await answers.public_language(press.interaction, match.place)


def _said(
    sentence: str, match: Match, seat: int, player: PlayerId, language: NullTranslations
) -> str:
    fields: Fields = {"seat": seat, "player": match_text.mention(player, language)}
    names = match.game.seat_names(match.setup)
    return f"{match_text.title(match, language)}\n{say(sentence, fields, names, language)}"


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Seats(bot))
