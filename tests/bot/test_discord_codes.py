"""Every line of the table of Discord's refusals: what the player reads, what is retried, what is
logged, and that the turn stands.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import games
from bot.interactions.error_handler import NOT_SHOWN, NOT_YET
from bot.text.discord_codes import (
    ATTEMPTS,
    ATTEMPTS_IN_TROUBLE,
    BLOCKED,
    CROWDED,
    DENIED,
    EDGE,
    EXPIRED,
    FIRST,
    LINES,
    LONGEST,
    LOST,
    MISSING,
    MUTED,
    NO_THREAD,
    UNSEEN,
    Meaning,
    Request,
    patience,
)
from games import play
from games.play import Line
from games.words import say
from playground.answers import Message, NoResponse, Reply
from playground.client import Channel, Playground, User
from tests.bot.discord_requests import REQUESTS
from tests.bot.walks import walked, walks
from tests.support.matches import Game, begin, named, open_table, place_of
from tests.support.servers import mended
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

SOON = 240.0
"""Seconds within which something arrives, even on a busy machine."""
PASSING = (429, 500, 502, 504)
"""Statuses that discord.py itself retries."""
OF_DISCORD = (40002, 40004, 40006, 40333)
"""Codes of refusals by which Discord means everybody, or the whole bot, and not what was asked."""
MANY = 60
BROKEN_OFF = ("Server disconnected", "[Errno ")
"""How errors of a broken connection are worded."""


class Walk:
    """A match played from its players' direct messages, and begun anew whenever it is over."""

    def __init__(self, stack: Stack, pg: Playground, general: Channel, *players: User) -> None:
        self.stack, self.pg, self.general, self.players = stack, pg, general, players
        self.game: Game
        self.line: Line[Any, Any]
        self.number = 0
        self.rng = Random(2)
        self.read = 0

    async def begin(self) -> None:
        """Begins a new match."""
        self.game = await begin(self.general, "attangle", *self.players)
        game = games.get("attangle")
        self.line, self.number = Line.begin(game, play.setup(game)), 0
        await self.settled()

    async def turn(self, channel: Channel | None = None, *, wait: bool = True) -> Reply:
        """Plays the next turn."""
        moves = games.get("attangle").legal_moves(self.line.position)
        text = str(self.rng.choice(moves))
        player = self.game.players[self.number % 2]
        self.line, self.number = self.line.read(text)[1], self.number + 1
        where = channel or await player.dm()
        self.read = len(self.stack.said())
        return await player.command("move", where, wait=wait, turn=text, match=self.game.id)

    async def refuse(self, request: Request, line: Meaning, times: int = 1) -> None:
        """The next requests of this kind are answered with this refusal."""
        method, path = REQUESTS[request]
        if line is LOST:
            await self.pg.fault("cut", path, method=method, times=max(times, 3))
        elif line is EDGE:
            await self.pg.fault("page", path, method=method, times=times, status=line.status)
        else:
            given = {"status": line.status, "code": line.code, "times": times}
            await self.pg.fault("status", path, method=method, **given)

    async def mend(self) -> None:
        """Faults end, the bot gains something in the channel, and everything is due at once."""
        await self.pg.clear_faults()
        await mended(self.general)
        self.hurry()

    def hurry(self) -> None:
        """Everything in the match's outbox is due at once."""
        with closing(sqlite3.connect(self.stack.folder / "bot.db")) as database, database:
            due = "UPDATE notice SET due_at = '2000-01-01 00:00:00' WHERE key LIKE ?"
            database.execute(due, (f"{self.game.id}.%",))

    async def settled(self) -> None:
        """Waits until the match's outbox is empty."""
        await self.pg.wait_for(lambda: not self.owed(), SOON)

    def owed(self) -> int:
        """The number of boards and tables in the outbox."""
        with closing(sqlite3.connect(self.stack.folder / "bot.db")) as database:
            query = "SELECT count(*) FROM notice WHERE kind IN ('board', 'table')"
            return int(database.execute(query).fetchone()[0])

    async def tells(self) -> list[Message]:
        """The messages in the match's place that announce the last turn."""
        last = re.compile(rf": {self.number}\. `", re.MULTILINE)
        return [
            one
            for one in await self.game.channel.messages()
            if not one.ephemeral and last.search(one.content)
        ]

    async def told(self) -> list[Message]:
        """The same, once there are some."""
        return await self.pg.wait_for(self.tells, SOON)

    def logged(self, line: Meaning) -> bool:
        """Whether the log of the turn mentions this refusal, as it should."""
        news = self.stack.said()[self.read :].splitlines()
        said = (f"error code: {line.code})",) if line is not LOST else BROKEN_OFF
        of_it = [one for one in news if any(each in one for each in said)]
        level = logging.getLevelName(line.level)
        return any(level in one for one in of_it)


