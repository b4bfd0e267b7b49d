"""Questions to other players, once they are settled or can't be answered any more."""

from __future__ import annotations

import pytest

from playground.answers import Message
from playground.client import Channel, User
from tests.support.matches import Game, begin, question_in, said

pytestmark = pytest.mark.shared_bot


@pytest.fixture
async def game(general: Channel, ben: User, david: User) -> Game:
    """A match in which nobody has moved."""
    return await begin(general, "attangle", ben, david)


async def _asked(game: Game, seat: int, command: str, text: str) -> Message:
    """The public question of a seat's player."""
    await game.players[seat - 1].command(command, game.channel, match=game.id)
    return await question_in(game.channel, text)


async def _settled(question: Message, *lines: str) -> None:
    """Waits until a question has no buttons, and ends with these lines."""

    async def shown() -> bool:
        return (await question.refresh()).labels == []

    await question.pg.wait_for(shown)
    assert question.content.split("\n")[1:] == [*lines]


async def test_an_offer_that_lapses(game: Game) -> None:
    """By the next turn of whoever has made it, as it says. Their opponent's turn leaves it open."""
    white, black = game.players
    question = await _asked(game, 1, "draw", "offers a draw")
    assert question.content.split("\n")[1:] == [
        f"{white.mention} offers a draw.",
        f"{black.mention}, do you agree?",
        f"-# You can also just play on: the offer stands until the next turn of {white.mention}.",
    ]
    await game.move(1, "c3")
    await _settled(question, f"{white.mention} offers a draw.", "The offer has lapsed.")
    question = await _asked(game, 1, "draw", "offers a draw")
    request = await _asked(game, 2, "adjourn", "adjourn")
    asked = request.content.split("\n")[1]
    await game.move(2, "c4")
    # An offer that had lapsed would have been settled before the request, which does.
    await _settled(request, asked, "The request has lapsed.")
    assert (await question.refresh()).labels == ["Accept", "Decline"]


async def test_a_match_that_ends_beside_its_questions(game: Game) -> None:
    """What was asked lapses with it, once everybody knows how it has ended."""
    white, black = game.players
    await game.move(1, "c3")
    offer = await _asked(game, 1, "draw", "offers a draw")
    request = await _asked(game, 2, "adjourn", "adjourn")
    await (await black.command("resign", game.channel)).click("Resign")
    await _settled(offer, f"{white.mention} offers a draw.", "The offer has lapsed.")
    asked = request.content.split("\n")[1]
    await _settled(request, asked, "The request has lapsed.")


async def test_what_was_agreed_to_is_kept(game: Game) -> None:
    """Under the question, by the button and by a command."""
    white, black = game.players
    await game.move(1, "c3")
    question = await _asked(game, 1, "takeback", "take back")
    asked = question.content.split("\n")[1]
    await question.click("Accept", by=black)
    await _settled(question, asked, "Both have agreed.")
    question = await _asked(game, 1, "adjourn", "adjourn")
    asked = question.content.split("\n")[1]
    await black.command("adjourn", game.channel)
    await _settled(question, asked, "Both have agreed.")
    await white.command("resume", game.channel)
    question = await _asked(game, 1, "draw", "offers a draw")
    await black.command("draw", game.channel)
    await _settled(question, f"{white.mention} offers a draw.", "Both have agreed.")


async def test_a_draw_that_is_agreed_to_by_a_command(general: Channel, game: Game) -> None:
    """The offer says so, and then the thread is closed. Nothing is tried there afterwards."""
    pg, (white, black) = game.channel.pg, game.players
    await game.move(1, "c3")
    question = await _asked(game, 1, "draw", "offers a draw")
    await black.command("draw", game.channel)

    async def is_closed() -> bool:
        threads = await pg.threads(general)
        return any(one.id == game.channel.id and one.data["archived"] for one in threads)

    await pg.wait_for(is_closed)
    await _settled(question, f"{white.mention} offers a draw.", "Both have agreed.")
    there = await pg.requests(path=f"/channels/{game.channel.id}")
    assert [one["status"] for one in there["requests"] if one["status"] >= 400] == []


async def test_an_answer_from_elsewhere(game: Game) -> None:
    """Everybody reads it, also where the question was."""
    white, black = game.players
    offered = await white.command("draw", game.channel)
    question = await question_in(game.channel, "offers a draw")
    await offered.click("Withdraw my offer")
    told = f"{white.mention} has withdrawn the draw offer."
    await _settled(question, f"{white.mention} offers a draw.", told)
    question = await _asked(game, 1, "adjourn", "adjourn")
    asked = question.content.split("\n")[1]
    await question.click("Decline", by=black)
    await _settled(question, asked, f"{black.mention} has declined.")


async def test_nobody_answers_themselves(game: Game) -> None:
    """They read that the question is theirs, and may withdraw it."""
    await game.move(1, "c3")
    offer = await _asked(game, 1, "draw", "offers a draw")
    request = await _asked(game, 1, "takeback", "take back")
    for question, what, way in (
        (offer, "draw offer", "Withdraw my offer"),
        (request, "request", "Withdraw my request"),
    ):
        refused = await said(await question.click("Accept", by=game.players[0]))
        theirs = f"The {what} in match {game.id} is yours. The others have to answer it."
        assert refused.content == theirs
        assert refused.labels[0] == way


@pytest.mark.parametrize(
    ("command", "text", "button", "told"),
    [
        ("takeback", "take back", "Withdraw my request", "{player} has declined."),
        ("draw", "offers a draw", "Withdraw my offer", "{player} has declined the draw."),
    ],
)
async def test_what_was_declined_can_not_be_withdrawn(
    game: Game, command: str, text: str, button: str, told: str
) -> None:
    """The button that the asker still has says what has happened, and is gone."""
    white, black = game.players
    await game.move(1, "c3")
    asked = await white.command(command, game.channel)
    question = await question_in(game.channel, text)
    await question.click("Decline", by=black)
    await game.channel.pg.wait_for(lambda: _is_settled(game.channel, text))
    answer = await asked.click(button)
    assert answer.content.endswith(told.format(player=black.mention))
    assert button not in answer.labels


async def _is_settled(channel: Channel, text: str) -> bool:
    return any(
        text in one.content and "Decline" not in one.labels for one in await channel.messages()
    )
