"""Stepping through a match, stored or read from a record.

No state is kept here. The buttons carry the turn to which they lead; an opened record is attached
to the message. `bot.records.shelf` reads records and finds positions in a process of its own, and
caches the latest ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from io import BytesIO

import discord

from bot.cogs.records import _animation
from bot.commands import destinations
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions import access
from bot.interactions.archived_threads import in_unarchived
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.interactions.response import answer
from bot.interactions.ways_out import lead
from bot.messages.board import TRY
from bot.pictures.board import of_match
from bot.records import shelf
from bot.records.refused import TOO_LONG, refused
from bot.records.source import FILE, Source, log_of, outline
from bot.text import match as match_text
from bot.text.verbatim import verbatim
from bot.ui import modals
from bot.ui.controls import Control, button, custom_id
from bot.ui.dispatch import Press, handles
from bot.ui.message import Reply
from games.record import RecordError
from games.shot import Shot
from games.stops import Stop
from games.words import N_, NN_, say
from matches.archive import records
from matches.archive.variations import published
from matches.model.ids import NO_ID, MatchId
from matches.model.match import Match
from matches.model.requirements import require_begun

lead(TOO_LONG, destinations.over)
FROM_FILE = N_("from a file")
TURN_OF = N_("Turn {number} of {count}")
START = NN_("The start · {count} turn", "The start · {count} turns")
TO_MOVE = N_("{seat} is to move.")
TO_TURN = N_("Turn…")
ANIMATE, VARIATIONS = N_("Animate"), N_("Variations")
GO_TO = N_("Go to a turn")
NUMBER = N_("A number up to {count}; 0 is the start")
NO_NUMBER = N_("“{text}” isn't a turn number. Enter a whole number; 0 is the start.")

FORM = "replay-form"
LAST = 999_999_999
"""Where ⏭ leads: beyond any end."""


async def open_record(interaction: Interaction, data: bytes) -> None:
    """Shows the match in an uploaded file from its start. Raises Refused."""
    language = language_of(interaction)
    try:
        text, head, stop = await interaction.client.jobs.run(
            interaction.user.id, "record", partial(shelf.opened, data)
        )
        records.require_ending(head.ending, head.result)
    except RecordError as error:
        raise refused(error, language) from error
    await show_stop(interaction, outline(head, stop.end), stop, discord.File(BytesIO(text), FILE))


async def step(press: Press) -> None:
    """Goes to the stop in the button's `seq`."""
    source = await _source(press.interaction, press.match_id)
    await _show(press.interaction, source, press.seq)


async def show_match(interaction: Interaction, match: Match, turn: int) -> None:
    """Shows a stored match after one of its turns. Raises NotRunning for a table."""
    require_begun(match)
    await _show(interaction, Source.stored(match), turn, turn=True)


async def _show(
    interaction: Interaction, source: Source, number: int, *, turn: bool = False
) -> None:
    """Shows a stop by its number, or the one after a turn. After the last turn of a match that is
    over, the picture is that of its end, even if it was something else that ended it.
    """
    match, stop = await source.at(interaction, number, turn=turn)
    if _ended(match, stop) and stop.number < stop.end:
        _, last = await source.at(interaction, stop.end)
        stop = replace(stop, position=last.position)
    await show_stop(interaction, match, stop, source.file)


def _ended(match: Match, stop: Stop) -> bool:
    """Whether no turn has followed, and none ever will."""
    return match.ending is not None and stop.turns == match.turn_count


async def show_animation(press: Press) -> None:
    """Sends an animation of the match that the message shows."""
    source = await _source(press.interaction, press.match_id)
    match, log = source.match, None
    if match is None:
        match, log = await source.log(press.interaction)
    log = log or log_of(match)
    reply = await _animation.animation(press.interaction, match, log)
    await answers.show_reply(press.interaction, reply)


async def _source(interaction: Interaction, match_id: MatchId) -> Source:
    """The match that the message shows. Raises NotRunning for a table."""
    if match_id == NO_ID:
        return Source.of_file(_kept(interaction))
    match = await access.require(interaction, match_id)
    require_begun(match)
    return Source.stored(match)


