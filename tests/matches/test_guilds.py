"""What those who manage a guild choose for it: stored, validated, taken back."""

from __future__ import annotations

import pytest

from matches.model.clock import Clock
from matches.settings import guilds
from matches.settings.guilds import CHOICES, GuildSettings, configure, reset, settings
from storage.database import Database

HERE, ELSEWHERE = 5, 6


async def test_what_is_chosen_replaces_only_itself(db: Database) -> None:
    """Each choice stays until it is changed or taken back, and is that guild's alone."""
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
        {"colour": "red"},
    ],
    ids=str,
)
async def test_what_does_not_exist_is_refused(db: Database, wrong: dict[str, object]) -> None:
    """Then nothing changes, not even by what is right beside it."""
    with pytest.raises(ValueError, match="no choice for"):
        await configure(db, HERE, **{"threads": False, **wrong})
    assert await settings(db, HERE) == GuildSettings()


async def test_resetting(db: Database) -> None:
    """All choices are taken back."""
    everything = ([1], "de", False, "kept", "5m+5s", ["tyr"], "managers", 7, "dark", True)
    await configure(db, HERE, **dict(zip(CHOICES, everything, strict=True)))
    assert await reset(db, HERE) == GuildSettings() == await settings(db, HERE)


def test_what_follows() -> None:
    """Naming no game or channel means all of them; a thread is open if its channel is."""
    everything = GuildSettings()
    assert everything.offers("tyr")
    assert everything.is_open(1, None)
    some = GuildSettings(channels=(1,), games=("tyr",))
    assert some.offers("tyr")
    assert not some.offers("attangle")
    assert some.is_open(9, 1)
    assert not some.is_open(9, None)
