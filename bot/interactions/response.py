"""The first answer to an interaction, for which Discord waits three seconds.

What is quickly done is answered by that, with one request and nobody “thinking”. Whatever takes
longer is acknowledged meanwhile, and answered by an edit. Whoever wants to say something waits for
what is just being said, so that exactly one of them is the first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.context import Interaction
from bot.text.discord_codes import TROUBLES, meaning_of

log = logging.getLogger(__name__)


PATIENCE = 1.0
"""Seconds from when an interaction was made until it is acknowledged if it has no answer yet."""
_ACKNOWLEDGEMENT = "acknowledgement"


class _Acknowledgement:
    """That an interaction is going to be answered, and is acknowledged in time."""

    def __init__(self, interaction: Interaction, *, anew: bool) -> None:
        self.anew = anew
        self.turn = asyncio.Lock()
        """Held while something is being said."""
        self._interaction = interaction
        self._acknowledging: asyncio.Task[None] | None = None
        # Another machine's clock made the time in the id: it shortens our patience, at most to
        # nothing, and never lengthens it.
        age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        wait = PATIENCE - min(max(age, 0.0), PATIENCE)
        self.timer = asyncio.get_running_loop().call_later(wait, self._begin)

    def _begin(self) -> None:
        self._acknowledging = asyncio.create_task(self._acknowledge(), name="acknowledgement")

    async def _acknowledge(self) -> None:
        async with self.turn:
            if self._interaction.response.is_done():
                return
            try:
                await self._interaction.response.defer(ephemeral=self.anew, thinking=self.anew)
            except TROUBLES as error:  # The answer is tried all the same.
                log.log(meaning_of(error).level, "not acknowledged: %s", error)


def acknowledge_in_time(interaction: Interaction, *, anew: bool = True) -> None:
    """Has the interaction acknowledged in time, unless it is answered before.

    It is answered by a message for the user alone or, if not `anew`, in the message with the
    control. Raises Repeated.
    """
    interaction.client.seen_interactions.add(interaction.id)
    interaction.extras[_ACKNOWLEDGEMENT] = _Acknowledgement(interaction, anew=anew)


async def answer(interaction: Interaction, **message: Any) -> None:
    """Says what was promised, or puts it in the place of what was said: `message` is as for an
    edit. Raises as discord.py.
    """
    async with first(interaction) as is_first:
        if not is_first:
            await interaction.edit_original_response(**message)
        elif interaction.extras[_ACKNOWLEDGEMENT].anew:
            await interaction.response.send_message(**_as_new(message), ephemeral=True)
        else:
            await interaction.response.edit_message(**message)


def _as_new(message: dict[str, Any]) -> dict[str, Any]:
    """What is given for an edit, as it is given for a new message."""
    new = {name: value for name, value in message.items() if value is not None}
    if "attachments" in new:
        new["files"] = new.pop("attachments")
    return new


@asynccontextmanager
async def first(interaction: Interaction) -> AsyncIterator[bool]:
    """While something is being said to the user: whether it is the first. Nobody else says anything
    meanwhile.
    """
    promised: _Acknowledgement | None = interaction.extras.get(_ACKNOWLEDGEMENT)
    if promised is None:
        yield not interaction.response.is_done()
        return
    async with promised.turn:
        promised.timer.cancel()
        yield not interaction.response.is_done()
