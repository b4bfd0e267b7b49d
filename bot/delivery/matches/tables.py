"""Shows a table, updates its message, and closes it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

import discord

import matches
from bot.context import Bot, Interaction
from bot.delivery.matches import channels, past_boards, publication, questions
from bot.delivery.transport import answers
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import Sent
from bot.delivery.transport.tokens import Tokens
from bot.interactions.locale import language_at
from bot.messages.table import message, rematch_controls
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.message import Reply
from matches.effects.notices import table_key
from matches.model.errors import TableError
from matches.model.ids import MessageId
from matches.model.match import Match

log = logging.getLogger(__name__)


# In their places


async def show_table(interaction: Interaction, match: Match, done: Reply) -> None:
    """Shows a new table to everybody concerned, and stores its message; then shows `done`, with a
    link to the table if it is elsewhere.
    """
    table = message(match, await answers.public_language(interaction, match.place))
    key, bot = table_key(match), interaction.client

    async def seen(sent: Sequence[Sent]) -> None:
        if not match.apart:
            try:
                await matches.move_to(bot.database, match.id, message=sent[0].id)
            except TableError as error:  # The outbox sends it again, and notes its message then.
                log.warning("match=%s the message of its table: %s", match.id, error)
                return
        await bot.service(Outbox).done(key)

    with bot.service(Outbox).busy_with(key):
        lead = not match.apart
        await publication.publish(interaction, match, table, key, done, seen=seen, lead=lead)


async def close_table(bot: Bot, match: Match) -> None:
    """Shows a table's outcome in its message, or in a new message if its own is not known; and
    where a rematch was offered.
    """
    await renew_offer(bot, match)
    if await renew_table(bot, match):
        return
    reply = message(match, await language_at(bot, match.place))
    try:
        await channels.broadcast(bot, match, reply, f"{match.id}.{match.base}")
    except TROUBLES as error:
        log.log(meaning_of(error).level, "match=%s: %s", match.id, error)


async def show_result(bot: Bot, match: Match) -> None:
    """Shows the result of a match in the message of its table. Raises TROUBLES, Unavailable."""
    place = match.place
    if match.message is None:
        return
    last = await past_boards.address(bot, match)
    reply = message(match, await language_at(bot, place), last_board=last)
    try:
        await _edit(bot, match, match.message, reply)
    except discord.HTTPException as error:
        if (
            meaning_of(error).again != "resent"
        ):  # The table's message is gone, and nobody misses it.
            raise


async def renew_table(bot: Bot, match: Match) -> bool:
    """Updates the message of a table. Returns False if the message is unknown or could not be
    updated.
    """
    known = match.message
    if known is None:
        return False
    async with channels.in_order(match.id):
        match, reply = await _now(bot, match)
        try:
            await _edit(bot, match, known, reply)
        except TROUBLES as error:
            level = meaning_of(error).level
            log.log(level, "match=%s message=%d: %s", match.id, known, error)
            return False
    return True


async def renew_offer(bot: Bot, match: Match) -> None:
    """Shows what became of a rematch also where it was offered: in the thread of the match before.
    Raises nothing.
    """
    if match.rematch_of is None or match.status == "open" or match.apart:
        return
    with suppress(TableError):
        place = (await matches.get(bot.database, match.rematch_of)).place
        if place.own_thread is not None:
            match, reply = await _now(bot, match)
            controls = rematch_controls(match)
            await questions.show_instead(bot, place.own_thread, place.channel, controls, reply)


async def _now(bot: Bot, match: Match) -> tuple[Match, Reply]:
    """A table as it is now, and its message; with where it is played while it is."""
    last = None
    with suppress(TableError):
        match = await matches.get(bot.database, match.id)
        if match.started_at is not None and match.ending is None:
            last = await past_boards.address(bot, match)
    return match, message(match, await language_at(bot, match.place), last_board=last)


async def _edit(bot: Bot, match: Match, known: MessageId, reply: Reply) -> None:
    """Edits the message of a table. Raises TROUBLES."""
    if await bot.service(Tokens).edit(known, **reply.edited()):
        return
    where = match.place.channel
    channel = bot.get_partial_messageable(where, guild_id=match.place.guild)
    with bot.shut.reaching(where):
        await channel.get_partial_message(known).edit(**reply.edited())
