"""A board that is kept up to date goes on as an answer while play is live: its edits cost nothing
then. There is one such board, and everybody is called once, whatever goes wrong on the way.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import discord
import pytest

import matches
from bot.cogs.play.drafts import EARLIER
from bot.delivery.matches.channels import MOVED_ON
from bot.delivery.matches.past_boards import NEWEST
from bot.messages.board import MOVE, TO_BOARD
from matches.model.ids import MatchId, PlayerId, number_of
from matches.outbox import queue
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.lonely import alone, move
from tests.support.matches import FOLLOW_UPS, HASTY, Game, begin, place_of, private
from tests.support.public_answers import (
    all_shown,
    due,
    forget_requests,
    is_answer,
    killed,
    owed,
    spent,
)
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

CHANGE = "PATCH /channels/*/messages/*"


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


@pytest.fixture
async def game(
    stack: Stack, pg: Playground, general: Channel, anna: User, people: tuple[User, User]
) -> Game:
    """A match after its first turn, with a board that is kept up to date."""
    await anna.command("server", general, boards="kept")
    game = await begin(general, "attangle", *people)
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    return game


async def _public(channel: Channel) -> list[Message]:
    return [one for one in await channel.messages() if not one.ephemeral]


async def _lines(channel: Channel) -> list[Message]:
    return [one for one in await _public(channel) if TO_BOARD in one.labels]


async def _calls(channel: Channel, before: list[Message]) -> list[list[str]]:
    """Whom each message has called that wasn't there before."""
    known = {one.id for one in before}
    return [one.notified for one in await _public(channel) if one.id not in known]


def _kept(stack: Stack, match: MatchId) -> str:
    """The message in which the board of a match is kept."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        query = "SELECT board FROM match WHERE id = ?"
        return str(database.execute(query, (number_of(match),)).fetchone()[0])


async def test_while_play_is_live(stack: Stack, pg: Playground, game: Game) -> None:
    """The second turn is told by a new board, which calls the next player. The former one leads to
    it, by the only request that spends the budget. Each turn has a line, that one, too; it calls
    nobody again, and says that the board has moved.
    """
    (former,) = await game.boards()
    assert len(await _lines(game.channel)) == 1
    await forget_requests(pg)
    await game.move(2, "c4")
    await all_shown(stack, pg, game.id)
    past, board = await game.boards()
    assert (past.id, past.labels) == (former.id, [NEWEST])
    assert "2. `c4`" in board.content
    assert board.labels[0] == MOVE
    assert is_answer(board)
    assert board.notified == [game.players[0].name]
    _, beside = await _lines(game.channel)
    assert "2. `c4`" not in beside.content  # The board says it.
    assert beside.content.endswith(f"\n-# {MOVED_ON}")
    assert (is_answer(beside), beside.notified) == (True, [])
    assert int(beside.id) > int(board.id)
    assert await spent(pg) == [CHANGE]
    await forget_requests(pg)
    for seat, turn in ((1, "c5"), (2, "d5")):
        await game.move(seat, turn)
    await all_shown(stack, pg, game.id)
    _, kept = await game.boards()
    assert kept.id == board.id == _kept(stack, game.id)
    assert "4. `d5`" in kept.content
    (seen,), (now,) = board.attachments, kept.attachments
    assert seen.description != now.description
    _, *lines = await _lines(game.channel)
    assert [one.notified for one in lines] == [[], *([one.name] for one in reversed(game.players))]
    assert [MOVED_ON in one.content for one in lines] == [True, False, False]
    assert all(one.buttons[-1]["url"].endswith(f"/{board.id}") for one in lines)
    assert await spent(pg) == []
    (led,) = await private(await past.click(NEWEST, by=game.players[0]), number=1)
    assert board.id in str(led.data)


async def test_the_line_beside_it_is_lost(stack: Stack, pg: Playground, game: Game) -> None:
    """Nobody is waiting for it: it isn't sent again, and the next turn has its line."""
    await pg.fault("delay", FOLLOW_UPS, method="POST", seconds=0.01)  # This is the board.
    await pg.fault("status", FOLLOW_UPS, method="POST", status=500)
    await game.move(2, "c4")
    await all_shown(stack, pg, game.id)
    assert len(await game.boards()) == 2
    assert len(await _lines(game.channel)) == 1
    await game.move(1, "c5")
    await all_shown(stack, pg, game.id)
    assert len(await game.boards()) == 2
    first, last = await _lines(game.channel)
    assert "1. `c3`" in first.content
    assert "3. `c5`" in last.content


async def test_an_earlier_line_to_move(stack: Stack, pg: Playground, game: Game) -> None:
    """Its button opens the present turn of whoever it is: nobody has to look for the last line."""
    for seat, turn in ((2, "c4"), (1, "c5"), (2, "d5"), (1, "d3")):
        await game.move(seat, turn)
    await all_shown(stack, pg, game.id)
    line = (await _lines(game.channel))[0]
    assert line.labels == [MOVE, TO_BOARD]
    shown = await line.click(MOVE, by=game.players[1])
    assert EARLIER in shown.content
    assert shown.selects
    early = await line.click(MOVE, by=game.players[0])
    assert early.content.startswith(f"It's {game.players[1].mention}'s turn")


