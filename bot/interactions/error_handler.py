"""The only place that tells users what went wrong, and logs it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from gettext import NullTranslations
from typing import Any, TypeGuard

import aiohttp
import discord
from discord import app_commands

import matches
from bot.context import Interaction
from bot.context.seen import Repeated
from bot.context.turnstile import TooFast
from bot.errors import Refused
from bot.interactions import codes, ways_out
from bot.interactions.archived_threads import in_unarchived
from bot.interactions.locale import language_of
from bot.interactions.response import answers_with_new, first
from bot.interactions.retries import Deferred
from bot.interactions.subject import subject_of
from bot.observability.logs import reference
from bot.processes.jobs import Engaged, Full
from bot.processes.pool import Crashed, TooLong
from bot.text.discord_codes import (
    BLOCKED,
    DENIED,
    EXPIRED,
    FAULT,
    INVALID,
    MISSING,
    MUTED,
    TROUBLES,
    meaning_of,
)
from bot.text.permissions import PERMISSIONS
from bot.text.refusal import refusal, spoken
from competitions.log.ids import KindName, kind_of
from competitions.model.errors import CompetitionError
from competitions.tournaments import texts as competition_texts
from games.errors import MoveError, OptionError
from games.protocol import AnyGame, Setup
from games.words import N_, Fields, Sentence, say
from matches.model import texts
from matches.model.errors import TableError, Unavailable
from matches.model.ids import ChannelId, MatchId
from matches.unit_of_work.repository import remembered
from storage.errors import StorageError

log = logging.getLogger(__name__)

_STANDS = "stands"
_DISCORDS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, ConnectionError)

UNKNOWN = N_("Something went wrong. Check `/board` before you try again. Reference: {reference}")
CHANGED = N_("This command has changed. Please type it again in a moment.")
NO_PRIVATE = N_("This only works on a server.")
NOT_ALLOWED = N_("You're not allowed to do that here.")
NOT_SHOWN = N_("I couldn't show it in {channel}. `/board` shows how things stand.")
NOT_BROUGHT = N_("I couldn't tell the others yet. `/board` shows how things stand.")
NOT_YET = N_("The others can't see this yet. I'll show it to them as soon as I can.")
WAITING = N_(
    "That went through, but Discord is keeping me waiting. The others will see it as soon as "
    "Discord lets me show it."
)
STANDS = N_("That went through, but I couldn't show it. Have a look at `/board`.")
REFERENCE = N_("Reference: {reference}")
CUP_UNKNOWN = N_(
    "Something went wrong. Have a look at the tournament before you try again. Reference: "
    "{reference}"
)
CUP_STANDS = N_("That went through, but I couldn't show it. Have a look at the tournament.")
UNKNOWN_THERE: Mapping[KindName, str] = {
    "tournament": CUP_UNKNOWN,
    "ladder": N_(
        "Something went wrong. Have a look at the ladder before you try again. Reference: "
        "{reference}"
    ),
    "league": N_(
        "Something went wrong. Have a look at the league before you try again. Reference: "
        "{reference}"
    ),
}
"""The same if the interaction was about a competition, a ladder or a league."""
STANDS_THERE: Mapping[KindName, str] = {
    "tournament": CUP_STANDS,
    "ladder": N_("That went through, but I couldn't show it. Have a look at the ladder."),
    "league": N_("That went through, but I couldn't show it. Have a look at the league."),
}
NO_MEMBER = N_(
    "I'm not on this server, or no longer am, so I can't post in {channel}. Server managers can "
    "add me back. Meanwhile, everything works in our direct messages."
)


async def answer(interaction: Interaction, error: BaseException) -> None:
    """Tells the user alone what went wrong, whatever the state of the interaction."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if is_late(error):
        log.log(meaning_of(error).level, "too late: %s", error)
        return
    if isinstance(error, Repeated):
        log.info("delivered again: %s", error)
        return
    language = language_of(interaction)
    sentence, fields = await _explained(interaction, error, language)
    more = await _ways_out(interaction, sentence, fields, language)
    text = say(sentence, fields, language=language)
    if "reference" in fields and is_stored(interaction):
        text = f"{text} {say(REFERENCE, fields, language=language)}"
    await tell(interaction, text, **more)


async def _ways_out(
    interaction: Interaction, sentence: Sentence, fields: Fields, language: NullTranslations
) -> dict[str, discord.ui.View]:
    """The buttons of a refusal. Finding them may fail for the same reason as the refused action:
    then the answer has no buttons.
    """
    try:
        view = await ways_out.view_of(interaction, sentence, fields, language)
    except Exception as error:  # noqa: BLE001 - the answer does without
        log.warning("no way out of %r: %r", sentence, error)
        return {}
    return {} if view is None else {"view": view}


