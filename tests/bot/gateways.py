"""Fixtures: processes that share the shards of one playground by leases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stack import Stack


@pytest.fixture
def shared(address: str) -> dict[str, str]:
    """What all processes have in common: nothing says which shards are whose."""
    return {"DATABASE_URL": address, "ROLE": "gateway", "SHARD_COUNT": "2", "METRICS_PORT": "0"}


@pytest.fixture
def stack(tmp_path: Path, shared: dict[str, str]) -> Iterator[Stack]:
    """A playground, and the first process."""
    running = Stack(tmp_path, **shared)
    yield running
    running.close()
    running.check()
