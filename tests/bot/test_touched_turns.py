"""A touched turn is shown under what its own player has done last, not under an opponent's turn."""

from __future__ import annotations

import pytest

from bot.messages.board import MOVE, TO_BOARD
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import FOLLOW_UPS, Game, begin, named
from tests.support.ports import served
from tests.support.public_answers import all_shown, forget_requests, is_answer, killed, spent
from tests.support.stack import Stack
from tests.support.touch_links import play

pytestmark = pytest.mark.untraced

TOUCH = "Tap to play"


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot serves pages."""
    return served()


@pytest.fixture
async def game(stack: Stack, pg: Playground, general: Channel, ben: User, david: User) -> Game:
    """A match after its second turn, in which the first player is to move."""
    game = await begin(general, "attangle", ben, david)
    await game.play("c3", "c4")
    await all_shown(stack, pg, game.id)
    return game


async def _link(game: Game, seat: int, channel: Channel | None = None) -> str:
    player = game.players[seat - 1]
    if channel is None:
        shown = await (await game.board()).click(TOUCH, by=player)
    else:
        asked = await player.command("board", channel, match=game.id)
        shown = await asked.click(TOUCH)
    return str(shown.buttons[0]["url"])


async def _with(game: Game, turn: str) -> Message:
    """The board that tells of this turn."""

    async def shown() -> Message | None:
        return next((one for one in await game.boards() if turn in one.content), None)

    found = await game.channel.pg.wait_for(shown)
    assert found is not None
    return found


def _answers(message: Message) -> str:
    """Whose interaction a message answers."""
    return str(message.data["interaction_metadata"]["user"]["id"])


async def test_it_answers_its_own_player(stack: Stack, pg: Playground, game: Game) -> None:
    """Whoever has opened the page has used a button; the board follows that. It costs nothing,
    calls the next player, and says who has played.
    """
    white, black = game.players
    url = await _link(game, 1)
    await forget_requests(pg)
    await play(url, "c5")
    board = await _with(game, "3. `c5`")
    assert _answers(board) == white.id
    assert board.notified == [black.name]
    assert f"{white.mention}: 3. `c5` White places" in board.content
    await all_shown(stack, pg, game.id)
    await game.move(2, "d5")
    await play(url, "d3")  # The same link, after the opponent's turn.
    assert _answers(await _with(game, "5. `d3`")) == white.id
    await all_shown(stack, pg, game.id)
    assert await spent(pg) == []


async def test_without_one_of_their_own(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whoever has opened the page elsewhere: the board follows the opponent's turn, and itself says
    who has played.
    """
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    await forget_requests(pg)
    await play(await _link(game, 2, await black.dm()), "c4")
    board = await _with(game, "2. `c4`")
    assert _answers(board) == white.id
    assert f"{black.mention}: 2. `c4` Black places" in board.content
    await all_shown(stack, pg, game.id)
    assert await spent(pg) == []


async def test_in_direct_messages(stack: Stack, pg: Playground, ben: User, david: User) -> None:
    """There the boards of a private match follow it, too, from the first turn on."""
    asked = await ben.command("play attangle", await ben.dm(), opponent=david, seat=1)
    match = named(asked)
    await (await (await david.dm()).last(david)).click("Accept", by=david)
    sides = [Game(await one.dm(), match, [ben, david]) for one in (ben, david)]
    await all_shown(stack, pg, match)
    urls = [await _link(side, seat) for seat, side in enumerate(sides, start=1)]
    await forget_requests(pg)
    await play(urls[0], "c3")
    for side in sides:
        board = await _with(side, "1. `c3`")
        assert is_answer(board)
    await all_shown(stack, pg, match)
    await play(urls[1], "c4")
    for side in sides:
        assert is_answer(await _with(side, "2. `c4`"))
    await all_shown(stack, pg, match)
    assert await spent(pg) == []


@pytest.mark.parametrize("arrived", [True, False])
async def test_killed_on_the_way(stack: Stack, pg: Playground, game: Game, arrived: bool) -> None:
    """The next process finds the board by whom it answers, or sends it. There is one."""
    _, black = game.players
    url = await _link(game, 1)
    await pg.fault("late" if arrived else "delay", FOLLOW_UPS, method="POST", seconds=3600)
    await play(url, "c5")

    async def begun() -> bool:
        return not await pg.unmet()

    await pg.wait_for(begun)
    await killed(stack, pg)
    await all_shown(stack, pg, game.id)
    boards = await game.boards()
    assert sum("3. `c5`" in one.content for one in boards) == 1
    assert is_answer(boards[-1]) == arrived
    assert boards[-1].notified == [black.name]
    assert [one.labels[0] for one in boards[-2:]] == ["Latest board", MOVE]
    assert "you played `d5`" in (await game.move(2, "d5")).content


async def test_where_one_board_is_kept(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The line about the turn answers its player, too, and says who that is."""
    anna = pg.user("anna")
    await anna.command("server", general, boards="kept")
    game = await begin(general, "attangle", ben, david)
    await game.play("c3", "c4")
    await all_shown(stack, pg, game.id)
    await play(await _link(game, 1), "c5")
    await all_shown(stack, pg, game.id)
    line = next(
        one
        for one in await game.channel.messages()
        if "3. `c5`" in one.content and TO_BOARD in one.labels
    )
    assert _answers(line) == game.players[0].id
    assert f"{game.players[0].mention}: 3. `c5` White places" in line.content
    await anna.command("server", general, reset="boards")