def is_late(error: BaseException) -> TypeGuard[discord.HTTPException]:
    """Whether Discord has stopped waiting for an answer."""
    return isinstance(error, discord.HTTPException) and meaning_of(error).sentence == EXPIRED


def note_shortly(interaction: Interaction, error: BaseException) -> None:
    """Logs an error in one line, for frequent errors that users aren't told about."""
    name = interaction.command.qualified_name if interaction.command else "-"
    if is_late(error):
        log.info("completion of %s: too late: %s", name, error.text)
    elif isinstance(error, _PASSING):
        log.warning("completion of %s: %s: %s", name, type(error).__name__, error)
    else:
        interaction.client.metrics.bugs.inc()
        place = traceback.extract_tb(error.__traceback__)[-1]
        log.error("completion of %s: %r at %s:%s", name, error, place.filename, place.lineno)


async def tell(interaction: Interaction, text: str, **more: Any) -> None:
    """Tells something to the user alone, whatever the state of the interaction; without buttons if
    Discord doesn't accept them. If the answer can't be changed because its thread stays archived, a
    new answer replaces it, so that the user doesn't wait forever.
    """
    try:
        try:
            await _send(interaction, text, **more)
        except discord.HTTPException as error:
            if not more or error.code != INVALID:
                raise
            log.warning("told without buttons: %s", error)
            await _send(interaction, text)
    except TROUBLES as error:
        log.log(meaning_of(error).level, "can't be answered: %s", error)
        if meaning_of(error).again == "awake" and answers_with_new(interaction):
            await _tell_anew(interaction, text)


async def _tell_anew(interaction: Interaction, text: str) -> None:
    """Deletes the acknowledgement, and tells the user in a new message instead. This unarchives the
    thread, unless it is locked. While the acknowledgement exists, the message would only replace
    it, which Discord refuses; so both steps are tried again.
    """
    for _ in range(2):
        try:
            await interaction.delete_original_response()
        except TROUBLES as error:
            log.log(meaning_of(error).level, "still thinking: %s", error)
        try:
            await interaction.followup.send(text, ephemeral=True)
        except TROUBLES as error:
            log.log(meaning_of(error).level, "can't be answered again: %s", error)
            if meaning_of(error).again == "awake":
                continue
        return


async def _send(interaction: Interaction, text: str, **more: Any) -> None:
    async with first(interaction) as is_first:
        if is_first:
            with suppress(Deferred):
                await interaction.response.send_message(text, ephemeral=True, **more)
                return
        send = partial(interaction.followup.send, text, ephemeral=True, **more)
        await in_unarchived(interaction, send)


async def _explained(
    interaction: Interaction, error: BaseException, language: NullTranslations
) -> tuple[Sentence, Fields]:
    if isinstance(error, Refused):
        return error.sentence, error.fields
    id_ = subject_of(interaction).competition
    about = None if id_ is None else kind_of(id_)
    stood = _stood(interaction, about)
    if isinstance(error, Unavailable | StorageError):
        _note_refusal(interaction, error)
        return stood or str(texts.REFUSALS["unavailable"]), {}
    if (mistaken := codes.mistaken(interaction, error)) is not None:
        return mistaken
    if isinstance(error, TableError):
        return texts.REFUSALS[error.refusal.code], spoken(error.refusal, language)
    if isinstance(error, CompetitionError):
        refused = competition_texts.refused(error)
        return competition_texts.REFUSALS[error.code], spoken(refused, language)
    if isinstance(error, MoveError | OptionError):
        game, setup = await _game(interaction)
        said = refusal(game, error.refusal, language, setup)
        return "{said}", {"said": said}
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind) and not stood:
            log.info("%s: %s", type(error).__name__, error)
            return sentence, {}
    if isinstance(error, _DISCORDS):
        meaning = meaning_of(error)
        if stood:
            log.log(meaning.level, "%s: %s", type(error).__name__, error)
            return stood, {}
        if meaning.sentence != FAULT:
            log.log(min(meaning.level, logging.WARNING), "%s: %s", type(error).__name__, error)
            return reason(interaction, error, ChannelId(interaction.channel_id or 0), language)
    unknown = UNKNOWN if about is None else UNKNOWN_THERE[about]
    return stood or unknown, {"reference": await _note(interaction, error)}


TOO_FAST = N_("That was a lot at once. Please wait a few seconds and try again.")
BUSY = N_("I'm very busy right now. Please try again in a minute.")
ENGAGED = N_("I'm still working on your last request. Please wait until it's done, then ask again.")
TOO_HARD = N_("That took me too long, so I stopped. Please try again in a minute.")
CRASHED = N_(
    "A helper program of mine has crashed. Nothing you've played is lost. Please try again in a "
    "minute."
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
)