@pytest.mark.parametrize(("minutes", "stays"), [(5, False), (16, True)])
async def test_after_a_pause(
    stack: Stack, pg: Playground, game: Game, minutes: int, stays: bool
) -> None:
    """Where people take longer than a token lives, the board stays where it is, and is edited at
    the budget's expense.
    """
    (former,) = await game.boards()
    stack.kill()
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        earlier = "UPDATE entry SET at = datetime(at, ?) WHERE match_id = ? AND kind = 'turn'"
        database.execute(earlier, (f"-{minutes} minutes", number_of(game.id)))
    stack.start()
    await pg.wait_online()
    await forget_requests(pg)
    await game.move(2, "c4")
    await all_shown(stack, pg, game.id)
    last = await game.board()
    assert (last.id == former.id) == stays
    assert "2. `c4`" in last.content
    assert last.labels[0] == MOVE
    assert [MOVED_ON in one.content for one in await _lines(game.channel)] == [False, not stays]
    assert (await spent(pg)).count(CHANGE) == 1


async def test_once_its_token_is_gone(stack: Stack, pg: Playground, game: Game) -> None:
    """As in another process, or after a quarter of an hour: it goes on as another answer."""
    await game.move(2, "c4")
    await all_shown(stack, pg, game.id)
    await killed(stack, pg)
    before = await _public(game.channel)
    await game.move(1, "c5")
    await all_shown(stack, pg, game.id)
    *past, board = await game.boards()
    assert [one.labels for one in past] == [[NEWEST], [NEWEST]]
    assert is_answer(board)
    assert "3. `c5`" in board.content
    assert await _calls(game.channel, before) == [[game.players[1].name], []]


async def test_its_token_is_refused(stack: Stack, pg: Playground, game: Game) -> None:
    """The bot edits it as it edits any message, and it stays the one that is kept."""
    await game.move(2, "c4")
    await all_shown(stack, pg, game.id)
    board = await game.board()
    await forget_requests(pg)
    edit = r"^/webhooks/\d+/*/messages/\d+$"
    await pg.fault("status", edit, method="PATCH", status=401, code=50027)
    await game.move(1, "c5")
    await all_shown(stack, pg, game.id)
    _, kept = await game.boards()
    assert kept.id == board.id
    assert "3. `c5`" in kept.content
    assert await spent(pg) == [CHANGE]


async def test_from_elsewhere(stack: Stack, pg: Playground, game: Game) -> None:
    """A turn that is played in another place can't be answered here: its line is a message."""
    player, before = game.players[1], await _public(game.channel)
    await player.command("move", await player.dm(), turn="c4", match=game.id)
    await all_shown(stack, pg, game.id)
    (board,) = await game.boards()
    assert "2. `c4`" in board.content
    assert not is_answer((await _lines(game.channel))[-1])
    assert await _calls(game.channel, before) == [[game.players[0].name]]


@pytest.mark.parametrize("fault", ["lost", "cut", 500, 401])
async def test_lost_on_the_way(stack: Stack, pg: Playground, game: Game, fault: str | int) -> None:
    """Whether Discord has shown the new board and nobody heard of that, or has refused it: there is
    one that is kept, and one call.
    """
    before = await _public(game.channel)
    kind: dict[str, Any] = {"kind": "status", "status": fault, "code": 50027}
    if isinstance(fault, str):
        kind = {"kind": fault}
    await pg.fault(path=FOLLOW_UPS, method="POST", **kind)
    assert "you played `c4`" in (await game.move(2, "c4")).content
    await all_shown(stack, pg, game.id)
    arrived = fault == "lost"
    *past, board = await game.boards()
    assert [one.labels for one in past] == [[NEWEST]] * arrived
    assert is_answer(board) == arrived
    assert "2. `c4`" in board.content
    assert board.labels[0] == MOVE
    assert len(await _lines(game.channel)) == 2
    assert await _calls(game.channel, before) == [[game.players[0].name], *[[]] * arrived]
    await game.move(1, "c5")
    await all_shown(stack, pg, game.id)
    first, last = await game.boards()
    assert first.labels == [NEWEST]
    assert "3. `c5`" in last.content
    assert (last.id == board.id) == arrived


