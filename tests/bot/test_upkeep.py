"""The commands for maintaining a database: without a database, and downgrading."""

from __future__ import annotations

from pathlib import Path

import pytest

import matches
from matches import Place
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage import migrations
from storage.database import Database
from tests.support.postgres import EMPTY, Cluster
from tests.support.stack import run

pytestmark = pytest.mark.untraced

SECRET = "hunter2-and-more"


def _run(folder: Path, *command: str, **settings: str) -> tuple[int, str, str]:
    ended = run(folder, *command, **settings)
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize(
    "command",
    [
        "verify",
        "db backup copy.db",
        "db downgrade 0008",
        "ratings recompute",
        "db copy sqlite:///data/dreierlei.db sqlite:///other.db",
        "db copy - sqlite:///other.db",
    ],
)
def test_nothing_is_made_in_a_wrong_folder(command: str, tmp_path: Path) -> None:
    """Without a database one line says so, with status 2, and none is created."""
    status, out, err = _run(tmp_path, *command.split())
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "there is no file data/dreierlei.db" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["verify", "db backup copy.db"])
def test_nothing_is_made_in_an_empty_server(command: str, tmp_path: Path, cluster: Cluster) -> None:
    """The same holds for an empty PostgreSQL database."""
    with cluster.database(EMPTY) as url:
        status, out, err = _run(tmp_path, *command.split(), DATABASE_URL=url)
    assert (status, out) == (2, "")
    assert err.startswith("DATABASE_URL: no database at postgresql://")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


async def test_back_to_the_version_of_a_backup(url: str, tmp_path: Path) -> None:
    """The schema is downgraded to that of a backup by the older version; `db downgrade` alone lists
    all. After an upgrade the older version's matches are there.
    """
    *_, older, newer = migrations.revisions()
    db, kept = Database.connect(url), tmp_path / "older.db"
    place = Place(guild=GuildId(700), channel=ChannelId(71))
    table = await matches.open_table(db, game="attangle", host=PlayerId(101), place=place)
    await db.downgrade(older)
    old = Database.connect(f"sqlite:///{kept}")
    await old.write(lambda connection: migrations.upgrade(connection, older))
    await old.close()
    status, _, err = _run(tmp_path, "verify", DATABASE_URL=url)
    assert status == 2
    assert "`dreierlei migrate`" in err
    assert _run(tmp_path, "migrate", DATABASE_URL=url)[0] == 0
    status, out, _ = _run(tmp_path, "db", "downgrade", DATABASE_URL=url)
    assert status == 0
    assert f"* {newer}" in out
    assert f"  {older}" in out
    status, out, err = _run(tmp_path, "db", "downgrade", str(kept), DATABASE_URL=url)
    assert (status, err) == (0, "")
    assert out.endswith(f"the schema {older}: install the version that works with it\n")
    await db.migrate()
    assert (await matches.get(db, table.id)).status == "open"
    await db.close()


def test_an_unknown_way_back(tmp_path: Path, migrated_file: Path) -> None:
    """Anything but a schema or a backup is refused in one line."""
    url = f"sqlite:///{migrated_file}"
    status, out, err = _run(tmp_path, "db", "downgrade", "yesterday", DATABASE_URL=url)
    assert (status, out) == (2, "")
    assert err.startswith("yesterday is no backup that can be read: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("url", "hint"),
    [
        (f"postgresql://anna:{SECRET}@x@127.0.0.1:1/m", "has to be written %40"),
        (f"postgresql://anna:{SECRET}@127.0.0.1:port/m", "not a database address"),
        (f"postgresql://anna:{SECRET}@127.0.0.1:1/m?sslmode={SECRET}", "sslmode is one of"),
        (f"postgresql://anna:{SECRET}@127.0.0.1:1/m?{SECRET}=1", "only these are understood"),
        (f"postgresql://anna:{SECRET}@127.0.0.1:1/m?sslmode=require", "127.0.0.1"),
        (f"{SECRET}://somewhere", "expected sqlite:///FILE"),
    ],
)
def test_addresses_are_refused_in_one_line(url: str, hint: str, tmp_path: Path) -> None:
    """Any problem with an address is reported in one line without its password."""
    status, out, err = _run(tmp_path, "db", "copy", "-", "sqlite:///new.db", DATABASE_URL=url)
    assert (status, out) == (2, "")
    assert hint in err
    assert err.count("\n") == 1
    assert SECRET not in err


def test_a_password_on_the_command_line_is_warned_of(tmp_path: Path) -> None:
    """Everybody can read it in the list of processes. The address in the settings is not
    affected.
    """
    url = f"postgresql://anna:{SECRET}@127.0.0.1:1/m"
    _, _, err = _run(tmp_path, "db", "copy", url, "-")
    assert "list of processes" in err
    assert SECRET not in err
    _, _, err = _run(tmp_path, "db", "copy", "-", "sqlite:///new.db", DATABASE_URL=url)
    assert "list of processes" not in err
    assert SECRET not in err
