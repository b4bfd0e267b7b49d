"""How long people wait for an answer while a hundred computer players wait for their turns.

Two bots run as processes of their own, each with a playground as Discord. In one, no computer
player is called. In the other, more than a hundred calls of the strongest level wait, in all games.
It handles them as usual: it searches, enters the turns, and sends the boards. With both bots, two
people play the same match by typed turns, and look at boards and the help, alternating between the
two. While one bot is asked, the other and its workers are stopped, so that both see the same
machine conditions.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from operator import truediv
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, update

import games
import matches
from benchmarks.table import Aim, Row, row, show
from benchmarks.turns import GAME, record
from games.protocol import AnyGame
from matches import Limits, Match, Place
from matches.lobby.cooldowns import Rate, Rates
from matches.model.ids import ChannelId, GuildId, PlayerId
from playground.client import Channel, Playground, User
from storage.database import Database
from storage.outbox import CALL
from storage.schema import match as match_table
from storage.schema import notice
from storage.transactions import transaction
from tests.support.matches import begin
from tests.support.stack import Stack

WAITING = 100
"""The number of calls that wait at all times."""
SPARE = 120
"""Extra matches, since some calls are answered meanwhile and some matches end before a call."""
LEVEL = 6
PLAYED = 8
"""Turns of each match before the computer player's turn."""
PEOPLE = 10_000
"""The id of the first person who plays with computer players. They do nothing else."""
WAIT = Aim("an answer while 100 computer moves are queued", "with none queued", "ms", "≤ 1.5")
AIMS = (WAIT,)
PATIENCE = 60.0
AT_A_TIME, WARM = 3, 4
"""How many turns are played with one bot before the other's turn, and at the start."""
SETTLED = 0.5
"""Seconds in which a resumed bot catches up with its timers."""


# Computer players' turns


async def prepare(
    db: Database, place: Place, number: int, *, among: Sequence[AnyGame], level: int
) -> None:
    """Matches, across these games, in which a computer player of this level is to move but is not
    called before `call`. All boards have been shown.
    """
    rng = Random(6)
    limits = Limits(rates=Rates(server=Rate(number + 1, timedelta(hours=1))))
    for one in range(number):
        game, person = among[one % len(among)], PEOPLE + one
        table = await matches.open_table(
            db, game=game.info.key, host=PlayerId(person), place=place, computer_level=level,
            seating="chosen", limits=limits,
        )  # fmt: skip
        match = await matches.seat_invited(db, table)
        while match.status == "running" and (
            match.turn_count < PLAYED or match.player_to_move == person
        ):
            match = await _random_turn(db, match, rng)

    def later(connection: Connection) -> None:
        now = (
            select(match_table.c.seq).where(match_table.c.id == notice.c.match_id).scalar_subquery()
        )
        with transaction(connection):
            connection.execute(
                delete(notice).where(or_(notice.c.kind != CALL, notice.c.base != now))
            )
            connection.execute(update(notice).values(due_at=db.now() + timedelta(days=1)))

    await db.write(later)


async def _random_turn(db: Database, match: Match, rng: Random) -> Match:
    line, tokens = match.line, list[str]()
    while not tokens or line.played:
        move = rng.choice(line.game.legal_moves(line.position))
        tokens.append(str(move))
        line = line.push(move)
    player = match.player_to_move
    assert player is not None
    return (await matches.play(db, match.id, player, " ".join(tokens))).match


async def call(db: Database) -> None:
    """Calls all computer players now."""

    def work(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(notice).values(due_at=db.now()))

    await db.write(work)


async def called(db: Database) -> int:
    """The number of unanswered calls."""
    wanted = select(func.count()).select_from(notice).where(notice.c.kind == CALL)
    return int(await db.read(lambda connection: connection.execute(wanted).scalar_one()))


# People


