"""The only place that turns exceptions into text, for players and for the log."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from functools import partial
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands

import matches
from bot.answering import Repeated, first
from bot.awake import awake
from bot.chosen import language_of
from bot.jobs import Engaged
from bot.turnstile import TooFast
from bot.retries import ALREADY_ANSWERED
from bot.sentences import mention
from bot.workers import Crashed, Full, TooLong
from games.errors import MoveError, OptionError
from games.protocol import AnyGame, Setup
from games.texts import sentence_of
from games.words import N_, Fields, Refusal, Sentence, Term, say
from matches import texts
from matches.errors import TableError
from storage.errors import StorageError

if TYPE_CHECKING:
    from bot.client import Interaction

log = logging.getLogger(__name__)

TOO_LATE = 10062
"""Discord's code for an interaction that is not waiting any more."""
LONGEST = 120
"""The most characters of what somebody typed that are quoted."""
_TYPED = ("text", "value", "option", "played")

UNKNOWN = N_(
    "Something went wrong. Have a look at `/board` before you try again. Reference: {reference}"
)
OUTDATED = N_("This button is from an older version of the bot. Have a look at /games.")
CHANGED = N_("This command has changed. Please type it again in a moment.")
NO_PRIVATE = N_("This only works on a server.")
NOT_ALLOWED = N_("You may not do that here.")
TROUBLE = N_("Discord could not do that just now. Please try again in a moment.")
MISSING = N_(
    "I lack permissions in {channel}: {permissions}. Somebody who manages the server can grant "
    "them."
)
NOT_SHOWN = N_("It could not be shown in {channel}. `/board` shows how things stand.")
UNSEEN = N_("I can't see {channel} (any more).")

ATTACH_FILES = N_("Attach Files")
PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "attach_files": ATTACH_FILES,
    "embed_links": N_("Embed Links"),
}
"""What the bot needs in a channel, in Discord's words."""


class Refused(Exception):
    """Something that the bot itself refuses, in a sentence."""

    def __init__(self, sentence: Sentence, **fields: str | int) -> None:
        super().__init__(f"{sentence} {fields}")
        self.sentence = sentence
        self.fields = fields


class Outdated(Refused):
    """A button that nobody handles any more."""

    def __init__(self) -> None:
        super().__init__(OUTDATED)


