"""Players' preferences: stored, validated, reset."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import Connection

from matches.settings.declared import WrongChoice
from matches.settings.players import (
    CHOICES,
    Preferences,
    prefer,
    preferences,
    wants_confirmation,
)
from storage import players
from storage.database import Database
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB


async def test_what_is_chosen_replaces_only_itself(db: Database) -> None:
    """Each preference stays until it is changed or reset, and applies to that player only."""
    assert await preferences(db, ANN) == Preferences()
    await prefer(db, ANN, language="de", theme="colour-blind", confirm=True, spoilers=True)
    await prefer(db, ANN, quiet="22-8", zone="Europe/Berlin")
    known = await prefer(db, ANN, quiet=None, confirm=False)
    assert known == await preferences(db, ANN)
    assert known == Preferences(
        language="de", theme="colour-blind", zone="Europe/Berlin", spoilers=True
    )
    assert await preferences(db, BOB) == Preferences()


async def test_nothing_is_lost_of_what_is_chosen_at_the_same_time(db: Database) -> None:
    """In particular, no agreement that was withdrawn comes back."""
    flags = ("confirm", "instant", "spoilers", "touch", "public")
    for number in range(10):
        await prefer(db, ANN, puzzles=True, **dict.fromkeys(flags, False))
        changes = [{"puzzles": False}, *({one: True} for one in flags)]
        turned = changes[number % len(changes) :] + changes[: number % len(changes)]
        await asyncio.gather(*(prefer(db, ANN, **one) for one in turned))
        known = await preferences(db, ANN)
        assert not known.puzzles
        assert all(getattr(known, one) for one in flags)


@pytest.mark.parametrize(
    "wrong",
    [
        {"notices": "pigeon"},
        {"quiet": "late"},
        {"quiet": "8-8"},
        {"zone": "Mars/Olympus"},
        {"language": "../de"},
        {"theme": ""},
        {"confirm": "yes"},
        {"spoilers": 1},
        {"hours": "often"},
        {"web": True},
        {"web_since": -1},
        {"touch": "on"},
        {"colour": "red"},
    ],
    ids=str,
)
async def test_what_does_not_exist_is_refused(db: Database, wrong: dict[str, object]) -> None:
    """An invalid value changes nothing, not even the valid preferences beside it."""
    await prefer(db, ANN, notices="direct")
    with pytest.raises(WrongChoice) as refused:
        await prefer(db, ANN, **{"locale": "de", **wrong})
    assert refused.value.values == wrong
    assert await preferences(db, ANN) == Preferences(notices="direct")


async def test_resetting(db: Database) -> None:
    """Resetting removes all preferences, but not the language that Discord reports, since it is not
    one.
    """
    everything = (
        *("de", "dark", True, True, False, "direct", "22-8", "Europe/Berlin", False),
        *(True, 3, True, "named", True),
    )
    chosen = dict(zip(CHOICES, everything, strict=True))
    await prefer(db, ANN, **chosen, locale="de")
    assert await prefer(db, ANN, **dict.fromkeys(CHOICES)) == Preferences(locale="de")
    assert await preferences(db, ANN) == Preferences(locale="de")


async def test_names_of_other_versions_are_left_alone(db: Database) -> None:
    """Preferences stored by a later version do no harm, and are kept."""

    def store(connection: Connection) -> None:
        with transaction(connection):
            players.set_preferences(connection, ANN, {"sound": "loud", "theme": "dark"})

    await db.write(store)
    assert await prefer(db, ANN, confirm=True) == Preferences(theme="dark", confirm=True)
    kept = await db.read(partial(players.preferences, player_id=ANN))
    assert kept == {"sound": "loud", "theme": "dark", "confirm": True}


async def test_confirmation(db: Database) -> None:
    """Confirmation is off by default."""
    wanted = partial(wants_confirmation, player=ANN)
    assert not await db.read(wanted)
    await prefer(db, ANN, confirm=True)
    assert await db.read(wanted)
