"""`/health` and `/metrics` of a running bot, its log as JSON, and its shutdown."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

import matches
from bot.app import client
from bot.app.client import Dreierlei
from bot.app.health import WELL
from bot.config.settings import load
from bot.observability.pulse import Pulse
from matches.clocks.downtime import ALIVE
from matches.learning.analysis import progress
from matches.model.ids import MatchId, PlayerId
from opponents.puzzles import puzzle
from playground.client import Channel, Playground, PlaygroundError, User
from storage.database import Database
from tests import PATIENCE
from tests.support.matches import Game, begin, named, open_table, place_of
from tests.support.stack import DEADLINE, TOKEN, Stack

Numbers = dict[tuple[str, ...], float]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Both processes. The bot serves health at a free port, and logs JSON."""
    folder = tmp_path_factory.mktemp("bot")
    running = Stack(folder, METRICS_PORT="0", LOG_FORMAT="json")
    yield running
    running.close()
    running.check_loop()
    running.verify()
    assert TOKEN not in running.said()


def _lines(stack: Stack) -> list[dict[str, Any]]:
    """The bot's log lines. Raises if a line is not JSON; one may be half written."""
    return [json.loads(line) for line in stack.said().rpartition("\n")[0].splitlines()]


def _address(stack: Stack) -> str:
    """The address of the bot's health endpoint."""
    address: str = re.findall(r"http://127\.0\.0\.1:\d+(?=\")", stack.said())[-1]
    return address


async def _get(stack: Stack, page: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{_address(stack)}/{page}") as response,
    ):
        return response.status, await response.text()


async def _numbers(stack: Stack) -> Numbers:
    """All metrics, by name and label values, in the order of the label names."""
    status, text = await _get(stack, "metrics")
    assert status == 200
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_all_is_well(stack: Stack, pg: Playground) -> None:
    """Once the bot is online, health returns 200."""
    await pg.wait_for(partial(_healthy, stack))
    _, text = await _get(stack, "health")
    assert json.loads(text) == {"status": "ok", **WELL}


async def _healthy(stack: Stack) -> bool:
    return (await _get(stack, "health"))[0] == 200


