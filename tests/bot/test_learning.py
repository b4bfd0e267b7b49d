"""Hints and analyses end to end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import func, select

from playground.answers import Message
from playground.client import Channel, User
from storage.database import Database
from storage.schema import analysis
from tests.support.matches import Game, begin, named
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

TURNS = ("c3", "d5", "c4", "e5", "b3")


@pytest.fixture
async def database(stack: Stack) -> AsyncIterator[Database]:
    """The bot's own database."""
    opened = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    yield opened
    await opened.close()


async def _begun(channel: Channel, *players: User, **options: Any) -> Game:
    game = await begin(channel, "attangle", *players, **options)
    await game.play(*TURNS)
    return game


async def _resigned(game: Game, channel: Channel) -> None:
    question = await game.players[0].command("resign", channel, match=game.id)
    await question.click("Resign")


async def test_hints(general: Channel, ben: User, david: User) -> None:
    """First where it begins, then the point, then the turn, each with a picture; the turn can be
    played. There are no hints for a player who is not to move, in a rated match or in a finished
    one.
    """
    game = await _begun(general, ben, david, rated=False)
    other, mover = game.players
    assert "turn" in (await other.command("hint", general, match=game.id)).content
    shown: Message = await mover.command("hint", general, match=game.id)
    assert shown.ephemeral
    assert "of the board." in shown.content.split("💡 The turn begins ")[1]
    assert shown.labels == ["Tell me more", "Move"]
    pictures = [await shown.attachments[0].read()]
    shown = await shown.click("Tell me more")
    assert "**" in shown.content.split("💡")[1]
    pictures.append(await shown.attachments[0].read())
    shown = await shown.click("Tell me more")
    turn = shown.content.split("`")[-2]
    assert shown.labels == ["Play this turn", "Move"]
    pictures.append(await shown.attachments[0].read())
    assert len({*pictures}) == 3
    await game.move(2, turn)
    assert f"6. `{turn}`" in (await game.board()).content

    more = await (await (await game.board()).click("More…", by=other)).refresh()
    assert "Hint" in more.labels
    await _resigned(game, general)
    late = await other.command("hint", general, match=game.id)
    assert late.content == f"Match {game.id} is over."

    rated = await _begun(general, ben, david)
    refused = await rated.players[1].command("hint", general, match=rated.id)
    assert "is rated" in refused.content


async def test_an_outdated_hint(general: Channel, ben: User, david: User) -> None:
    """Once the match has moved on, an old hint has no next step."""
    game = await _begun(general, ben, david, rated=False)
    shown: Message = await game.players[1].command("hint", general, match=game.id)
    await game.play("f3", "b4", first=2)
    refused = await shown.click("Tell me more")
    assert any("has moved on" in one.content for one in refused.followups)


async def test_analysis(
    general: Channel, database: Database, ben: User, david: User, emma: User
) -> None:
    """A finished match is analysed once, shown as a curve, and stepped through."""
    game = await _begun(general, ben, david)
    refused = await ben.command("analyse", general, match=game.id)
    assert "isn't over yet" in refused.content
    await _resigned(game, general)

    asked = await ben.command("analyse", general, match=game.id)

    async def finished() -> bool:
        return "Analysis of 5 turns" in (await asked.refresh()).content

    await ben.pg.wait_for(finished)
    shown: Message = await asked.refresh()
    assert shown.ephemeral
    curve = shown.attachments[0]
    assert curve.filename == "curve.png"
    assert "White" in curve.description
    assert Image.open(BytesIO(await curve.read())).format == "PNG"

    shown = await shown.click("Step through")
    assert "Chances: White" in shown.content
    pictures = {await shown.attachments[0].read()}
    for number in range(1, len(TURNS) + 1):
        shown = await shown.click("▶")
        assert f"{number}. " in shown.content
        pictures.add(await shown.attachments[0].read())
    assert len(pictures) == len(TURNS) + 1
    shown = await shown.click("⏭")
    assert "resigned" in shown.content
    assert "White 0% · Black 100%" in shown.content
    shown = await (await shown.click("⏮")).click("▶")
    assert "1. " in shown.content
    shown = await shown.click("Graph")
    assert "Analysis of 5 turns" in shown.content

    again = await emma.command("analyse", general, match=game.id)
    assert "Analysis of 5 turns" in again.content
    if again.selects:
        stop = again.selects[0]["options"][0]["value"]
        assert "Chances" in (await again.select(None, [stop])).content

    def kept(connection: Any) -> int:
        return int(connection.execute(select(func.count()).select_from(analysis)).scalar_one())

    assert await database.read(kept) == 1


async def test_cancelling(general: Channel, ben: User, david: User) -> None:
    """Anybody can stop waiting for an analysis, and start it again later."""
    game = await begin(general, "attangle", ben, david)
    await game.play("c3", "d5", "c4", "e5", "b3", "f3", "b4", "f4", "g2", "f5")
    await _resigned(game, general)
    asked = await david.command("analyse", general, match=game.id)
    assert asked.labels == ["Stop the analysis"]
    await asked.click("Stop the analysis", wait=False)

    async def cancelled() -> bool:
        return "was stopped" in (await asked.refresh()).content

    await david.pg.wait_for(cancelled)
    shown: Message = await asked.refresh()
    assert shown.labels == ["Analyse"]
    assert named(shown) == game.id


async def test_german(general: Channel, anna: User, ben: User) -> None:
    """Hints are in the reader's language."""
    game = await _begun(general, anna, ben, rated=False)
    if game.players[1] != anna:
        await game.move(2, "f3")
    shown = await anna.command("hint", general, match=game.id)
    assert "💡 Der Zug beginnt " in shown.content
    assert "Mehr verraten" in shown.labels
