"""Answers to unknown buttons, and to unexpected errors."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from gettext import NullTranslations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.errors import OUTDATED
from bot.interactions import error_handler
from bot.interactions.subject import subject_of
from matches.model.errors import Unavailable
from playground.answers import Message
from playground.client import Channel, Playground, User
from storage.database import Database
from storage.errors import StorageError
from tests.support.matches import begin, open_table
from tests.support.stack import TOKEN, Stack

STRANGE = [
    "join",
    "something quite different",
    "nonesuch:K7F2:3:",
    "move:k7f2:3:",
    "move:K7F2:1234567890:",
    "pick:-:3:garbage",
    "confirm:-:3:-1/0/-/",
    "rules:-:0:nonesuch/0",
    "rules:-:0:attangle/x",
    "rules-section:-:0:attangle",
    "lesson:-:0:nonesuch/0/0/|",
    "lesson-hint:-:0:attangle/goal/0/|",
    "lesson-show:-:0:attangle/end/0/|",
    "lesson-pick:-:0:attangle/placing/0/|",
    "lesson-type:-:0:attangle",
    "practise:-:0:nonesuch",
    "which:-:0:nonesuch/",
    "which:-:0:",
    "which:-:0:board/",
]


async def _as_the_bot(pg: Playground, channel: Channel, custom_id: str) -> Message:
    """A message with one button, sent directly with the bot's token."""
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}
    body = {"content": "old", "components": [{"type": 1, "components": [button]}]}
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"}) as session,
        session.post(f"{pg.url}/api/v10/channels/{channel.id}/messages", json=body) as response,
    ):
        assert response.status == 200
    return await channel.last()


@pytest.mark.parametrize("custom_id", STRANGE)
async def test_strange_buttons(custom_id: str, pg: Playground, general: Channel, ben: User) -> None:
    """A button that this version would not make gets a friendly ephemeral answer."""
    message = await _as_the_bot(pg, general, custom_id)
    reply = await message.click("Press", by=ben)
    assert reply.ephemeral
    assert reply.content == OUTDATED


async def test_buttons_of_unknown_matches(pg: Playground, general: Channel, ben: User) -> None:
    """So does a button of a match that does not exist."""
    for action in ("move", "resign", "abort", "draw-accept", "draw-decline", "clear", "join"):
        message = await _as_the_bot(pg, general, f"{action}:ZZZZ:3:")
        reply = await message.click("Press", by=ben)
        told = reply.followups[-1] if reply.followups else reply
        assert told.ephemeral
        assert told.content.startswith("There is no match “ZZZZ”.")


@pytest.mark.parametrize("error", [Unavailable(), StorageError("failover")])
async def test_the_database_is_gone_after_something_was_stored(
    tmp_path: Path, error: Exception
) -> None:
    """Nobody is asked to try again what stands. What said so first counts."""
    client = SimpleNamespace(database=Database.connect(f"sqlite:///{tmp_path}/bot.db"))
    interaction: Any = SimpleNamespace(
        extras={}, client=client, command=None, user=SimpleNamespace(id=1)
    )
    language = NullTranslations()
    again, _ = await error_handler._explained(interaction, error, language)
    assert "Please try again" in str(again)
    error_handler.stands(interaction, "It stands.")
    error_handler.stands(interaction)
    assert await error_handler._explained(interaction, error, language) == ("It stands.", {})
    subject_of(interaction).competition = "L-ZZZZ"
    said, _ = await error_handler._explained(interaction, error, language)
    assert said == error_handler.STANDS_THERE["ladder"]


async def test_an_error_that_nobody_foresaw(tmp_path: Path) -> None:
    """The user gets a reference number. The log has it, with the match and the error."""
    stack = Stack(tmp_path)
    try:
        async with Playground.connect(stack.url) as pg:
            await pg.wait_online()
            ben, david = pg.user("ben"), pg.user("david")
            game = await begin(pg.channel("general"), "attangle", ben, david)
            stack.kill()
            _rename(tmp_path, "forgotten")
            stack.start()
            await pg.wait_for(lambda: _again(pg, stack))
            reply = await game.move(1, "c3")
            assert reply.ephemeral
            found = re.fullmatch(
                r"Something went wrong\. Check `/board` before you try again\. "
                r"Reference: ([0-9A-F]{8})",
                reply.content,
            )
            assert found
            assert f"reference={found[1]} match={game.id}" in stack.said()
            assert "KeyError: 'forgotten'" in stack.said()
    finally:
        stack.close()
    _rename(tmp_path, "attangle")
    stack.check_loop()
    stack.verify()


def _rename(folder: Path, game: str) -> None:
    """Changes the game of the stored matches."""
    with closing(sqlite3.connect(folder / "bot.db")) as database, database:
        database.execute("UPDATE match SET game = ?", (game,))


async def _again(pg: Playground, stack: Stack) -> bool:
    state = await pg.request("GET", "control/state")
    connected = any(session["connected"] for session in state["sessions"])
    return connected and stack.said().count("has connected to Gateway") == 2


async def test_nothing_behind_the_semicolon(general: Channel, ben: User, david: User) -> None:
    """`/move ;` explains how to prepare turns, whoever is to move."""
    game = await begin(general, "attangle", ben, david)
    for seat in (1, 2):
        reply = await game.move(seat, ";")
        assert reply.ephemeral
        assert reply.content.startswith("Put a semicolon before each turn you want to prepare:")
        assert re.search(r"`/move ; [a-g]\d`", reply.content)


async def test_backticks_in_prepared_turns(general: Channel, ben: User, david: User) -> None:
    """Text that somebody typed cannot break out of its quotation."""
    game = await begin(general, "attangle", ben, david)
    said = await game.move(2, "; ```**c3**`; c4")
    assert "prepared" not in said.content
    assert "```" not in said.content
    assert "**c3**" not in said.content


async def test_an_option_brings_its_number_of_seats(general: Channel, ben: User) -> None:
    """Choosing partners also chooses four seats."""
    table = await open_table(ben, general, "turnier", partners="true")
    assert "4. free" in table.content


async def test_a_wrong_option_is_explained_in_german(general: Channel, anna: User) -> None:
    """The answer also says why the text is not valid for the option."""
    reply = await anna.command("play die-drei", general, board="1a0.2a0")
    assert reply.ephemeral
    assert "vier" in reply.content
    assert "takes" not in reply.content
