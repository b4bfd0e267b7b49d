"""The whole path: from the interaction leaving the playground until the picture arrives there.

The bot's process plays a turn for each `/move`: stored durably, drawn, and shown in the channel. A
bare discord.py program (see `bare`) answers the same command with one of the bot's pictures,
prepared beforehand. Each is connected to its own playground, both served by this process. In each
round the two are measured one right after the other.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import matches
from benchmarks.table import Aim, Row, row, show
from benchmarks.turns import folder
from games.play import Line
from games.protocol import PASS
from matches import Match, Place
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.settings.guilds import configure
from playground.client import Playground
from playground.invoke import Invoker
from playground.server import Server, serve
from playground.snowflake import fixed
from playground.world import TEXT, Channel, Message, User, World
from storage.database import Database
from tests.support.stack import TOKEN, Bot, environment

GAMES = ("attangle", "turnier", "tyr")
"""Games for two whose random matches are long enough."""
USERS = 50
ROUNDS = 7
EACH = 4
"""Turns of each user in a round with all users at once."""
_BARE = "a bare program of discord.py that answers with a ready picture"
LATENCY = Aim("from `/move` to the picture, at rest", _BARE, "ms", "≤ 4", "target: 3")
THROUGHPUT = Aim(
    f"pictures a second, {USERS} users at once", _BARE, "pictures/s", "≥ 0.25",
    "target: a third",
)  # fmt: skip
AIMS = (LATENCY, THROUGHPUT)

Turns = Iterator[tuple[int, str]]
"""The next turns: player and text."""


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Latency at rest, and throughput with many users; ratios are medians of the rounds'."""
    with folder() as place:
        waits, speeds = asyncio.run(_measured(Path(place), rounds))
    for aim, found in ((LATENCY, waits), (THROUGHPUT, speeds)):
        ours, bare = (median(values) for values in zip(*found, strict=True))
        yield row(aim, "", ours, bare, median(one / other for one, other in found))


Pairs = list[tuple[float, float]]


async def _measured(place: Path, rounds: int) -> tuple[Pairs, Pairs]:
    """For each round: milliseconds until the picture, and pictures per second, of both."""
    waits, speeds = Pairs(), Pairs()
    async with _ours(place, 1 + rounds * (1 + EACH)) as bot, _bare(place, bot) as bare:
        await bot.one_by_one()
        await bare.one_by_one()
        gc.collect()
        gc.freeze()  # What this process has loaded so far is not part of the measurement.
        for _ in range(rounds):
            waits.append((await bot.one_by_one(), await bare.one_by_one()))
            speeds.append((await bot.at_once(EACH), await bare.at_once(4 * EACH)))
    return waits, speeds


# A playground and the program that answers in it


@dataclass
class Side:
    """A playground with a channel for each user, and the texts typed in each."""

    server: Server
    channels: list[Channel]
    turns: list[Turns]
    arrived: dict[int, asyncio.Future[Message]]
    picture: bytes = b""
    """The last picture that arrived."""

    @classmethod
    async def serve(cls) -> Side:
        """A playground without a connected program."""
        world = World()
        people = [world.add_user(User(fixed(10 + n), f"user{n}")) for n in range(2 * USERS)]
        guild = world.add_guild(fixed(1_000), "Guild", "en-US", people)
        channels = [
            world.add_channel(Channel(fixed(2_000 + n), TEXT, f"channel{n}", guild))
            for n in range(USERS)
        ]
        side = cls(await serve(port=0, token=TOKEN, world=world), channels, [], {})
        world.listen(side._look)
        return side

    def _look(self, kind: str, subject: Any) -> None:
        if kind == "message.create" and subject.attachments:
            self.picture = subject.attachments[0].data
            waiting = self.arrived.pop(subject.channel.id, None)
            if waiting is not None:
                waiting.set_result(subject)

    def picture_in(self, channel: Channel) -> asyncio.Future[Message]:
        """The next picture that arrives in this channel."""
        found = asyncio.get_running_loop().create_future()
        self.arrived[channel.id] = found
        return found

    async def online(self) -> None:
        """Waits until a program is connected and has registered commands."""
        async with Playground.connect(self.server.url) as client:
            await client.wait_online()

    async def turn(self, number: int) -> float:
        """A user's next turn: seconds until the picture. It also waits for the answer, off the
        clock.
        """
        world, channel, arrives = self.server.world, self.channels[number], None
        player, text = next(self.turns[number])
        arrives = self.picture_in(channel)
        start = perf_counter()
        asked = Invoker(world, self.server.interactions).command(
            world.users[player], channel, "move", {"turn": text}
        )
        await asyncio.wait_for(arrives, 60)
        seconds = perf_counter() - start
        await asyncio.wait_for(asked.answered.wait(), 60)
        return seconds

    async def one_by_one(self) -> float:
        """One turn of each user, after a pause: the median in milliseconds."""
        times = []
        for number in range(USERS):
            await asyncio.sleep(0.02)
            times.append(await self.turn(number))
        return median(times) * 1000

    async def at_once(self, each: int) -> float:
        """Plays `each` turns of each user, all users at the same time: pictures per second."""

        async def play(number: int) -> None:
            for _ in range(each):
                await self.turn(number)

        start = perf_counter()
        await asyncio.gather(*map(play, range(USERS)))
        return USERS * each / (perf_counter() - start)


