"""A turn played where the match is shown is answered by its board: exactly one, whatever goes wrong
on the way, and at no expense of Discord's budget.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import matches
from bot.messages.board import MOVE
from matches.effects.notices import board_key
from matches.model.ids import PlayerId
from matches.outbox import queue
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.matches import FOLLOW_UPS, Game, begin, question_in
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

People = tuple[User, User]


async def test_turns_cost_nothing(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The board of a typed turn and of a picked one answers its player, calls the next one in a new
    message, and takes the buttons from the board before it. None of that spends the budget, from
    the second turn on: the first takes the buttons from a board that was a message of its own.
    """
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    await forget_requests(pg)
    draft = await (await game.board()).click("Move", by=game.players[1])
    while "Confirm" not in draft.labels:
        menu = draft.selects[0]
        draft = await draft.select(menu["custom_id"], [menu["options"][0]["value"]])
    played = await draft.click("Confirm")
    assert f"`{game.id}`: you played " in played.content
    await all_shown(stack, pg, game.id)
    first, second, third = await game.boards()
    assert not is_answer(first)
    assert is_answer(second)
    assert is_answer(third)
    assert [one.labels[0] for one in (first, second, third)] == [
        "Latest board",
        "Latest board",
        MOVE,
    ]
    assert third.notified == [game.players[0].name]
    assert await spent(pg) == []


