"""A guild's settings, chosen by its managers: stored, validated, reset."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import pytest
from sqlalchemy import Connection, event

from matches.model.clock import Clock
from matches.model.ids import GuildId
from matches.settings import guilds
from matches.settings.declared import WrongChoice
from matches.settings.guilds import CHOICES, GuildSettings, configure, settings
from storage import guilds as rows
from storage.database import Database
from storage.runners import awaited
from storage.transactions import transaction
from tests import PATIENCE

HERE, ELSEWHERE = GuildId(5), GuildId(6)


async def test_what_is_chosen_replaces_only_itself(db: Database) -> None:
    """Each setting stays until it is changed or reset, and applies to that guild only."""
    assert await settings(db, HERE) == GuildSettings()
    await configure(db, HERE, channels=[1, 2], clock="3d", threads=False, language="de")
    known = await configure(db, HERE, language=None, channels=[], boards="kept")
    assert known == await settings(db, HERE)
    assert known == GuildSettings(clock=Clock.read("3d"), threads=False, boards="kept")
    assert await settings(db, ELSEWHERE) == GuildSettings()


@pytest.mark.parametrize(
    "wrong",
    [
        {"channels": [0]},
        {"channels": ["1"]},
        {"channels": list(range(1, guilds.MOST_CHANNELS + 2))},
        {"language": "De"},
        {"threads": "on"},
        {"boards": "none"},
        {"clock": "soon"},
        {"clock": "2m + 3s"},
        {"games": ["chess"]},
        {"openers": "nobody"},
        {"role": True},
        {"theme": "no such theme"},
        {"outside": "off"},
        {"colour": "red"},
    ],
    ids=str,
)
async def test_what_does_not_exist_is_refused(db: Database, wrong: dict[str, object]) -> None:
    """An invalid value changes nothing, not even the valid settings beside it."""
    with pytest.raises(WrongChoice) as refused:
        await configure(db, HERE, **{"threads": False, **wrong})
    assert refused.value.values == wrong
    assert await settings(db, HERE) == GuildSettings()


async def test_resetting(db: Database) -> None:
    """Resetting removes all settings."""
    everything = (
        [1],
        "de",
        "dark",
        False,
        "kept",
        "5m+5s",
        ["tyr"],
        "managers",
        7,
        "everyone",
        "all",
        False,
        True,
        True,
    )
    await configure(db, HERE, **dict(zip(CHOICES, everything, strict=True)))
    assert await configure(db, HERE, **dict.fromkeys(CHOICES)) == GuildSettings()
    assert await settings(db, HERE) == GuildSettings()


def test_what_follows() -> None:
    """No named games or channels means all of them. A thread is allowed if its channel is."""
    everything = GuildSettings()
    assert everything.offers("tyr")
    assert everything.is_open(1, None)
    some = GuildSettings(channels=(1,), games=("tyr",))
    assert some.offers("tyr")
    assert not some.offers("attangle")
    assert some.is_open(9, 1)
    assert not some.is_open(9, None)


async def test_a_guild_is_welcomed_once(db: Database) -> None:
    """A welcome is noted beside the settings, which stay, and not again until much later."""
    await configure(db, HERE, theme="dark")
    assert await guilds.note_welcome(db, HERE)
    assert not await guilds.note_welcome(db, HERE)
    assert await guilds.note_welcome(db, ELSEWHERE)
    assert await configure(db, HERE, **dict.fromkeys(CHOICES)) == GuildSettings()
    assert not await guilds.note_welcome(db, HERE)
    long_ago = int(db.now().timestamp()) - guilds.WELCOME_PAUSE - 1

    def age(connection: Connection) -> None:
        with transaction(connection):
            rows.set_settings(connection, HERE, {"welcomed": long_ago})

    await db.write(age)
    assert await guilds.note_welcome(db, HERE)
    assert await settings(db, HERE) == GuildSettings()


@pytest.mark.parametrize("noted", ["welcome", "commands"])
async def test_what_is_chosen_meanwhile_stays(
    db: Database, url: str, noted: Literal["welcome", "commands"]
) -> None:
    """What is noted beside the settings is written after what a manager is choosing, not over
    it.
    """
    await configure(db, HERE, threads=False)
    other, loop = Database.connect(url), asyncio.get_running_loop()
    chosen, reached, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def stay() -> None:
        chosen.set()
        await done.wait()

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if any(one in statement for one in ("advisory", "BEGIN IMMEDIATE", "INSERT INTO guild")):
            loop.call_soon_threadsafe(reached.set)

    def choose(connection: Connection) -> None:
        with transaction(connection):
            rows.hold(connection, HERE)
            known = rows.settings(connection, HERE)
            rows.set_settings(connection, HERE, known | {"theme": "dark"})
            awaited(stay())

    def note_commands(connection: Connection) -> None:
        with transaction(connection):
            rows.note_commands(connection, HERE, has=True)

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        choosing = asyncio.create_task(other.write(choose))
        async with asyncio.timeout(PATIENCE):
            await chosen.wait()
        work = guilds.note_welcome(db, HERE) if noted == "welcome" else db.write(note_commands)
        noting = asyncio.create_task(work)
        async with asyncio.timeout(PATIENCE):
            await reached.wait()
        done.set()
        await choosing
        await noting
    finally:
        done.set()
        await other.close()
    assert await settings(db, HERE) == GuildSettings(threads=False, theme="dark")
    stored = await db.read(lambda connection: rows.settings(connection, HERE))
    assert {"welcome": "welcomed", "commands": "commands"}[noted] in stored
