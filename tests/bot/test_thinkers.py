"""Thinkers: processes that answer calls of computer players, beside a bot that searches nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from matches.outbox import queue
from playground.answers import Message
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.bot.observed import page_of
from tests.support.lonely import Lonely
from tests.support.matches import HASTY
from tests.support.postgres import EMPTY, Cluster
from tests.support.stack import TOKEN, Bot, Stack, run

pytestmark = pytest.mark.untraced

Think = Callable[..., Bot]


@pytest.fixture
def stack(tmp_path: Path, address: str) -> Iterator[Stack]:
    """A bot that leaves all searches to others."""
    running = Stack(tmp_path, **HASTY, DATABASE_URL=address, ROLE="gateway")
    yield running
    running.close()
    running.check()


@pytest.fixture
def think(stack: Stack, address: str, tmp_path: Path) -> Iterator[Think]:
    """Starts a thinker with these settings. It gets no token, and must never need one."""
    started = list[Bot]()

    def start(**settings: str) -> Bot:
        folder = tmp_path / f"thinker{len(started)}"
        folder.mkdir()
        nothing = dict.fromkeys(("DISCORD_TOKEN", "DISCORD_API_URL"), "")
        own = {"DATABASE_URL": address, "ROLE": "thinker", "METRICS_PORT": "0"} | nothing
        started.append(Bot(folder, stack.url, **HASTY | own | settings))
        return started[-1]

    yield start
    for one in started:
        one.close()
        said = one.said()
        assert "Traceback" not in said, said
        assert "Warning:" not in said, said
        assert TOKEN not in said


@pytest.fixture
async def lonely(pg: Playground, db: Database, general: Channel, ben: User) -> Lonely:
    """Ben, who has played his first turn against a computer player."""
    alone = Lonely(pg, db, ben, general)
    await alone.open("attangle", computer=1, seat=1)
    await alone.move(await alone.called())
    return alone


async def _played_once(lonely: Lonely, thinker: Bot) -> None:
    """The computer player's turn was played by this thinker, and everybody sees it once."""
    turn = (await lonely.called()).turns[-1]
    assert turn.number == 2
    assert f"match={lonely.id} turn=2 " in thinker.said()

    async def shown() -> list[Message]:
        return [one for one in await lonely.boards() if f"2. `{turn.text}`" in one.content]

    assert len(await lonely.pg.wait_for(shown)) == 1


async def _taken(db: Database) -> str:
    """The key of the call, once it has been taken."""
    query = "SELECT key FROM notice WHERE kind = 'robot' AND attempts = 1"
    return str(await db.read(lambda connection: connection.exec_driver_sql(query).scalar()) or "")


async def test_calls_wait_for_a_thinker(lonely: Lonely, stack: Stack, think: Think) -> None:
    """A bot that speaks with Discord answers none itself. A thinker that starts later does."""
    assert len(await queue.waiting_calls(lonely.database, 9)) == 1
    await _played_once(lonely, think())
    assert f"match={lonely.id} turn=1 " in stack.said()
    assert f"match={lonely.id} turn=2 " not in stack.said()


async def test_killed_while_it_thinks(lonely: Lonely, think: Think) -> None:
    """Another one plays the turn, as soon as the lease is over: once."""
    slow = think(COMPUTER_PAUSE="3600")
    key = await lonely.pg.wait_for(partial(_taken, lonely.database))
    slow.kill()
    await queue.hold(lonely.database, [key], timedelta())
    await _played_once(lonely, think())


async def test_stopped_while_it_thinks(lonely: Lonely, think: Think) -> None:
    """It ends well without waiting for the search, and plays nothing. Another one does, without
    waiting for the end of the lease.
    """
    slow = think(COMPUTER_PAUSE="3600")
    await lonely.pg.wait_for(partial(_taken, lonely.database))
    assert slow.stop() == 0
    assert (await lonely.match()).turn_count == 1
    assert len(await queue.waiting_calls(lonely.database, 9)) == 1
    await _played_once(lonely, think())
    assert "turn=2" not in slow.said()


async def test_its_health(lonely: Lonely, think: Think) -> None:
    """It says how it is, and what it has played, and needs no gateway for that."""
    thinker = think()
    await _played_once(lonely, thinker)
    status, text = await page_of(thinker, "health")
    parts = '"database": "reachable", "calls": "answered", "processes": "well"'
    assert (status, text) == (200, f'{{"status": "ok", {parts}}}')
    _, numbers = await page_of(thinker, "metrics")
    assert 'dreierlei_turns_total{game="attangle"} 1.0' in numbers
    assert re.search(
        r'dreierlei_computer_turns_total\{game="attangle",safety="\w+"\} 1\.0', numbers
    )
    assert 'dreierlei_waiting{what="searches"} 0.0' in numbers


@pytest.mark.parametrize("role", ["gateway", "thinker"])
def test_several_roles_need_a_server(tmp_path: Path, role: str) -> None:
    """An SQLite database has one process."""
    ended = run(tmp_path, "run", "--role", role)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "ROLE: expected all; several processes need PostgreSQL\n"


def test_a_database_that_is_not_ready(tmp_path: Path, cluster: Cluster) -> None:
    """A thinker migrates nothing."""
    with cluster.database(EMPTY) as url:
        ended = run(tmp_path, "run", "--role", "thinker", DATABASE_URL=url)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("DATABASE_URL: ")


async def test_a_port_that_is_taken(
    lonely: Lonely, think: Think, tmp_path: Path, address: str
) -> None:
    """It says which settings are wrong; so it does for an address that is not of this machine."""
    thinker = think()
    await _played_once(lonely, thinker)
    port = re.findall(r"http://127\.0\.0\.1:(\d+)", thinker.said())[-1]
    settings = {"DATABASE_URL": address, "METRICS_PORT": port}
    ended = run(tmp_path, "run", "--role", "thinker", **settings)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"METRICS_HOST, METRICS_PORT: can't listen at 127.0.0.1:{port}")
    ended = run(tmp_path, "run", "--role", "thinker", **settings, METRICS_HOST="192.0.2.1")
    assert ended.stderr.startswith(f"METRICS_HOST, METRICS_PORT: can't listen at 192.0.2.1:{port}")
