"""How long it takes until others have connected the shards of a process that has died."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app import shards
from matches.installation import gateways
from storage.database import Database

SHARDS = 6
"""So many are back within a minute, as `docs/operations.md` says."""
MOST = timedelta(minutes=1)


async def test_six_shards_within_a_minute(migrated_file: Path, tmp_path: Path) -> None:
    """By the database's clock, from the last sign of life, with the pauses that gateways make
    between their looks; one session may begin at a time, and the last one has only just begun.
    """
    now = datetime(2030, 1, 1, tzinfo=UTC)
    db = Database.connect(f"sqlite:///{shutil.copy(migrated_file, tmp_path)}", now=lambda: now)
    await gateways.share(db, "dying", 2 * SHARDS)
    for shard in (await gateways.share(db, "other", 2 * SHARDS)).inherited:
        assert await gateways.take_over(db, "other", shard)
    now += timedelta(seconds=shards.EVERY / 2)  # They don't look at the same moments.
    looked = now
    began = now = now + timedelta(seconds=shards._PAUSE)
    assert len((await gateways.share(db, "dying", 2 * SHARDS)).held) == SHARDS
    assert await gateways.may_identify(db, 0)
    missing = connected = 0
    while connected < SHARDS and now - began <= MOST:
        now += timedelta(seconds=shards._PAUSE)
        if now - looked >= timedelta(seconds=shards.EVERY):
            looked = now
            missing = len((await gateways.share(db, "other", 2 * SHARDS)).held) - SHARDS
        if connected < missing and await gateways.may_identify(db, 0):
            connected += 1
    assert connected == SHARDS
    assert gateways.LEASE < now - began <= MOST
    await db.close()
