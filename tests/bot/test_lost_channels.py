"""A channel that the bot has lost: Discord is not asked for each turn, and nothing goes
unannounced.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from random import Random

import pytest

import games
from games import play
from games.play import Line
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

PLACES = ("^/channels", "^/guilds")
REFUSED = ("401", "403", "404", "429")
A_HANDFUL = 8
"""The number of refused requests allowed for a lost channel, however many turns there are."""
TURNS = 40


@pytest.fixture(autouse=True)
async def settled(pg: Playground, general: Channel, ben: User, david: User) -> AsyncIterator[None]:
    """After each test the bot has all its permissions again."""
    yield
    await pg.clear_faults()
    await general.invite()
    await general.permit()
    for player in (ben, david):
        await player.change(dms_open=True)


def _turns() -> Iterator[str]:
    """Turns of a game that takes long enough."""
    game, rng = games.get("attangle"), Random(2)
    line = Line.begin(game, play.setup(game))
    while line.position.to_move is not None:
        move = rng.choice(game.legal_moves(line.position))
        yield str(move)
        line = line.read(str(move))[1]


async def _refused(pg: Playground) -> int:
    """How many requests to channels and guilds have been refused since the record was cleared."""
    found = [(await pg.requests(place))["statuses"] for place in PLACES]
    return sum(statuses.get(status, 0) for statuses in found for status in REFUSED)


async def _forget(pg: Playground) -> None:
    await pg.request("DELETE", "control/requests")


async def _elsewhere(game: Game, seat: int, turn: str) -> Reply:
    """A turn typed in the player's direct messages with the bot."""
    player = game.players[seat - 1]
    return await player.command("move", await player.dm(), turn=turn, match=game.id)


def _boards_owed(stack: Stack, game: Game) -> int:
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        query = "SELECT count(*) FROM notice WHERE key LIKE ? AND kind = 'board'"
        return int(database.execute(query, (f"{game.id}.%",)).fetchone()[0])


async def _lose(general: Channel, how: str) -> None:
    if how == "hidden":
        await general.permit(deny=["view_channel"])
    elif how == "silent":
        await general.permit(deny=["send_messages", "send_messages_in_threads"])
    else:
        await general.throw_out()


def _told(board: Message) -> list[int]:
    """The numbers of the turns that a board announces, including those it only counts."""
    numbers = [int(one) for one in re.findall(r"(?:^|: )(\d+)\. `", board.content, re.MULTILINE)]
    earlier = re.search(r"(\d+) (?:earlier|turns? before)", board.content)
    return [*range(numbers[0] - int(earlier[1]) if earlier else numbers[0], numbers[-1] + 1)]


async def _last_told(game: Game, turns: list[int]) -> bool:
    """Whether the last board announces these turns."""
    last = await game.board()
    return "1. `" in last.content and _told(last) == turns


@pytest.mark.parametrize("how", ["hidden", "silent", "thrown out"])
async def test_many_turns_cost_a_handful_of_refusals(
    stack: Stack, pg: Playground, general: Channel, people: tuple[User, User], how: str
) -> None:
    """Two people continue elsewhere. Each reads that the others cannot see it, and why, and gets
    the board. The outbox has one board, which announces all turns once the channel is back.
    """
    game = await begin(general, "attangle", *people)
    await pg.wait_for(lambda: not _boards_owed(stack, game))
    shown = len(await game.boards())
    await _lose(general, how)
    await _forget(pg)
    turns = _turns()
    for number in range(TURNS):
        reply = await _elsewhere(game, number % 2 + 1, next(turns))
        assert f"`{game.id}`: you played" in reply.content
        assert "The others can't see this yet." in reply.content
        assert reply.attachments
        assert len(await game.boards()) == shown
    assert await _refused(pg) <= A_HANDFUL
    await pg.wait_for(lambda: _boards_owed(stack, game) == 1)
    await general.invite()
    await general.permit()

    async def brought() -> list[Message]:
        return (await game.boards())[shown:]

    (board,) = await pg.wait_for(brought)
    assert _told(board) == [*range(1, TURNS + 1)]
    assert await _refused(pg) <= A_HANDFUL
    await pg.wait_for(lambda: not _boards_owed(stack, game))
    assert (await _elsewhere(game, 1, next(turns))).attachments == []
    assert _told((await game.boards())[-1]) == [TURNS + 1]


async def test_events_that_grant_nothing_cost_nothing(
    stack: Stack, pg: Playground, general: Channel, people: tuple[User, User]
) -> None:
    """While some matches are played on elsewhere, Discord tells of their channel, and of what
    others may do there, with each turn. What grants the bot something brings all the boards.
    """
    running = [await begin(general, "attangle", *people) for _ in range(3)]
    await _lose(general, "hidden")
    await _forget(pg)
    turns = _turns()
    for number in range(12):
        turn = next(turns)
        for game in running:
            await general.change()
            await general.permit(user=people[0], allow=["add_reactions"] if number % 2 else [])
            await _elsewhere(game, number % 2 + 1, turn)
    assert await _refused(pg) <= A_HANDFUL * len(running)
    await general.permit()

    async def brought() -> bool:
        return all(["12. `" in (await game.boards())[-1].content for game in running])

    await pg.wait_for(brought)


async def test_a_channel_that_is_deleted(
    stack: Stack, pg: Playground, ben: User, david: User
) -> None:
    """Players who continue elsewhere get the boards in their answers."""
    channel = pg.channel("quiet")
    game = await begin(channel, "attangle", ben, david)
    await pg.wait_for(lambda: not _boards_owed(stack, game))
    await channel.delete()
    await _forget(pg)
    turns = _turns()
    for number in range(10):
        reply = await _elsewhere(game, number % 2 + 1, next(turns))
        assert "I can't see" in reply.content
        assert reply.attachments
    assert await _refused(pg) <= A_HANDFUL
    await pg.wait_for(lambda: _boards_owed(stack, game) == 1)


async def test_whoever_is_there_sees_it_in_an_answer(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A turn typed where the bot may not post is answered publicly, with everything missed before,
    and then the outbox is empty.
    """
    game = await begin(general, "attangle", ben, david)
    await general.permit(deny=["send_messages", "send_messages_in_threads"])
    for seat, turn in ((1, "c3"), (2, "c4")):
        await _elsewhere(game, seat, turn)
    reply = await game.move(1, "c5")
    assert "I'm missing permissions" in reply.content
    await pg.wait_for(lambda: _last_told(game, [1, 2, 3]))
    await pg.wait_for(lambda: not _boards_owed(stack, game))


async def test_a_process_that_dies_meanwhile(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The outbox survives it. The next process sends one board once the channel is back."""
    game = await begin(general, "attangle", ben, david)
    await pg.wait_for(lambda: not _boards_owed(stack, game))
    shown = len(await game.boards())
    await general.permit(deny=["view_channel"])
    turns = _turns()
    for number in range(4):
        await _elsewhere(game, number % 2 + 1, next(turns))
    await pg.wait_for(lambda: _boards_owed(stack, game) == 1)
    stack.kill()
    await general.permit()
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute("UPDATE notice SET due_at = '2000-01-01 00:00:00' WHERE kind = 'board'")
    stack.start()
    await pg.wait_online()

    async def brought() -> list[Message]:
        return (await game.boards())[shown:]

    (board,) = await pg.wait_for(brought)
    assert _told(board) == [1, 2, 3, 4]
