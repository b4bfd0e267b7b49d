"""Where the bot is not a member, and in its direct messages: matches live in their players' direct
messages.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import begin, named, private

pytestmark = pytest.mark.shared_bot


@pytest.fixture
def lounge(pg: Playground) -> Channel:
    """A channel of a guild without the bot."""
    return pg.channel("lounge")


@pytest.fixture(autouse=True)
async def settled(pg: Playground) -> AsyncIterator[None]:
    """After each test everybody accepts direct messages again."""
    yield
    for name in ("ben", "david"):
        await pg.user(name).change(dms_open=True)


async def _about(player: User, match: str, said: str) -> Message:
    """The direct message about a match with this text, once it is there."""
    channel = await player.dm()

    async def found() -> list[Message]:
        messages = await channel.messages(player)
        return [one for one in messages if f"`{match}`" in one.content and said in one.content]

    return (await player.pg.wait_for(found))[-1]


async def _following(answer: Reply) -> list[Message]:
    """The ephemeral follow-up of an answer, once it is there."""

    async def found() -> list[Message]:
        return (await answer.refresh()).followups

    messages = await answer.pg.wait_for(found)
    assert all(message.ephemeral for message in messages)
    return messages


async def _tables(lounge: Channel, viewer: User, match: str) -> list[Message]:
    """The public table, once it is there."""
    return [one for one in await lounge.messages(viewer) if f"`{match}`" in one.content]


async def _begun(lounge: Channel, host: User, guest: User) -> tuple[str, list[User], Reply]:
    """The id of a match that has begun there, its players by seat, and the last click."""
    opened = await host.command("play attangle", lounge)
    assert "I haven't been added here," in opened.content
    (table,) = await lounge.pg.wait_for(lambda: _tables(lounge, guest, named(opened)))
    assert table.labels == ["Join", "Leave", "Computer players…", "Rules"]
    click = await table.click("Join", by=guest)
    (board,) = await private(click, number=1)
    assert "The match begins." in board.content
    assert board.attachments
    header = board.content.partition("\n")[0]
    return named(opened), sorted((host, guest), key=lambda one: header.index(one.mention)), click


async def test_commands_that_can_be_taken_along(lounge: Channel, anna: User) -> None:
    """All commands but those about a server work in a user install."""
    names = {command["name"] for command in await anna.commands(lounge)}
    assert {"play attangle", "move", "board", "games", "settings", "help"} <= names
    assert not names & {"server", "end", "tables"}
    own = {command["name"] for command in await anna.commands(await anna.dm())}
    assert own == names


async def test_a_match_where_the_bot_is_no_member(lounge: Channel, ben: User, david: User) -> None:
    """The table is a public answer. Then each player gets their own boards, as an answer or by
    direct message, and plays from anywhere.
    """
    match, (white, black), _ = await _begun(lounge, ben, david)
    await _about(ben, match, "The match begins.")
    moved = await white.command("move", lounge, turn="c3", match=match)
    assert moved.content.splitlines()[0].endswith(f"`{match}`: you played `c3`.")
    (own,) = await _following(moved)
    assert "1. `c3`" in own.content
    assert own.attachments
    theirs = await _about(black, match, "1. `c3`")
    assert f"{black.mention}, it's your turn" in theirs.content
    assert theirs.attachments
    assert "<#" not in theirs.content
    await black.command("move", await black.dm(), turn="c4", match=match)
    await _about(white, match, "2. `c4`")
    board = await white.command("board", lounge, match=match)
    assert "`c4`" in board.content
    listed = await white.command("games", lounge)
    assert f"`{match}`" in listed.content
    question = await white.command("resign", lounge, match=match)
    await question.click("Resign")
    assert "🏆" in (await _about(black, match, "🏆")).content


async def _told_alone(answer: Reply) -> Reply:
    """The answer, once it tells the user that nobody else sees what follows."""

    async def told() -> Reply | None:
        return answer if "Only you can see this" in (await answer.refresh()).content else None

    found = await answer.pg.wait_for(told)
    assert found is not None
    return found


async def test_a_server_that_hides_answers(
    pg: Playground, lounge: Channel, ben: User, david: User, emma: User
) -> None:
    """Where external apps may not answer publicly, the host is told so, and the challenged player
    is invited by direct message and can accept there.
    """
    await lounge.permit(deny=["use_external_apps"], user=ben)
    try:
        alone = await _told_alone(await ben.command("play attangle", lounge))
        assert "Challenge somebody by name" in alone.content
        assert "I've told" not in alone.content
        (table,) = await _following(alone)
        assert named(table) == named(alone)
        assert await _tables(lounge, emma, named(alone)) == []
        opened = await _told_alone(await ben.command("play attangle", lounge, opponent=david))
        assert f"I've told {david.mention} by direct message." in opened.content
        assert "Challenge somebody by name" not in opened.content
        challenge = await _about(david, named(opened), "challenges")
        await challenge.click("Accept", by=david)
        assert (await _about(ben, named(opened), "The match begins.")).attachments
        await emma.change(dms_open=False)
        in_vain = await _told_alone(await ben.command("play attangle", lounge, opponent=emma))
        assert f"I can't tell {emma.mention} about this" in in_vain.content
        assert "I've told" not in in_vain.content
    finally:
        await lounge.permit(user=ben)
        await emma.change(dms_open=True)
    seen = await ben.command("play attangle", lounge)
    assert "Only you can see" not in seen.content
    (table,) = await pg.wait_for(lambda: _tables(lounge, david, named(seen)))
    assert not table.ephemeral


async def test_a_server_that_the_bot_had_to_leave(
    pg: Playground, general: Channel, ben: User, david: User, anna: User
) -> None:
    """Players who continue there with a user install are not asked for permissions that nobody
    could grant.
    """
    await anna.command("server", general, threads=False)
    game = await begin(general, "attangle", ben, david)
    await general.throw_out()
    try:
        moved = await game.players[0].command("move", general, turn="c3", match=game.id)
        assert "you played `c3`" in moved.content
        assert "I'm not on this server, or no longer am" in moved.content
        assert "permissions" not in moved.content
        assert "grant" not in moved.content
    finally:
        await general.invite()
        await anna.command("server", general, reset="all")


async def test_who_takes_no_direct_messages(lounge: Channel, ben: User, david: User) -> None:
    """The player reads that the opponent cannot be notified; `/board` works for both."""
    match, (white, black), _ = await _begun(lounge, ben, david)
    await black.change(dms_open=False)
    moved = await white.command("move", lounge, turn="c3", match=match)
    (own,) = await _following(moved)
    assert f"I can't tell {black.mention} about this" in own.content
    board = await black.command("board", lounge, match=match)
    assert "`c3`" in board.content
    answer = await black.command("move", lounge, turn="c4", match=match)
    assert answer.content.splitlines()[0].endswith(f"`{match}`: you played `c4`.")


async def test_direct_messages_with_the_bot(ben: User, david: User) -> None:
    """A match is opened there by challenging somebody, who is invited by direct message."""
    dm = await ben.dm()
    alone = await ben.command("play attangle", dm)
    assert alone.content.startswith("For a private match, name everyone")
    opened = await ben.command("play attangle", dm, opponent=david)
    match = named(opened)
    challenge = await _about(david, match, "challenges")
    await challenge.click("Accept", by=david)
    for player in (ben, david):
        assert (await _about(player, match, "The match begins.")).attachments
    board = await ben.command("board", dm, match=match)
    header = board.content.partition("\n")[0]
    white, black = sorted((ben, david), key=lambda one: header.index(one.mention))
    await white.command("move", await white.dm(), turn="c3", match=match)
    assert "it's your turn" in (await _about(black, match, "1. `c3`")).content