def _kept(interaction: Interaction) -> discord.Attachment:
    """The attachment of the message with the button."""
    files = interaction.message.attachments if interaction.message else []
    for file in files:
        if file.filename == FILE:
            return file
    raise Outdated


async def show_stop(
    interaction: Interaction,
    match: Match,
    stop: Stop,
    kept: discord.File | discord.Attachment | None = None,
) -> None:
    """Shows the match at a stop, in place of the acknowledgement or of the message with the button.
    `kept` is the attachment to keep there.
    """
    then = records.at(match, stop)
    language = language_of(interaction)
    steps = then.recent[-1].steps if then.recent else ()
    viewer = user_of(interaction)
    shot = Shot(then.position, steps)
    whose = match if then.ending is None else then  # Of a file, only `then` knows the position.
    picture = await of_match(interaction.client, whose, language, shot, viewer=viewer)
    veiled = (await interaction.client.preferences.by_player(viewer)).spoilers
    text = "\n".join(filter(None, _lines(match, then, stop, language, veiled=veiled)))
    varied = match.id != NO_ID and bool(await published(interaction.client.database, match.id))
    controls = tuple(_buttons(match, stop, language, varied=varied))
    message = Reply(text, controls, picture).edited()
    if kept is not None:
        message["attachments"] = [kept, *message["attachments"]]

    async def send() -> None:
        for file in message["attachments"]:
            if isinstance(file, discord.File):
                file.reset()  # An earlier attempt may have read it.
        await answer(interaction, **message)

    await in_unarchived(interaction, send)


def _lines(
    match: Match, then: Match, stop: Stop, language: NullTranslations, *, veiled: bool
) -> Iterator[str]:
    yield _title(then, language)
    yield from match_text.handovers(then, language)
    yield match_text.phase(then, language)
    fields = {"number": stop.turns, "count": match.turn_count}
    yield f"-# {say(TURN_OF if stop.number else START, fields, language=language)}"
    last = records.event_at(match, stop)
    if last is not None:
        yield match_text.logged(match, last, language)
    elif stop.number:
        yield match_text.turn(match, then.recent[-1], language)
    if _ended(match, stop):
        result = match_text.ending(match, language)
        yield match_text.veiled(result) if veiled else result
    elif then.position.to_move is not None:
        fields = {"seat": then.position.to_move}
        yield say(TO_MOVE, fields, match.game.seat_names(match.setup), language)


def _title(match: Match, language: NullTranslations) -> str:
    if match.id != NO_ID:
        return match_text.header(match, language)
    named = f"**{language.gettext(match.game.info.name)}** · {language.gettext(FROM_FILE)}"
    return " · ".join([named, *match_text.options(match, language)])


def _buttons(
    match: Match, at: Stop, language: NullTranslations, *, varied: bool
) -> Iterator[Control]:
    stop, end = at.number, at.end
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
    if handles("try"):
        yield button(language.gettext(TRY), custom_id("try", match.id, stop))
    if varied:
        yield button(language.gettext(VARIATIONS), custom_id("tried", match.id, stop))


# The form for a turn's number


async def ask_for_turn(press: Press) -> None:
    """Opens the form. The button's `seq` is the number of turns."""
    if press.match_id != NO_ID:
        await access.require(press.interaction, press.match_id)
    language, count = language_of(press.interaction), press.seq
    to = custom_id(FORM, press.match_id, count)
    label = say(NUMBER, {"count": count}, language=language)
    await modals.ask(press.interaction, language.gettext(GO_TO), label, to, most=6)


async def go_to(interaction: Interaction, match_id: MatchId, typed: str) -> None:
    """Shows the match at the turn with this number. Raises Refused."""
    if not (typed.isascii() and typed.isdigit()):
        raise Refused(NO_NUMBER, text=verbatim(typed))
    source = await _source(interaction, match_id)
    await _show(interaction, source, int(typed), turn=True)
