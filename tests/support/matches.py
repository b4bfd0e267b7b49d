"""Helpers for a running match on the playground, and for what it shows."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from itertools import zip_longest
from typing import Any

from bot.delivery.matches.turns import PLAYED
from bot.messages.board import TO_BOARD
from matches.model.ids import MatchId, number_of
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.languages import LANGUAGES
from tests.support.stack import Stack

ANEW = (4, 5)
"""Discord's types of an answer that is a new message, and of a deferred one."""
_MENTION = re.compile(r"<@(\d+)>")
_TO_BOARD = {language.say(TO_BOARD) for language in LANGUAGES}


@asynccontextmanager
async def unanswered(pg: Playground, times: int) -> AsyncIterator[None]:
    """Holds up the bot's next answers until the end of the block. So everything pressed in it is
    pressed at once, however slow the machine is: no button disappears before the last press.
    """
    await pg.fault("delay", "/callback", method="POST", seconds=3600, times=times)
    try:
        yield
    finally:
        await pg.clear_faults()
        await pg.release()


_TURN = "\0"
MESSAGES, FOLLOW_UPS = r"^/channels/\d+/messages$", r"^/webhooks/\d+/*$"
"""Where boards are sent as messages of their own, and as answers."""


async def refuse_boards(pg: Playground, times: int = 1, **fault: Any) -> None:
    """Has Discord refuse the next boards, however they are sent."""
    for path in (FOLLOW_UPS, MESSAGES):
        await pg.fault("status", path, method="POST", times=times, **fault)


async def owed_again(
    stack: Stack, pg: Playground, match_id: MatchId, *, computer: bool = False
) -> None:
    """The board after the match's first turn, or the first one of a computer player, is announced
    again, as if it couldn't be noted that it was. Returns once the bot has done so.
    """
    board = (
        "INSERT INTO notice (key, match_id, kind, batch, base, due_at, attempts) "
        "SELECT :match || '.' || seq, match_id, 'board', batch, seq, '2000-01-01', 0 "
        "FROM entry WHERE match_id = :number AND kind = 'turn' "
        "AND (interaction IS NULL OR NOT :computer) ORDER BY seq LIMIT 1"
    )
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        named = {"match": match_id, "number": number_of(match_id), "computer": computer}
        assert database.execute(board, named).rowcount == 1
    await announced(stack, pg, match_id)


async def announced(stack: Stack, pg: Playground, match_id: MatchId) -> None:
    """Returns once everything is shown to everybody, and noted."""

    async def noted() -> bool:
        with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
            owed = "SELECT 1 FROM notice WHERE kind IN ('board', 'table') AND match_id = ?"
            return not database.execute(owed, (number_of(match_id),)).fetchall()

    await pg.wait_for(noted)


HASTY = {"COMPUTER_EFFORT": "0.002", "COMPUTER_PAUSE": "0"}
"""Settings with which computer players think little, and answer at once."""


class Game:
    """A running match on the playground: its id, its thread (else its channel), its players in the
    order of seats.
    """

    def __init__(self, channel: Channel, match_id: MatchId, players: list[User]) -> None:
        self.channel = channel
        self.id = match_id
        self.players = players

    async def move(self, seat: int, turn: str, *, seen: bool = True) -> Reply:
        """The seat's player types a turn. If it is played here, everybody has seen that once this
        returns; if it can't be `seen`, the player has read why.
        """
        before = {one.id: one.content for one in await self._public()}
        player = self.players[seat - 1]
        reply = await player.command("move", self.channel, turn=turn, match=self.id)
        if not seen:
            await self.channel.pg.wait_for(partial(_excused, reply))
        elif played := _played(self.id, reply.content):

            async def shown() -> bool:
                found = await self._public()  # Once: the line of an earlier turn may still come.
                lines = [one for one in found if not _TO_BOARD.isdisjoint(one.labels)]
                if all(one.id in before for one in lines):
                    return {one.id: one.content for one in found} != before
                return any(f"`{played}`" in one.content for one in found if one not in lines)

            await self.channel.pg.wait_for(shown)
        return reply

    async def play(self, *turns: str, first: int = 1) -> None:
        """The players type these turns, all of which are played, one after the other from the
        `first` seat on.
        """
        for number, turn in enumerate(turns, start=first - 1):
            reply = await self.move(number % len(self.players) + 1, turn)
            assert _played(self.id, reply.content), reply.content

    async def _public(self) -> list[Message]:
        """The messages here that everybody sees."""
        return [one for one in await self.channel.messages() if not one.ephemeral]

    async def boards(self) -> list[Message]:
        """The public boards of this match, oldest first."""
        return [
            message
            for message in await self.channel.messages()
            if f"`{self.id}`" in message.content and message.attachments and not message.ephemeral
        ]

    async def board(self) -> Message:
        """The latest one."""
        return (await self.boards())[-1]

    async def board_with(self, text: str) -> Message:
        """The latest one, once it says this."""

        async def found() -> list[Message]:
            return [one for one in (await self.boards())[-1:] if text in one.content]

        return (await self.channel.pg.wait_for(found))[0]


