"""The cost of a page of standings with 10,000 entrants, beside a read by primary key.

"page" is what is read from a stored table to show one page: its head, the reader's own entrant and
place, twenty lines, and the players in them. "key" is the read of one member by primary key, on the
same SQLAlchemy Core connection. "store" is the transaction that stores such a table, once for each
change that somebody looks at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import Connection, bindparam, select

from benchmarks.table import Aim, Row, row, show
from competitions.model.competition import Competition
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.events import Paired
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.standings.placings import page_of, placings, span
from competitions.standings.table import standings
from competitions.tournaments.creation import open_competition
from competitions.tournaments.held import Terms
from competitions.tournaments.sheets import LINES, stored
from games import get as game_of
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage import competition_tables as tables
from storage import competitions
from storage.competitions import Member
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.schema import entrant_member
from storage.transactions import in_transaction
from tests.support import postgres

SIZE, ROUNDS = 10_000, 7
HOST = PlayerId(1)
FIRST_PLAYER = 1_000_000

PAGE = Aim(
    "a page of standings with 10,000 entrants, with the reader's own place",
    "a read by primary key on the same connection",
    "µs",
    "≤ 5",
)
STORE = Aim(
    "storing such a table, once for each change that is looked at",
    "a read by primary key on the same connection",
    "µs",
)
AIMS = (PAGE, STORE)

_KEY = select(entrant_member).where(
    entrant_member.c.competition_id == bindparam("number"),
    entrant_member.c.entrant == bindparam("entrant"),
    entrant_member.c.place == 1,
    entrant_member.c.since == 1,
)


def played(size: int = SIZE, rounds: int = ROUNDS) -> Competition:
    """A Swiss system in which neighbours by points have met, with random results."""
    rng, ids = Random(1), tuple(map(EntrantId, range(1, size + 1)))
    now = Competition(
        Settings("swiss", rounds=rounds), "running", tuple(map(Entrant, ids)), size, seeding=ids
    )
    points = dict.fromkeys(ids, 0.0)
    for number in range(1, rounds + 1):
        order = sorted(rng.sample(ids, size), key=lambda id_: -points[id_])
        pairs = tuple(zip(order[::2], order[1::2], strict=True))
        now = now.apply(Paired(number, pairs, 1))
        outcomes = dict(now.outcomes)
        for game in now.undecided:
            ranks = rng.choice(((1, 2), (2, 1), (1, 1)))
            outcomes[game] = Outcome(ranks, "played")
            for id_, rank in zip(now.pairing(game).seats, ranks, strict=True):
                points[id_] += 0.5 if ranks == (1, 1) else 2 - rank
        now = replace(now, outcomes=outcomes)
    return now


def _member(id_: int) -> Member:
    return Member(id_, 1, PlayerId(FIRST_PLAYER + id_), 1)


def _page(connection: Connection, number: CompetitionNumber, player: PlayerId) -> object:
    """As `competitions.tournaments.sheets` reads it."""
    seen = tables.seen(connection, number, player)
    assert seen is not None
    assert seen.place is not None
    pages = -(-SIZE // LINES)
    here = span(page_of(seen.place - 1, pages, SIZE), pages, SIZE)
    lines = tables.page(connection, number, here)
    assert len(lines) == LINES
    return lines


def _costs(
    connection: Connection, number: CompetitionNumber, rounds: int, repeats: int
) -> dict[str, float]:
    """Microseconds of each, measured alternately: the medians of the rounds."""
    rng = Random(2)

    def key() -> object:
        values = {"number": number, "entrant": rng.randint(1, SIZE)}
        found = connection.execute(_KEY, values).first()
        assert found is not None
        return found

    def page() -> object:
        return _page(connection, number, PlayerId(FIRST_PLAYER + rng.randint(1, SIZE)))

    works: dict[str, Callable[[], object]] = {"key": key, "page": page}
    seen: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = perf_counter()
            for _ in range(repeats):
                work()
            seen[name].append((perf_counter() - start) / repeats * 1e6)
    return {name: median(times) for name, times in seen.items()}


async def _run(url: str, rounds: int, repeats: int) -> dict[str, float]:
    db = Database.connect(url)
    await db.migrate()
    terms = Terms(
        name="Open",
        guild=GuildId(700),
        channel=ChannelId(71),
        game=game_of("attangle"),
        clock=Clock.read("3d"),
    )
    number = (await open_competition(db, terms, Settings("swiss", rounds=ROUNDS), HOST)).number
    members = [*map(_member, range(1, SIZE + 1))]
    add = partial(competitions.add_members, number=number, joining=members)
    await db.write(in_transaction(add))
    table = placings(standings(played()))
    times = list[float]()
    for seq in range(1, 4):
        head, lines = stored(seq, table)
        store = partial(tables.store, number=number, table=head, lines=lines)
        start = perf_counter()
        await db.write(in_transaction(store))
        times.append((perf_counter() - start) * 1e6)
    costs = await db.read(lambda connection: _costs(connection, number, rounds, repeats))
    await db.close()
    return {**costs, "store": median(times)}


def rows(rounds: int = 15, repeats: int = 40) -> Iterator[Row]:
    """On SQLite and on PostgreSQL, each beside its own read by primary key."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheets.db"
        yield from _rows("SQLite", asyncio.run(_run(f"sqlite:///{path}", rounds, repeats)))
    if postgres.programs() is not None:
        with postgres.running() as cluster, cluster.database(postgres.EMPTY) as url:
            yield from _rows("PostgreSQL", asyncio.run(_run(url, rounds, repeats)))


def _rows(name: str, costs: dict[str, float]) -> Iterator[Row]:
    yield row(PAGE, name, costs["page"], costs["key"])
    yield row(STORE, name, costs["store"], costs["key"])


if __name__ == "__main__":
    show(rows())
