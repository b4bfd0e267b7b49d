"""How long people wait while ten others do everything they can to keep the bot busy.

The bot runs as its own process, with a playground in this one. Ten pairs of people play: they type
turns, look at boards and press buttons, with a pause after each. Every now and then ten hostile
people join them, for as long as the peace before. Each of these repeats a few things in several
windows at once, as soon as the last one is answered: the longest records, opened, stepped through
and animated; records that are far too long; animations of long matches; analyses; hints; puzzles;
charts; exports of their data; autocomplete; boards; pages of the rules.
"""

from __future__ import annotations

import asyncio
import base64
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete

import games
import matches
from benchmarks.table import Aim, Row, row, show
from benchmarks.turns import folder
from games import play
from games.play import Line
from games.protocol import PASS
from games.record import LONGEST, record, to_text
from matches import Match, Place
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.settings.guilds import configure
from playground.client import Playground
from playground.errors import ApiError
from playground.interaction import Interaction
from playground.invoke import Invoker
from playground.resolve import Unusable
from playground.server import Server, serve
from playground.snowflake import fixed
from playground.world import TEXT, Channel, Message, User, World
from storage.database import Database
from storage.schema import notice
from storage.transactions import transaction
from tests.support.stack import TOKEN, Bot

PAIRS, HOSTILE, WINDOWS = 10, 10, 3
LONG = "tyr"
"""A game whose random matches can become arbitrarily long. Everybody plays it."""
ROUNDS = 8
SECONDS = 8.0
"""Seconds of peace, and seconds with the mob, in each round."""
SETTLED = 2.0
"""Seconds after each change that are not measured."""
PAUSES = (0.2, 0.6)
"""Seconds between an answer and a pair's next action: the least and the most. With equal pauses the
pairs fall into step and wait for each other, mob or no mob.
"""
PATIENCE = 60.0
FAR_TOO_LONG = 6849
TURNS = 300
"""The number of turns each pair can play."""
MORE = "more"
"""The button that the pairs press."""
_QUIET = "the same people without them, in the same run"
WAIT = Aim("p95 of an answer with ten hostile users", _QUIET, "ms", "≤ 1.5")
AIMS = (WAIT,)

Deed: TypeAlias = "Callable[[Hostile], Awaitable[None]]"


