"""Stepping through a match: stored, or read from a record.

Nothing is kept here. The buttons say which turn they lead to; a record that was opened hangs on the
message as a file, from which it is read again at each step.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from gettext import NullTranslations
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot import access, animating, components, delivery, errors, replies, sentences
from bot.answering import answer
from bot.awake import awake
from bot.canvas import Shot
from bot.chosen import know, language_of, preferences_of
from bot.components import Control, Press, button, custom_id
from bot.errors import Outdated, Refused
from bot.pictures import of_match
from bot.replies import Reply
from games.record import RecordError, to_text
from games.words import N_, Refusal, say
from matches import records
from matches.errors import NotRunning
from matches.match import LoggedEvent, Match

if TYPE_CHECKING:
    from bot.client import Interaction

NO_RECORD = N_("I can't open this file. {why}")
FROM_FILE = N_("from a file")
TURN_OF = N_("Turn {number} of {count}")
START = N_("The start · {count} turns")
TO_MOVE = N_("{seat} is to move.")
TO_TURN = N_("Turn …")
ANIMATE = N_("Animate")
GO_TO = N_("Go to a turn")
NUMBER = N_("A number up to {count}; 0 is the start")
NO_NUMBER = N_("“{text}” is not the number of a turn.")

FILE = "record.txt"
"""The name of the file in which a message holds the record that it shows."""
FORM = "replay-form"
LAST = 999_999_999
"""Where ⏭ leads: to the end, wherever that is by then."""
PATIENCE = 900.0
"""Seconds for which Discord's library keeps a form; the answer is heard of later, too."""

_FORM = re.compile(components.TEMPLATE, re.DOTALL)


async def open_record(interaction: Interaction, data: bytes) -> None:
    """Shows the match in an uploaded file from its start. Raises Refused."""
    try:
        match, text = await asyncio.to_thread(_kept_as, data)
    except RecordError as error:
        language = language_of(interaction)
        fields = errors.spoken(Refusal("record", error.fields), language)
        raise Refused(NO_RECORD, why=say(error.sentence, fields, language=language)) from error
    await show(interaction, match, 0, discord.File(BytesIO(text), FILE))


def _kept_as(data: bytes) -> tuple[Match, bytes]:
    """The match in a file, and the file that hangs on the message from then on."""
    record = records.read(data)
    return records.viewed(record), to_text(record).encode()


def _read(data: bytes) -> Match:
    return records.viewed(records.read(data))


async def step(press: Press) -> None:
    """Goes where a button leads, which stands in its `seq`."""
    match, kept = await _source(press.interaction, press.match)
    await show(press.interaction, match, press.seq, kept)


async def show_animation(press: Press) -> None:
    """Sends the match that a message shows as an animation."""
    match, _ = await _source(press.interaction, press.match)
    await delivery.show(press.interaction, await animating.animation(press.interaction, match))


async def _source(
    interaction: Interaction, match_id: str
) -> tuple[Match, discord.Attachment | None]:
    """The match that a message shows, and the file from which it comes, if it does."""
    if match_id != records.NO_ID:
        return await access.require(interaction, match_id), None
    kept = _kept(interaction)
    return await asyncio.to_thread(_read, await kept.read()), kept


def _kept(interaction: Interaction) -> discord.Attachment:
    """The file that hangs on the message with the button."""
    files = interaction.message.attachments if interaction.message else []
    for file in files:
        if file.filename == FILE:
            return file
    raise Outdated


async def show(
    interaction: Interaction,
    match: Match,
    stop: int,
    kept: discord.File | discord.Attachment | None = None,
) -> None:
    """Shows the match after its first turns and events, `stop` of them, in the place of the
    acknowledgement or of the message with the button; `kept` is the file to keep there.

    Raises NotRunning for a table.
    """
    if match.started_at is None:
        raise NotRunning(match=match.id)
    then = await asyncio.to_thread(records.after, match, stop)
    language = language_of(interaction)
    steps = then.recent[-1].steps if then.recent else ()
    seat = match.seat_of(interaction.user.id)
    shot = Shot(then.position, steps, seat=seat)
    viewer = interaction.user.id
    picture = await of_match(interaction.client, match, language, shot, viewer=viewer)
    veiled = preferences_of(interaction).spoilers
    text = "\n".join(filter(None, _lines(match, then, language, veiled=veiled)))
    message = Reply(text, tuple(_buttons(match, then, language)), picture).edited()
    if kept is not None:
        message["attachments"] = [kept, *message["attachments"]]

    async def send() -> None:
        for file in message["attachments"]:
            if isinstance(file, discord.File):
                file.reset()  # It may have been read by an attempt before.
        await answer(interaction, **message)

    await awake(interaction, send)