async def test_what_else_changes_a_match_costs_nothing(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The question to the others and the board that tells of their answer are answers, too; by a
    command as by a button.
    """
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    await forget_requests(pg)
    white, black = game.players
    for command in ("adjourn", "resume"):
        await white.command(command, game.channel, match=game.id)
        question = await question_in(game.channel, "adjourn") if command == "adjourn" else None
        if question is not None:
            await question.click("Accept", by=black)
        await all_shown(stack, pg, game.id)
    assert [is_answer(one) for one in await game.boards()] == [False, True, True, True]
    assert await spent(pg) == []


async def test_from_elsewhere_the_board_is_a_message(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A turn that is played in another place is shown in the match's own."""
    game = await begin(general, "attangle", ben, david)
    reply = await game.players[0].command(
        "move", await game.players[0].dm(), turn="c3", match=game.id
    )
    assert f"`{game.id}`: you played `c3`." in reply.content
    await all_shown(stack, pg, game.id)
    assert [is_answer(one) for one in await game.boards()] == [False, False]


@pytest.mark.parametrize("fault", ["lost", "cut", 500, 502, 401])
async def test_a_board_that_is_lost_on_the_way(
    stack: Stack, pg: Playground, general: Channel, people: People, fault: str | int
) -> None:
    """Whether Discord has shown it and nobody heard of that, or has refused it: there is one."""
    game = await begin(general, "attangle", *people)
    kind: dict[str, Any] = {"kind": "status", "status": fault, "code": 50027}
    if isinstance(fault, str):
        kind = {"kind": fault}
    await pg.fault(path=FOLLOW_UPS, method="POST", **kind)
    assert "you played `c3`" in (await game.move(1, "c3")).content
    await all_shown(stack, pg, game.id)
    assert [is_answer(one) for one in await game.boards()] == [False, fault == "lost"]
    await game.move(2, "c4")
    await all_shown(stack, pg, game.id)
    boards = await game.boards()
    assert len(boards) == 3
    assert [one.labels[0] for one in boards] == ["Latest board", "Latest board", MOVE]


async def test_a_first_answer_that_takes_long(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """No board waits for it for long: then it is a message of its own."""
    game = await begin(general, "attangle", ben, david)
    await pg.fault("delay", "/callback", method="POST", seconds=3600)
    await game.players[0].command("move", game.channel, wait=False, turn="c3", match=game.id)

    async def shown() -> bool:
        return len(await game.boards()) == 2

    await pg.wait_for(shown)
    assert not is_answer(await game.board())
    await pg.release()


@pytest.mark.parametrize("arrived", [True, False])
async def test_killed_while_answering(
    stack: Stack, pg: Playground, general: Channel, people: People, arrived: bool
) -> None:
    """If the board has arrived the next process finds it, else it sends it. There is one."""
    game = await begin(general, "attangle", *people)
    await all_shown(stack, pg, game.id)
    kind = "late" if arrived else "delay"
    await pg.fault(kind, FOLLOW_UPS, method="POST", seconds=3600)
    await game.players[0].command("move", game.channel, wait=False, turn="c3", match=game.id)

    async def begun() -> bool:
        return len(await game.boards()) == 2 if arrived else bool(owed(stack, game.id))

    await pg.wait_for(begun)
    await killed(stack, pg)
    await all_shown(stack, pg, game.id)
    boards = await game.boards()
    assert [is_answer(one) for one in boards] == [False, arrived]
    assert boards[-1].notified == [game.players[1].name]
    assert "you played `c4`" in (await game.move(2, "c4")).content
    assert len(await game.boards()) == 3


async def test_killed_and_the_thread_is_gone(
    stack: Stack, pg: Playground, general: Channel, people: People
) -> None:
    """Nobody can look for the answer there any more: the match goes on in the channel."""
    game = await begin(general, "attangle", *people)
    await all_shown(stack, pg, game.id)
    await pg.fault("delay", FOLLOW_UPS, method="POST", seconds=3600)
    await game.players[0].command("move", game.channel, wait=False, turn="c3", match=game.id)
    await pg.wait_for(lambda: owed(stack, game.id))
    await game.channel.delete()
    await killed(stack, pg)
    await all_shown(stack, pg, game.id)
    moved = Game(general, game.id, game.players)
    (board,) = await moved.boards()
    assert "1. `c3`" in board.content
    assert board.notified == [game.players[1].name]


async def test_a_board_that_is_kept(
    stack: Stack, pg: Playground, general: Channel, people: People, anna: User
) -> None:
    """The line about a turn is an answer, and calls the next player."""
    await anna.command("server", general, boards="kept")
    game = await begin(general, "attangle", *people)
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    (line,) = [one for one in await game.channel.messages() if "Go to the board" in one.labels]
    assert is_answer(line)
    assert line.notified == [game.players[1].name]
    (board,) = await game.boards()
    assert "1. `c3`" in board.content
    await anna.command("server", general, reset="boards")


async def test_a_kept_board_that_another_process_has_updated_meanwhile(
    stack: Stack, pg: Playground, general: Channel, people: People
) -> None:
    """An edit that takes long comes through after that of a later turn: the board shows the later
    turn in the end.
    """
    await pg.user("anna").command("server", general, boards="kept")
    game = await begin(general, "attangle", *people)
    await all_shown(stack, pg, game.id)
    await pg.fault("delay", r"^/channels/\d+/messages/\d+$", method="PATCH", seconds=3600, times=1)
    await game.players[0].command("move", game.channel, wait=False, turn="c3", match=game.id)

    async def held() -> bool:
        return len(await _lines(game)) == 1 and not await pg.unmet()

    await pg.wait_for(held)
    db = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    played = await matches.play(db, game.id, PlayerId(int(game.players[1].id)), "c4")
    await queue.done(db, board_key(played.match))  # As if the other process had shown it.
    await db.close()
    await pg.release()
    (board,) = await game.boards()

    async def shown() -> bool:
        return "2. `c4`" in (await board.refresh()).content

    await pg.wait_for(shown)


async def _lines(game: Game) -> list[Message]:
    return [one for one in await game.channel.messages() if "Go to the board" in one.labels]


async def _says(reply: Reply, said: str) -> bool:
    """Whether these words are in it, or on one of its buttons."""
    await reply.refresh()
    return said in reply.content or said in reply.labels


@pytest.mark.parametrize("answered", [True, False])
async def test_a_kept_board_that_cannot_be_changed_now(
    stack: Stack, pg: Playground, general: Channel, people: People, answered: bool
) -> None:
    """Its line, an answer or a message, has told of the turn and has called the next player:
    nothing else does. The board follows later, also when Discord has forgotten the line's nonce.
    """
    anna = pg.user("anna")
    await anna.command("server", general, boards="kept")
    game = await begin(general, "attangle", *people)
    await all_shown(stack, pg, game.id)
    before = {one.id for one in await game.channel.messages()}
    if not answered:
        await pg.fault("status", FOLLOW_UPS, method="POST", status=401, code=50027)
    refused = {"status": 403, "code": 50013, "times": 2}  # The second time it is in words.
    await pg.fault("status", r"^/channels/\d+/messages/\d+$", method="PATCH", **refused)
    reply = await game.players[0].command("move", game.channel, turn="c3", match=game.id)
    await pg.wait_for(partial(_says, reply, "Board just for me"))
    (board,) = await game.boards()
    assert "1. `c3`" not in board.content
    await pg.settings(nonce_window=0)
    due(stack)
    await all_shown(stack, pg, game.id)
    assert "1. `c3`" in (await board.refresh()).content
    assert len(await game.boards()) == 1
    new = [one for one in await game.channel.messages() if one.id not in before]
    (line,) = [one for one in new if not one.ephemeral]
    assert line.notified == [game.players[1].name]
    assert is_answer(line) == answered
    await pg.settings(nonce_window=300)
    await anna.command("server", general, reset="boards")


async def test_two_turns_of_which_a_kept_board_cannot_tell(
    stack: Stack, pg: Playground, general: Channel, people: People
) -> None:
    """Each has one line, a message, and the board is updated once, with the later turn."""
    anna = pg.user("anna")
    await anna.command("server", general, boards="kept")
    game = await begin(general, "attangle", *people)
    await all_shown(stack, pg, game.id)
    failed = {
        "method": "PATCH",
        "status": 503,
        "times": 3,
    }  # One to take the first board's buttons.
    await pg.fault("status", r"^/channels/\d+/messages/\d+$", **failed)
    await pg.fault("status", FOLLOW_UPS, method="POST", status=401, code=50027, times=2)
    for player, turn in zip(game.players, ("c3", "c4"), strict=True):
        reply = await player.command("move", game.channel, turn=turn, match=game.id)
        await pg.wait_for(partial(_says, reply, "I couldn't show it"))
    await pg.settings(nonce_window=0)
    due(stack)
    await all_shown(stack, pg, game.id)
    (board,) = await game.boards()
    assert "2. `c4`" in board.content
    lines = [one.content for one in await _lines(game)]
    assert [("1. `c3`" in one, "2. `c4`" in one) for one in lines] == [(True, False), (False, True)]
    await pg.settings(nonce_window=300)
    await anna.command("server", general, reset="boards")
