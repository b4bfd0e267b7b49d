"""Somebody who tries what they may do with a match: the answers, and what was tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playground.answers import Message, Reply
from playground.client import User
from tests.bot.access_scene import Row, Scene, said, unknown
from tests.support.forger import Forger
from tests.support.stack import Stack

YES, NO, NOTHING = "yes", "no", "–"
"""The cells of the table."""


class Visit:
    """The person of a row of the table, at one of the places it names."""

    def __init__(self, stack: Stack, row: Row, who: User, scene: Scene, forger: Forger) -> None:
        self.stack, self.row, self.who, self.scene = stack, row, who, scene
        self.forger, self.place = forger, forger.channel
        self.forges = self.place.guild != "Elsewhere"
        """Where the bot may post. Elsewhere it has no controls to press."""
        self.tried = set[str]()
        """By what the present cell of the table was tried, as in `tests.bot.deeds.ways`."""

    async def told(
        self, match_id: str, *controls: str, **commands: dict[str, Any]
    ) -> list[Message]:
        """The answers to these commands and forged buttons of the match."""
        asked = [self.run(name, match_id, **given) for name, given in commands.items()]
        if self.forges:
            asked += [self.press(match_id, control) for control in controls]
        return [await one for one in asked]

    async def run(self, command: str, match_id: str, **given: Any) -> Message:
        """The answer to a command."""
        self.tried.add(f"/{command}")
        return await said(await self.who.command(command, self.place, match=match_id, **given))

    async def press(self, match_id: str, control: str) -> Message:
        """The answer to a forged button."""
        return await said(await self.pressed(match_id, control))

    async def pressed(self, match_id: str, control: str, number: int = 9) -> Reply:
        """The same before it is complete; it may be a form. `number` is that of the control."""
        action, _, rest = control.partition(":")
        self.note(action, rest)
        return await self.forger.press(self.who, f"{action}:{match_id}:{number}:{rest}")

    async def choose(self, to: str, value: str) -> Message:
        """The answer to a forged menu."""
        action, *_, rest = to.split(":", 3)
        self.note(action, rest)
        return await said(await self.forger.choose(self.who, to, value))

    def note(self, action: str, rest: str) -> None:
        """Notes that a control was tried."""
        self.tried.add(f"act:{rest.partition('/')[0]}" if action in ("act", "which") else action)

    def refused(self, match_id: str, answers: Iterable[Message], *otherwise: str) -> None:
        """All of it was refused, with the same words as for an unknown match. If the person may
        know of the match and `otherwise` is true, the real reason is given.
        """
        known = otherwise and YES in (self.row.cells["read"], self.row.cells["end"])
        for answer in answers:
            if not known:
                assert answer.content == unknown(match_id)
                assert not answer.attachments
            else:
                fields = {"match": match_id, "player": self.who.pg.user("ben").mention}
                said_why = {one.format(**fields) for one in otherwise}
                assert answer.content in said_why, answer.content
