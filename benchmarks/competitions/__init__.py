"""How good pairings are, how long they take, how long people wait meanwhile, and what remains after
crashes. Each part has rows of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.competitions import beside, killed, seasons, swiss, tables
from benchmarks.table import Row

PARTS = (tables, swiss, seasons, beside, killed)
AIMS = tuple(aim for part in PARTS for aim in part.AIMS)


def rows() -> Iterator[Row]:
    """Those of all parts."""
    for part in PARTS:
        yield from part.rows()
