"""What one person can make the bot send to another, end to end: cool-downs and lasting blocks."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import begin, named, open_table, private, question_in
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The default limits."""
    return {"HOST_RATE": "12", "PAIR_RATE": "3", "SERVER_RATE": "60"}


async def _challenges(user: User) -> int:
    """The number of challenges sent to this user by direct message."""
    channel = await user.dm()
    return sum("challenges" in one.content for one in await channel.messages(user))


async def test_forty_challenges_that_are_withdrawn(
    stack: Stack, pg: Playground, ben: User, david: User
) -> None:
    """They cause three direct messages. Then the bot says when the next one is possible, even after
    a restart, and after the challenger has deleted their data.
    """
    dm = await ben.dm()
    refused = 0
    for _ in range(40):
        opened = await ben.command("play attangle", dm, opponent=david)
        if opened.content.startswith("You've invited"):
            refused += 1
            assert f"You've invited {david.mention} 3 times" in opened.content
            assert "You can invite them again <t:" in opened.content
            assert ":R>" in opened.content
            continue
        table = next(
            one
            for one in reversed(await dm.messages(ben))
            if "Withdraw challenge (host)" in one.labels
        )
        assert named(table) == named(opened)
        await table.click("Withdraw challenge (host)", by=ben)
    assert refused == 37
    assert await _challenges(david) == 3
    assert stack.stop() == 0
    await asyncio.to_thread(stack.start)
    await pg.wait_online()
    question = await ben.command("privacy delete", dm)
    forgotten = await question.click("Delete everything")
    assert "Your data has been deleted." in (await forgotten.refresh()).content
    again = await ben.command("play attangle", dm, opponent=david)
    assert again.content.startswith("You've invited")
    assert await _challenges(david) == 3
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        left = database.execute("SELECT count(*) FROM match WHERE channel = ?", (int(dm.id),))
        assert left.fetchone() == (0,)


async def test_the_menu_on_a_name_and_rematches(general: Channel, emma: User, david: User) -> None:
    """They count like any other challenge. Accepted ones do not count."""
    for _ in range(3):
        game = await begin(general, "attangle", emma, david)
        question = await david.command("resign", game.channel, match=game.id)
        await question.click("Resign")
        rematch = await emma.command("rematch", general, match=game.id)
        assert "to a rematch" in rematch.content
        table = await question_in(general)
        await table.click("Accept", by=david)
    for _ in range(3):
        table = await open_table(emma, general, "attangle", opponent=david)
        await table.click("Decline", by=david)
    question = await emma.menu("Challenge", david, channel=general)
    chosen = await question.select(None, ["attangle"])
    (refused,) = await private(chosen, number=1)
    assert refused.content.startswith("You've invited")


async def test_a_block_outlasts_deletion(general: Channel, ben: User, anna: User) -> None:
    """Blocked players cannot lift a block by deleting their data. The player who blocked them still
    sees the block, and can lift it.
    """
    await ben.command("block", general, user=anna)
    question = await anna.command("privacy delete", general)
    await question.click(question.labels[0])
    table = await open_table(ben, general, "attangle")
    await table.click("Join", by=anna)
    assert "The match has begun." not in (await table.refresh()).content
    listed = await ben.command("blocked", general)
    assert listed.content.startswith(
        "You've also blocked 1 player who has since had their data deleted"
    )
    assert anna.mention not in listed.content
    await listed.click("Unblock deleted players")
    assert (await ben.command("blocked", general)).content == "You haven't blocked anybody."
    await table.click("Join", by=anna)
    assert "The match has begun." in (await table.refresh()).content


async def test_a_table_is_left_quietly(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """Joining a table and deleting one's data notifies nobody."""
    table = await open_table(ben, general, "turnier", seats=3, opponent1=emma)
    await table.click("Join", by=david)
    question = await david.command("privacy delete", general)
    await question.click("Delete everything")

    async def told() -> list[Message]:
        shown = [one for one in await general.messages() if f"`{named(table)}`" in one.content]
        public = [one for one in shown if not one.ephemeral]
        return public if len(public) > 1 else []

    before, after = await general.pg.wait_for(told)
    assert before.mentions == ["emma"]
    assert emma.mention in after.content
    assert after.mentions == []
