"""Pages in real Chromium: a site at an address that it can open, and what everybody can use."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from bot.observability.logs import reference
from matches.model.ids import PlayerId
from matches.pages import key
from storage.database import Database
from tests.support.browser import Window, chromium
from tests.support.ports import free_port
from tests.web.conftest import NAMES, PATH, PLENTY
from web.guard import Buckets
from web.server import served
from web.site import Address, Site

AXE = Path(__file__).parents[1] / "npm" / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """async () => (await axe.run()).violations.map(
  ({id, help, nodes}) => `${id}: ${help}: ${nodes.slice(0, 3).map((one) => one.html.slice(0, 150))}`
)"""


@pytest.fixture
async def site(db: Database) -> AsyncIterator[Site]:
    """A served site, at an address that a browser can open."""

    async def name(_: int | None, player: PlayerId) -> str | None:
        return NAMES.get(player)

    port = free_port()
    made = Site(db, Address.read(f"http://127.0.0.1:{port}{PATH}"), name, await key(db), reference)
    async with served(made, "127.0.0.1", port, Buckets(PLENTY, PLENTY)):
        yield made


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Chromium."""
    async with chromium() as one:
        yield one


async def accessible(window: Window, expected: str | None = None) -> None:
    """No violation that axe-core knows, nothing wider than the window, no errors but `expected`.

    The console may tell of an error long after the page has shown it.
    """
    if not AXE.exists():
        pytest.fail("Pages are tested with axe-core: npm ci --prefix tests/npm")
    await window.page.evaluate(AXE.read_text("utf-8"))
    assert await window.page.evaluate(VIOLATIONS) == []
    assert await window.overflow() <= 0
    assert [one for one in window.problems if expected is None or expected not in one] == []