def _lines(match: Match, then: Match, language: NullTranslations, *, veiled: bool) -> Iterator[str]:
    yield _title(match, language)
    yield sentences.phase(then, language)
    fields = {"number": then.turn_count, "count": match.turn_count}
    yield f"-# {say(TURN_OF if then.logged else START, fields, language=language)}"
    last = then.logged[-1] if then.logged else None
    if isinstance(last, LoggedEvent):
        yield sentences.logged(match, last, language)
    elif last is not None:
        yield sentences.turn(match, then.recent[-1], language)
    if then.ending is not None:
        result = sentences.ending(match, language)
        yield sentences.veiled(result) if veiled else result
    elif then.position.to_move is not None:
        fields = {"seat": then.position.to_move}
        yield say(TO_MOVE, fields, match.game.seat_names(match.setup), language)


def _title(match: Match, language: NullTranslations) -> str:
    if match.id != records.NO_ID:
        return sentences.header(match, language)
    named = f"**{language.gettext(match.game.info.name)}** · {language.gettext(FROM_FILE)}"
    return " · ".join([named, *replies.options(match, language)])


def _buttons(match: Match, then: Match, language: NullTranslations) -> Iterator[Control]:
    stop, end = len(then.logged), len(match.logged)
    for sign, to, where, disabled in (
        ("⏮", 0, "first", stop == 0),
        ("◀", max(stop - 1, 0), "back", stop == 0),
        ("▶", stop + 1, "on", stop >= end),
        ("⏭", LAST, "last", stop >= end),
    ):
        yield button(sign, custom_id("replay", match.id, to, where), disabled=disabled)
    to_turn = custom_id("replay-turn", match.id, match.turn_count)
    yield button(language.gettext(TO_TURN), to_turn, disabled=match.turn_count == 0)
    to_animation = custom_id("animate", match.id, match.turn_count)
    yield button(language.gettext(ANIMATE), to_animation, disabled=match.turn_count == 0)


# The form that asks for a turn


async def ask_for_turn(press: Press) -> None:
    """Opens the form; how many turns there are stands in the button's `seq`."""
    if press.match != records.NO_ID:
        await access.require(press.interaction, press.match)
    language, count = language_of(press.interaction), press.seq
    form = ui.Modal(
        title=language.gettext(GO_TO),
        custom_id=custom_id(FORM, press.match, count),
        timeout=PATIENCE,
    )
    field: ui.TextInput[Any] = ui.TextInput(custom_id="turn", max_length=6)
    form.add_item(ui.Label(text=say(NUMBER, {"count": count}, language=language), component=field))
    await press.interaction.response.send_modal(form)


async def hear_form(interaction: Interaction) -> None:
    """Answers the form if this is one: also one that was opened before a restart."""
    found = _FORM.fullmatch(str(components.field(interaction, "custom_id")))
    if interaction.type is not discord.InteractionType.modal_submit or found is None:
        return
    if found["action"] != FORM:
        return
    interaction.extras |= {"match": found["match"], "action": FORM}
    await know(interaction)
    try:
        await interaction.response.defer()
        await _go_to(interaction, found["match"])
    except Exception as error:  # noqa: BLE001 - all of them are answered
        await errors.answer(interaction, error)


async def _go_to(interaction: Interaction, match_id: str) -> None:
    typed = str(_typed(components.field(interaction, "components"))).strip()
    if not (typed.isascii() and typed.isdigit()):
        raise Refused(NO_NUMBER, text=discord.utils.escape_markdown(typed))
    match, kept = await _source(interaction, match_id)
    await show(interaction, match, records.stop_of_turn(match, int(typed)), kept)


def _typed(parts: Any) -> str:
    """What stands in the only field of a form, however deep that is."""
    for part in parts or ():
        if "value" in part:
            return str(part["value"])
        if found := _typed([part["component"]] if "component" in part else part.get("components")):
            return found
    return ""
