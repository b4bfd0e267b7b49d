"""What is kept at hand of what players have chosen."""

from __future__ import annotations

import shutil
from pathlib import Path

from bot.context.preferences import KnownPreferences
from matches.model.computer_players import of_level
from storage.database import Database

ANN, BEN = 1_001, 1_002


async def test_who_is_called_where_a_match_is_played(migrated_file: Path, tmp_path: Path) -> None:
    """All but those who want to hear of their turns elsewhere, or not at all, and no computer
    player; a choice counts at once.
    """
    database = Database.connect(f"sqlite:///{shutil.copy(migrated_file, tmp_path)}")
    chosen = KnownPreferences(database)
    assert await chosen.called([ANN, of_level(1), BEN]) == (ANN, BEN)
    await chosen.prefer(ANN, notices="direct")
    assert await chosen.called([ANN, BEN]) == (BEN,)
    await chosen.prefer(BEN, notices="none")
    assert await chosen.called([ANN, BEN]) == ()
    await database.close()
