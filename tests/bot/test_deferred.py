"""What can be deferred waits while little of Discord's budget is left: the requests themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app.client import Dreierlei
from bot.context.pace import _LOOK, BUDGET
from bot.delivery.competitions import sign_ups
from bot.delivery.transport.tokens import Tokens
from matches.model.ids import MessageId
from playground.client import Playground
from playground.server import Server
from tests.bot.test_posts_refused import Hall, hall
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import channel, server
from tests.support.conditions import until
from tests.support.inside import inside
from tests.support.matches import Game, begin, question_in

pytestmark = pytest.mark.untraced

__all__ = ["bot", "channel", "hall", "server"]


class Scarcity:
    """Nothing is left of a bot's budget until the test says so."""

    def __init__(self, bot: Dreierlei, server: Server) -> None:
        self._bot, self._server = bot, server
        self._over = asyncio.Event()
        self.waiting = 0
        """How many requests are deferred."""

    async def _sleep(self, seconds: float) -> None:
        if seconds != _LOOK:
            await asyncio.sleep(seconds)
            return
        self.waiting += 1
        await self._over.wait()
        self.waiting -= 1

    @asynccontextmanager
    async def waits_for(self, path: str) -> AsyncIterator[None]:
        """What is done in the block, and goes on after it, makes a `PATCH` request to this path. It
        is not made before the budget is larger.
        """
        before, pace = self._made(path), self._bot.pace
        pace._budget, pace._sleep = 0.0, self._sleep
        yield
        await until(lambda: self.waiting > 0 or self._made(path) != before)
        assert (self.waiting, self._made(path)) == (1, before)
        pace._budget = BUDGET
        self._over.set()
        await until(lambda: self._made(path) != before)
        assert self._made(path)[len(before) :][:1] == [path]

    def _made(self, path: str) -> list[str]:
        """The paths of the requests that change a thing of this kind: a channel, or a message."""
        changes = [one.path for one in self._server.faults.requests if one.method == "PATCH"]
        return [one for one in changes if one.count("/") == path.count("/")]


@pytest.fixture
async def running(
    tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Server, Dreierlei]]:
    """A playground and a bot in this process."""
    async with inside(tmp_path, migrated_file, monkeypatch) as both:
        yield both


@pytest.fixture
def scarcity(running: tuple[Server, Dreierlei]) -> Scarcity:
    """Of that bot's budget."""
    return Scarcity(running[1], running[0])


@pytest.fixture
async def pg(running: tuple[Server, Dreierlei]) -> AsyncIterator[Playground]:
    """The tests' client."""
    async with Playground.connect(running[0].url) as client:
        await client.wait_online()
        yield client


async def _begun(pg: Playground) -> Game:
    return await begin(pg.channel("general"), "attangle", pg.user("ben"), pg.user("david"))


async def test_the_buttons_of_a_board(pg: Playground, scarcity: Scarcity) -> None:
    """The first one is no answer to anybody, so no token takes them."""
    game = await _begun(pg)
    first = await game.board()
    async with scarcity.waits_for(f"/channels/{game.channel.id}/messages/{first.id}"):
        await game.move(1, "c3")


async def test_a_question_that_is_settled(
    running: tuple[Server, Dreierlei], pg: Playground, scarcity: Scarcity
) -> None:
    """Once its token is forgotten, as after a quarter of an hour."""
    game = await _begun(pg)
    await game.play("c3", "c4")
    white, black = game.players
    await white.command("adjourn", game.channel)
    question = await question_in(game.channel, "adjourn")
    del running[1].service(Tokens)._editing[MessageId(int(question.id))]
    async with scarcity.waits_for(f"/channels/{game.channel.id}/messages/{question.id}"):
        await black.command("adjourn", game.channel)


async def test_the_name_of_a_thread(pg: Playground, scarcity: Scarcity) -> None:
    """Which gets the result when the match is over."""
    game = await _begun(pg)
    await game.play("c3", "c4")
    asked = await game.players[0].command("resign", game.channel)
    async with scarcity.waits_for(f"/channels/{game.channel.id}"):
        await asked.click("Resign")


async def test_a_board_that_is_kept(pg: Playground, scarcity: Scarcity) -> None:
    """The line about the turn has been sent by then."""
    await pg.user("anna").command("server", pg.channel("general"), boards="kept")
    game = await _begun(pg)
    board = await game.board()
    async with scarcity.waits_for(f"/channels/{game.channel.id}/messages/{board.id}"):
        await game.players[0].command("move", game.channel, turn="c3")


async def test_the_name_and_tags_of_a_post(hall: Hall) -> None:
    """They tell how a tournament stands."""
    held = await hall.announced()
    (post,) = hall.posts(held.id)
    post.applied = [2]
    async with Scarcity(hall.bot, hall.server).waits_for(f"/channels/{post.id}"):
        showing = asyncio.create_task(sign_ups.show(hall.bot, held.id))
    await showing
    assert post.applied != [2]
