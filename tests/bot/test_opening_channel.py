"""Where a match is opened: the thread of a match belongs to that match alone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.cogs.lobby.cog import OPENED_IN
from bot.messages.board import TO_BOARD
from bot.messages.first_steps import COMPUTER
from bot.messages.table import PLAYED_IN, TO_TABLE
from games.words import say
from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, named, open_table, place_of, started
from tests.support.servers import started_thread
from tests.support.wishes import seek, wishing

pytestmark = pytest.mark.shared_bot


@pytest.fixture
async def old(general: Channel, ben: User, david: User) -> AsyncIterator[Game]:
    """A match in its own thread. Afterwards everybody may write everywhere."""
    yield await begin(general, "attangle", ben, david)
    await general.permit()
    await general.permit(user=ben)


async def _over(match: Game) -> None:
    question = await match.players[1].command("resign", match.channel, match=match.id)
    await question.click("Resign")
    await match.board_with("🏆")


async def _table_in(channel: Channel, match: MatchId) -> Message:
    async def shown() -> list[Message]:
        found = [one for one in await channel.messages() if not one.ephemeral]
        return [one for one in found if f"`{match}`" in one.content and "Join" in one.labels]

    return (await channel.pg.wait_for(shown))[-1]


def _leads_to(message: Message, label: str) -> str:
    """The address of the link, from the channel on."""
    (button,) = (one for one in message.buttons if one["label"] == label)
    return "/".join(button["url"].split("/")[-2:])


async def _boards_of_others(match: Game) -> list[Message]:
    """What a thread shows publicly that doesn't name its match."""
    shown = [one for one in await match.channel.messages() if not one.ephemeral and one.attachments]
    return [one for one in shown if f"`{match.id}`" not in one.content]


async def test_a_table_opened_in_the_thread_of_another_match_stands_above_it(
    pg: Playground, general: Channel, old: Game, ben: User, david: User
) -> None:
    """Its host is led there. The match gets a thread of its own, and commands in the old thread
    still mean the old match.
    """
    opened = await ben.command("play attangle", old.channel)
    table = await _table_in(general, named(opened))
    fields = {"match": named(opened), "channel": f"<#{general.id}>"}
    assert opened.content == say(OPENED_IN, fields)
    assert _leads_to(opened, TO_TABLE) == f"{general.id}/{table.id}"
    await table.click("Join", by=david)
    new = await started(general, named(opened), (ben, david))
    assert new.channel.id not in (general.id, old.channel.id)
    assert pg.channel(new.channel.id).data["parent_id"] == general.id
    assert await _boards_of_others(old) == []
    moved = await old.players[0].command("move", old.channel, turn="c3")
    assert f"`{old.id}`: you played `c3`." in moved.content


async def test_a_computer_match_opened_in_the_thread_of_one_that_is_over_gets_its_own(
    general: Channel, old: Game, ben: User
) -> None:
    """By the button under `/help`, too."""
    await _over(old)
    ways = await (await ben.command("help", old.channel)).click(COMPUTER)
    opened = await ways.select(ways.selects[-1]["custom_id"], ["attangle"])
    match = named(opened)
    thread = await place_of(general, match)
    assert thread.id not in (general.id, old.channel.id)
    assert say(PLAYED_IN, {"channel": f"<#{thread.id}>"}) in opened.content
    board = await Game(thread, match, [ben]).board()
    assert _leads_to(opened, TO_BOARD) == f"{thread.id}/{board.id}"
    assert await _boards_of_others(old) == []


@pytest.mark.parametrize("barred", ["user", "bot"])
async def test_who_may_not_write_above_a_thread_opens_the_table_in_it(
    general: Channel, old: Game, ben: User, barred: str
) -> None:
    """The user or the bot, who may both write in threads."""
    await general.permit(user=ben if barred == "user" else None, deny=["send_messages"])
    table = await open_table(ben, old.channel, "attangle")
    assert "Join" in table.labels


async def test_a_table_stays_in_a_thread_of_no_match(general: Channel, ben: User) -> None:
    """People's own threads are as good as channels."""
    room = await started_thread(general, "An evening of Attangle")
    for _ in range(2):
        assert "Join" in (await open_table(ben, room, "attangle")).labels


async def test_a_wish_made_in_the_thread_of_a_match_is_for_the_channel_above(
    pg: Playground, general: Channel, old: Game, ben: User
) -> None:
    """Where its match will get a thread of its own."""
    async with wishing(pg):
        made = await seek(ben, old.channel, game="attangle", where="server")
        assert f"<#{general.id}>" in made.content
        assert f"<#{old.channel.id}>" not in made.content
