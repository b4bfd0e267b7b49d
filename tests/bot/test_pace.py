"""Messages that the bot sends unprompted are rate limited, and no player waits for them."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import aiohttp
import pytest
from discord.http import Route

import matches
from bot.context.pace import BURST, MOMENT, PATIENCE, RATE, Pace, part_of
from bot.delivery.matches.outbox_sender import AT_ONCE
from bot.observability import logs
from matches import Place
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from playground.client import Channel, Playground, User
from playground.faults import Fault
from playground.server import Server, serve
from storage.database import Database
from tests.support.matches import begin
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

MATCHES = 90
HELD = AT_ONCE
"""At most so many messages of the bot are on their way at a time."""
TURNS = ("c3", "d5", "c4", "e5", "b3")


async def test_turns_come_in_order_at_the_rate() -> None:
    """After a pause a burst is sent at once. Then each message waits for the one before, in order.
    A long pause saves up no more than one burst.
    """
    now, slept = 50.0, list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    pace = Pace(10, 3, clock=lambda: now, sleep=sleep)
    for _ in range(6):
        await pace.take()
    assert [round(seconds, 6) for seconds in slept] == [0.1, 0.2, 0.3]
    now += 1000
    slept.clear()
    for _ in range(5):
        await pace.take()
    assert [round(seconds, 6) for seconds in slept] == [0.1, 0.2]


async def test_a_thousand_matches_that_are_due() -> None:
    """After days without the bot: in no second more than a burst goes out beside the usual rate,
    whatever each match says.
    """
    now, sent = 0.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    pace = Pace(clock=lambda: now, sleep=sleep)
    for _ in range(3 * 1000):
        await pace.take()
        sent.append(now)
    in_a_second = max(bisect_right(sent, at + 1) - number for number, at in enumerate(sent))
    assert BURST < in_a_second <= BURST + RATE
    assert now >= (len(sent) - BURST) / RATE - 1e-6


async def test_who_waits_is_counted() -> None:
    """Waiting messages are counted until it is their turn, or they give up."""
    pace = Pace(0.001, 1)
    await pace.take()
    tasks = [asyncio.create_task(pace.take()) for _ in range(3)]
    await asyncio.sleep(0)
    assert pace.waiting == 3
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert pace.waiting == 0


async def _waited(pace: Pace, slept: list[float], times: int) -> float:
    """How long the last of these waits for its turn."""
    slept.clear()
    for _ in range(times):
        await pace.take()
    return round(max(slept, default=0.0), 6)


async def test_processes_share_the_rate() -> None:
    """Together they send no faster than one process alone: by their shards, until each knows how
    many are alive.
    """
    assert part_of(0, None) == part_of(0, 4) == 1
    assert part_of(1, 4) + part_of(3, 4) == 1
    now, slept = 50.0, list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    pace = Pace(10, 1, clock=lambda: now, sleep=sleep)
    assert await _waited(pace, slept, 5) == 0.4
    now += 1000
    pace.share(1 / 4)
    assert await _waited(pace, slept, 5) == 1.6


async def test_what_can_be_deferred_waits_while_little_is_left() -> None:
    """That is so while this process has used most of its share in the last second, and while
    Discord takes no requests at all. It waits for a few seconds at most.
    """
    now, slept = 50.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    async def waited() -> float:
        slept.clear()
        await pace.spare()
        return sum(slept)

    pace = Pace(budget=10, clock=lambda: now, sleep=sleep)
    pace.share(1 / 2)
    for _ in range(2):
        pace.spend()
    assert await waited() == 0
    pace.spend()
    assert pace.short
    assert await waited() == 1
    pace.limited(100)
    assert await waited() == PATIENCE


async def test_what_people_cause_waits_for_a_moment() -> None:
    """Only while this process has spent its whole share in the last second: as long as that takes,
    and never longer than a moment.
    """
    now, slept = 50.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    pace = Pace(budget=4, clock=lambda: now, sleep=sleep)
    pace.share(1 / 2)
    sent = list[float]()
    for _ in range(8):
        await pace.breathe()
        pace.spend()
        sent.append(now)
    assert all(sum(at - 1 < one <= at for one in sent) <= 2 for at in sent)
    assert now == 53.0
    slept.clear()

    async def others(seconds: float) -> None:
        await sleep(seconds)
        for _ in range(2):
            pace.spend()

    pace._sleep = others
    pace.spend()
    await pace.breathe()
    assert 0 < sum(slept) <= MOMENT


async def test_who_waits_for_a_moment() -> None:
    """What an interaction has caused and changes something, but neither its answer nor what is only
    asked.
    """
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        pace._spent.clear()

    pace = Pace(budget=1, clock=lambda: 50.0, sleep=sleep)
    interaction = logs.interaction.set(7)
    try:
        async with _served(pace) as (server, session):
            for method, path, waits in (
                ("POST", "/users/@me/channels", False),
                ("GET", "/users/@me", False),
                ("POST", "/webhooks/1/a", False),
                ("POST", "/users/@me/channels", True),
            ):
                slept.clear()
                async with session.request(method, f"{server.api_url}{path}"):
                    assert (slept != []) is waits, path
    finally:
        logs.interaction.reset(interaction)


async def test_after_the_limit_of_all_processes() -> None:
    """What nobody has asked for waits until Discord takes requests again, and is sent at half the
    rate for a minute.
    """
    now, slept = 50.0, list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    pace = Pace(10, 1, clock=lambda: now, sleep=sleep)
    pace.limited(2)
    assert await _waited(pace, slept, 3) == 2.4
    now += 62.1
    assert await _waited(pace, slept, 3) == 0.2


async def test_discord_says_when_the_limit_is_reached() -> None:
    """Only a refusal of all the bot's requests counts. Answers to interactions spend nothing."""
    bot = Pace(budget=4)
    async with _served(bot) as (server, session):
        server.faults.planned += [
            Fault("status", "^/users", status=429, scope="user"),
            Fault("status", "^/webhooks", status=404, times=9),
            Fault("status", "^/users", status=429, scope="global", retry_after=9.0),
        ]
        for path in (*["/webhooks/1/a"] * 3, "/users/@me"):
            async with session.get(f"{server.api_url}{path}"):
                assert not bot.short
        async with session.get(f"{server.api_url}/users/@me"):
            assert bot.short


