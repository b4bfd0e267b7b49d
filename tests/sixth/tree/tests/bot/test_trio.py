"""Trio over the playground: typed, by taps, with pictures, help, ratings and computer players."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from matches.model.computer_players import is_computer_player
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.bot.test_by_taps import tap
from tests.support.lonely import Lonely
from tests.support.matches import HASTY, begin
from tests.support.short_matches import LINES, begin_in_german
from tests.support.stack import Stack

SHORT = LINES["trio"]


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players think little, and answer at once."""
    return HASTY


async def test_typed_and_rated(general: Channel, ben: User, david: User) -> None:
    """A match from the first turn to the last, half a turn among them; then the leaderboard."""
    game = await begin(general, "trio", ben, david)
    begun = await game.move(1, "a1")
    assert begun.labels == ["Back", "Reset", "Confirm"]
    await begun.click("Reset")
    assert "The second stone must lie beside" in (await game.move(1, "a1 c3")).content
    *turns, last = SHORT.turns.split("; ")
    for number, turn in enumerate(turns):
        assert f"`{turn}`" in (await game.move(number % 2 + 1, turn)).content
    assert f"`{last}`" in (await game.move(1, last)).content
    board = await game.board()
    assert f"🏆 {game.players[0].mention}" in board.content
    assert "wins with three in line." in board.content
    assert "White: 3 stones on a1, a2, a3." in board.attachments[0].description
    with Image.open(BytesIO(await board.attachments[0].read())) as picture:
        assert picture.format == "PNG"
    shown = await ben.command("leaderboard", general, game="trio")
    assert shown.content.startswith("### Trio · 2 seats · correspondence\n")
    assert game.players[0].mention in shown.content


async def test_by_taps_in_german(pg: Playground) -> None:
    """The same match, picked part by part."""
    game = await begin_in_german(pg, SHORT)
    for turn in SHORT.turns.split("; "):
        board = await game.board()
        player = next(user for user in game.players if user.name in board.mentions)
        assert f"`{turn}`" in (await tap(board, player, turn)).content
    assert "mit drei in einer Reihe" in (await game.board()).content


async def test_help_and_tutorial(general: Channel, emma: User, anna: User) -> None:
    """Both in the reader's language, with pictures; a lesson is set."""
    rules = await emma.command("rules", general, game="trio")
    assert "Three of one colour in line win." in rules.text
    regeln = await anna.command("rules", general, game="trio")
    assert "Drei einer Farbe in einer Reihe gewinnen." in regeln.text
    assert regeln.attachments
    assert "</play trio:" in (await emma.command("help", general)).content
    lesson = await (await emma.command("tutorial", general, game="trio")).click("Begin")
    assert "Bring three stones into line in column a." in lesson.text


async def test_against_a_computer_player(
    pg: Playground, stack: Stack, general: Channel, emma: User
) -> None:
    """One person plays against level 1 until somebody has won or the board is full."""
    database = Database.connect(stack.settings["DATABASE_URL"])
    try:
        lonely = Lonely(pg, database, emma, general)
        await lonely.open("trio", computer=1)
        over = await lonely.play_out()
    finally:
        await database.close()
    assert over.status == "finished"
    assert over.ending is not None
    assert over.ending.reason in {"three", "full"}
    assert sum(map(is_computer_player, over.players)) == 1
