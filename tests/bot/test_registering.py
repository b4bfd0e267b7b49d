"""Commands are registered with Discord when they have changed, and not else."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import aiohttp
import pytest

from bot.registering import same
from playground.client import Playground
from tests.bot.stack import TOKEN, Stack

OURS: dict[str, Any] = {
    "name": "play",
    "type": 1,
    "description": "Open a table",
    "name_localizations": {"de": "spielen"},
    "description_localizations": {},
    "nsfw": False,
    "default_member_permissions": 32,
    "contexts": None,
    "options": [
        {
            "name": "seats",
            "type": 4,
            "description": "How many",
            "required": False,
            "choices": [{"name": "two", "value": 2}, {"name": "three", "value": 3}],
        }
    ],
}
ADDED = {
    "id": "7",
    "application_id": "8",
    "version": "9",
    "default_member_permissions": "32",
    "contexts": [0, 1, 2],
    "integration_types": [0],
    "dm_permission": True,
}


def _theirs() -> dict[str, Any]:
    """What Discord makes of it."""
    found: dict[str, Any] = deepcopy(OURS) | ADDED
    del found["options"][0]["required"]
    found["description_localizations"] = None
    return found


def test_what_discord_adds_makes_no_difference() -> None:
    """Ids, versions, defaults, numbers as texts and left out falsehoods are the same command."""
    assert same([OURS], [_theirs()])


@pytest.mark.parametrize(
    "change",
    [
        {"name": "games"},
        {"description": "Something else"},
        {"name_localizations": {"de": "Spiel"}},
        {"name_localizations": {"de": "spielen", "fr": "jouer"}},
        {"default_member_permissions": None},
        {"options": []},
        {"options": [OURS["options"][0] | {"required": True}]},
        {"options": [OURS["options"][0] | {"autocomplete": True}]},
        {"options": [OURS["options"][0] | {"choices": OURS["options"][0]["choices"][:1]}]},
        {"options": [OURS["options"][0], {"name": "more", "type": 3, "description": "More"}]},
    ],
)
def test_every_change_is_seen(change: dict[str, Any]) -> None:
    """Whatever is there and not ours, or ours and not there, in either direction."""
    assert not same([OURS], [_theirs() | change])
    assert not same([OURS | change], [_theirs()])


def test_a_command_more_or_less() -> None:
    """A command that is missing or too many is a change as well."""
    assert not same([OURS], [])
    assert not same([], [_theirs()])


async def _written(pg: Playground) -> int:
    found = await pg.requests(r"/applications/\d+/commands", method="PUT")
    return int(found["count"])


async def test_registered_once(stack: Stack, pg: Playground) -> None:
    """A bot that starts again finds its commands registered; where one is missing it registers them
    anew.
    """
    every = await pg.commands()
    before = await _written(pg)
    assert before == 1
    await _again(stack, pg)
    assert await _written(pg) == before
    assert await pg.commands() == every
    await _remove_one(pg, every[0])
    await _again(stack, pg)
    assert await _written(pg) == before + 1
    assert {one["name"] for one in await pg.commands()} == {one["name"] for one in every}


async def _again(stack: Stack, pg: Playground) -> None:
    assert stack.stop() == 0

    async def offline() -> bool:
        state = await pg.request("GET", "control/state")
        return not any(session["connected"] for session in state["sessions"])

    await pg.wait_for(offline)
    stack.start()
    await pg.wait_online()


async def _remove_one(pg: Playground, command: dict[str, Any]) -> None:
    """Removes a command as the bot's owner could do by hand."""
    path = f"applications/{command['application_id']}/commands/{command['id']}"
    headers = {"Authorization": f"Bot {TOKEN}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.delete(f"{pg.url}/api/v10/{path}") as response,
    ):
        assert response.status == 204