@asynccontextmanager
async def _served(pace: Pace) -> AsyncIterator[tuple[Server, aiohttp.ClientSession]]:
    """A playground, and a session whose requests are paced."""
    server, base = await serve(port=0, token="a-token"), Route.BASE
    Route.BASE = server.api_url
    try:
        async with aiohttp.ClientSession(trace_configs=[pace.trace()]) as session:
            yield server, session
    finally:
        Route.BASE = base
        await server.close()


async def _owing(stack: Stack, number: int, place: Place, *players: User) -> None:
    """Creates so many matches whose first boards have not been shown."""
    database = Database.connect(stack.settings["DATABASE_URL"])
    host, other = (PlayerId(int(player.id)) for player in players)
    try:
        for _ in range(number):
            opened = await matches.open_table(
                database, game="attangle", host=host, place=place, invited=[other],
                seating="chosen", clock=Clock.read("3d"),
            )  # fmt: skip
            await matches.accept(database, opened.id, other)
    finally:
        await database.close()


async def test_after_a_long_time_down(
    stack: Stack, general: Channel, ben: User, david: User
) -> None:
    """A bot with hundreds of unsent messages sends them at its rate, according to the playground's
    record. A player is answered, and sees their board, before all of them are sent.
    """
    game, pg = await begin(general, "attangle", ben, david), general.pg
    assert stack.stop() == 0
    await pg.settings(rate_limits=False)
    guild = int(general.data["guild_id"])
    place = Place(guild=GuildId(guild), channel=ChannelId(int(general.id)))
    owed = shown = 0

    threads = partial(_threads, pg)
    for number, turn in enumerate(TURNS):
        # Once more, with twice as many, if all were sent before a busy machine had shown a turn.
        owed += MATCHES * 2**number
        await _owing(stack, MATCHES * 2**number, place, ben, david)
        if number == 0:
            began = await _about_to_send(stack, general)
        await pg.wait_for(partial(_more, threads, shown + BURST // 2))
        assert f"you played `{turn}`" in (await game.move(1 + number % 2, turn)).content
        assert len(await game.boards()) == 2 + number
        shown = await threads()
        if shown < owed:
            break
    assert shown < owed
    await pg.wait_for(partial(_more, threads, owed))
    ended = time.monotonic()
    found = (await pg.requests())["requests"]
    owing = [each["path"] for each in found if each["method"] == "POST"]
    sent = [path for path in owing if path.endswith(("/threads", "/messages"))]
    sent = [path for path in sent if game.channel.id not in path]  # What the player has caused.
    assert len(sent) > owed
    assert len(sent) <= HELD + BURST + RATE * (ended - began)


async def _about_to_send(stack: Stack, general: Channel) -> float:
    """Starts the bot, and holds up the answers to its first messages. Returns the time at which
    it goes on.
    """
    pg = general.pg
    await pg.fault("late", "/threads", method="POST", seconds=3600, times=MATCHES)
    before = len(await pg.threads(general))
    stack.start()
    await pg.wait_for(partial(_has_threads, general, before + 1))
    await pg.request("DELETE", "control/requests")
    now = time.monotonic()
    await pg.clear_faults()
    await pg.release()
    return now


async def _has_threads(general: Channel, least: int) -> bool:
    return len(await general.pg.threads(general)) >= least


async def _threads(pg: Playground) -> int:
    """How many requests for threads have been answered."""
    return int((await pg.requests("/threads", "POST"))["count"])


async def _more(count: Callable[[], Awaitable[int]], least: int) -> bool:
    return await count() >= least
