"""Nothing keeps the bot from answering others: the monitor, and what there is most to compute for.

That nothing was logged is checked at the end by the fixture, as after all end-to-end tests.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from functools import partial
from random import Random
from timeit import timeit
from typing import Any

import pytest

from bot.cogs.learning._analysis import Analysis
from bot.observability import event_loop, logs
from bot.observability.event_loop import LIMIT, Loop
from games.play import Line
from matches.learning.analysis import keep_analysis
from matches.model.match import Match
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from opponents.analysis import Judgement
from playground.answers import Message
from playground.client import Channel, File, Playground, User
from storage.database import Database
from tests.support.matches import Game, begin
from tests.support.stack import Stack, blocked

# The monitor


def _burn(seconds: float) -> None:
    """Uses so much of the processor's time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def _watched(work: Coroutine[Any, Any, None], caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the monitor logs of some work, which is counted as often as it is logged."""
    counted: list[float] = []
    caplog.clear()
    with asyncio.Runner(loop_factory=Loop) as runner:
        watched = runner.get_loop()
        assert isinstance(watched, Loop)
        watched.begin(counted.append)
        runner.run(work)
    assert all(seconds > event_loop.LIMIT for seconds in counted)
    lines = [
        one.getMessage() for one in caplog.records if one.name == "bot.observability.event_loop"
    ]
    assert len(lines) == len(counted)
    return lines


def test_a_task_that_blocks_is_named(caplog: pytest.LogCaptureFixture) -> None:
    """With its name, its coroutine, where that waits next, and the match that it works for."""

    async def careless() -> None:
        logs.match.set("K7QX")
        _burn(0.08)
        await asyncio.sleep(0)

    async def work() -> None:
        await asyncio.create_task(careless(), name="slow-1")

    (line,) = _watched(work(), caplog)
    found = re.match(r"blocked ms=(\d+) of=(\d+) match=K7QX by=slow-1: ", line)
    assert found, line
    assert int(found[1]) >= 80
    assert int(found[2]) >= 1000 * LIMIT
    assert ".careless, tests/bot/test_loop.py:" in line


def _compute(times: int) -> None:
    """Does so many times what the machine's pace is measured by."""
    for _ in range(times):
        json.dumps(json.loads(event_loop._SAMPLE))


