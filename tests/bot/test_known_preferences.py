"""The cache of players' preferences."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.context.preferences import KnownPreferences
from matches.model.computer_players import of_level
from matches.model.errors import Unavailable
from matches.model.ids import GuildId, PlayerId
from storage.database import Database

ANN, BEN, HERE = PlayerId(1_001), PlayerId(1_002), GuildId(5)


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


async def test_what_is_stored_again_is_never_a_guess(migrated_file: Path, tmp_path: Path) -> None:
    """If the database can't be read, whoever only looks gets the defaults; who wants to store all
    of it again gets nothing.
    """
    file = Path(shutil.copy(migrated_file, tmp_path))
    database = Database.connect(f"sqlite:///{file}")
    before = KnownPreferences(database)
    await before.prefer(ANN, web="named")
    await before.configure(HERE, public=True)
    chosen = KnownPreferences(database)
    away = file.rename(tmp_path / "elsewhere.db")  # noqa: ASYNC240 - it takes no time
    assert (await chosen.by_player(ANN)).web != "named"
    assert not (await chosen.in_guild(HERE)).public
    with pytest.raises(Unavailable):
        await chosen.stored_by_player(ANN)
    with pytest.raises(Unavailable):
        await chosen.stored_in_guild(HERE)
    away.rename(file)
    assert (await chosen.stored_by_player(ANN)).web == "named"
    assert (await chosen.stored_in_guild(HERE)).public
    await database.close()
