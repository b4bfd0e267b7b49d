"""Discord's trouble lasts: a limit of a minute, a ban at the network's edge, errors that don't end.

For each request of a turn: what its player reads, meanwhile and in the end; that the turn stands
and nobody else waits; that the board arrives. The minutes are simulated.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import matches
from bot.app.client import Dreierlei
from bot.delivery.matches import past_boards, publication
from bot.delivery.transport.outbox import Outbox
from bot.interactions import response
from bot.interactions.error_handler import NOT_SHOWN, NOT_YET, WAITING
from bot.text.discord_codes import NO_THREAD, Request
from games.words import say
from matches import Match
from matches.effects.notices import board_key
from matches.outbox import queue
from playground.answers import Message, Reply
from playground.client import Playground, User
from tests.bot.discord_requests import REQUESTS
from tests.support.inside import Pauses, inside
from tests.support.matches import Game, begin, named, open_table, started
from tests.support.servers import mended

pytestmark = pytest.mark.untraced

MINUTE = 60.0
TRIES = [1, 3, 5, 7, 9]
"""The pauses after which discord.py repeats a request that Discord has answered with 5xx."""
MANY = 1000
SOON = 0.05
"""Seconds after which players read that Discord keeps the bot waiting."""
AT_ONCE = 0.0
"""Seconds after which an answer is promised: too soon for the answer itself."""


@dataclass(frozen=True)
class Trouble:
    """How Discord answers, and for how long discord.py waits: before a message is given up, and
    before an answer is, or arrives.
    """

    fault: dict[str, Any]
    message: Sequence[float]
    answer: Sequence[float]


LIMIT = Trouble({"status": 429, "retry_after": MINUTE}, [], [MINUTE])
"""It is over after a minute. No message waits for so long."""
BAN = Trouble({"status": 429, "retry_after": MINUTE, "via": False, "times": MANY}, [], [])
"""Not by Discord itself but by the network's edge, which shows in the missing `Via`."""
ALL = Trouble({"status": 429, "scope": "global", "retry_after": TRIES[-1]}, TRIES[-1:], [])
"""The limit of all requests: meanwhile discord.py makes no other."""
BROKEN = Trouble({"status": 502, "times": MANY}, TRIES, TRIES)

troubles = pytest.mark.parametrize("trouble", [LIMIT, BAN, BROKEN], ids=["limit", "ban", "broken"])


class Hall:
    """Where Ben and David play: they, their bot, and what Discord keeps it waiting with."""

    def __init__(self, bot: Dreierlei, pg: Playground, pauses: Pauses, folder: Path) -> None:
        self.bot, self.pg, self.pauses, self.folder = bot, pg, pauses, folder
        self.general = pg.channel("general")
        self.game: Game

    @property
    def players(self) -> tuple[User, User]:
        """Both of them."""
        return self.pg.user("ben"), self.pg.user("david")

    async def begin(self) -> None:
        """A match begins, and is shown."""
        self.game = await begin(self.general, "attangle", *self.players)

    async def refuse(self, request: Request, trouble: Trouble) -> None:
        """From now on Discord answers so, and its pauses last until they are `over`."""
        method, path = REQUESTS[request]
        await self.pg.fault("status", path, method=method, **trouble.fault)
        self.pauses.hold()

    async def turn(self, number: int) -> Reply:
        """The turn of this number is sent."""
        player = self.game.players[(number - 1) % 2]
        place, turn = self.game.channel, f"c{number + 2}"
        return await player.command("move", place, wait=False, turn=turn, match=self.game.id)

    async def paused(self, pauses: Sequence[float]) -> None:
        """If there are to be pauses, the first one has begun."""
        await self.pg.wait_for(lambda: self.pauses.asked == [*pauses[:1]])

    def over(self) -> None:
        """The pauses are over."""
        self.pauses.over()

    async def stands(self) -> Match:
        """The match, whose first turn is stored, whatever is shown."""
        match = await matches.get(self.bot.database, self.game.id)
        assert match.turn_count == 1
        return match

    async def tells(self, number: int) -> list[Message]:
        """The boards that tell of the turn of this number."""
        return [one for one in await self.game.boards() if f": {number}. `" in one.content]

    async def shown(self, number: int) -> Message:
        """The only one, once it is there."""
        (board,) = await self.pg.wait_for(lambda: self.tells(number))
        return board

    async def reads(self, reply: Reply, *sentences: str) -> str:
        """All that the player reads, once it is this and no longer that they have to wait."""

        async def found() -> str:
            await reply.refresh()
            said = "\n".join(one.content for one in (reply, *reply.followups))
            waits = WAITING in said and WAITING not in sentences
            return "" if waits or not all(one in said for one in sentences) else said

        return await self.pg.wait_for(found)

    @property
    def played(self) -> str:
        """What the player of the first turn reads."""
        return f"`{self.game.id}`: you played `c3`."

    @property
    def unshown(self) -> str:
        """What they read if others can't see it."""
        return say(NOT_SHOWN, {"channel": f"<#{self.game.channel.id}>"})

    async def left_alone(self, key: str) -> None:
        """What is owed under this key was tried, and isn't being sent any more."""
        outbox = self.bot.service(Outbox)
        await self.pg.wait_for(lambda: outbox.has_tried(key) and not outbox.is_busy_with(key))

    async def mend(self) -> None:
        """The trouble is over, and what is owed is due."""
        await self.pg.clear_faults()
        await mended(self.general)
        with closing(sqlite3.connect(self.folder / "bot.db")) as database, database:
            database.execute("UPDATE notice SET due_at = '2000-01-01 00:00:00'")


