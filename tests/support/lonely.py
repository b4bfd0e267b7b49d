"""One person alone with computer players on the playground."""

from __future__ import annotations

from typing import Any

import matches
from matches import Match
from matches.model.computer_players import is_computer_player
from matches.model.ids import MatchId
from opponents import decisions
from opponents.decisions import Question
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.matches import named, place_of
from tests.support.public_answers import all_shown
from tests.support.stack import Stack

MOST = 100
"""The turns of a person who then resigns."""


class Lonely:
    """One person in a match with computer players."""

    def __init__(self, pg: Playground, database: Database, person: User, channel: Channel) -> None:
        self.pg, self.database = pg, database
        self.person, self.channel = person, channel
        self.id = MatchId("")

    async def open(self, game: str, **options: Any) -> Reply:
        """Opens a table with `/play`."""
        reply = await self.person.command(f"play {game}", self.channel, **options)
        self.id = named(reply)
        return reply

    async def match(self) -> Match:
        """The stored match."""
        return await matches.get(self.database, self.id)

    async def called(self) -> Match:
        """The match once it is the person's turn, or over."""

        async def found() -> Match | None:
            match = await self.match()
            mine = match.player_to_move == int(self.person.id)
            return match if mine or match.status != "running" else None

        match: Match = await self.pg.wait_for(found)  # type: ignore[arg-type]
        return match

    async def settled(self) -> Match:
        """The match once no computer player is to move."""

        async def found() -> Match | None:
            match = await self.match()
            return None if is_computer_player(match.player_to_move) else match

        match: Match = await self.pg.wait_for(found)  # type: ignore[arg-type]
        return match

    async def move(self, match: Match) -> None:
        """Plays a reasonable turn."""
        setup = match.setup
        question = Question(
            match.game.info.key, setup.seats, dict(setup.options), str(match.position), 6, 1, 0.005
        )
        turn = decisions.turn(question).turn
        reply = await self.person.command("move", self.channel, turn=turn, match=self.id)
        if "Confirm" in reply.labels:
            await reply.click("Confirm")

    async def boards(self) -> list[Message]:
        """The public boards of the match, oldest first."""
        return [
            message
            for message in await (await place_of(self.channel, self.id)).messages()
            if f"`{self.id}`" in message.content and message.attachments and not message.ephemeral
        ]

    async def last(self, text: str) -> Message:
        """The last of them, once it says this."""

        async def found() -> list[Message]:
            return [one for one in (await self.boards())[-1:] if text in one.content]

        return (await self.pg.wait_for(found))[0]

    async def said(self, text: str) -> Message:
        """The message with this text in the match's place, once there is one."""

        async def found() -> list[Message]:
            messages = await (await place_of(self.channel, self.id)).messages()
            return [one for one in messages if text in one.content and not one.ephemeral]

        return (await self.pg.wait_for(found))[-1]

    async def play_out(self) -> Match:
        """Plays until the match is over."""
        for _ in range(MOST):
            match = await self.called()
            if match.status != "running":
                return match
            await self.move(match)
        if (await self.called()).status == "running":
            sure = await self.person.command("resign", self.channel, match=self.id)
            await sure.click(sure.labels[0])
        return await self.called()


async def alone(stack: Stack, pg: Playground, general: Channel, person: User) -> Lonely:
    """A person against a computer player, in a thread, after a turn of each."""
    lonely = Lonely(pg, Database.connect(stack.settings["DATABASE_URL"]), person, general)
    await lonely.open("attangle", computer=1, seat=1)
    await move(lonely)
    await all_shown(stack, pg, lonely.id)
    return lonely


async def move(lonely: Lonely, *, wait: bool = True) -> Reply:
    """A turn in the match's own thread."""
    match = await lonely.called()
    turn = str(match.game.legal_moves(match.position)[0])
    place = await place_of(lonely.channel, lonely.id)
    return await lonely.person.command("move", place, wait=wait, turn=turn, match=lonely.id)
