"""The bot is asked to stop while it is answering: what has begun is finished, nothing is lost."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import matches
from bot.app import client
from bot.app.client import Dreierlei
from bot.config.settings import load
from matches.learning.puzzles import progress
from matches.model.ids import MatchId, PlayerId
from opponents.puzzles import puzzle
from playground.client import Channel, Playground, PlaygroundError, User
from storage.database import Database
from tests.bot.observed import log_of, page_of, running
from tests.support.matches import FOLLOW_UPS, Game, begin, named, open_table, place_of
from tests.support.stack import DEADLINE, Stack


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Both processes, observed."""
    yield from running(tmp_path_factory.mktemp("bot"))


async def test_stopped_in_the_middle(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If the bot is asked to stop during a turn, it accepts nothing new, and its health says so. It
    shows the board and answers the player before it exits.
    """
    game = await begin(general, "attangle", ben, david)
    await pg.fault("delay", FOLLOW_UPS, method="POST", seconds=3600)
    moving = await game.players[0].command(
        "move", game.channel, wait=False, turn="c3", match=game.id
    )
    await pg.wait_for(lambda: _played(stack, game.id))
    await _stop_in_the_middle(stack, pg)
    reply = await moving.wait()
    assert f"`{game.id}`: you played `c3`." in reply.content
    assert stack.wait() == 0
    assert len(await game.boards()) == 2
    assert not [one for one in log_of(stack) if one["level"] == "ERROR"]
    stack.start()
    await pg.wait_online()
    assert f"`{game.id}`: you played `c4`." in (await game.move(2, "c4")).content
    assert len(await game.boards()) == 3


async def test_stopped_while_a_form_is_answered(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """A form sent before the stop counts, and its sender is told. The buttons below the answer work
    once the bot is back.
    """
    shown = await ben.command("puzzle", general, game="attangle")
    to = next(str(one["custom_id"]) for one in shown.buttons if "puzzle" in one["custom_id"])
    asked = puzzle(to.split(":")[3].partition("/")[0])
    form = (await shown.click("Type your turn")).modal
    assert form is not None
    await pg.fault("delay", "/webhooks/", seconds=3600)
    answering = asyncio.create_task(form.submit(text=asked.solution))
    await pg.wait_for(lambda: _solved(stack, ben, asked.key))
    await _stop_in_the_middle(stack, pg)
    reply = await answering
    assert f"✅ Right: `{asked.solution}`." in reply.content
    assert stack.wait() == 0
    assert "answers are not finished" not in stack.said()
    assert not [one for one in log_of(stack) if one["level"] == "ERROR"]
    stack.start()
    await pg.wait_online()
    assert await _solved(stack, ben, asked.key)
    assert (await reply.click("Another puzzle")).texts


async def test_stopped_while_a_button_is_answered(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whoever sat down at a table sits there, all see the first board, and the answer comes."""
    table = await open_table(ben, general, "attangle")
    await pg.fault("delay", r"/channels/\d+/messages", method="POST", seconds=3600)
    answering = asyncio.create_task(table.click("Join", by=david))
    await pg.wait_for(lambda: _has_begun(stack, named(table)))
    await _stop_in_the_middle(stack, pg)
    assert "The match has begun." in (await answering).content
    await _require_peace(stack)
    stack.start()
    await pg.wait_online()
    game = Game(await place_of(general, named(table)), named(table), [ben, david])
    assert len(await game.boards()) == 1


async def test_stopped_while_something_is_completed(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """Choices that come too late for whoever types hold up nothing, and nothing breaks."""
    await pg.settings(deadline=0.3)
    await pg.fault("delay", "/callback", method="POST", seconds=3600)
    with pytest.raises(PlaygroundError):
        await ben.autocomplete("play attangle", "clock", "", channel=general)
    await pg.settings(deadline=DEADLINE)
    await _stop_in_the_middle(stack, pg)
    await _require_peace(stack)
    stack.start()
    await pg.wait_online()
    assert await ben.autocomplete("play attangle", "clock", "", channel=general)


async def _require_peace(stack: Stack) -> None:
    """The bot ends well, with all that it has begun."""
    assert await asyncio.to_thread(stack.wait) == 0
    assert "answers are not finished" not in stack.said()
    assert not [one for one in log_of(stack) if one["level"] == "ERROR"]


async def _has_begun(stack: Stack, match: MatchId) -> bool:
    database = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    found = await matches.get(database, match)
    await database.close()
    return found.started_at is not None


async def _solved(stack: Stack, player: User, key: str) -> bool:
    database = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    reached = await progress(database, PlayerId(int(player.id)))
    await database.close()
    return any(key in one.closed for one in reached.values())


async def _stop_in_the_middle(stack: Stack, pg: Playground) -> None:
    """Asks the bot to stop, and releases a held answer once it is stopping."""
    stack.bot.send_signal(signal.SIGTERM)

    async def stopping() -> bool:
        status, text = await page_of(stack, "health")
        return status == 503 and json.loads(text)["gateway"] == "stopping"

    await pg.wait_for(stopping)
    await pg.clear_faults()  # Even if the request to be held has not arrived yet.
    await pg.release()


async def test_what_takes_too_long_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the bot has waited long enough for an answer, nothing half-finished is sent: the work ends
    before the connections close.
    """
    monkeypatch.setattr(client, "PATIENCE", 0.05)
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    async with Dreierlei(load(_env_file=None), database) as bot:
        late = asyncio.create_task(asyncio.sleep(60))
        bot.unfinished.add(late)
    await database.close()
    assert late.cancelled()


async def test_what_begins_meanwhile_is_finished_too(tmp_path: Path) -> None:
    """An interaction that a resumed gateway delivers while the bot stops is answered, too."""
    later: list[asyncio.Task[None]] = []

    async def answer(bot: Dreierlei, seconds: float) -> None:
        bot.unfinished.add_current()
        await asyncio.sleep(seconds)

    async def first(bot: Dreierlei) -> None:
        bot.unfinished.add_current()
        later.append(asyncio.create_task(answer(bot, 0.05)))

    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    async with Dreierlei(load(_env_file=None), database) as bot:
        begun = asyncio.create_task(first(bot))
    await database.close()
    assert begun.done()
    assert [(task.done(), task.cancelled()) for task in later] == [(True, False)]


async def _played(stack: Stack, match: str) -> bool:
    return any(one.get("match") == match and "seat" in one for one in log_of(stack))
