"""Messages that the bot sends unprompted are rate limited, and no player waits for them."""

from __future__ import annotations

import asyncio

import pytest

import matches
from bot.context.pace import BURST, RATE, Pace, rate_of
from matches import Place
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.matches import begin
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

MATCHES = 90
_LATE = 3.0
"""Seconds by which the playground may have recorded the first requests late."""


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


def test_processes_share_the_rate() -> None:
    """Together they send no faster than one process alone."""
    assert rate_of(0, None) == rate_of(0, 4) == RATE
    assert rate_of(1, 4) + rate_of(3, 4) == RATE


async def _owing(stack: Stack, place: Place, *players: User) -> None:
    """Creates matches whose first boards have not been shown."""
    database = Database.connect(stack.settings["DATABASE_URL"])
    host, other = (PlayerId(int(player.id)) for player in players)
    try:
        for _ in range(MATCHES):
            opened = await matches.open_table(
                database, game="attangle", host=host, place=place, invited=[other],
                seating="chosen", clock=Clock.read("3d"),
            )  # fmt: skip
            await matches.accept(database, opened.id, other)
    finally:
        await database.close()


async def test_after_a_long_time_down(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A bot with hundreds of unsent messages sends them at its rate, according to the playground's
    record. A player is answered, and sees their board, before all of them are sent.
    """
    game = await begin(general, "attangle", ben, david)
    assert stack.stop() == 0
    await pg.settings(rate_limits=False)
    guild = int(general.data["guild_id"])
    await _owing(stack, Place(guild=GuildId(guild), channel=ChannelId(int(general.id))), ben, david)
    await pg.request("DELETE", "control/requests")
    stack.start()
    await pg.wait_online()

    async def begun() -> bool:
        return int((await pg.requests("/messages", "POST"))["count"]) >= BURST

    await pg.wait_for(begun)
    assert "you played `c3`" in (await game.move(1, "c3")).content
    assert len(await game.boards()) == 2
    sent = await pg.requests("/threads", "POST")
    assert sent["count"] < MATCHES

    async def all_sent() -> bool:
        return int((await pg.requests("/threads", "POST"))["count"]) == MATCHES

    await pg.wait_for(all_sent)
    found = (await pg.requests())["requests"]
    times = [each["at"] for each in found if not each["path"].startswith(("/int", "/web"))]
    assert len(times) > 2 * MATCHES
    assert len(times) <= BURST + RATE * (times[-1] - times[0] + _LATE)