_PASSING = (
    TooFast,
    TableError,
    CompetitionError,
    StorageError,
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,
)
"""Errors that may be temporary rather than bugs."""


def _note_refusal(interaction: Interaction, error: Exception) -> None:
    """Logs what the database refused, in its own words."""
    match_id, database = _match_id(interaction), interaction.client.database
    turn, seq = "-", "-"
    with suppress(TableError):  # The text that was typed need not be an id.
        if known := remembered(database, match_id):
            turn, seq = str(known.turn_count + 1), str(known.seq)
    log.warning(
        "match=%s turn=%s seq=%s action=%s user=%d refused: %s",
        match_id,
        turn,
        seq,
        _action(interaction),
        interaction.user.id,
        error,
    )


def _match_id(interaction: Interaction) -> MatchId:
    """The match that the interaction is about, for the log."""
    return subject_of(interaction).match_id or MatchId("-")


def _action(interaction: Interaction) -> str:
    """The name of the command or control that was used."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    return subject_of(interaction).action or "-"


def stands(interaction: Interaction, sentence: str = STANDS) -> None:
    """Notes that what the interaction asked for is stored, whatever goes wrong from now on. The
    sentence says this; only the first one counts.
    """
    interaction.extras.setdefault(_STANDS, sentence)


def _stood(interaction: Interaction, about: KindName | None) -> str:
    """The sentence if that was noted, else an empty one."""
    if not is_stored(interaction):
        return ""
    return str(interaction.extras[_STANDS]) if about is None else STANDS_THERE[about]


def is_stored(interaction: Interaction) -> bool:
    """Whether that was noted."""
    return _STANDS in interaction.extras


def reason(
    interaction: Interaction,
    error: BaseException,
    channel_id: ChannelId,
    language: NullTranslations,
) -> tuple[Sentence, dict[str, str]]:
    """Why Discord has refused something in a channel, with the permissions that the bot seems to
    lack there. If the bot is not a member, no permissions are named: nobody could grant them.
    """
    meaning, fields = meaning_of(error), {"channel": f"<#{channel_id}>"}
    away = interaction.guild_id is not None and not interaction.is_guild_integration()
    if meaning.shuts and away and channel_id == interaction.channel_id:
        return NO_MEMBER, fields
    if meaning.sentence != MISSING:
        return meaning.sentence, fields
    have = interaction.app_permissions
    if channel_id != interaction.channel_id:
        there = interaction.client.get_channel(channel_id)
        if not isinstance(there, discord.abc.GuildChannel | discord.Thread):
            return DENIED, fields
        have = there.permissions_for(there.guild.me)
    lacks = [said for name, said in PERMISSIONS.items() if not getattr(have, name)]
    if not lacks:
        return DENIED, fields
    return MISSING, fields | {"permissions": ", ".join(map(language.gettext, lacks))}


def excuse(
    interaction: Interaction,
    error: BaseException,
    channel_id: ChannelId | None,
    language: NullTranslations,
) -> str:
    """Why others don't see a message in the match's channel (None: in their direct messages). Users
    in that channel read why it appears as an answer.
    """
    meaning = meaning_of(error)
    if channel_id is None:
        return language.gettext(NOT_BROUGHT)
    if not meaning.shuts and meaning.sentence not in (BLOCKED, MUTED):
        return say(NOT_SHOWN, {"channel": f"<#{channel_id}>"}, language=language)
    sentence, fields = reason(interaction, error, channel_id, language)
    why = say(sentence, fields, language=language)
    if meaning.shuts and channel_id == interaction.channel_id:
        return why
    return f"{why} {language.gettext(NOT_YET)}"


async def _game(interaction: Interaction) -> tuple[AnyGame | None, Setup | None]:
    """The game that the interaction is about, and the setup of its match, if known."""
    subject = subject_of(interaction)
    if subject.game is not None or subject.match_id is None:
        return subject.game, None
    with suppress(TableError):
        match = await matches.get(interaction.client.database, subject.match_id)
        return match.game, match.setup
    return None, None


async def _note(interaction: Interaction, error: BaseException) -> str:
    """Logs an unexpected error. Returns its reference number."""
    number = reference()
    interaction.client.metrics.bugs.inc()
    match, turn, seq = _match_id(interaction), 0, 0
    with suppress(Exception):
        found = await matches.get(interaction.client.database, match)
        turn, seq = found.turn_count, found.seq
    log.error(
        "reference=%s match=%s turn=%d seq=%d action=%s user=%d: %s",
        number,
        match,
        turn,
        seq,
        _action(interaction),
        interaction.user.id,
        error,
        exc_info=error,
    )
    return number
