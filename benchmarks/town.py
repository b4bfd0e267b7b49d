"""People who play, in a bot of its own process with a playground in this one, and how long they
wait for answers: in peace, and while the bot has something else to do.

They type turns, look at boards and press buttons, with a pause after each. The disturbance comes
and goes, so that both states are measured in the same run.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from types import MappingProxyType
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete

import matches
from benchmarks.table import Aim, Row, row
from games.play import Line
from matches import Match, Place
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.settings.guilds import configure
from matches.settings.players import prefer
from playground.client import Playground
from playground.interaction import Interaction
from playground.invoke import Invoker
from playground.server import Server, serve
from playground.snowflake import fixed
from playground.world import TEXT, Channel, Message, User, World
from storage.database import Database
from storage.schema import notice
from storage.transactions import transaction
from tests.support.long_matches import random_turns
from tests.support.stack import TOKEN, Bot

PAIRS = 10
LONG = "tyr"
"""A game whose random matches can become arbitrarily long. Everybody plays it."""
SECONDS = 8.0
"""How long peace lasts."""
SETTLED = 2.0
"""Seconds after each change that are not measured."""
PAUSES = (0.2, 0.6)
"""Seconds between an answer and a pair's next action: the least and the most. With equal pauses the
pairs fall into step and wait for each other, whatever else there is.
"""
PATIENCE = 60.0
TURNS = 1_500
"""The number of turns each pair can play. On a busy machine a run takes many times as long."""
MORE = "more"
"""The button that the pairs press."""


@dataclass(repr=False)
class Town:
    """The bot and its playground, two people and a match for each channel, and the measurements."""

    server: Server
    people: list[User]
    channels: list[Channel]
    database: str
    begun: list[Match] = field(default_factory=list)
    times: dict[tuple[bool, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    """Answer times of the pairs, by whether they were disturbed and by action."""
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    """What people do, that of the pairs first."""
    disturbed: bool = False
    counts: bool = False
    over: bool = False

    def __post_init__(self) -> None:
        self.invoker = Invoker(self.server.world, self.server.interactions)

    def begin(self, deeds: Coroutine[Any, Any, None]) -> None:
        """Starts a task in which a person does this."""
        self.tasks.append(asyncio.create_task(deeds))

    async def command(self, who: User, where: Channel, name: str, **options: Any) -> Interaction:
        """Somebody types a command and waits for the answer."""
        return await answered(self.invoker.command(who, where, name, options))

    async def press(self, who: User, message: Message, action: str) -> Interaction | None:
        """Somebody presses the button of this action, if there is one, and waits for the answer."""
        found = [
            str(part["custom_id"])
            for line in message.components
            for part in line["components"]
            if not part.get("disabled") and str(part.get("custom_id")).startswith(f"{action}:")
        ]
        if not found:
            return None
        return await answered(self.invoker.component(who, message.channel, message, found[-1]))

    @asynccontextmanager
    async def counting(self, *, disturbed: bool) -> AsyncIterator[None]:
        """Measures what happens in the block, except at its beginning."""
        self.disturbed = disturbed
        await asyncio.sleep(SETTLED)
        self.counts = True
        yield
        self.counts = False

    def check(self) -> None:
        """Raises what any person's task has raised: in that case not everything was measured."""
        for task in self.tasks:
            if task.done() and not task.cancelled():
                task.result()

    def rows(self, aim: Aim) -> Iterator[Row]:
        """Waiting times by action, disturbed and in peace. Raises as `check`."""
        self.check()
        for disturbed, what in sorted(self.times):
            if disturbed:
                p95 = (quantiles(self.times[one, what], n=20)[-1] for one in (True, False))
                yield row(aim, what, *p95)


async def answered(interaction: Interaction) -> Interaction:
    """The interaction, once it has its answer."""
    async with asyncio.timeout(PATIENCE):
        await interaction.answered.wait()
    return interaction


Prepare: TypeAlias = Callable[[Database, Town], Awaitable[None]]


