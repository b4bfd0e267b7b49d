"""`dreierlei db backup` and `db restore` as processes beside a running bot."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import matches
from matches import Match, Place
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from storage.database import Database
from tests.support.replay import replay_match
from tests.support.stack import run

pytestmark = pytest.mark.untraced

HERE = Place(guild=GuildId(700), channel=ChannelId(71))
MATCHES = 3
PAUSE = 0.02
"""Seconds between two turns of a match, since everything is replayed several times."""
Turns = dict[MatchId, list[str]]
"""The turns of each match."""


def _run(url: str, folder: Path, *command: str) -> tuple[int, str, str]:
    ended = run(folder, "db", *command, DATABASE_URL=url)
    return ended.returncode, ended.stdout, ended.stderr


async def _begin(db: Database) -> Match:
    table = await matches.open_table(
        db, game="attangle", host=PlayerId(101), invited=[PlayerId(102)], place=HERE
    )
    return await matches.accept(db, table.id, PlayerId(102))


async def _play_on(db: Database, played: Turns, many: asyncio.Event) -> None:
    """Plays one match after another until cancelled. Records each turn once it counts."""
    rng = random.Random(len(played))
    while True:
        match = await _begin(db)
        turns = played.setdefault(match.id, [])
        while match.player_to_move is not None:
            turn = str(rng.choice(match.game.legal_moves(match.position)))
            match = (await matches.play(db, match.id, match.player_to_move, turn)).match
            turns.append(turn)
            if sum(map(len, played.values())) >= 20:
                many.set()
                await asyncio.sleep(PAUSE)


async def _stored(url: str, ids: list[MatchId]) -> Turns:
    database = Database.connect(url)
    try:
        found = {}
        for one in ids:
            try:
                match = await replay_match(database, one)
            except matches.TableError:
                continue
            assert match.fault is None
            found[one] = [turn.text for turn in match.turns]
        return found
    finally:
        await database.close()


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if "backup" in path.name]


async def test_backed_up_while_turns_are_written(url: str, tmp_path: Path) -> None:
    """A backup has every turn that counted when it began. Of later ones it has an unbroken
    beginning. Restored, it reproduces, in a new database and in place of the old one.
    """
    db, played, many = Database.connect(url), Turns(), asyncio.Event()
    writers = [asyncio.create_task(_play_on(db, played, many)) for _ in range(MATCHES)]
    await many.wait()
    before = {one: len(turns) for one, turns in played.items()}
    file = tmp_path / "backup.db"
    status, out, err = await asyncio.to_thread(_run, url, tmp_path, "backup", str(file))
    assert (status, err) == (0, "")
    assert out == f"{file}: {file.stat().st_size} bytes\n"
    assert file.stat().st_mode & 0o777 == 0o600
    for writer in writers:
        writer.cancel()
    results = await asyncio.gather(*writers, return_exceptions=True)
    assert [type(one) for one in results] == [asyncio.CancelledError] * MATCHES
    await db.close()
    now = await _stored(url, list(played))
    assert sum(map(len, now.values())) > sum(before.values()), "nothing was written meanwhile"

    fresh = f"sqlite:///{tmp_path / 'fresh.db'}"
    status, out, err = await asyncio.to_thread(_run, fresh, tmp_path, "restore", str(file))
    assert (status, err) == (0, ""), err
    assert out.endswith(": all reproduce\n")
    restored = await _stored(fresh, list(played))
    for one, turns in restored.items():
        assert turns == now[one][: len(turns)]
        assert len(turns) >= before.get(one, 0)
    assert restored.keys() >= before.keys()

    status, out, err = await asyncio.to_thread(_run, url, tmp_path, "restore", str(file))
    assert (status, out) == (2, "")
    assert "not empty" in err
    assert "--force" in err
    assert await _stored(url, list(played)) == now
    status, out, err = await asyncio.to_thread(_run, url, tmp_path, "restore", "--force", str(file))
    assert (status, err) == (0, "")
    assert await _stored(url, list(played)) == restored
    db = Database.connect(url)
    assert (await _begin(db)).id not in restored
    await db.close()
    assert _names(tmp_path) == ["backup.db"]


def test_no_file_is_overwritten(tmp_path: Path, migrated_file: Path) -> None:
    """A backup overwrites nothing, and creates no database where there is none."""
    file = tmp_path / "backup.db"
    file.write_text("dear to somebody")
    status, _, err = _run(f"sqlite:///{migrated_file}", tmp_path, "backup", str(file))
    assert (status, err) == (2, f"there is a file {file} already\n")
    assert file.read_text() == "dear to somebody"
    nothing = f"sqlite:///{tmp_path / 'nothing.db'}"
    status, _, err = _run(nothing, tmp_path, "backup", str(tmp_path / "new.db"))
    assert status == 2
    assert err.startswith("DATABASE_URL: there is no file ")
    there = f"sqlite:///{migrated_file}"
    status, _, err = _run(there, tmp_path, "backup", str(tmp_path / "no" / "new.db"))
    assert status == 2
    assert err.startswith("can't write ")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("what", ["nothing", "text", "strange", "damaged"])
def test_what_is_no_backup_is_refused(what: str, tmp_path: Path, migrated_file: Path) -> None:
    """A missing file, a file that is not a database, a foreign database and a damaged one are
    refused in one line.
    """
    file, target = tmp_path / "backup.db", tmp_path / "target.db"
    if what == "text":
        file.write_text("This is no database. " * 100)
    elif what == "strange":
        with closing(sqlite3.connect(file)) as database:
            database.execute("CREATE TABLE recipe (soup TEXT)")
    elif what == "damaged":
        data = migrated_file.read_bytes()
        file.write_bytes(data[: len(data) // 2])
    status, out, err = _run(f"sqlite:///{target}", tmp_path, "restore", str(file))
    assert (status, out) == (2, "")
    assert err.startswith(f"{file} is no backup that can be read: ")
    assert err.count("\n") == 1
    assert not target.exists()