def test_only_what_the_machine_does_not_explain_counts(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work of many limits is found on a machine of any pace; work of a fraction is found on none,
    however long it takes there.
    """

    async def work(times: int) -> None:
        asyncio.get_running_loop().call_soon(_compute, times)
        await asyncio.sleep(0)

    once = min(timeit(partial(_compute, 1), timer=time.thread_time, number=1) for _ in range(20))
    monkeypatch.setattr(event_loop, "REFERENCE", once)
    monkeypatch.setattr(event_loop, "LIMIT", 50 * once)
    [line] = [one for one in _watched(work(600), caplog) if "_compute" in one]
    assert blocked(line) == [line]
    monkeypatch.setattr(
        event_loop, "REFERENCE", once / 100
    )  # A machine that is a hundred times slower.
    monkeypatch.setattr(event_loop, "LIMIT", once / 2)
    [line] = [one for one in _watched(work(5), caplog) if "_compute" in one]
    assert blocked(line) == []


def test_other_callbacks_that_block_are_named(caplog: pytest.LogCaptureFixture) -> None:
    """However they were scheduled; of those for sockets it is said that they are."""

    def read(from_: socket.socket) -> None:
        from_.recv(1)
        _burn(0.08)

    async def work() -> None:
        running, (here, there) = asyncio.get_running_loop(), socket.socketpair()
        with here, there:
            running.call_soon(_burn, 0.08)
            await asyncio.sleep(0)
            running.call_later(0.001, _burn, 0.08)
            await asyncio.sleep(0.01)
            await asyncio.to_thread(running.call_soon_threadsafe, _burn, 0.08)
            await asyncio.sleep(0)
            running.add_reader(here, read, here)
            there.send(b"x")
            await asyncio.sleep(0.01)
            running.remove_reader(here)

    lines = [line.partition(" by=")[2] for line in _watched(work(), caplog)]
    assert lines == [f"{__name__}._burn"] * 3 + ["what came in or went out at a socket"]


def test_nobody_is_blamed_for_others(caplog: pytest.LogCaptureFixture) -> None:
    """Not for time that he does not use, nor for what was used before him or in other threads, bit
    by bit.
    """

    async def work() -> None:
        time.sleep(2 * LIMIT)  # noqa: ASYNC251 - that is what is tried here
        await asyncio.sleep(2 * LIMIT)
        for _ in range(40):
            _burn(LIMIT / 20)
            await asyncio.sleep(0)
        await asyncio.to_thread(_burn, 2 * LIMIT)

    assert _watched(work(), caplog) == []


def test_garbage_is_collected_in_a_thread(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much is made and kept, all of it is looked through elsewhere."""
    monkeypatch.setattr("bot.observability.event_loop.COLLECTING", 0.01)
    threads = set[int]()

    def note(phase: str, info: dict[str, int]) -> None:
        if info["generation"] == 2:
            threads.add(threading.get_ident())

    async def work() -> None:
        gc.callbacks.append(note)
        kept: list[Any] = []
        while not threads or len(kept) < 200_000:
            kept += [[] for _ in range(5_000)]
            await asyncio.sleep(0.001)
        gc.callbacks.remove(note)

    assert blocked("\n".join(_watched(work(), caplog))) == []
    assert threading.get_ident() not in threads


def test_nothing_is_said_of_the_start(caplog: pytest.LogCaptureFixture) -> None:
    """Before the monitor is told to begin nobody can be kept waiting."""

    async def work() -> None:
        _burn(2 * LIMIT)

    caplog.set_level(logging.DEBUG, "bot.observability.event_loop")
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(work())
    assert not [one for one in caplog.records if one.name == "bot.observability.event_loop"]


def test_nothing_is_said_of_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """Once the last answer is finished nobody is kept waiting any more."""

    async def work() -> None:
        event_loop.end()
        _burn(2 * LIMIT)

    assert _watched(work(), caplog) == []


# The bot


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def stack(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Both processes, on each kind of database."""
    folder = tmp_path_factory.mktemp("bot")
    if request.param == "sqlite":
        running = Stack(folder)
        yield running
        running.close()
        running.check()
        return
    with request.getfixturevalue("cluster").database() as url:
        running = Stack(folder, DATABASE_URL=url)
        yield running
        running.close()
        running.check()


def _turn(line: Line[Any, Any], rng: Random) -> str:
    """Any legal turn."""
    tokens: list[str] = []
    while not tokens or line.position.mid_turn:
        tokens.append(str(rng.choice(line.game.legal_moves(line.position))))
        line = line.read(tokens[-1])[1]
    return " ".join(tokens)


async def _go_on(stack: Stack, match: str, turns: int) -> Match:
    """Plays so many turns more, or to the end, behind the bot's back: it has to read them all."""
    rng = Random(7)

    def act(unit: UnitOfWork) -> None:
        log = unit.log
        while len(log.turns) < turns and log.status == "running":
            log.write("turn", log.position.to_move, _turn(log.line, rng))

    database = Database.connect(stack.settings["DATABASE_URL"])
    try:
        return (await perform(database, match, act)).match
    finally:
        await database.close()


async def _analysed(stack: Stack, match: Match) -> None:
    """Keeps an analysis of the match in which half of the turns are bad."""
    sides = len(match.game.sides(match.setup))
    stops = [
        Judgement(tuple((stop + side) % 2 / sides for side in range(sides)), ("-",))
        for stop in range(len(match.logged) + 1)
    ]
    database = Database.connect(stack.settings["DATABASE_URL"])
    try:
        await keep_analysis(database, match.id, Analysis(tuple(stops)).written())
    finally:
        await database.close()


async def test_a_long_match(stack: Stack, pg: Playground, general: Channel) -> None:
    """Turn 501 of four at Turnier, which the bot has not seen: board, completion, menus, a turn
    that can't be played and one that can; then the whole as a record, a film, and an analysis.
    """
    players = [pg.user(name) for name in ("ben", "david", "emma", "anna")]
    game = await begin(general, "turnier", *players, seats=4)
    match = await _go_on(stack, game.id, 500)
    assert match.to_move is not None
    user = game.players[match.to_move - 1]
    board = await user.command("board", game.channel, match=game.id)
    assert board.attachments
    assert await user.autocomplete("move", "turn", "", channel=game.channel, match=game.id)
    assert not (await game.move(match.to_move, "z99")).attachments
    await _pick(await board.click(board.labels[0]))
    turn = _turn(match.line, Random(1))
    assert f"`{turn}`" in (await game.move(match.to_move, turn)).content
    match = await _go_on(stack, game.id, 10_000)
    await _analysed(stack, match)
    await _looked_at(game, players[0])


async def _pick(draft: Message) -> None:
    """Chooses the first option of each menu until the move is whole."""
    while draft.selects:
        menu = draft.selects[0]
        draft = await draft.select(menu["custom_id"], [menu["options"][0]["value"]])


async def _looked_at(game: Game, user: User) -> None:
    """All ways to look at a match that is over."""
    channel = game.channel
    exported = await user.command("export", channel, match=game.id)
    for kept in exported.attachments:
        view = await user.command("import", channel, file=File(kept.filename, await kept.read()))
        assert (await view.click("⏭")).attachments
    film = await user.command("replay", channel, match=game.id, animate=12)
    assert [one.filename for one in film.attachments] == ["replay.webp"]
    curve = await user.command("analyse", channel, match=game.id)
    assert [one.filename for one in curve.attachments] == ["curve.png"]
    step = await (await curve.click("Step through")).click("▶")
    assert step.attachments