async def answer(interaction: Interaction, error: BaseException) -> None:
    """Tells the user, and only him, what went wrong, in whatever state the interaction is."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in (ALREADY_ANSWERED, TOO_LATE):
        log.info("too late: %s", error.text)
        return
    if isinstance(error, Repeated):
        log.info("delivered again: %s", error)
        return
    language = language_of(interaction)
    sentence, fields = await _explained(interaction, error, language)
    await tell(interaction, say(sentence, fields, language=language))


async def tell(interaction: Interaction, text: str, **more: Any) -> None:
    """Says something to the user alone, in whatever state the interaction is."""
    try:
        async with first(interaction) as is_first:
            if is_first:
                await interaction.response.send_message(text, ephemeral=True, **more)
            else:
                send = partial(interaction.followup.send, text, ephemeral=True, **more)
                await awake(interaction, send)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("can't be answered: %s", error)


async def _explained(
    interaction: Interaction, error: BaseException, language: NullTranslations
) -> tuple[Sentence, Fields]:
    if isinstance(error, Refused):
        return error.sentence, error.fields
    if isinstance(error, TableError):
        return texts.REFUSALS[error.refusal.code], spoken(error.refusal, language)
    if isinstance(error, MoveError | OptionError):
        game, setup = await _game(interaction)
        said = refusal(game, error.refusal, language, setup)
        return "{said}", {"said": said}
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            log.info("%s: %s", type(error).__name__, error)
            return sentence, {}
    if isinstance(error, discord.Forbidden | discord.NotFound):
        return missing(interaction, f"<#{interaction.channel_id}>", language)
    return UNKNOWN, {"reference": await _note(interaction, error)}


TOO_FAST = N_("That was a lot at once. Please wait a few seconds, then try again.")
BUSY = N_("Many people want something big of me just now. Please try again in a minute.")
ENGAGED = N_(
    "I am still at work on what you asked for before. Please wait for that, then ask again."
)
TOO_HARD = N_("I couldn't work that out in time. Please try again in a minute.")
CRASHED = N_(
    "The program that draws and calculates for me has failed. Nothing that you have played is "
    "lost; please try again in a minute."
)
_SENTENCES: tuple[tuple[type[Exception], str], ...] = (
    (app_commands.NoPrivateMessage, NO_PRIVATE),
    (app_commands.CheckFailure, NOT_ALLOWED),
    (app_commands.CommandNotFound, CHANGED),
    (app_commands.CommandSignatureMismatch, CHANGED),
    (app_commands.TransformerError, CHANGED),
    (Engaged, ENGAGED),
    (TooFast, TOO_FAST),
    (Full, BUSY),
    (TooLong, TOO_HARD),
    (Crashed, CRASHED),
    (discord.RateLimited, TROUBLE),
    (discord.DiscordServerError, TROUBLE),
    (aiohttp.ClientError, TROUBLE),
    (ConnectionError, TROUBLE),
    (StorageError, str(texts.REFUSALS["unavailable"])),
)


def refusal(
    game: AnyGame | None, refused: Refusal, language: NullTranslations, setup: Setup | None
) -> str:
    """The sentence of a game's refusal. One that speaks of seats needs the setup of its match, by
    which they are named.
    """
    sentence = sentence_of(game.texts if game else None, "refusals", refused)
    names = game.seat_names(setup) if game and setup else ()
    return say(sentence, spoken(refused, language), names, language)


def of_table(error: TableError, language: NullTranslations) -> str:
    """The sentence of what `matches` refuses."""
    refused = error.refusal
    return say(texts.REFUSALS[refused.code], spoken(refused, language), language=language)


def spoken(refused: Refusal, language: NullTranslations) -> dict[str, str | int]:
    """The fields as they are shown: players as mentions, times by the reader's own clock, and all
    that somebody may have typed as it was.
    """
    fields: dict[str, str | int] = {}
    for name, value in refused.fields.items():
        if name == "player" or name.endswith("_player"):
            fields[name] = mention(int(value), language)
        elif name.endswith("_at"):
            fields[name] = f"<t:{value}:R>"
        elif isinstance(value, str) and not isinstance(value, Term):
            long = name in _TYPED and len(value) > LONGEST
            shown = value[: LONGEST - 1] + "…" if long else value
            fields[name] = discord.utils.escape_markdown(shown)
        else:
            fields[name] = value
    return fields


def missing(
    interaction: Interaction, channel: str, language: NullTranslations
) -> tuple[str, dict[str, str]]:
    """Which permissions the bot lacks in the channel of the interaction, as far as one can tell."""
    have = interaction.app_permissions
    lacks = [said for name, said in PERMISSIONS.items() if not getattr(have, name)]
    if not lacks:
        return UNSEEN, {"channel": channel}
    return MISSING, {"channel": channel, "permissions": ", ".join(map(language.gettext, lacks))}


async def _game(interaction: Interaction) -> tuple[AnyGame | None, Setup | None]:
    """The game that the interaction is about, and the setup of its match, if they are known."""
    if "game" in interaction.extras:
        return interaction.extras["game"], None
    with suppress(TableError, KeyError):
        match = await matches.get(interaction.client.database, interaction.extras["match"])
        return match.game, match.setup
    return None, None


async def _note(interaction: Interaction, error: BaseException) -> str:
    """Logs an error that nobody foresaw; returns its reference number."""
    reference = secrets.token_hex(4).upper()
    interaction.client.metrics.bugs.inc()
    match, turn, seq = interaction.extras.get("match", "-"), 0, 0
    with suppress(Exception):
        found = await matches.get(interaction.client.database, match)
        turn, seq = found.turn_count, found.seq
    name = interaction.command.qualified_name if interaction.command else None
    log.error(
        "reference=%s match=%s turn=%d seq=%d action=%s user=%d: %s",
        *(reference, match, turn, seq, name or interaction.extras.get("action", "-")),
        *(interaction.user.id, error),
        exc_info=error,
    )
    return reference