async def test_numbers(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Turns, latencies of commands and buttons, queue lengths, lag: all are present and correct."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    await game.move(2, "c4")
    await game.move(2, "c5")
    await pg.wait_for(partial(_moved, stack, 3))
    found = await _numbers(stack)
    assert found["dreierlei_turns_total", "attangle"] == 2
    latency = "dreierlei_interaction_seconds"
    assert found[f"{latency}_count", "move", "application_command"] == 3
    assert found[f"{latency}_sum", "move", "application_command"] > 0
    assert found[f"{latency}_count", "join", "component"] == 1
    for what in ("notices", "calls", "matches"):
        assert found["dreierlei_due", what] >= 0
    assert found["dreierlei_event_loop_lag_seconds",] >= 0
    assert found["dreierlei_frozen_matches",] == 0
    assert found["dreierlei_last_write_seconds",] < ALIVE.total_seconds()
    assert found["dreierlei_event_loop_blocked_total",] <= stack.said().count("blocked ms=")
    await pg.wait_for(partial(_nothing_waits, stack))


async def _nothing_waits(stack: Stack) -> bool:
    found = await _numbers(stack)
    queues = ("searches", "pictures", "film jobs", "requests", "reads", "writes")
    return not any(found["dreierlei_waiting", one] for one in queues)


async def _moved(stack: Stack, times: int) -> bool:
    """Whether this many `/move` commands have been fully answered."""
    key = ("dreierlei_interaction_seconds_count", "move", "application_command")
    return (await _numbers(stack)).get(key) == times


async def test_turns_of_computer_players(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """They are counted by what is known of their safety."""
    await ben.command("play attangle", general, computer=6, seat=2)

    async def counted() -> bool:
        found = await _numbers(stack)
        return found.get(("dreierlei_computer_turns_total", "attangle", "safe")) == 1

    await pg.wait_for(counted)


async def test_turns_in_the_log(stack: Stack, general: Channel, ben: User, david: User) -> None:
    """Each line is one JSON object. A turn's has the match, the entry, the seat, and an interaction
    that no other turn has.
    """
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    await game.move(2, "c4")
    lines = [one for one in _lines(stack) if one.get("match") == game.id and "seat" in one]
    assert [(one["logger"], one["seat"]) for one in lines] == [
        ("bot.delivery.turns", 1),
        ("bot.delivery.turns", 2),
    ]
    assert len({one["interaction"] for one in lines}) == 2
    assert lines[0]["seq"] < lines[1]["seq"]


async def test_reconnects_are_counted(stack: Stack, pg: Playground) -> None:
    """A connection that drops and is resumed counts once."""
    key = ("dreierlei_gateway_reconnects_total", "resumed", "0")
    before = (await _numbers(stack)).get(key, 0)
    await pg.gateway("drop")

    async def counted() -> bool:
        return (await _numbers(stack)).get(key, 0) == before + 1

    await pg.wait_for(counted)
    await pg.wait_for(partial(_healthy, stack))


async def test_nobody_else_sees_it(stack: Stack) -> None:
    """The port is open on the loopback interface only."""
    port = int(_address(stack).rpartition(":")[2])
    tables = Path(f"/proc/{stack.bot.pid}/net")
    listening = [
        line.split()[1]
        for name in ("tcp", "tcp6")
        for line in (tables / name).read_text().splitlines()
        if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"
    ]
    assert listening == [f"0100007F:{port:04X}"]


async def test_stopped_in_the_middle(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If the bot is asked to stop during a turn, it accepts nothing new, and its health says so. It
    shows the board and answers the player before it exits.
    """
    game = await begin(general, "attangle", ben, david)
    await pg.fault("delay", r"/channels/\d+/messages", method="POST", seconds=3600)
    moving = await game.players[0].command(
        "move", game.channel, wait=False, turn="c3", match=game.id
    )
    await pg.wait_for(lambda: _played(stack, game.id))
    await _stop_in_the_middle(stack, pg)
    reply = await moving.wait()
    assert reply.content.startswith(f"{game.id}: you played `c3`.")
    assert stack.wait() == 0
    assert len(await game.boards()) == 2
    assert not [one for one in _lines(stack) if one["level"] == "ERROR"]
    stack.start()
    await pg.wait_online()
    assert (await game.move(2, "c4")).content.startswith(f"{game.id}: you played `c4`.")
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
    assert f"✅ Right! `{asked.solution}`" in str(reply.embeds[0]["description"])
    assert stack.wait() == 0
    assert "answers are not finished" not in stack.said()
    assert not [one for one in _lines(stack) if one["level"] == "ERROR"]
    stack.start()
    await pg.wait_online()
    assert await _solved(stack, ben, asked.key)
    assert (await reply.click("Another puzzle")).embeds


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
    assert not [one for one in _lines(stack) if one["level"] == "ERROR"]


async def _has_begun(stack: Stack, match: MatchId) -> bool:
    database = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    found = await matches.get(database, match)
    await database.close()
    return found.started_at is not None


async def _solved(stack: Stack, player: User, key: str) -> bool:
    database = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    reached = await progress(database, PlayerId(int(player.id)), "attangle")
    await database.close()
    return key in reached.closed


async def _stop_in_the_middle(stack: Stack, pg: Playground) -> None:
    """Asks the bot to stop, and releases a held answer once it is stopping."""
    stack.bot.send_signal(signal.SIGTERM)

    async def stopping() -> bool:
        status, text = await _get(stack, "health")
        return status == 503 and json.loads(text)["gateway"] == "stopping"

    await pg.wait_for(stopping)
    await pg.clear_faults()  # Even if the request to be held has not arrived yet.
    await pg.release()


async def test_a_painter_that_stands_still(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Players get their board from the next painter. Meanwhile health says so, and it is logged and
    counted once.
    """
    game = await begin(general, "attangle", ben, david)
    before = (await _numbers(stack)).get(("dreierlei_processes_replaced_total", "pictures"), 0.0)
    (painter,) = _painters(stack)
    os.kill(painter, signal.SIGSTOP)
    asked = [
        await user.command("board", game.channel, match=game.id, wait=False)
        for user in (ben, david)
    ]
    await pg.wait_for(partial(_unwell, stack), PATIENCE)

    async def shown() -> bool:
        return all([(await reply.refresh()).attachments for reply in asked])

    await pg.wait_for(shown, PATIENCE)
    await pg.wait_for(partial(_healthy, stack), PATIENCE)
    assert _painters(stack).isdisjoint({painter})
    after = await _numbers(stack)
    assert after["dreierlei_processes_replaced_total", "pictures"] == before + 1
    assert len([one for one in _lines(stack) if "painter is replaced" in one["message"]]) == 1


async def _unwell(stack: Stack) -> bool:
    status, text = await _get(stack, "health")
    return status == 503 and json.loads(text)["processes"] == "failing: pictures"


def _painters(stack: Stack) -> set[int]:
    """The bot's child processes with normal priority."""
    bot = stack.bot.pid
    children = map(int, Path(f"/proc/{bot}/task/{bot}/children").read_text().split())
    own = os.getpriority(os.PRIO_PROCESS, bot)
    return {one for one in children if os.getpriority(os.PRIO_PROCESS, one) == own}


async def test_what_waits_is_shown(tmp_path: Path) -> None:
    """An animation counts as waiting until it begins or nobody wants it any more; a picture until
    it begins.
    """
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    go = tmp_path / "go"

    async with Dreierlei(load(_env_file=None), database) as bot:

        def waits(what: str) -> float:
            text = bot.metrics.text(None).decode()
            return float(text.split(f'dreierlei_waiting{{what="{what}"}} ')[1].split("\n")[0])

        films = [
            asyncio.create_task(bot.jobs.run(person, "film", partial(_until, go)))
            for person in (1, 2, 3)
        ]
        while waits("film jobs") != 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        films[2].cancel()
        go.touch()
        await asyncio.gather(*films[:2])
        assert waits("film jobs") == 0
        pictures = [bot.painter.run(int) for _ in range(3)]
        assert waits("pictures") == 3, "the process is still starting"
        await asyncio.gather(*pictures)
        assert waits("pictures") == 0
    await database.close()


def test_pulse() -> None:
    """It reports the time since the last beat or, before the first one, since it was made."""
    now = 100.0
    pulse = Pulse(lambda: now)
    now = 103.0
    assert pulse.age == 3.0
    pulse.beat()
    now = 104.0
    assert pulse.age == 1.0


def _until(there: Path) -> None:
    while not there.exists():
        time.sleep(0.01)


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
    return any(one.get("match") == match and "seat" in one for one in _lines(stack))
