"""An empty database of each kind, with the whole schema."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.database import Database


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    """An empty database."""
    opened = Database.connect(url)
    yield opened
    await opened.close()
