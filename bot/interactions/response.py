"""The first answer to an interaction, which Discord expects within three seconds.

A quick result is the first answer: one request, and no “thinking”. Anything slower is first
acknowledged, then answered by an edit. Answers wait for each other, so that exactly one is the
first. An acknowledgement may arrive although every response to it is lost: then Discord refuses a
first answer, which becomes an edit, too.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord

from bot.context import Interaction
from bot.interactions.retries import Deferred
from bot.text.discord_codes import TROUBLES, meaning_of
from matches.model.errors import Unavailable

log = logging.getLogger(__name__)


PATIENCE = 1.0
"""Seconds from an interaction's creation to its acknowledgement, if there is no answer yet."""
LAST = 2.2
"""Seconds after an interaction has been received in which something has to be said, even if the
database says nothing. A form can't be acknowledged before it opens.
"""
SILENCE = 1.5
"""Seconds after which a database that answers nobody counts as silent, rather than busy."""
_ACKNOWLEDGEMENT = "acknowledgement"
_RECEIVED = "received"


class Silent(Unavailable):
    """The database answers nobody, so nothing could be said in time."""

    def __str__(self) -> str:
        """What the log says."""
        return "the database answers nothing"


class _Acknowledgement:
    """Makes sure that an interaction is acknowledged in time if it is not answered by then."""

    def __init__(self, interaction: Interaction, *, new: bool) -> None:
        self.new = new
        self.turn = asyncio.Lock()
        """Held while an answer is being sent."""
        self._interaction = interaction
        self._acknowledging: asyncio.Task[None] | None = None
        # The time in the id comes from another machine's clock, so it may only shorten the wait.
        age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        wait = PATIENCE - min(max(age, 0.0), PATIENCE)
        self.timer = asyncio.get_running_loop().call_later(wait, self._begin)

    def _begin(self) -> None:
        self._acknowledging = asyncio.create_task(
            acknowledge(self._interaction), name="acknowledgement"
        )


def refuse_at_last(
    interaction: Interaction, refuse: Callable[[Silent], Coroutine[None, None, None]]
) -> None:
    """Breaks the current task off before Discord stops waiting, so that nothing is done any more,
    and has `refuse` tell the user that they have to try again. This happens if the database is
    silent by then, and the interaction is neither answered nor acknowledged.
    """
    task = asyncio.current_task()
    assert task is not None

    def end() -> None:
        if not is_promised(interaction) and interaction.client.database.silence > SILENCE:
            task.cancel()
            refusal = asyncio.create_task(refuse(Silent()), name="refusal")
            interaction.client.unfinished.add(refusal)

    wait = max(LAST - age_of(interaction), 0.0)
    timer = asyncio.get_running_loop().call_later(wait, end)
    task.add_done_callback(lambda _: timer.cancel())


def is_promised(interaction: Interaction) -> bool:
    """Whether it is answered, or will be acknowledged in time whatever happens meanwhile."""
    return _ACKNOWLEDGEMENT in interaction.extras or interaction.response.is_done()


def note_received(interaction: Interaction) -> None:
    """Notes that this process has just received the interaction."""
    interaction.extras[_RECEIVED] = time.monotonic()


def age_of(interaction: Interaction) -> float:
    """Seconds since this process received the interaction. Nothing that it has caused is older,
    whatever it had to wait for.
    """
    received: float = interaction.extras[_RECEIVED]
    return time.monotonic() - received


def acknowledge_in_time(interaction: Interaction, *, new: bool = True) -> None:
    """Acknowledges the interaction in time, unless it is answered first.

    The answer will be a new message that only the user sees or, if not `new`, an edit of the
    message with the control. Raises Repeated.
    """
    interaction.client.seen_interactions.add(interaction.id)
    interaction.extras[_ACKNOWLEDGEMENT] = _Acknowledgement(interaction, new=new)


async def acknowledge(interaction: Interaction) -> None:
    """Acknowledges the interaction now, unless it is answered. Raises nothing."""
    new = answers_with_new(interaction)
    async with first(interaction) as is_first:
        if is_first:
            try:
                await interaction.response.defer(ephemeral=new, thinking=new)
            except TROUBLES as error:  # The answer itself is still tried.
                log.log(meaning_of(error).level, "not acknowledged: %s", error)


async def answer(interaction: Interaction, **message: Any) -> None:
    """Sends the answer, or replaces the one that was sent. `message` is as for an edit. Raises the
    same as discord.py.
    """
    async with first(interaction) as is_first:
        if is_first:
            with suppress(Deferred):
                await _answer_at_once(interaction, message)
                return
            for file in message.get("attachments", ()):
                file.reset()  # The file was already read for the answer that was refused.
        await interaction.edit_original_response(**message)


async def _answer_at_once(interaction: Interaction, message: dict[str, Any]) -> None:
    if interaction.extras[_ACKNOWLEDGEMENT].new:
        await interaction.response.send_message(**_as_new(message), ephemeral=True)
    else:
        await interaction.response.edit_message(**message)


def answers_with_new(interaction: Interaction) -> bool:
    """Whether the answer is a new message, not an edit of the one with the control."""
    edits = (
        discord.InteractionResponseType.deferred_message_update,
        discord.InteractionResponseType.message_update,
    )
    if interaction.response.type is not None:
        return interaction.response.type not in edits
    promised: _Acknowledgement | None = interaction.extras.get(_ACKNOWLEDGEMENT)
    return promised is None or promised.new


def _as_new(message: dict[str, Any]) -> dict[str, Any]:
    """Arguments of an edit, as arguments of a new message."""
    new = {name: value for name, value in message.items() if value is not None}
    if "attachments" in new:
        new["files"] = new.pop("attachments")
    return new


@asynccontextmanager
async def first(interaction: Interaction) -> AsyncIterator[bool]:
    """Yields whether this is the first answer. No other answer is sent meanwhile."""
    promised: _Acknowledgement | None = interaction.extras.get(_ACKNOWLEDGEMENT)
    if promised is None:
        yield not interaction.response.is_done()
        return
    async with promised.turn:
        promised.timer.cancel()
        yield not interaction.response.is_done()