class Town:
    """The bot and its playground, the people, and the measurements."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.invoker = Invoker(server.world, server.interactions)
        self.times: dict[tuple[bool, str], list[float]] = defaultdict(list)
        """Answer times of the pairs, by whether the mob was there and by action."""
        self.done: Counter[str] = Counter()
        """The actions of the mob."""
        self.hostile = self.counts = self.over = False
        self.long = ""
        """A long finished match."""

    async def command(self, who: User, where: Channel, name: str, **options: Any) -> Interaction:
        """Somebody types a command and waits for the answer."""
        return await _answered(self.invoker.command(who, where, name, options))

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
        pressed = self.invoker.component(who, message.channel, message, found[-1])
        return await _answered(pressed)


async def _answered(interaction: Interaction) -> Interaction:
    async with asyncio.timeout(PATIENCE):
        await interaction.answered.wait()
    return interaction


def _said(interaction: Interaction) -> Message | None:
    """The text of the answer."""
    return interaction.followups[-1] if interaction.followups else interaction.original


# The pairs


async def _pair(
    town: Town, channel: Channel, turns: Iterator[tuple[int, str]], rng: Random
) -> None:
    """Two people play. After each turn they look at the board and press a button under it."""
    users = town.server.world.users

    async def timed(what: str, doing: Awaitable[Any]) -> None:
        begun = perf_counter()
        await doing
        if town.counts:
            town.times[town.hostile, what].append(1000 * (perf_counter() - begun))
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
    raise RuntimeError("a match was too short")


# The mob


@dataclass
class Hostile:
    """A member of the mob, and their channel."""

    town: Town
    user: User
    channel: Channel
    match: str
    """A match in which it is their turn and hints are allowed."""
    files: tuple[bytes, bytes]
    """A record of the maximum length, and one that is far too long."""

    async def run(self, deed: Deed) -> None:
        """Repeats one action while the mob is there."""
        while not self.town.over:
            if not self.town.hostile:
                await asyncio.sleep(0.05)
                continue
            self.town.done[deed.__name__] += 1
            try:
                await deed(self)
            except (Unusable, ApiError, TimeoutError):
                await asyncio.sleep(0.05)

    async def say(self, name: str, **options: Any) -> Message | None:
        """A command, and its answer."""
        return _said(await self.town.command(self.user, self.channel, name, **options))

    async def press(self, message: Message, action: str) -> Message | None:
        """A button, and its answer."""
        pressed = await self.town.press(self.user, message, action)
        return None if pressed is None else _said(pressed)

    async def open(self, data: bytes) -> Message | None:
        """Opens a record."""
        file = {"filename": "record.txt", "data": base64.b64encode(data).decode()}
        return await self.say("import", file=file)


async def _step(hostile: Hostile) -> None:
    message = await hostile.open(hostile.files[0])
    for _ in range(100):
        if message is not None and hostile.town.hostile:
            await hostile.press(message, "replay")
            message = hostile.channel.messages.get(message.id)


async def _too_long(hostile: Hostile) -> None:
    await hostile.open(hostile.files[1])


async def _film_of_file(hostile: Hostile) -> None:
    message = await hostile.open(hostile.files[0])
    for _ in range(5):
        if message is not None and hostile.town.hostile:
            await hostile.press(message, "animate")


async def _film(hostile: Hostile) -> None:
    await hostile.say("replay", match=hostile.town.long, animate=0)


async def _jump(hostile: Hostile) -> None:
    await hostile.say("replay", match=hostile.town.long, turn=999_999)


async def _analyse(hostile: Hostile) -> None:
    message = await hostile.say("analyse", match=hostile.town.long)
    if message is not None:
        await hostile.press(message, "analysis-cancel")


async def _hint(hostile: Hostile) -> None:
    await hostile.say("hint", match=hostile.match)


async def _puzzle(hostile: Hostile) -> None:
    message = await hostile.say("puzzle")
    for action in ("puzzle-hint", "puzzle-show"):
        if message is not None:
            await hostile.press(message, action)


async def _files(hostile: Hostile) -> None:
    await hostile.say("profile")
    await hostile.say("privacy export")
    await hostile.say("export", match=hostile.town.long)


async def _complete(hostile: Hostile) -> None:
    options = {"match": hostile.match, "turn": ""}
    await _answered(
        hostile.town.invoker.autocomplete(hostile.user, hostile.channel, "move", options, "turn")
    )


async def _boards(hostile: Hostile) -> None:
    await hostile.say("board", match=hostile.match)
    await hostile.say("rules", game=LONG)


DEEDS: tuple[Deed, ...] = (
    *(_step, _too_long, _film_of_file, _film, _jump),
    *(_analyse, _hint, _puzzle, _files, _complete, _boards),
)


# Everything together


@asynccontextmanager
async def _town(folder: Path) -> AsyncIterator[tuple[Town, list[asyncio.Task[None]]]]:
    world = World()
    people = [world.add_user(User(fixed(10 + n), f"user{n}")) for n in range(2 * (PAIRS + HOSTILE))]
    guild = world.add_guild(fixed(1_000), "Guild", "en-US", people)
    channels = [
        world.add_channel(Channel(fixed(2_000 + n), TEXT, f"channel{n}", guild))
        for n in range(PAIRS + HOSTILE)
    ]
    town = Town(await serve(port=0, token=TOKEN, world=world))
    db = Database.connect(f"sqlite:///{folder / 'bot.db'}")
    await db.migrate()
    await configure(db, GuildId(guild.id), threads=False)
    begun = [await _begun(db, people, channel, n) for n, channel in enumerate(channels)]
    town.long = await _long(db, await _begun(db, people, channels[-1], len(channels) - 1))
    files = (_record(LONGEST), _record(FAR_TOO_LONG))
    await db.write(_nothing_owed)
    await db.close()
    tasks = []
    bot = Bot(folder, town.server.url)
    try:
        async with Playground.connect(town.server.url) as client:
            await client.wait_online(within=PATIENCE)
        for n, channel in enumerate(channels[:PAIRS]):
            pair = _pair(town, channel, _planned(begun[n]), Random(n))
            tasks.append(asyncio.create_task(pair))
        for n, channel in enumerate(channels[PAIRS:]):
            who, match = people[2 * (PAIRS + n)], begun[PAIRS + n].id
            hostile = Hostile(town, who, channel, match, files)
            for window in range(WINDOWS):
                deed = DEEDS[(n + window * HOSTILE) % len(DEEDS)]
                tasks.append(asyncio.create_task(hostile.run(deed)))
        yield town, tasks
    finally:
        town.over = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(bot.close)
        await town.server.close()


async def _begun(db: Database, people: list[User], channel: Channel, number: int) -> Match:
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
    """All boards count as shown, except those of the pairs' matches, which are at their start."""
    with transaction(connection):
        connection.execute(delete(notice).where(notice.c.base > 2))