@pytest.fixture
async def hall(
    tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Hall]:
    """A hall without trouble."""
    monkeypatch.setattr(publication, "PATIENCE", SOON)
    pauses = Pauses(monkeypatch, MINUTE, *TRIES)
    async with (
        inside(tmp_path, migrated_file, monkeypatch) as (server, bot),
        Playground.connect(server.url) as pg,
    ):
        await pg.wait_online()
        yield Hall(bot, pg, pauses, tmp_path)
        pauses.over()


@troubles
async def test_a_thread(hall: Hall, trouble: Trouble) -> None:
    """Whoever joins the table reads that this went through. The match begins in the channel, where
    everybody reads why, and goes on there.
    """
    host, guest = hall.players
    table = await open_table(host, hall.general, "attangle")
    await hall.refuse("thread", trouble)
    joined = await table.click("Join", by=guest, wait=False)
    await hall.paused(trouble.message)
    if trouble.message:
        await hall.reads(joined, "The match has begun.", WAITING)
    hall.over()
    hall.game = await started(hall.general, named(table), hall.players)
    assert hall.game.channel.id == hall.general.id
    assert f"-# {NO_THREAD}" in (await hall.game.board()).content
    await hall.reads(joined, "The match has begun.")
    assert hall.pauses.asked == trouble.message
    await hall.mend()
    played = await hall.turn(1)
    await hall.shown(1)
    await hall.reads(played, hall.played)
    assert (await hall.stands()).place.own_thread is None


