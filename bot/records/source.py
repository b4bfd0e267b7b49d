"""The match that a message steps through: a stored one, or one from a file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import discord

import games
from bot.context import Interaction
from bot.records import shelf
from bot.records.shelf import Head, Log, Missing
from games.record import Record
from games.stops import Stop
from matches.archive import records
from matches.model.match import Match

T = TypeVar("T")

FILE = "record.txt"
"""The name of the attachment with the record that a message shows."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a message's match: its key on the shelf, and how to get the record if it is
    missing there.

    `match` is the stored match, `file` the record attached to the message.
    """

    key: str
    given: Callable[[], Awaitable[bytes | Log]]
    match: Match | None = None
    file: discord.Attachment | None = None

    @classmethod
    def stored(cls, match: Match) -> Source:
        """The source for a match that was played here."""
        log = log_of(match)

        async def given() -> Log:
            return log

        return cls(f"{match.id} {match.seq} {len(log.entries)}", given, match)

    @classmethod
    def of_file(cls, file: discord.Attachment) -> Source:
        """The source for an attached record."""
        return cls(f"file {file.id}", file.read, None, file)

    async def at(
        self, interaction: Interaction, number: int, *, turn: bool = False
    ) -> tuple[Match, Stop]:
        """The match, and one of its stops: by number, or after a turn."""
        look = partial(shelf.look, self.key, number, turn=turn)
        head, stop = await self._asked(interaction, look)
        return self.match or outline(head, stop.end), stop

    async def log(self, interaction: Interaction) -> tuple[Match, Log]:
        """The match, and all its turns and events."""
        head, found = await self._asked(interaction, partial(shelf.log, self.key))
        return self.match or outline(head, len(found.entries)), found

    async def _asked(self, interaction: Interaction, work: Callable[..., T]) -> T:
        run = partial(interaction.client.jobs.run, interaction.user.id, "record")
        try:
            return await run(work)
        except Missing:
            return await run(partial(work, given=await self.given()))


def log_of(match: Match) -> Log:
    """The turns and events of a stored match, as far as they can be replayed."""
    entries = records.log_of(match)
    return Log(match.game.info.key, match.setup, entries)


def outline(head: Head, end: int) -> Match:
    """The match of a record, without its turns."""
    record = Record(
        games.get(head.game), head.setup, (), head.result, head.rules_version, head.ending
    )
    return records.outline(record, head.turns, end)