class Side:
    """One bot with its playground, and a match of two people there."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.stack = Stack(folder, COMPUTER_PAUSE="0")
        self.db = Database.connect(self.stack.settings["DATABASE_URL"])
        self.pg = Playground.connect(self.stack.url)
        self._opened = AsyncExitStack()
        self.times: dict[str, list[float]] = {}

    async def begin(self, calls: int) -> None:
        """Starts the bot, with this many calls that are not due yet, and the match."""
        self.stack.stop()  # Calls must not be answered before all of them exist.
        await self.db.migrate()
        await self._opened.enter_async_context(self.pg)
        general = self.pg.channel("general")
        place = await _elsewhere(self.pg, general)
        await prepare(self.db, place, calls, among=games.all_games(), level=LEVEL)
        self.stack.start()
        await self.pg.wait_online(within=PATIENCE)
        self.game = await begin(general, GAME, self.pg.user("ben"), self.pg.user("david"))

    async def close(self) -> None:
        """Stops everything."""
        self.signal(signal.SIGCONT)
        await self._opened.aclose()
        await self.db.close()
        self.stack.close()

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the bot and its workers."""
        bot = self.stack.bot.pid
        workers = Path(f"/proc/{bot}/task/{bot}/children").read_text(encoding="ascii").split()
        for process in (bot, *map(int, workers)):
            os.kill(process, number)

    async def play(self, first: int, turns: Sequence[str]) -> None:
        """Two people play these turns, starting after the first `before`, and look around after
        each.
        """
        for number, turn in enumerate(turns, start=first):
            user, other = (self.game.players[(number + more) % 2] for more in (0, 1))
            await self._command(user, "move", turn=turn, match=self.game.id)
            await self._command(other, "board", match=self.game.id)
            await self._command(other, "help")

    async def _command(self, user: User, name: str, **options: Any) -> None:
        start = perf_counter()
        await user.command(name, self.game.channel, **options)
        self.times.setdefault(f"/{name}", []).append(perf_counter() - start)


async def _elsewhere(pg: Playground, channel: Channel) -> Place:
    """Another channel of the same server."""
    guilds = (await pg.refresh())["guilds"]
    guild = next(one for one in guilds if one["name"] == channel.guild)
    other = next(one for one in guild["channels"] if str(one["id"]) != channel.id)
    return Place(GuildId(int(guild["id"])), ChannelId(int(other["id"])))


async def measure(sides: Sequence[Side], rounds: int) -> int:
    """Lets people play with the idle bot and the busy one, alternately. Returns the number of calls
    left at the end.
    """
    turns, (rest, busy) = record(WARM + rounds * AT_A_TIME), sides
    for side, calls in ((rest, 0), (busy, WAITING + SPARE)):
        await side.begin(calls)
        await side.play(0, turns[:WARM])
        side.times.clear()
    number = await called(busy.db)
    await call(busy.db)

    async def under_way() -> bool:
        return await called(busy.db) < number - 2

    await busy.pg.wait_for(under_way, within=PATIENCE)
    for first in range(WARM, len(turns), AT_A_TIME):
        for side, other in ((rest, busy), (busy, rest)):
            other.signal(signal.SIGSTOP)
            side.signal(signal.SIGCONT)
            await asyncio.sleep(SETTLED)
            await side.play(first, turns[first : first + AT_A_TIME])
    return await called(busy.db)


async def _run(rounds: int) -> tuple[Sequence[Side], int]:
    with TemporaryDirectory() as folder:
        sides = [Side(Path(folder) / name) for name in ("rest", "busy")]
        try:
            return sides, await measure(sides, rounds)
        finally:
            for side in sides:
                await side.close()


def rows(rounds: int = 15) -> Iterator[Row]:
    """For each command, in pairs. Raises RuntimeError if there were not enough calls."""
    (rest, busy), left = asyncio.run(_run(rounds))
    if left < WAITING:
        raise RuntimeError(f"only {left} calls were left at the end: SPARE is too small")
    for name, quiet in rest.times.items():
        loud = busy.times[name]
        ratio = median(map(truediv, loud, quiet))
        yield row(WAIT, name, median(loud) * 1000, median(quiet) * 1000, ratio)


if __name__ == "__main__":
    show(rows())