@asynccontextmanager
async def living(
    folder: Path,
    channels: int,
    prepare: Prepare,
    *,
    pairs: int = PAIRS,
    web: bool = False,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[Town]:
    """A town with this many channels, the first of which are the pairs'. It is prepared before the
    bot starts. With `web` all its matches have pages, where the bot's settings provide for them.
    """
    world = World()
    people = [world.add_user(User(fixed(10 + n), f"user{n}")) for n in range(2 * channels)]
    guild = world.add_guild(fixed(1_000), "Guild", "en-US", people)
    rooms = [
        world.add_channel(Channel(fixed(2_000 + n), TEXT, f"channel{n}", guild))
        for n in range(channels)
    ]
    database = f"sqlite:///{folder / 'bot.db'}"
    town = Town(await serve(port=0, token=TOKEN, world=world), people, rooms, database)
    db = Database.connect(database)
    await db.migrate()
    await configure(db, GuildId(guild.id), threads=False, web=web)
    if web:
        for one in people:
            await prefer(db, PlayerId(one.id), web="named")
        await asyncio.sleep(1.1)  # That holds for matches which begin in a later second.
    town.begun = [await begun(db, people, channel, n) for n, channel in enumerate(rooms)]
    await prepare(db, town)
    await db.write(_nothing_owed)
    await db.close()
    bot = Bot(folder, town.server.url, **settings)
    try:
        async with Playground.connect(town.server.url) as client:
            await client.wait_online(within=PATIENCE)
        for n, channel in enumerate(rooms[:pairs]):
            town.begin(_pair(town, channel, planned(town.begun[n]), Random(n)))
        yield town
    finally:
        town.over = True
        unfinished = [task for task in town.tasks if not task.done()]
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*town.tasks, return_exceptions=True)
        await asyncio.to_thread(bot.close)
        await town.server.close()


async def _pair(
    town: Town, channel: Channel, turns: Iterator[tuple[PlayerId, str]], rng: Random
) -> None:
    """Two people play. After each turn they look at the board and press a button under it."""
    users = town.server.world.users

    async def timed(what: str, doing: Awaitable[Any]) -> None:
        begun = perf_counter()
        await doing
        if town.counts:
            town.times[town.disturbed, what].append(1000 * (perf_counter() - begun))
        await asyncio.sleep(rng.uniform(*PAUSES))

    for player, text in turns:
        who = users[player]
        await timed("`/move`", town.command(who, channel, "move", turn=text))
        await timed("`/board`", town.command(who, channel, "board"))
        board = next(
            one
            for one in reversed(channel.messages.values())
            if one.attachments and one.ephemeral_to is None
        )
        await timed("a button", town.press(who, board, MORE))
        if town.over:
            return


async def begun(db: Database, people: list[User], channel: Channel, number: int) -> Match:
    """A match of two in their own channel; the first of them is to move."""
    assert channel.guild is not None
    host, guest = (PlayerId(one.id) for one in people[2 * number : 2 * number + 2])
    table = await matches.open_table(
        db, game=LONG, host=host, invited=(guest,), rated=False,
        place=Place(GuildId(channel.guild.id), ChannelId(channel.id)),
        seating="chosen", rng=Random(number),
    )  # fmt: skip
    return await matches.accept(db, table.id, guest)


def _nothing_owed(connection: Connection) -> None:
    """All boards count as shown, except those of matches that are at their start."""
    with transaction(connection):
        connection.execute(delete(notice).where(notice.c.base > 2))


def planned(match: Match) -> Iterator[tuple[PlayerId, str]]:
    """The player to move at each turn, and their move. Raises RuntimeError after the last one."""
    line: Line[Any, Any] = match.line
    for text in random_turns(match.game, match.setup, TURNS):
        player = match.players[line.position.to_move - 1]
        assert player is not None
        yield player, text
        for token in text.split():
            line = line.read(token)[1]
    raise RuntimeError("all turns were played before all was measured: the machine is too busy")