async def test_an_outage_of_days(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """A board that was tried all the time is still owed, and arrives when the outage is over."""
    await hall.begin()
    await hall.refuse("message", BROKEN)
    hall.over()
    player = hall.game.players[0]
    await player.command("move", await player.dm(), turn="c3", match=hall.game.id)
    key = board_key(await hall.stands())
    await hall.left_alone(key)
    with closing(sqlite3.connect(hall.folder / "bot.db")) as database, database:
        tried = "UPDATE notice SET attempts = 99, due_at = '2000-01-01 00:00:00' WHERE key = ?"
        database.execute(tried, (key,))
    await hall.pg.wait_for(lambda: f"notice={key} attempt=100: " in caplog.text)
    await hall.left_alone(key)
    assert await queue.is_pending(hall.bot.database, key)
    await hall.mend()
    await hall.shown(1)


@troubles
async def test_a_kept_board(hall: Hall, trouble: Trouble) -> None:
    """The line about the turn is there; its player reads that the board isn't, and sees it in the
    answer. It arrives once Discord lets it, and no line comes twice.
    """
    await hall.pg.user("anna").command("server", hall.general, boards="kept")
    await hall.begin()
    board = await hall.game.board()
    await hall.refuse("change", trouble)
    reply = await hall.turn(1)
    await hall.paused(trouble.message)
    if trouble.message:
        await hall.reads(reply, hall.played, WAITING)
    hall.over()
    await hall.reads(reply, hall.played, hall.unshown)
    assert reply.attachments
    assert hall.pauses.asked == trouble.message
    await hall.stands()
    assert "1. `c3`" not in (await board.refresh()).content
    await hall.mend()

    async def kept() -> bool:
        return "1. `c3`" in (await board.refresh()).content

    await hall.pg.wait_for(kept)
    said = [one.content for one in await hall.game.channel.messages() if not one.ephemeral]
    assert len([one for one in said if "1. `c3`" in one]) == 2


@troubles
async def test_a_board_as_an_answer(hall: Hall, trouble: Trouble) -> None:
    """Where the bot may not write, the board is a follow-up. Its player reads why, at once. If even
    that fails they read that nobody sees the board yet, and see it in their own answer.
    """
    await hall.begin()
    await hall.general.permit(deny=["send_messages", "send_messages_in_threads"])
    await hall.refuse("follow", trouble)
    reply = await hall.turn(1)
    await hall.paused(trouble.answer)
    said = await hall.reads(reply, hall.played, "Send Messages")
    if trouble.answer:
        assert NOT_YET not in said
    hall.over()
    if trouble is LIMIT:
        await hall.shown(1)
        (board,) = (await reply.refresh()).followups
        assert board.attachments
        assert not board.ephemeral
    else:
        await hall.reads(reply, hall.played, "Send Messages", NOT_YET)
        assert reply.attachments
        assert await hall.tells(1) == []
    assert hall.pauses.asked == trouble.answer
    await hall.stands()
    await hall.mend()
    await hall.shown(1)


@troubles
async def test_an_answer_that_was_promised(
    hall: Hall, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is shown meanwhile, and so is that of the next turn. In the end the player reads
    the usual answer, as an edit or as a follow-up.
    """
    await hall.begin()
    monkeypatch.setattr(response, "PATIENCE", AT_ONCE)
    # On a slow machine, too, nobody is told to wait: that could not be replaced later.
    monkeypatch.setattr(publication, "PATIENCE", MINUTE)
    await hall.refuse("edit", trouble)
    reply = await hall.turn(1)
    await hall.paused(trouble.answer)
    await hall.shown(1)
    await hall.stands()
    await hall.turn(2)
    await hall.shown(2)
    hall.over()
    await hall.reads(reply, hall.played)
    assert not reply.attachments
    assert {*hall.pauses.asked} == {*trouble.answer}  # The next player's answer may wait, too.


@troubles
async def test_a_first_answer(
    hall: Hall,
    trouble: Trouble,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord waits for it for three seconds, and the bot for no limit that lasts longer. If none
    of its attempts arrives, the player reads nothing of it, and the log says so; but everybody sees
    the board, and that of the next turn.
    """
    await hall.begin()
    # On a slow machine, too, nobody is told to wait: the log would say that this failed as well.
    monkeypatch.setattr(publication, "PATIENCE", MINUTE)
    await hall.refuse("answer", trouble)
    reply = await hall.turn(1)
    await hall.paused(trouble.message)
    await hall.shown(1)
    await hall.stands()
    await hall.turn(2)
    await hall.shown(2)
    hall.over()
    if trouble is LIMIT:
        await hall.reads(reply, hall.played)
        return
    await hall.pg.wait_for(lambda: caplog.text.count("can't be answered: ") == 2)
    assert (await reply.refresh()).response_type is None
    await hall.mend()
    looked = await hall.game.players[0].command("board", hall.game.channel, match=hall.game.id)
    assert looked.attachments


async def test_the_buttons_of_an_earlier_board(
    hall: Hall, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If they meet the limit of all requests, nobody waits for them. Once that is over they go, and
    boards arrive.
    """
    await hall.begin()
    monkeypatch.setattr(past_boards, "PATIENCE", SOON)
    await hall.refuse("change", ALL)
    await hall.turn(1)
    await hall.paused(ALL.message)
    await hall.pg.wait_for(lambda: "an earlier board: " in caplog.text)
    hall.over()
    # A turn that is played elsewhere has a message as its board.
    await hall.game.players[1].command("move", hall.general, turn="c4", match=hall.game.id)
    await hall.shown(2)
    first, *_ = await hall.game.boards()

    async def retired() -> bool:
        return (await first.refresh()).labels == [past_boards.NEWEST]

    await hall.pg.wait_for(retired)