@pytest.mark.parametrize(("arrived", "again"), [(True, False), (True, True), (False, False)])
async def test_killed_while_answering(
    stack: Stack, pg: Playground, game: Game, arrived: bool, again: bool
) -> None:
    """If the new board has arrived the next process finds it, and keeps that; also if it gets the
    same command again. Else a line is sent, and the board stays.
    """
    before = await _public(game.channel)
    kind = "late" if arrived else "delay"
    await pg.fault(kind, FOLLOW_UPS, method="POST", seconds=3600)
    reply = await game.players[1].command(
        "move", game.channel, wait=False, turn="c4", match=game.id
    )

    async def begun() -> bool:
        return len(await game.boards()) == 2 if arrived else bool(owed(stack, game.id))

    await pg.wait_for(begun)
    if again:
        stack.kill()
        await pg.clear_faults()
        stack.start()
        await pg.wait_online()
        await pg.redeliver(reply)
    else:
        await killed(stack, pg)
    await all_shown(stack, pg, game.id)
    *past, board = await game.boards()
    assert [one.labels for one in past] == [[NEWEST]] * arrived
    assert is_answer(board) == arrived
    assert board.id == _kept(stack, game.id)
    assert "2. `c4`" in board.content
    assert board.labels[0] == MOVE
    assert await _calls(game.channel, before) == [[game.players[0].name]]
    assert "you played `c5`" in (await game.move(1, "c5")).content


@pytest.mark.parametrize("moved", [True, False])
async def test_killed_before_it_is_noted(
    stack: Stack, pg: Playground, game: Game, moved: bool
) -> None:
    """Whether the new board is already noted as the one that is kept, or not even that: it is in
    the end, nothing is sent again, and the former board gives up its buttons.
    """
    await game.move(2, "c4")
    await all_shown(stack, pg, game.id)
    stack.kill()
    before = [(one.id, one.content, one.labels) for one in await _public(game.channel)]
    former, board = [one.id for one in await game.boards()]
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute(
            "INSERT INTO notice (key, match_id, kind, batch, base, due_at, attempts) "
            "SELECT ? || '.' || seq, match_id, 'board', batch, seq, '2000-01-01', 0 FROM entry "
            "WHERE match_id = ? AND kind = 'turn' ORDER BY seq DESC LIMIT 1",
            (game.id, number_of(game.id)),
        )
        database.execute(
            "UPDATE match SET board = ?, last_board = ? WHERE id = ?",
            (board if moved else former, former if moved else None, number_of(game.id)),
        )
    await forget_requests(pg)
    stack.start()
    await all_shown(stack, pg, game.id)
    assert [(one.id, one.content, one.labels) for one in await _public(game.channel)] == before
    assert _kept(stack, game.id) == board
    assert (await pg.requests(f"/messages/{former}$", "PATCH"))["count"] == 1
    assert (await pg.requests(f"/messages/{board}$", "PATCH"))["count"] == 0


@pytest.mark.parametrize("dies", [False, True])
async def test_before_a_computer_player_answers(
    stack: Stack, pg: Playground, general: Channel, ben: User, dies: bool
) -> None:
    """A turn that calls nobody is shown so, too, and is found if its process dies. The line about
    the computer player's turn leads there.
    """
    await pg.user("anna").command("server", general, boards="kept")
    lonely = await alone(stack, pg, general, ben)
    await lonely.called()
    await all_shown(stack, pg, lonely.id)
    place = await place_of(general, lonely.id)
    before, lines = await lonely.boards(), await _lines(place)
    assert len(before) == 1
    if dies:
        await pg.fault("late", FOLLOW_UPS, method="POST", seconds=3600)
    await move(lonely, wait=not dies)

    async def shown() -> bool:
        return len(await lonely.boards()) == 2

    await pg.wait_for(shown)
    if dies:
        await killed(stack, pg)
    await lonely.called()
    due(stack)
    await all_shown(stack, pg, lonely.id)
    past, board = await lonely.boards()
    assert past.labels == [NEWEST]
    assert is_answer(board)
    assert board.notified == []
    assert "4. `" in board.content
    (line,) = (await _lines(place))[len(lines) :]
    assert line.notified == [ben.name]
    assert line.buttons[-1]["url"].endswith(f"/{board.id}")
    await lonely.database.close()


async def test_where_history_is_hidden(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """A process dies after a turn that calls nobody, and the next one may not look for its board in
    the thread. To edit the board that is kept shows nothing twice, so it doesn't wait for that.
    """
    await pg.user("anna").command("server", general, boards="kept")
    lonely = await alone(stack, pg, general, ben)
    match = await lonely.called()
    await all_shown(stack, pg, lonely.id)
    (before,) = await lonely.boards()
    stack.kill()
    turn = str(match.game.legal_moves(match.position)[0])
    await matches.play(
        lonely.database,
        match.id,
        PlayerId(int(ben.id)),
        turn,
        interaction=discord.utils.time_snowflake(discord.utils.utcnow()),
    )
    for one in await queue.waiting_calls(lonely.database, 10):
        await queue.done(lonely.database, one.key)  # So that only this turn is told of.
    await general.permit(deny=["read_message_history"])
    due(stack)
    stack.start()
    await pg.wait_online()
    await all_shown(stack, pg, lonely.id)
    await general.permit()
    (board,) = await lonely.boards()
    assert board.id == before.id
    assert f"`{turn}`" in board.content
    await lonely.database.close()
