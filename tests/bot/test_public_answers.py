"""What else everybody reads is an answer where it can be: the boards of computer players' turns,
tables, questions to all. Each is there once, whatever happens.
"""

from __future__ import annotations

import pytest

from bot.delivery.matches.board_answers import _Answer
from bot.delivery.matches.past_boards import NEWEST
from bot.messages.board import MOVE
from bot.ui.controls import custom_id
from matches.effects.notices import board_key
from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.lonely import alone, move
from tests.support.matches import (
    FOLLOW_UPS,
    HASTY,
    MESSAGES,
    Game,
    begin,
    known,
    named,
    open_table,
    owed_again,
    place_of,
    started,
)
from tests.support.public_answers import (
    all_shown,
    forget_requests,
    is_answer,
    killed,
    owed,
    spent,
)
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

DRAW = "offers a draw"


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


async def _public(channel: Channel, text: str) -> list[Message]:
    return [one for one in await channel.messages() if text in one.content and not one.ephemeral]


# Computer players


async def test_a_computer_player_answers_at_once(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """The board of its turn follows that of the person's, calls them, and costs nothing either."""
    lonely = await alone(stack, pg, general, ben)
    await forget_requests(pg)
    await move(lonely)
    await lonely.called()
    await all_shown(stack, pg, lonely.id)
    boards = await lonely.boards()
    assert [is_answer(one) for one in boards] == [False, *[True] * 4]
    assert boards[-1].notified == [ben.name]
    assert boards[-1].labels[0] == MOVE
    assert [one.labels for one in boards[:-1]] == [[NEWEST]] * 4
    assert await spent(pg) == []
    await lonely.database.close()


async def test_the_line_of_a_computer_player(
    stack: Stack, pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """Where the board is kept up to date, nobody is told of the person's own turn. The line that
    tells of both turns follows the answer that the person alone has read.
    """
    await anna.command("server", general, boards="kept")
    lonely = await alone(stack, pg, general, ben)
    await move(lonely)
    await lonely.called()
    await all_shown(stack, pg, lonely.id)
    thread = await place_of(general, lonely.id)
    lines = [one for one in await thread.messages() if "Go to the board" in one.labels]
    assert lines
    assert all(map(is_answer, lines))
    assert {tuple(one.notified) for one in lines} == {(ben.name,)}
    await anna.command("server", general, reset="boards")
    await lonely.database.close()


@pytest.mark.parametrize("fault", ["late", "lost", "cut", "delay"])
async def test_a_board_of_a_computer_player_in_doubt(
    stack: Stack, pg: Playground, general: Channel, ben: User, fault: str
) -> None:
    """If the process dies over it, or Discord's reply is lost, it is looked for before it is sent
    again. The person's board before it is not taken for it.
    """
    lonely = await alone(stack, pg, general, ben)
    before = len(await lonely.boards())
    await pg.fault("delay", "/nowhere")  # So that the faults below are planned in one go.
    kills = fault in ("late", "delay")
    details = {"seconds": 3600} if kills else {}
    # The first follow-up is the board of the person's turn.
    await pg.fault("late", FOLLOW_UPS, method="POST", seconds=0)
    await pg.fault(fault, FOLLOW_UPS, method="POST", **details)
    await move(lonely)
    await lonely.called()
    arrived = fault in ("late", "lost")
    if kills:

        async def there() -> bool:
            shown = len(await lonely.boards()) - before
            return shown == 1 + arrived and owed(stack, lonely.id) == 1

        await pg.wait_for(there)
        await killed(stack, pg)
    await all_shown(stack, pg, lonely.id)
    boards = (await lonely.boards())[before:]
    assert [is_answer(one) for one in boards] == [True, arrived]
    assert boards[-1].notified == [ben.name]
    await lonely.database.close()


async def test_a_board_of_a_computer_player_after_the_next_turn(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """It follows none of the answers to that turn, among which nobody would look for it: so it is
    sent once, whatever becomes of an answer.
    """
    lonely = await alone(stack, pg, general, ben)
    await move(lonely)
    await lonely.called()
    await all_shown(stack, pg, lonely.id)
    before = {one.id for one in await lonely.boards()}
    await pg.fault("lost", FOLLOW_UPS, method="POST")
    await owed_again(stack, pg, lonely.id, computer=True)
    (board,) = [one for one in await lonely.boards() if one.id not in before]
    assert not is_answer(board)
    await pg.clear_faults()
    await lonely.database.close()


async def test_a_board_of_a_computer_player_that_is_shown_with_the_next_one(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """If its reply is lost, and can't be looked for at first, the next turn finds it: its own board
    doesn't tell of it again.
    """
    lonely = await alone(stack, pg, general, ben)
    before = {one.id for one in await lonely.boards()}
    await pg.fault("late", FOLLOW_UPS, method="POST", seconds=0)  # The board of the person's turn.
    await pg.fault("lost", FOLLOW_UPS, method="POST")
    await pg.fault("status", MESSAGES, method="GET", status=503)
    await move(lonely)
    match = await lonely.called()
    doubt = f"notice={board_key(match)} attempt=1: 503"
    await pg.wait_for(lambda: doubt in stack.said())
    await move(lonely)
    await lonely.called()
    await all_shown(stack, pg, lonely.id)
    boards = [one for one in await lonely.boards() if one.id not in before]
    turn = f"{match.turn_count}. `{match.turns[-1].text}`"
    assert [turn in one.content for one in boards] == [False, True, False, False]
    assert all(map(is_answer, boards))
    await pg.clear_faults()
    await lonely.database.close()


@pytest.mark.parametrize("action", ["text", "move", "rematch"])
def test_which_answer_is_a_board(action: str) -> None:
    """Its controls tell: those of the line about a last turn, too, which has only one."""
    control = {"custom_id": custom_id(action, "K7F2", 18)}
    message = {
        "interaction_metadata": {"id": "5"},
        "components": [{"type": 17, "components": [{"type": 1, "components": [control]}]}],
    }
    match = MatchId("K7F2")
    assert _Answer([4, 5], match, 18)(message)
    assert not _Answer([4, 5], match, 19)(message), "an earlier board"
    assert not _Answer([4, 6], match, 18)(message)
    assert not _Answer([4, 5], MatchId("K7F3"), 18)(message)
    assert _Answer([5])(message)


# Being forgotten


async def test_whoever_is_forgotten_is_named_by_no_answer(
    stack: Stack, pg: Playground, general: Channel, people: tuple[User, User]
) -> None:
    """The board of a match that they resign is a message: it doesn't tell for whom it was made, and
    no entry of the log says which interaction it could answer.
    """
    game = await begin(general, "attangle", *people)
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    sure = await game.players[0].command("privacy delete", game.channel)
    await sure.click("Delete everything")
    await all_shown(stack, pg, game.id)
    first, second, last = await game.boards()
    assert [is_answer(one) for one in (first, second, last)] == [False, True, False]


# Tables


async def test_a_table_costs_nothing(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """It answers its host, and calls whom it challenges; its match gets its thread below it. At the
    end it tells the result, at no expense either.
    """
    await forget_requests(pg)
    table = await open_table(ben, general, "attangle", opponent=david)
    await all_shown(stack, pg, named(table))
    assert is_answer(table)
    assert table.notified == [david.name]
    assert await spent(pg) == []
    await table.click("Accept", by=david)
    game = await started(general, named(table), (ben, david))
    assert game.channel.id == table.id, "the thread of a message has its id"
    await all_shown(stack, pg, game.id)
    await game.move(1, "c3")
    await (await ben.command("resign", game.channel)).click("Resign")
    await all_shown(stack, pg, game.id)
    assert "🏆" in (await table.refresh()).content
    edits = await pg.requests(rf"/channels/{general.id}/messages/{table.id}$", "PATCH")
    assert edits["count"] == 0


@pytest.mark.parametrize("arrived", [True, False])
async def test_killed_while_a_table_is_shown(
    stack: Stack, pg: Playground, general: Channel, people: tuple[User, User], arrived: bool
) -> None:
    """The next process finds the table, or shows it: once, and it can be joined."""
    host, guest = people
    kind = "late" if arrived else "delay"
    await pg.fault(kind, FOLLOW_UPS, method="POST", seconds=3600)
    reply = await host.command("play attangle", general)
    match = named(reply)

    async def begun() -> bool:
        shown = await _public(general, f"`{match}`")
        return len(shown) == arrived and owed(stack, match) == 1

    await pg.wait_for(begun)
    await killed(stack, pg)
    await all_shown(stack, pg, match)
    (table,) = await _public(general, f"`{match}`")
    assert is_answer(table) == arrived
    await table.click("Join", by=guest)
    assert (await started(general, match, people)).channel.id == table.id


# Questions


async def _asked(pg: Playground, game: Game, text: str) -> Message:
    async def shown() -> list[Message]:
        return await _public(game.channel, text)

    (message,) = await pg.wait_for(shown)
    return message


async def test_questions_cost_nothing(
    stack: Stack, pg: Playground, general: Channel, people: tuple[User, User]
) -> None:
    """Offers of a draw, requests and what becomes of them, in the match's own thread."""
    game = await begin(general, "attangle", *people)
    white, black = game.players
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    await forget_requests(pg)
    told = await white.command("draw", game.channel)
    offer = await _asked(pg, game, DRAW)
    assert told.ephemeral
    assert is_answer(offer)
    assert offer.notified == [black.name]
    await offer.click("Decline", by=black)
    await white.command("takeback", game.channel)
    request = await _asked(pg, game, "asks to take back")
    assert request.notified == [black.name]
    await request.click("Accept", by=black)
    await all_shown(stack, pg, game.id)
    boards = await game.boards()
    assert is_answer(boards[-1])
    await white.command("draw", game.channel)

    async def again() -> list[Message]:
        return [one for one in await _public(game.channel, DRAW) if "Accept" in one.labels]

    (offer,) = await pg.wait_for(again)
    await offer.click("Accept", by=black)
    await all_shown(stack, pg, game.id)
    kinds = await spent(pg)
    assert sorted(kinds) == ["PATCH /channels/*"], "the thread is closed"


@pytest.mark.parametrize("fault", ["lost", "cut", "status"])
async def test_a_question_that_is_lost_on_the_way(
    pg: Playground, general: Channel, people: tuple[User, User], fault: str
) -> None:
    """There is one, and it can be answered."""
    game = await begin(general, "attangle", *people)
    await pg.fault(fault, FOLLOW_UPS, method="POST")
    await game.players[0].command("draw", game.channel)
    offer = await _asked(pg, game, DRAW)
    assert is_answer(offer) == (fault == "lost")
    assert offer.notified == [game.players[1].name]


async def test_a_question_that_is_delivered_again(
    stack: Stack, pg: Playground, general: Channel, people: tuple[User, User]
) -> None:
    """Another process gets the command of an offer that stands already: it is not shown twice."""
    game = await begin(general, "attangle", *people)
    told = await game.players[0].command("draw", game.channel)
    await _asked(pg, game, DRAW)
    await killed(stack, pg)
    await forget_requests(pg)
    await pg.redeliver(told)

    async def looked() -> bool:
        history = await pg.requests(rf"/channels/{game.channel.id}/messages$", "GET")
        return bool(history["count"])

    await pg.wait_for(looked)
    await known(game.players[1], game.channel, game.id)
    # Where the machine is slow, it is acknowledged before it is answered; Discord refuses both.
    assert (await pg.requests(f"/interactions/{told.interaction}/", "POST"))["count"] > 0
    assert len(await _public(game.channel, DRAW)) == 1
