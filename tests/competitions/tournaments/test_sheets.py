"""Tables of large competitions are stored, and are read a page at a time."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from competitions.formats.rounds import all_standings
from competitions.model.competition import Competition
from competitions.model.settings import Settings
from competitions.standings.placings import Placing, page_of, placings, span
from competitions.standings.table import standings
from competitions.tournaments import sheets, verify
from competitions.tournaments.direction import enter, start
from competitions.tournaments.held import Held
from competitions.tournaments.ids import key_of
from competitions.tournaments.queries import get
from competitions.tournaments.rulings import correct
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance
from matches import privacy
from matches.model.computer_players import of_level
from matches.model.ids import PlayerId
from storage import competition_tables as tables
from storage.database import Database
from storage.schema import competition_place, competition_table
from storage.transactions import in_transaction
from tests.competitions.play import game_by_game, rated, started
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    EVE,
    FOX,
    HOST,
    PLAYERS,
    Open,
    join,
    play_round,
    win,
)
from tests.support.conditions import until

SWISS = Settings("swiss", rounds=3)
STRANGER = PlayerId(999)


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "LARGE", 4)
    monkeypatch.setattr(sheets, "LINES", 2)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Competition]:
    """The competitions whose tables were made."""
    found = list[Competition]()

    def making(now: Competition) -> Any:
        found.append(now)
        return standings(now)

    monkeypatch.setattr(sheets, "standings", making)
    return found


async def _pages(db: Database, held: Held, player: PlayerId = STRANGER) -> list[Held]:
    """All pages, one after the other."""
    first = await sheets.look(db, held.id, player=player, page=0)
    assert first.sheet is not None
    others = range(1, first.sheet.pages)
    return [first, *[await sheets.look(db, held.id, player=player, page=at) for at in others]]


async def _require_same(db: Database, held: Held) -> None:
    """All pages together say the same as the whole table, about the same people."""
    held = await get(db, held.id)
    table, lines = placings(standings(held.competition)), list[Placing]()
    for number, seen in enumerate(await _pages(db, held)):
        assert seen.sheet is not None
        assert (seen.sheet.page, seen.competition) == (number, held.competition)
        assert (seen.sheet.level, seen.sheet.decisive) == (table.level, table.decisive)
        assert seen.teams == {one.entrant: held.teams[one.entrant] for one in seen.sheet.lines}
        assert seen.members == ()
        assert seen.matches == {}
        lines += seen.sheet.lines
    assert tuple(lines) == table.lines
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_pages_say_what_the_table_says(db: Database, hold: Open) -> None:
    """After each change: results, corrections, withdrawals, new rounds, the end."""
    held = await hold(SWISS, 7)
    await _require_same(db, held)
    while held.competition.status == "running":
        first, *others = held.competition.undecided
        await win(db, held, first, 2)
        held = await advance(db, held.id)
        await _require_same(db, held)
        for game in others:
            await win(db, held, game)
        held = await advance(db, held.id)
        await _require_same(db, held)
        if len(held.competition.rounds) == 2:
            held = await withdraw(db, held.id, ANN)
            held = await advance(db, held.id)
            await _require_same(db, held)
    seats = held.competition.pairing((1, 1, 0)).seats
    ranks = {seats[0]: 2, seats[1]: 1}
    await correct(db, held.id, HOST, (1, 1, 0), ranks, seen=held.seq, reason="A mistake.")
    await advance(db, held.id)
    await _require_same(db, held)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "settings",
    [Settings("round-robin"), Settings("swiss", games=2), Settings("tables", seats=3, mixed=True)],
    ids=lambda one: str(one.format),
)
def test_what_is_stored_is_the_table(settings: Settings, seed: int) -> None:
    """For random events, game by game: points and tie-breaks are exact fractions."""
    rng = Random(seed)
    for now in game_by_game(rated(started(settings, 7 + seed), rng), rng):
        (table,) = all_standings(now)
        said = placings(table)
        assert sheets.restored(*sheets.stored(1, said)) == said
        assert [(one.rank, one.entrant, one.points) for one in said.lines] == [
            (row.rank, row.entrant, row.points) for row in table.rows
        ]
        for one, row in zip(said.lines, table.rows, strict=True):
            values = dict(zip(table.order, row.tie_breaks, strict=True))
            names = table.decisive.get(row.entrant, ())
            assert one.by == tuple(
                (name, values[name]) for name in names if values[name] is not None
            )
        assert (said.level, said.decisive) == (bool(table.ties), bool(table.decisive))


async def test_the_first_page_is_that_with_ones_own_line(db: Database, hold: Open) -> None:
    """Others see the first one. A page number that is too large gives the last page."""
    held = await play_round(db, await hold(SWISS, 7))
    order = [row.entrant for row in standings(held.competition).rows]
    for player in PLAYERS[:7]:
        seen = await sheets.look(db, held.id, player=player)
        own = seen.entrant_of(player)
        assert own is not None
        assert seen.sheet is not None
        assert own in {one.entrant for one in seen.sheet.lines}
        assert seen.sheet.page == page_of(order.index(own), 4, 7)
        elsewhere = await sheets.look(db, held.id, player=player, page=3 - seen.sheet.page)
        assert elsewhere.entrant_of(player) == own
    seen = await sheets.look(db, held.id, player=STRANGER)
    assert seen.sheet is not None
    assert (seen.sheet.page, seen.entrant_of(STRANGER)) == (0, None)
    last = await sheets.look(db, held.id, player=ANN, page=99)
    assert last.sheet is not None
    assert last.sheet.page == 3


async def test_whoever_waits_has_no_line(db: Database, hold: Open) -> None:
    """They are still known, which decides what they can do."""
    held = await hold(SWISS, 6)
    await join(db, held.id, PLAYERS[6])
    seen = await sheets.look(db, held.id, player=PLAYERS[6])
    assert seen.entrant_of(PLAYERS[6]) == 7
    assert seen.sheet is not None
    assert seen.sheet.page == 0


async def test_a_table_is_made_once_for_each_change(
    db: Database, hold: Open, made: list[Competition]
) -> None:
    """However many look at it, also at the same time. While nobody looks, none is made."""
    held = await hold(SWISS, 7)
    assert made == []
    looks = [sheets.look(db, held.id, player=player) for player in PLAYERS]
    found = await asyncio.gather(*looks)
    assert {one.sheet.pages for one in found if one.sheet is not None} == {4}
    assert len(made) == 1
    held = await play_round(db, held)
    assert len(made) == 1
    await sheets.look(db, held.id, player=ANN)
    await sheets.look(db, held.id, player=BOB)
    assert len(made) == 2


async def test_who_looks_meanwhile_waits_for_it(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And reads it without making another one."""
    held, begun, go_on = await hold(SWISS, 7), threading.Event(), threading.Event()
    times = 0

    def making(now: Competition) -> Any:
        nonlocal times
        times += 1
        begun.set()
        go_on.wait()
        return standings(now)

    monkeypatch.setattr(sheets, "standings", making)
    first = asyncio.create_task(sheets.look(db, held.id, player=ANN))
    await asyncio.to_thread(begun.wait)
    second = asyncio.create_task(sheets.look(db, held.id, player=BOB))
    await until(lambda: bool(sheets._LOCKS[db][key_of(held.id)]._waiters))
    go_on.set()
    found = await asyncio.gather(first, second)
    assert {one.sheet.pages for one in found if one.sheet is not None} == {4}
    assert times == 1


