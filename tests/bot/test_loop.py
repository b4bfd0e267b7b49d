"""Nothing blocks the event loop: the monitor, and the most expensive requests.

As after all end-to-end tests, the fixture checks in the end that the monitor logged nothing.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
import socket
import time
from collections.abc import Coroutine, Iterator
from functools import partial
from random import Random
from timeit import timeit
from typing import Any

import pytest

from bot.cogs.learning._analysis_jobs import Analysis
from bot.observability import event_loop, garbage, logs
from bot.observability.event_loop import LIMIT, Loop
from games.play import Line
from matches.learning.analysis import keep_analysis
from matches.model.ids import MatchId
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
    """Uses this much processor time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def _watched(work: Coroutine[Any, Any, None], caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the monitor logs about some work, and counts as often."""
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
    """The line has its name, its coroutine, where that waits next, and the match it works on."""

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
    """Repeats the work that measures the machine's pace this many times."""
    for _ in range(times):
        json.dumps(json.loads(event_loop._SAMPLE))


def test_only_what_the_machine_does_not_explain_counts(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work of several times the limit is reported on a machine of any speed; work of a fraction of
    it on none, however long it takes.
    """

    async def work(times: int) -> None:
        asyncio.get_running_loop().call_soon(_compute, times)
        await asyncio.sleep(0)

    once = min(timeit(partial(_compute, 1), timer=time.thread_time, number=1) for _ in range(20))
    monkeypatch.setattr(event_loop, "REFERENCE", once)
    # The machine may pause while its pace is measured: that alone must not explain the work.
    monkeypatch.setattr(event_loop, "LIMIT", 2 * once)
    [line] = [one for one in _watched(work(1000), caplog) if "_compute" in one]
    assert blocked(line) == [line]
    monkeypatch.setattr(event_loop, "REFERENCE", once / 100)  # A machine a hundred times slower.
    monkeypatch.setattr(event_loop, "LIMIT", once / 2)
    [line] = [one for one in _watched(work(5), caplog) if "_compute" in one]
    assert blocked(line) == []


def test_other_callbacks_that_block_are_named(caplog: pytest.LogCaptureFixture) -> None:
    """They are named however they were scheduled; those for sockets are named as such."""

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
    """A callback is not charged with time it did not use: time used before it, or bit by bit in
    other threads.
    """

    async def work() -> None:
        time.sleep(2 * LIMIT)  # noqa: ASYNC251 - that is what is tried here
        await asyncio.sleep(2 * LIMIT)
        for _ in range(40):
            _burn(LIMIT / 20)
            await asyncio.sleep(0)
        await asyncio.to_thread(_burn, 2 * LIMIT)

    assert _watched(work(), caplog) == []


def test_garbage_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    """However much is made and kept, what the start has left is looked through by nobody, and the
    rest but rarely.
    """
    looks: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        looks.append(info["generation"])

    async def work() -> None:
        gc.callbacks.append(note)
        kept: list[Any] = []
        while len(kept) < 200_000:
            kept += [[] for _ in range(5_000)]
            await asyncio.sleep(0.001)

    before, spared = gc.get_threshold(), gc.get_freeze_count()
    garbage.spare()
    try:
        assert gc.get_freeze_count() > spared
        assert blocked("\n".join(_watched(work(), caplog))) == []
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)
        gc.unfreeze()
    assert 0 in looks
    assert 2 not in looks


def test_nothing_is_said_of_the_start(caplog: pytest.LogCaptureFixture) -> None:
    """Before the monitor is told to begin, nobody can be kept waiting."""

    async def work() -> None:
        _burn(2 * LIMIT)

    caplog.set_level(logging.DEBUG, "bot.observability.event_loop")
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(work())
    assert not [one for one in caplog.records if one.name == "bot.observability.event_loop"]


def test_nothing_is_said_of_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """After the last answer nobody is kept waiting any more."""

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


async def _go_on(stack: Stack, match: MatchId, turns: int) -> Match:
    """Plays this many more turns, or to the end, without the bot, which must then read all of
    them.
    """
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
    """Stores an analysis of the match in which half of the turns are bad."""
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
    """Turn 501 of a Turnier match of four that the bot has not cached: board, autocomplete, menus,
    an illegal turn and a legal one. Then the whole match as a record, an animation, and an
    analysis.
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
    """Chooses the first option of each menu until the move is complete."""
    while draft.selects:
        menu = draft.selects[0]
        draft = await draft.select(menu["custom_id"], [menu["options"][0]["value"]])


async def _looked_at(game: Game, user: User) -> None:
    """All views of a finished match."""
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