@pytest.fixture
async def walk(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> AsyncIterator[Walk]:
    """The match for a walk."""
    made = Walk(stack, pg, general, ben, david)
    await made.begin()
    yield made
    await made.mend()
    await pg.user("anna").command("server", general, reset="all")


def _excuse(line: Meaning, channel: Channel) -> list[str]:
    """What the player reads if the others cannot see the turn."""
    fields = {"channel": f"<#{channel.id}>"}
    if not line.shuts and line.sentence not in (BLOCKED, MUTED):
        return [say(NOT_SHOWN, fields)]
    sentence = DENIED if line.sentence == MISSING else line.sentence
    return [say(sentence, fields), NOT_YET]


def _lines(request: Request) -> list[Meaning]:
    return [line for line in LINES if request in line.met]


def _name(line: Meaning) -> str:
    return f"{line.code or line.status} {line.name}"


async def _each(
    walk: Walk, request: Request, visit: Callable[[Walk, Meaning], Awaitable[None]]
) -> None:
    """Visits each line that this request can meet with, and reports all that fail."""
    wrong: list[str] = []
    for line in _lines(request):
        if walk.number >= 30 or walk.line.position.to_move is None:
            await walk.begin()
        try:
            await visit(walk, line)
        except (AssertionError, TimeoutError, NoResponse) as error:
            wrong.append(f"{_name(line)}: {type(error).__name__} {str(error)[:300]}")
        await walk.mend()
        await walk.settled()
    assert not wrong, "\n".join(wrong)


async def _message(walk: Walk, line: Meaning) -> None:
    await walk.refuse("message", line, MANY if line.shuts else 1)
    reply = await walk.turn()
    assert f"`{walk.game.id}`: you played" in reply.content
    if line.status in PASSING and not line.shuts:
        assert await walk.told()
        return
    assert walk.logged(line), "log"
    if line.bears_words and not line.shuts:
        (board,) = await walk.told()
        assert not board.attachments
        assert line.sentence in board.content
        return
    for said in _excuse(line, walk.game.channel):
        assert said in reply.content, reply.content
    assert reply.attachments
    assert not await walk.tells()
    await walk.mend()
    assert len(await walk.told()) == 1


async def _change(walk: Walk, line: Meaning) -> None:
    await walk.refuse("change", line)
    reply = await walk.turn()
    assert f"`{walk.game.id}`: you played" in reply.content
    if line.status not in PASSING and line is not LOST:  # An edit is repeated.
        assert line.again == "awake" or walk.logged(line), "log"
    await walk.mend()
    await walk.pg.wait_for(lambda: _kept(walk), SOON)


async def _kept(walk: Walk) -> bool:
    """Whether a board shows the last turn, beside the line that announces it."""
    shown = await walk.tells()
    return any("Go to the board" not in one.labels for one in shown) and len(shown) == 2


async def _thread(walk: Walk, line: Meaning) -> None:
    walk.read = len(walk.stack.said())
    host, guest = walk.players
    table = await open_table(host, walk.general, "attangle")
    await walk.refuse("thread", line, MANY if line.hides else 1)
    await table.click("Join", by=guest)
    if line.again not in ("resent", "done") and line.status not in PASSING:
        assert walk.logged(line), "log"
    match = named(table)

    async def board() -> list[Message]:
        return await Game(await place_of(walk.general, match), match, []).boards()

    (first,) = await walk.pg.wait_for(board, SOON)
    threaded = line.again == "resent" or line.status in PASSING
    assert bool([one for one in await walk.pg.threads(walk.general) if match in one.name]) == (
        threaded
    )
    if line.sentence in (CROWDED, NO_THREAD) and line.again != "done":
        assert line.sentence in first.content
    elif not (threaded or line.shuts) and line.again != "done":
        assert NO_THREAD in first.content


async def _reads(reply: Reply, said: str) -> bool:
    await reply.refresh()
    return any(said in one.content for one in (reply, *reply.followups))


async def _reopen(walk: Walk, line: Meaning) -> None:
    await walk.game.channel.change(archived=True)
    await walk.refuse("reopen", line)
    reply = await walk.turn(walk.game.channel)
    assert f"`{walk.game.id}`: you played" in reply.content
    assert await walk.told()
    if line.status not in PASSING:
        await walk.pg.wait_for(lambda: walk.logged(line), SOON, "log")
    if line.shuts:
        await walk.begin()  # The thread is left alone for now.


async def _answer(walk: Walk, line: Meaning) -> None:
    await walk.refuse("answer", line)
    reply = await walk.turn(wait=False)
    assert await walk.told()
    if line.sentence != EXPIRED:
        await walk.pg.wait_for(lambda: _reads(reply, "you played"), SOON)
    if line.status not in PASSING and line.status < 500 and line.again != "awake":
        await walk.pg.wait_for(lambda: walk.logged(line), SOON, "log")


async def _edit(walk: Walk, line: Meaning) -> None:
    walk.read = len(walk.stack.said())
    host = walk.players[0]
    await walk.refuse("edit", line)
    reply = await host.command("play attangle", walk.general, wait=False)

    async def table() -> list[Message]:
        found = await walk.general.messages()
        return [one for one in found if not one.ephemeral and "Join" in one.labels]

    (shown,) = await walk.pg.wait_for(table, SOON)
    if line.sentence != EXPIRED:
        await walk.pg.wait_for(lambda: _reads(reply, "is open."), SOON)
    if line.status not in PASSING and line.status < 500 and line.again != "awake":
        await walk.pg.wait_for(lambda: walk.logged(line), SOON, "log")
    assert not await _reads(reply, say(UNSEEN, {"channel": f"<#{walk.general.id}>"}))
    await shown.click("Leave", by=host)


async def _follow(walk: Walk, line: Meaning) -> None:
    await walk.general.permit(deny=["send_messages", "send_messages_in_threads"])
    await walk.refuse("follow", line)
    reply = await walk.turn(walk.game.channel)
    assert f"`{walk.game.id}`: you played" in reply.content
    if line.status not in PASSING and line.status < 500:
        await walk.pg.wait_for(lambda: walk.logged(line), SOON, "log")
        await walk.pg.wait_for(lambda: _reads(reply, NOT_YET), SOON)
    await walk.mend()
    assert len(await walk.told()) == 1


VISITS: dict[Request, Callable[[Walk, Meaning], Awaitable[None]]] = {
    "message": _message,
    "change": _change,
    "thread": _thread,
    "reopen": _reopen,
    "answer": _answer,
    "edit": _edit,
    "follow": _follow,
}


@walks(*VISITS)
@pytest.mark.parametrize("request_", VISITS)
async def test_every_line(walk: Walk, request_: Request) -> None:
    """The consequence of each refusal of each request."""
    if request_ == "change":
        anna = walk.pg.user("anna")
        await anna.command("server", walk.general, boards="kept")
        await walk.begin()
    await _each(walk, request_, VISITS[request_])


def test_every_request_is_walked() -> None:
    """A new kind of request needs a walk of its own."""
    assert walked() == {*REQUESTS}
    assert {request for line in LINES for request in line.met} == {*REQUESTS}


def test_each_code_has_one_line() -> None:
    """So has each status without a code. Each line lists the requests that can meet with it."""
    keys = [(line.code, line.status if not line.code else 0, line is EDGE) for line in LINES]
    assert len({*keys}) == len(keys)
    assert all(line.met for line in LINES)


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.code or line.status} {line.name}")
def test_pauses_grow(line: Meaning) -> None:
    """Twice the last one, up to an hour. What passes by itself is tried for a month, and so is what
    somebody may mend, unless the place is gone.
    """
    trouble = line is EDGE or line.code in OF_DISCORD or line.status in (0, 401, 429, 500, 503)
    lasting = (trouble and line.again != "never") or (line.shuts and line.status != 404)
    last = ATTEMPTS_IN_TROUBLE if lasting else ATTEMPTS
    pauses = [patience(line, attempts) for attempts in range(1, last + 1)]
    assert pauses.pop() is None
    assert pauses[0] == 2 * FIRST
    for pause, longer in pairwise(pauses):
        assert pause is not None
        assert longer == min(2 * pause, LONGEST)
    assert (LONGEST in pauses) == lasting


def test_a_mistake_of_ours_is_given_up_soon() -> None:
    """It won't pass, unlike what Discord or the network does to a request."""
    pauses = [patience(None, attempts) for attempts in range(1, ATTEMPTS + 1)]
    assert pauses.pop() is None
    assert None not in pauses