def _played(match_id: MatchId, said: str) -> str | None:
    """The turn in a match that its player reads, in whatever language, that they have played."""
    for language in LANGUAGES:
        before, after = language.say(PLAYED, match=f"`{match_id}`", turn=_TURN).split(_TURN)
        if found := re.search(f"{re.escape(before)}([^`]+){re.escape(after)}", said):
            return found[1]
    return None


async def _excused(reply: Reply) -> bool:
    return "`/board` shows how things stand." in (await reply.refresh()).content


async def private(*replies: Reply, number: int) -> list[Message]:
    """What these answers say beside the message with the control, visible to one user only, once
    there are this many.
    """

    async def found() -> list[Message]:
        messages = list[Message]()
        for each in replies:
            await each.refresh()
            own: list[Message] = [each] if each.response_type in ANEW else []
            beside = [one for one in each.followups if one.ephemeral]
            messages += own + beside  # Boards, tables and questions are for everybody.
        return messages if len(messages) >= number else []

    messages = await replies[0].pg.wait_for(found)
    assert all(message.ephemeral for message in messages)
    return messages


async def said(reply: Reply) -> Message:
    """What an answer says to its user alone, beside the message with the control."""
    return (await private(reply, number=1))[-1]


async def question_in(channel: Channel, text: str = "") -> Message:
    """The latest question to everybody with this text, once it is there and can be answered."""

    async def found() -> list[Message]:
        shown = [one for one in await channel.messages() if not one.ephemeral]
        return [one for one in shown if "Accept" in one.labels and text in one.content]

    return (await channel.pg.wait_for(found))[-1]


async def known(reader: User, place: Channel, match_id: MatchId) -> None:
    """Waits until the bot knows from Discord that somebody may read a match there. For the first
    answer it waits only briefly, and meanwhile treats them as a stranger.
    """

    async def shown() -> bool:
        reply = await reader.command("board", place, match=match_id)
        return bool((reply.followups or [reply])[-1].attachments)

    await reader.pg.wait_for(shown)


async def open_table(host: User, channel: Channel, game: str, **options: Any) -> Message:
    """The message of a new table."""
    reply = await host.command(f"play {game}", channel, **options)
    assert reply.ephemeral

    async def shown() -> list[Message]:
        return [
            message
            for message in await channel.messages(host)
            if not message.ephemeral and message.labels and f"`{named(reply)}`" in message.content
        ]

    return (await channel.pg.wait_for(shown))[-1]


def titled(game: Game) -> str:
    """The beginnings of short answers about a match of Attangle."""
    return f"**Attangle** · match `{game.id}`"


def named(message: Message) -> MatchId:
    """The id of the match that a message is about."""
    found = re.search(r"\b[0-9A-HJKMNP-TV-Z]{4}\b", message.text)
    assert found, message.text
    return MatchId(found[0])


async def begin(channel: Channel, game: str, *players: User, **options: Any) -> Game:
    """A match that has just begun, with these players in the seats that they drew."""
    table = await open_table(players[0], channel, game, **options)
    for player in players[1:]:
        await (await table.refresh()).click("Join", by=player)
    return await started(channel, named(table), players)


async def place_of(channel: Channel, match_id: str) -> Channel:
    """The thread of a match that was opened in this channel; the channel where it has none."""
    threads = [each for each in await channel.pg.threads(channel) if match_id in each.name]
    return threads[0] if threads else channel


async def boards_with(channel: Channel, match_id: MatchId, label: str) -> list[Message]:
    """The boards of a match that have this button, wherever it is shown by now."""
    found = Game(await place_of(channel, match_id), match_id, [])
    return [one for one in await found.boards() if label in one.labels]


async def started(channel: Channel, match_id: MatchId, players: tuple[User, ...]) -> Game:
    """The match with this id, once its first board is shown."""
    found = Game(await place_of(channel, match_id), match_id, [])
    header = (await channel.pg.wait_for(found.boards))[-1].content.partition("\n")[0]
    by_id = {player.id: player for player in players}
    found.players = [by_id[player] for player in _by_seat(header)]
    return found


def _by_seat(header: str) -> list[str]:
    """The people of a header in the order of their seats: partners stand together there, and sit
    opposite each other.
    """
    sides = [_MENTION.findall(side) for side in header.split(" – ")]
    return [one for row in zip_longest(*sides) for one in row if one is not None]
