"""How many of their matches people play to the end: what tables ask for, and profiles tell."""

from __future__ import annotations

import pytest

from bot.cogs.ratings import _messages as standings
from bot.commands import options
from bot.messages import table as table_message
from playground.client import Channel, User
from tests.bot.access_scene import said
from tests.support.matches import begin, open_table

pytestmark = pytest.mark.shared_bot


async def test_reliability(general: Channel, ben: User, david: User, emma: User) -> None:
    """A table says what it asks for. A profile tells how many matches were played to the end."""
    table = await open_table(ben, general, "attangle", reliability=90)
    assert table_message.RELIABLE.format(share=90) in table.content
    listed = await emma.command("tables", general)
    assert "at least 90 percent of matches played to the end" in listed.content
    await table.click("Leave", by=ben)
    wrong = await ben.command("play attangle", general, reliability=101)
    assert wrong.content == options.WRONG_SHARE.format(least=1, most=100)
    game = await begin(general, "attangle", ben, david, clock="3d", rated=False)
    await game.move(1, "c3")
    sure = await game.players[1].command("resign", game.channel, match=game.id)
    await said(await sure.click("Resign"))
    shown = await game.players[0].command("profile", general)
    for said_there in (standings.KEPT[0], standings.PACE):
        assert said_there.partition("{")[0] in shown.content
