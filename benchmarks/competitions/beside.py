"""How long people wait while a Swiss system of 400 is paired, round after round.

Ten pairs of people play (`benchmarks.town`). Every now and then a competition of 400 is due, as if
all its games had just ended: the bot enters the results, pairs the next round in a separate
process, stores and announces it, until all rounds are over. A round takes no time, so all games end
at once as draws, and no match is opened: this measures pairing, not the play afterwards. As
everybody has the same points, all 400 are paired in one bracket, which is the hardest case.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, select, update

import games
from benchmarks.table import Aim, Row, show
from benchmarks.town import LONG, PAIRS, SECONDS, Town, living
from benchmarks.turns import folder
from competitions.model.settings import Settings
from competitions.pairing.sections import USUAL
from competitions.tournaments.creation import Coming, open_begun
from competitions.tournaments.held import Terms
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage.competitions import Member
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.schema import competition
from storage.transactions import transaction

TIMES = 6
"""How often a competition is due, and how often there is peace."""
EACH = 2
"""The rounds of a competition."""
FIRST = PlayerId(10**17)
"""The entrants have ids of their own from this one on."""

WAIT = Aim(
    f"p95 of an answer while {USUAL} entrants are paired",
    "the same people while nobody is paired, in the same run",
    "ms",
    "≤ 1.2",
)
AIMS = (WAIT,)


@dataclass
class Swiss:
    """The competitions that are waiting to become due."""

    times: int
    entrants: int
    numbers: list[CompetitionNumber] = field(default_factory=list)

    async def prepare(self, db: Database, town: Town) -> None:
        """Prepares competitions that have begun, without a paired round."""
        channel = town.channels[-1]
        assert channel.guild is not None
        terms = Terms(
            name="Swiss",
            guild=GuildId(channel.guild.id),
            channel=ChannelId(channel.id),
            game=games.get(LONG),
            clock=Clock.read("3d"),
            each_round=timedelta(),
        )
        host = PlayerId(town.people[-1].id)
        work = partial(self._open, terms=terms, host=host, now=db.now())
        for _ in range(self.times):
            self.numbers.append(await db.write(work))

    def _open(
        self, connection: Connection, terms: Terms, host: PlayerId, now: datetime
    ) -> CompetitionNumber:
        entrants = [
            Coming((Member(0, 1, PlayerId(FIRST + n), 0),), None) for n in range(self.entrants)
        ]
        settings = Settings("swiss", rounds=EACH)
        with transaction(connection):
            number = open_begun(connection, terms, settings, host, entrants, now=now)
            _advance(connection, number, None)
            return number

    async def played(self, db: Database) -> None:
        """Makes the next competition due, and waits until it is over."""
        number = self.numbers.pop()

        def begin(connection: Connection) -> None:
            with transaction(connection):
                _advance(connection, number, db.now())

        def is_over(connection: Connection) -> bool:
            status = select(competition.c.status).where(competition.c.id == number)
            return connection.execute(status).scalar() == "over"

        await db.write(begin)
        over = False
        while not over:
            await asyncio.sleep(0.1)
            over = await db.read(is_over)


def _advance(connection: Connection, number: CompetitionNumber, when: datetime | None) -> None:
    this = update(competition).where(competition.c.id == number)
    connection.execute(this.values(next_at=when))


async def _measured(folder: Path, times: int, entrants: int) -> Town:
    swiss = Swiss(times, entrants)
    async with living(folder, PAIRS + 1, swiss.prepare) as town:
        db = Database.connect(town.database)
        for _ in range(times):
            async with town.counting(disturbed=False):
                await asyncio.sleep(SECONDS)
            paired = asyncio.create_task(swiss.played(db))
            async with town.counting(disturbed=True):
                await paired
        await db.close()
    return town


def rows(times: int = TIMES, entrants: int = USUAL) -> Iterator[Row]:
    """Waiting times by action, while rounds are paired and while they aren't."""
    with folder() as place:
        town = asyncio.run(_measured(Path(place), times, entrants))
    yield from town.rows(WAIT)


if __name__ == "__main__":
    show(rows())