@asynccontextmanager
async def _ours(place: Path, turns: int) -> AsyncIterator[Side]:
    """The bot, with a match in each channel whose board has been shown."""
    side = await Side.serve()
    db = Database.connect(f"sqlite:///{place / 'bot.db'}")
    await db.migrate()
    for guild in side.server.world.guilds:
        await configure(db, GuildId(guild), threads=False)
    side.turns = [_planned(await _begun(db, side, n), turns) for n in range(USERS)]
    await db.close()
    shown = [side.picture_in(channel) for channel in side.channels]
    bot = Bot(place, side.server.url)
    try:
        await side.online()
        await asyncio.wait_for(asyncio.gather(*shown), 60)
        yield side
    finally:
        await asyncio.to_thread(bot.close)
        await side.server.close()


@asynccontextmanager
async def _bare(place: Path, bot: Side) -> AsyncIterator[Side]:
    """The bare program, with one of the bot's pictures."""
    side = await Side.serve()
    users = [user.id for user in side.server.world.users.values() if not user.bot]
    side.turns = [_repeated(users[n]) for n in range(USERS)]
    path = place / "picture.png"
    path.write_bytes(bot.picture)
    command = [sys.executable, "-m", "benchmarks.bare", side.server.api_url, TOKEN, str(path)]
    program = await asyncio.create_subprocess_exec(*command, env=environment())
    try:
        await side.online()
        yield side
    finally:
        program.terminate()
        await program.wait()
        await side.server.close()


# Matches


def _repeated(user: int) -> Turns:
    while True:
        yield user, "a1"


async def _begun(db: Database, side: Side, number: int) -> Match:
    """A match of two, in the channel of this number."""
    channel = side.channels[number]
    assert channel.guild is not None
    host, guest = map(PlayerId, list(channel.guild.members)[2 * number : 2 * number + 2])
    table = await matches.open_table(
        db, game=GAMES[number % len(GAMES)], host=host, invited=(guest,),
        place=Place(GuildId(channel.guild.id), ChannelId(channel.id)),
        seating="chosen", rng=Random(number),
    )  # fmt: skip
    return await matches.accept(db, table.id, guest)


def _planned(match: Match, number: int) -> Turns:
    """The first turns of a random match that goes on after them, without passes."""
    for seed in range(10_000):
        rng, line, turns = Random(seed), Line.begin(match.game, match.setup), list[Any]()
        tokens: list[str] = []
        while len(turns) < number and (moves := match.game.legal_moves(line.position)):
            seat, move = line.position.to_move, rng.choice(moves)
            tokens.append(str(move))
            line = line.push(move)
            if not line.position.mid_turn:
                turns.append((match.players[seat - 1], " ".join(tokens)))
                tokens.clear()
        if len(turns) == number and line.position.to_move and all(t != PASS for _, t in turns):
            return iter(turns)
    raise AssertionError


if __name__ == "__main__":
    show(rows())