async def test_an_older_table_does_not_replace_a_newer_one(db: Database, hold: Open) -> None:
    """If something happens while it is made, the table stored by another process stays."""
    held = await hold(SWISS, 7)
    seq, older = held.seq, sheets.stored(held.seq, placings(standings(held.competition)))
    held = await play_round(db, held)
    await sheets.look(db, held.id, player=ANN)
    store = partial(tables.store, number=held.number, table=older[0], lines=older[1])
    await db.write(in_transaction(store))
    stored = await db.read(partial(tables.head, number=held.number))
    assert stored is not None
    assert stored.seq == held.seq > seq
    await _require_same(db, held)


async def test_others_are_loaded_as_a_whole(
    db: Database, hold: Open, made: list[Competition]
) -> None:
    """Small ones, those that have not begun, those with several tables or none, and cups of
    servers, which show more.
    """
    for held in (
        await hold(SWISS, 4),
        await hold(SWISS, 7, begun=False),
        await hold(Settings("knockout"), 7),
        await hold(Settings("groups", groups=2), 7),
        await hold(SWISS, 7, servers=True, anywhere=True),
    ):
        assert await sheets.look(db, held.id, player=ANN, page=1) == await get(db, held.id)
    assert made == []


async def test_former_players(db: Database, hold: Open) -> None:
    """The table stays, but players whose data were deleted are no longer named in it."""
    held = await play_round(db, await hold(SWISS, 7))
    seen = await sheets.look(db, held.id, player=EVE)
    entrant = seen.entrant_of(EVE)
    assert entrant is not None
    await privacy.forget(db, EVE)
    await advance(db, held.id)
    for page in await _pages(db, held, FOX):
        assert all(EVE not in team for team in page.teams.values())
    await _require_same(db, held)


async def test_a_computer_player_is_named(db: Database, hold: Open) -> None:
    """Like everybody else."""
    held = await hold(SWISS, 6, begun=False)
    held = await enter(db, held.id, HOST, of_level(1))
    await start(db, held.id, HOST)
    held = await advance(db, held.id)
    await _require_same(db, held)


@pytest.mark.parametrize(
    "statement",
    [
        update(competition_table).values(decisive=True, level=False),
        update(competition_place).where(competition_place.c.place == 2).values(points="7"),
        update(competition_place).where(competition_place.c.place == 1).values(tie_breaks="wins=1"),
        delete(competition_place).where(competition_place.c.place == 7),
    ],
    ids=["flags", "points", "tie-breaks", "line"],
)
async def test_verifying_finds_what_is_wrong(db: Database, hold: Open, statement: Any) -> None:
    """Even in a table that is not of the last entry: it is compared with the log up to then."""
    held = await hold(SWISS, 7)
    await sheets.look(db, held.id, player=ANN)
    await play_round(db, held)
    assert [one.fault async for one in verify.checks(db)] == [None]
    await db.write(in_transaction(lambda connection: connection.execute(statement)))
    (checked,) = [one async for one in verify.checks(db)]
    assert checked.fault is not None
    assert f"the table of entry {held.seq}" in checked.fault


async def test_only_the_present_table_is_kept(db: Database, hold: Open) -> None:
    """A line for each entrant, whatever has happened."""
    held = await hold(SWISS, 7)
    await sheets.look(db, held.id, player=ANN)
    held = await play_round(db, held)
    await sheets.look(db, held.id, player=ANN)
    query = select(competition_place.c.entrant)
    found = await db.read(lambda connection: connection.execute(query).scalars().all())
    assert sorted(found) == [*range(1, 8)]


def test_spans() -> None:
    """Each line is on one page, and it is the one that `page_of` names."""
    for count in range(1, 60):
        for pages in range(1, count + 1):
            spans = [span(page, pages, count) for page in range(pages)]
            assert [at for one in spans for at in one] == [*range(count)]
            assert all(at in spans[page_of(at, pages, count)] for at in range(count))
