"""The single entry point of all interactions: commands, controls, forms, completions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import discord

from bot.context import Interaction
from bot.interactions import error_handler
from bot.interactions.archived_threads import begin_unarchiving
from bot.interactions.locale import load_preferences
from bot.interactions.response import note_received, refuse_at_last
from bot.observability import logs

log = logging.getLogger(__name__)

_BROKEN_OFF = "broken off"

Fail: TypeAlias = Callable[[Interaction, Exception], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class InteractionKind:
    """What differs between kinds of interactions."""

    name: Callable[[Interaction], str]
    """The name in the metrics; a hyphen for an unknown interaction."""
    handle: Callable[[Interaction], Awaitable[None]]
    """Does what was asked for."""
    fail: Fail = error_handler.answer
    """Tells the user what went wrong."""


def open_ways(interaction: Interaction) -> None:
    """Starts to unarchive the user's thread, because answers in archived threads can't be edited.
    Also allows one more attempt to send them direct messages, which they may have enabled.
    """
    interaction.client.shut.knock(interaction.user.id)
    if interaction.type is not discord.InteractionType.autocomplete:
        begin_unarchiving(interaction)


def _note_end(interaction: Interaction) -> None:
    """When the current task ends, logs if it has acknowledged its interaction without answering it,
    because nobody will answer it any more. A command's task continues after `Pipeline.answer`.
    """

    def over(task: asyncio.Task[object]) -> None:
        broken_off = task.cancelled() or _BROKEN_OFF in interaction.extras
        if interaction.response.is_done() and not broken_off:
            log.debug("dealt with")

    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(over)


class Pipeline:
    """Answers interactions, each according to its kind."""

    def __init__(self, kinds: Mapping[discord.InteractionType, InteractionKind]) -> None:
        self._kinds = kinds

    async def answer(self, interaction: Interaction) -> bool:
        """Answers an interaction in the current task. Returns whether everything went well; raises
        nothing.

        The interaction is named in the log and measured, and a stopping bot waits for it. Handling
        begins once the turnstile admits the user and their preferences are known. What another
        process answers is left to it.
        """
        kind, bot = self._kinds[interaction.type], interaction.client
        bot.unfinished.add_current()
        logs.interaction.set(interaction.id)
        note_received(interaction)
        if not await bot.is_to_answer(interaction):
            return False
        _note_end(interaction)
        try:
            return await self._answer(interaction, kind)
        except asyncio.CancelledError:  # For controls, discord.py swallows it.
            interaction.extras[_BROKEN_OFF] = True
            raise

    async def _answer(self, interaction: Interaction, kind: InteractionKind) -> bool:
        bot = interaction.client
        if interaction.type is not discord.InteractionType.autocomplete:
            refuse_at_last(interaction, partial(error_handler.answer, interaction))
        try:
            bot.metrics.measure(interaction.type.name, kind.name(interaction))
            await bot.turnstile.admit(interaction)
            await load_preferences(interaction)
            open_ways(interaction)
            await kind.handle(interaction)
        except Exception as error:  # noqa: BLE001 - every error is answered
            await kind.fail(interaction, error)
            return False
        return True
