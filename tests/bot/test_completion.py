"""Failing autocomplete, end to end: no choices for the user, and a line in the log."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from playground.client import Channel, Playground, User
from playground.connection import PlaygroundError
from tests.support.matches import begin
from tests.support.stack import DEADLINE, Stack

CALLBACK = r"^/interactions/\d+/*/callback$"


def _lines(stack: Stack, said: str) -> list[str]:
    return [line for line in stack.said().splitlines() if said in line]


def _change(stack: Stack, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute(statement, values)


async def test_what_comes_too_late_is_a_line(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """Discord does not wait for choices any more, and is sent none again; whoever types on gets
    the next ones.
    """
    await pg.request("DELETE", "control/requests")
    for number in range(1, 4):
        await pg.settings(deadline=0.3)
        await pg.fault("delay", CALLBACK, method="POST", seconds=3600)
        with pytest.raises(PlaygroundError):
            await ben.autocomplete("play attangle", "clock", "", channel=general)
        await pg.settings(deadline=DEADLINE)
        await pg.clear_faults()  # The bot may be so slow that its answer is still to come.
        await pg.release()

        async def noted(wanted: int = number) -> bool:
            return len(_lines(stack, "completion of play attangle: too late")) == wanted

        await pg.wait_for(noted)
    assert await ben.autocomplete("play attangle", "clock", "", channel=general)

    async def answered() -> int:
        count: int = (await pg.requests(CALLBACK, "POST"))["count"]
        return count if count >= 4 else 0

    assert await pg.wait_for(answered) == 4
    assert "Traceback" not in stack.said()


async def test_what_discord_refuses_is_a_line(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """The user then gets no choices."""
    await pg.fault("status", CALLBACK, method="POST", status=400)
    assert await ben.autocomplete("play attangle", "clock", "", channel=general) == []
    (line,) = _lines(stack, "completion of play attangle: HTTPException")
    assert " WARNING " in line


async def test_what_can_not_be_read_is_a_line(
    stack: Stack, general: Channel, ben: User, david: User
) -> None:
    """Whether the database is in trouble, or its contents cannot be read."""
    game = await begin(general, "attangle", ben, david)
    asked = ("rematch", "match", "")
    _change(stack, "ALTER TABLE seat RENAME TO chair")
    assert await ben.autocomplete(*asked, channel=general) == []
    _change(stack, "ALTER TABLE chair RENAME TO seat")
    (line,) = _lines(stack, "completion of rematch: ")
    assert " WARNING " in line
    _change(stack, "UPDATE match SET options = '[' WHERE status = ?", "running")
    for _ in range(5):
        assert await ben.autocomplete("resign", "match", "", channel=general) == []
    _change(stack, "UPDATE match SET options = '{}' WHERE status = ?", "running")
    lines = _lines(stack, "completion of resign: ")
    assert len(lines) == 5
    assert all(" ERROR " in one for one in lines)
    assert "Traceback" not in stack.said()
    (found,) = await ben.autocomplete("resign", "match", "", channel=general)
    assert found.value == game.id
