"""Fixtures for everything that is held: a database, a clock, and the toy game."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import games
from storage.database import Database
from tests.matches import toy
from tests.matches.conftest import Clock


@pytest.fixture
def clock() -> Clock:
    """The database's clock."""
    return Clock()


@pytest.fixture
async def db(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """An empty database; the toy game can be played."""
    monkeypatch.setitem(games._registry(), "toy", toy.GAME)
    database = Database.connect(url, now=clock)
    yield database
    await database.close()
