"""*Analyse* and *Show the board here*: the commands in the menu on messages."""

from __future__ import annotations

import pytest

from bot.commands.on_message import NO_MATCH
from matches.model import texts
from playground.answers import Reply
from playground.client import Channel, User
from tests.support.matches import begin, open_table

pytestmark = pytest.mark.shared_bot

SHOW, ANALYSE = "Show the board here", "Analyse"


async def test_a_board_is_shown_from_its_message(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """Whatever message names the match: its first board, a later one, or the result."""
    game = await begin(general, "attangle", ben, david)
    first = await game.board()
    await game.move(1, "c3")
    before = len(await game.boards())
    shown = await emma.menu(SHOW, first)
    assert "everyone can see the board now" in shown.content

    async def there() -> bool:
        return len(await game.boards()) == before + 1

    await emma.pg.wait_for(there)
    assert "`c3`" in (await game.board()).content


async def test_a_result_is_analysed_from_its_message(
    general: Channel, ben: User, david: User
) -> None:
    """Once the match is over. Before, it is refused as by `/analyse`."""
    game = await begin(general, "attangle", ben, david)
    await game.play("c3", "d5", "c4", "e5")
    refused = await ben.menu(ANALYSE, await game.board())
    assert refused.content == str(texts.REFUSALS["not-over"]).format(match=game.id)
    await (await ben.command("resign", general, match=game.id)).click("Resign")
    result = await game.board()
    assert "🏆" in result.content
    answer = await david.menu(ANALYSE, result)
    await ben.pg.wait_for(lambda: _analysed(answer))


async def _analysed(answer: Reply) -> bool:
    return "Analysis of" in (await answer.refresh()).content


async def test_messages_without_a_match(general: Channel, ben: User, emma: User) -> None:
    """What people say names no match, even if it looks so; nor does a list of several."""
    tables = [await open_table(ben, general, "attangle") for _ in range(2)]
    said = await emma.send(tables[0].content, general)
    for user, message in ((emma, said), (ben, await ben.command("games", general))):
        assert (await user.menu(SHOW, message)).content == NO_MATCH
    for table in tables:
        await table.click("Leave", by=ben)
