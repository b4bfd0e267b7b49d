"""People of a soak look at their matches, whatever version has stored them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

import matches
from matches.model.errors import Unavailable
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.match import Place
from storage.database import Database
from tests.soak.earlier import give_up_reading, read_as_now
from tests.soak.looks import LATER, Looks

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
async def db(address: str) -> AsyncIterator[Database]:
    """The same, opened."""
    opened = Database.connect(address)
    yield opened
    await opened.close()


async def test_a_match_of_an_earlier_version(address: str, db: Database) -> None:
    """Its database lacks tables and columns, but can be read. Nothing is left behind."""
    place = Place(GuildId(1), ChannelId(2))
    table = await matches.open_table(db, game="attangle", host=PlayerId(10**17), place=place)
    await db.downgrade("0027")
    plain = Database.connect(address)
    with pytest.raises(Unavailable):
        await matches.get(plain, table.id)
    early = await read_as_now(address)
    found = await matches.get(early, table.id)
    assert (found.id, found.players, found.place) == (table.id, table.players, place)
    await give_up_reading(early)
    await db.migrate()
    assert (await matches.get(plain, table.id)).id == table.id
    await plain.close()


def _looks(*seconds: float) -> Looks:
    """Looks that failed so long after noon."""
    times = [NOON + timedelta(seconds=one) for one in seconds]
    unused: Database = None  # type: ignore[assignment]
    return Looks(unused, [((at, at), "away") for at in times])


def test_looks_in_vain_during_an_outage() -> None:
    """They are counted. What was lost with it may show a little later."""
    outage = NOON, NOON + timedelta(seconds=10)
    looks = _looks(0, 5, 10 + LATER.total_seconds())
    assert looks.excused([outage]) == 3
    assert [*looks.problems([outage])] == []


def test_looks_in_vain_at_other_times() -> None:
    """They are problems."""
    outage = NOON, NOON + timedelta(seconds=10)
    looks = _looks(-1, 5, 11 + LATER.total_seconds())
    looks.upgraded.append(outage)
    assert looks.excused([]) == 1
    assert [*looks.problems([])] == ["looked in vain: 2 × away"]
