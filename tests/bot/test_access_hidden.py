"""`docs/access.md` as a test, for matches that not everybody may see: see `test_access.py`."""

from __future__ import annotations

import pytest

from playground.client import Playground
from tests.bot.access_scene import Row
from tests.bot.access_walk import rows, walk
from tests.bot.test_security import forger
from tests.support.forger import Forger
from tests.support.matches import HASTY
from tests.support.ports import served
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

__all__ = ["forger"]


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Boards may be shown as often as the table has cells, and there are links to touch."""
    return HASTY | {"SHOWING_PAUSE": "0"} | served()


@pytest.mark.parametrize("row", rows(seen=False), ids=str)
async def test_the_table(stack: Stack, pg: Playground, forger: Forger, row: Row) -> None:
    """In every cell of a row, allowed actions work; others are refused and change nothing."""
    await walk(stack, pg, forger, row)
