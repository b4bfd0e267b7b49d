"""A whole game, and the answers to illegal input."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

import games
from bot.cogs.play.cog import ONLY_ALL
from games import play
from games.protocol import Setup
from playground.client import Channel, Playground, User
from tests.support.matches import begin

pytestmark = pytest.mark.shared_bot

GAME = games.get("attangle")


def _to_a_third_triple() -> list[str]:
    """The moves of the first random game that ends with a third triple."""
    for seed in range(100):
        moves = play.random_line(GAME, Setup(2), Random(seed))
        line = play.replay(GAME, Setup(2), [str(move) for move in moves])
        if line.position.result.reason == "third-triple":
            return [str(move) for move in moves]
    raise AssertionError("no such game")


async def test_a_whole_game(general: Channel, ben: User, david: User) -> None:
    """Two people play from the first placing to a third triple. The winner is named, the last
    picture has a description, and no buttons for play remain.
    """
    game = await begin(general, "attangle", ben, david)
    moves = _to_a_third_triple()
    for ply, move in enumerate(moves):
        reply = await game.move(ply % 2 + 1, move)
        assert reply.ephemeral
        assert f"`{move}`" in reply.content
    winner = game.players[(len(moves) - 1) % 2]
    boards = await game.boards()
    assert len(boards) == len(moves) + 1
    last = boards[-1]
    assert f"🏆 {winner.mention}" in last.content
    assert "wins with the third triple." in last.content
    assert last.labels[0] == "Rematch"
    assert set(last.mentions) == {"ben", "david"}
    picture = last.attachments[0]
    image = Image.open(BytesIO(await picture.read()))
    assert image.format == "PNG"
    assert min(image.size) >= 900
    assert "triples on" in picture.description
    over = await game.move(1, "a1")
    assert over.ephemeral
    assert over.content == f"Match {game.id} is over."
    again = await ben.command("games", general, over=True)
    assert f"`{game.id}`" in again.content


async def test_each_turn_calls_who_is_next(general: Channel, ben: User, david: User) -> None:
    """The first board adds both players to the thread. Then each board mentions only the player to
    move; its text names the one who has moved.
    """
    game = await begin(general, "attangle", ben, david)
    black = game.players[1]
    assert {*(await game.board()).mentions} == {"ben", "david"}
    await game.move(1, "c3")
    board = await game.board()
    assert board.mentions == [black.name]
    assert "White places a piece on c3." in board.content
    assert "White: 1 single on c3." in board.attachments[0].description


REFUSED = {
    "d4": "No piece may stand on d4, the centre",
    "c3": "You can't place on c3: there is a piece there already.",
    "z9": "There is no z9 on the board. You can play this, for example: ",
    "g5": "There is no g5 on the board. You can play this, for example: f5",
    "fghij": "“fghij” is not a move of this game. A turn looks like this: ",
    " . ": "That contains no move.",
    "c4 c5": "The turn is complete after c4. Leave out “c5”.",
    "c3,a1-d5": "There is no piece on a1.",
    "c3,d5-e5": "The piece on d5 is your opponent's",
    "@everyone *x*": r"“\@everyone” is not a move of this game.",
    "x" * 600: "A turn can have at most 500 characters.",
    "; " + "c4;" * 202: "You can prepare at most 200 turns; that would be 201.",
    ";;;": "Put a semicolon before each turn you want to prepare",
    "\x00\u202e’ DROP TABLE match --": "is not a move of this game.",
}


async def test_what_cannot_be_played(general: Channel, ben: User, emma: User) -> None:
    """Each kind of illegal input is answered to its author only, and changes nothing."""
    game = await begin(general, "attangle", ben, emma)
    await game.play("c3", "d5")
    before = len(await general.messages(game.players[1]))
    for turn, said in REFUSED.items():
        reply = await game.move(1, turn)
        assert reply.ephemeral
        assert said in reply.content
        assert reply.mentions == []
    assert len(await general.messages(game.players[1])) == before
    assert f"`{game.id}`: you played `c4`." in (await game.move(1, "c4")).content


async def test_who_may_not_move(general: Channel, ben: User, david: User, emma: User) -> None:
    """Nobody can play out of turn, as a stranger, or in matches that do not exist."""
    game = await begin(general, "attangle", ben, david)
    late = await game.move(2, "c3")
    assert late.ephemeral
    assert late.content.startswith(f"It's {game.players[0].mention}'s turn")
    stranger = await emma.command("move", general, turn="c3", match=game.id)
    assert stranger.content == f"You aren't playing in match {game.id}."
    for unknown in ("ZZZZ", "nonsense", "☃", "x" * 300):
        reply = await ben.command("move", general, turn="c3", match=unknown)
        assert reply.ephemeral
        assert reply.content.startswith("There is no match “")
    for command in ("draw", "rematch"):
        for typed in ("offer", "OFFER"):
            reply = await ben.command(command, general, match=typed)
            assert reply.content.startswith(f"There is no match “{typed}”. Match IDs look like")
    assert len(await game.boards()) == 1


async def test_several_matches_in_one_channel(
    pg: Playground, ben: User, david: User, emma: User
) -> None:
    """Without a named match, a move goes to the only one in which it is one's turn. If there are
    several, the bot asks, and the chosen one gets the typed move.
    """
    quiet = pg.channel("quiet")
    first = await begin(quiet, "attangle", ben, david)
    second = await begin(quiet, "attangle", ben, emma)
    for game in (first, second):
        if game.players[0] is not ben:
            await game.move(1, "a1")
    question = await ben.command("move", quiet, turn="c3")
    assert question.ephemeral
    assert question.content == "Which match?"
    assert question.selects[0]["placeholder"] != question.content
    labels = [option["label"] for option in question.selects[0]["options"]]
    assert {label[:4] for label in labels} == {first.id, second.id}
    answer = await question.select(None, [second.id])
    assert f"`{second.id}`: you played `c3`." in answer.content
    only = await ben.command("move", quiet, turn="c4")
    assert f"`{first.id}`: you played `c4`." in only.content
    assert "`c4`" in (await first.board()).content
    assert "`c3`" in (await second.board()).content


async def test_boards_on_request(general: Channel, ben: User, david: User, emma: User) -> None:
    """`/board` is ephemeral, and seen from the same side as the public board. With `public` it is
    for everybody, and mentions nobody.
    """
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "a1")
    white, black = game.players
    pictures = {}
    for user in (white, black, emma):
        reply = await user.command("board", general, match=game.id)
        assert reply.ephemeral
        assert ("Move" in reply.labels) == (user is black)
        pictures[user.name] = await reply.attachments[0].read()
    assert pictures[white.name] == pictures[black.name] == pictures[emma.name]
    refused = await emma.command("board", general, match=game.id, public=True, point="a1")
    assert refused.content == ONLY_ALL
    assert len(await game.boards()) == 2
    await emma.command("board", general, match=game.id, public=True)
    shown = await game.board()
    assert shown.mentions == []
    assert await shown.attachments[0].read() == pictures[white.name]


async def test_reading(general: Channel, ben: User) -> None:
    """`/help` names every game, by the command that opens a table."""
    told = await ben.command("help", general)
    assert told.ephemeral
    assert all(f"</play {game.info.key}:" in told.content for game in games.all_games())