async def _long(db: Database, match: Match) -> str:
    """Makes a match long; then one of its players resigns."""
    for text in _random_turns(match.game, match.setup, 300):
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, text)).match
    assert match.player_to_move is not None
    return (await matches.resign(db, match.id, match.player_to_move)).match.id


def _record(length: int) -> bytes:
    game = games.get(LONG)
    setup = play.setup(game, 2)
    return to_text(record(game, setup, _random_turns(game, setup, length), None)).encode()


def _random_turns(game: Any, setup: Any, number: int) -> list[str]:
    """The first turns of a random match that goes on after them."""
    for seed in range(10_000):
        rng, line, turns, tokens = Random(seed), Line.begin(game, setup), list[str](), list[str]()
        while len(turns) < number and (moves := game.legal_moves(line.position)):
            move = rng.choice(moves)
            tokens.append(str(move))
            line = line.push(move)
            if not line.position.mid_turn:
                turns.append(" ".join(tokens))
                tokens.clear()
        if len(turns) == number and line.position.to_move and PASS not in turns:
            return turns
    raise AssertionError


def _planned(match: Match) -> Iterator[tuple[int, str]]:
    """The player to move at each turn, and their move."""
    line: Line[Any, Any] = match.line
    for text in _random_turns(match.game, match.setup, TURNS):
        player = match.players[line.position.to_move - 1]
        assert player is not None
        yield player, text
        for token in text.split():
            line = line.read(token)[1]


async def _measured(folder: Path, rounds: int) -> Town:
    async with _town(folder) as (town, tasks):
        for number in range(2 * rounds):
            town.hostile = number % 2 == 1
            await asyncio.sleep(SETTLED)
            town.counts = True
            await asyncio.sleep(SECONDS)
            town.counts = False
        for task in tasks[:PAIRS]:
            if task.done():
                task.result()
        return town


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Waiting times by action, with the mob and without it."""
    with folder() as place:
        town = asyncio.run(_measured(Path(place), rounds))
    lazy = [deed.__name__ for deed in DEEDS if not town.done[deed.__name__]]
    if lazy:
        raise RuntimeError(f"nobody has done this: {', '.join(lazy)}")
    for hostile, what in sorted(town.times):
        if hostile:
            loud, quiet = (quantiles(town.times[one, what], n=20)[-1] for one in (True, False))
            yield row(WAIT, what, loud, quiet)


if __name__ == "__main__":
    show(rows())
