"""`/health` and `/metrics` of a running bot, and its log as JSON."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.app.client import Dreierlei
from bot.app.health import WELL
from bot.config.settings import load
from bot.observability.pulse import Pulse
from matches.clocks.downtime import ALIVE
from playground.client import Channel, Playground, User
from storage.database import Database
from tests import PATIENCE
from tests.bot.observed import address_of, log_of, page_of, running
from tests.support.conditions import until
from tests.support.matches import begin
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

Numbers = dict[tuple[str, ...], float]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Both processes, observed."""
    yield from running(tmp_path_factory.mktemp("bot"))


async def _numbers(stack: Stack) -> Numbers:
    """All metrics, by name and label values, in the order of the label names."""
    status, text = await page_of(stack, "metrics")
    assert status == 200
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_all_is_well(stack: Stack, pg: Playground) -> None:
    """Once the bot is online, health returns 200."""
    await pg.wait_for(partial(_healthy, stack))
    _, text = await page_of(stack, "health")
    said = {part: WELL[part] for part in ("gateway", "database", "writes", "processes")}
    assert json.loads(text) == {"status": "ok", **said}


async def _healthy(stack: Stack) -> bool:
    return (await page_of(stack, "health"))[0] == 200


async def test_numbers(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Turns, latencies of commands and buttons, queue lengths, lag: all are present and correct."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    await game.move(2, "c4")
    await game.move(2, "c5")
    await pg.wait_for(partial(_moved, stack, 3))
    form = (await (await ben.command("seek", general)).click("New search")).modal
    assert form is not None
    await form.submit(tables=[])
    found = await _numbers(stack)
    assert found["dreierlei_turns_total", "attangle"] == 2
    latency = "dreierlei_interaction_seconds"
    assert found[f"{latency}_count", "move", "application_command"] == 3
    assert found[f"{latency}_sum", "move", "application_command"] > 0
    assert found[f"{latency}_count", "join", "component"] == 1
    assert found[f"{latency}_count", "seek-new", "modal_submit"] == 1
    for what in ("notices", "calls", "matches"):
        assert found["dreierlei_due", what] >= 0
    assert found["dreierlei_event_loop_lag_seconds",] >= 0
    assert found["dreierlei_frozen_matches",] == 0
    assert [found["dreierlei_shards", one] for one in ("all", "held", "connected")] == [1, 1, 1]
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
    await game.play("c3", "c4")
    lines = [one for one in log_of(stack) if one.get("match") == game.id and "seat" in one]
    assert [(one["logger"], one["seat"]) for one in lines] == [
        ("bot.observability.metrics", 1),
        ("bot.observability.metrics", 2),
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


async def test_a_shard_that_is_connected_by_nobody(stack: Stack, pg: Playground) -> None:
    """It counts as one of all, and is held, but not as connected."""
    await pg.settings(identify_close=4000)

    async def lost() -> bool:
        found = await _numbers(stack)
        numbers = [found["dreierlei_shards", one] for one in ("all", "held", "connected")]
        return numbers == [1, 1, 0]

    await pg.gateway("invalidate")
    await pg.wait_for(lost)
    await pg.settings(identify_close=0)
    await pg.wait_for(partial(_healthy, stack))


async def test_nobody_else_sees_it(stack: Stack) -> None:
    """The port is open on the loopback interface only."""
    port = int(address_of(stack).rpartition(":")[2])
    tables = Path(f"/proc/{stack.bot.pid}/net")
    listening = [
        line.split()[1]
        for name in ("tcp", "tcp6")
        for line in (tables / name).read_text().splitlines()
        if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"
    ]
    assert listening == [f"0100007F:{port:04X}"]


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
    assert len([one for one in log_of(stack) if "painter is replaced" in one["message"]]) == 1


async def _unwell(stack: Stack) -> bool:
    status, text = await page_of(stack, "health")
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
        await until(lambda: waits("film jobs") == 2)
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
