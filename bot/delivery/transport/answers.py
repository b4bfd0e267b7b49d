"""Answers to the user of an interaction, and the language of public messages."""

from __future__ import annotations

import logging
from gettext import NullTranslations

import discord

from bot.context import Interaction
from bot.delivery.transport.tokens import ORIGINAL, Token, Tokens
from bot.interactions import error_handler
from bot.interactions.archived_threads import in_unarchived
from bot.interactions.locale import language_at, language_of
from bot.interactions.response import answer, answers_with_new
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.text.discord_codes import EXPIRED, INVALID, INVALID_EMOJI, TROUBLES, meaning_of
from bot.ui.message import Reply
from matches.model.ids import MessageId
from matches.model.match import Place

log = logging.getLogger(__name__)

_LAID_OUT = "laid out"


async def public_language(interaction: Interaction, place: Place) -> NullTranslations:
    """The language of public messages about a match."""
    if place.guild is None:
        return language_of(interaction)
    return await language_at(interaction.client, place, interaction.locale)


async def acknowledge(interaction: Interaction) -> None:
    """Acknowledges the use of a page. The answer will replace the user's own page, or else be a new
    message that only they see.
    """
    shown = interaction.message
    if shown is not None and shown.flags.ephemeral and shown.flags.components_v2:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def is_public(interaction: Interaction) -> bool:
    """Whether the control belongs to a message that everybody can read."""
    shown = interaction.message
    return shown is not None and not shown.flags.ephemeral


async def acknowledge_in_place(interaction: Interaction) -> None:
    """Like `acknowledge`, but the answer also replaces a message that everybody can read."""
    if is_public(interaction):
        await interaction.response.defer()
    else:
        await acknowledge(interaction)


async def show_reply(interaction: Interaction, reply: Reply) -> None:
    """Replaces the acknowledgement, or the message with the button, by a reply. Uses text if
    Discord refuses the picture, and leaves out emojis that no longer exist.
    """
    if _replaces_layout(interaction):
        reply = reply.laid_out()
    if reply.parts:
        interaction.extras[_LAID_OUT] = True
    try:
        await in_unarchived(interaction, lambda: answer(interaction, **reply.edited()))
        _note_changed(interaction)
    except discord.HTTPException as error:
        meaning = meaning_of(error)
        if _lacks_emojis(error):
            log.warning("emojis are gone: %s", error)
            interaction.client.service(Emojis).ids = {}
            plain = reply.without_emojis()
            await in_unarchived(interaction, lambda: answer(interaction, **plain.edited()))
            return
        if reply.picture is None or not meaning.bears_words:
            raise
        log.log(meaning.level, "an answer without its picture: %s", error)
        words = reply.in_words()
        await in_unarchived(interaction, lambda: answer(interaction, **words.edited()))


def _note_changed(interaction: Interaction) -> None:
    """Notes that the message with the control can be edited as this answer from now on."""
    message = interaction.message
    if message is not None and replaces_public(interaction):
        token = Token(interaction.id, interaction.followup)
        interaction.client.service(Tokens).may_edit(MessageId(message.id), token, ORIGINAL)


def replaces_public(interaction: Interaction) -> bool:
    """Whether the answer replaces a message that others see, too."""
    return is_public(interaction) and not answers_with_new(interaction)


def _lacks_emojis(error: discord.HTTPException) -> bool:
    """Whether Discord refuses a button or a menu because its emoji has been removed."""
    if error.code == INVALID_EMOJI:
        return True
    return error.code == INVALID and "emoji" in error.text.lower()


def _replaces_layout(interaction: Interaction) -> bool:
    """Whether the answer replaces a message that uses layout components."""
    message = interaction.message
    if _LAID_OUT in interaction.extras:
        return True
    return message is not None and message.flags.components_v2 and not answers_with_new(interaction)


async def tell(interaction: Interaction, done: Reply) -> None:
    """Tells the user what has been done and stored: like `show_reply`, or else in a separate
    message if Discord still accepts one. Raises nothing.
    """
    try:
        await show_reply(interaction, done)
    except TROUBLES as error:
        meaning = meaning_of(error)
        log.log(meaning.level, "what counts can't be told so: %s", error)
        if meaning.sentence != EXPIRED:
            await error_handler.tell(interaction, match_text.cut(done.text))
