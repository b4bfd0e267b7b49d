"""The cache of players' preferences."""

from __future__ import annotations

import shutil
from pathlib import Path

from bot.context.preferences import KnownPreferences
from matches.model.computer_players import of_level
from matches.model.ids import PlayerId
from storage.database import Database

ANN, BEN = PlayerId(1_001), PlayerId(1_002)


async def test_who_is_called_where_a_match_is_played(migrated_file: Path, tmp_path: Path) -> None:
    """Everybody but computer players, and those who want notices elsewhere or none. A changed
    preference counts at once.
    """
    database = Database.connect(f"sqlite:///{shutil.copy(migrated_file, tmp_path)}")
    chosen = KnownPreferences(database)
    assert await chosen.called([ANN, of_level(1), BEN]) == (ANN, BEN)
    await chosen.prefer(ANN, notices="direct")
    assert await chosen.called([ANN, BEN]) == (BEN,)
    await chosen.prefer(BEN, notices="none")
    assert await chosen.called([ANN, BEN]) == ()
    await database.close()
