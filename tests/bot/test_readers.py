"""Watching from elsewhere: public boards, requests for members, private threads, and matches made
public by players and servers.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.context import lookups
from bot.interactions import access, error_handler
from matches.model import texts
from playground.client import Channel, Playground, User
from tests.support.matches import begin, known, named, open_table, said

SHOWN = "everyone can see the board now"


@pytest.fixture
def spiele(pg: Playground) -> Channel:
    """A channel of another server."""
    return pg.channel("spiele")


@pytest.fixture
def players(ben: User, david: User) -> tuple[User, User]:
    """Two players."""
    return ben, david


@pytest.fixture
async def clara(pg: Playground, general: Channel) -> User:
    """Somebody who is not a member of the first server."""
    user = pg.user("clara")
    await user.change(locale="en-US")
    await user.leave(general)
    return user


def _unknown(match: str) -> str:
    return str(texts.REFUSALS["unknown-match"]).format(match=match)


async def _asked(pg: Playground) -> int:
    """How many members the bot has requested from Discord."""
    count: int = (await pg.requests(r"/guilds/\d+/members/\d+", "GET"))["count"]
    return count


async def test_fifty_boards_at_once(
    general: Channel, spiele: Channel, clara: User, emma: User, players: tuple[User, User]
) -> None:
    """From another server no board is shown. From the same one they are shown one by one, however
    many are requested.
    """
    game = await begin(general, "attangle", *players)
    before = len(await game.boards())

    async def fifty(by: User, where: Channel) -> list[str]:
        asked = [by.command("board", where, match=game.id, public=True) for _ in range(50)]
        told = [answer.content for answer in await asyncio.gather(*asked)]
        assert len(told) == 50
        return [one for one in told if one != error_handler.TOO_FAST]

    assert set(await fifty(clara, spiele)) == {_unknown(game.id)}
    await known(emma, spiele, game.id)
    assert set(await fifty(emma, spiele)) == {access.SHOWN_THERE.format(match=game.id)}
    assert len(await game.boards()) == before
    told = await fifty(emma, general)
    assert sum(SHOWN in one for one in told) == 1
    assert sum("has just shown" in one for one in told) == len(told) - 1 > 0
    assert len(await game.boards()) == before + 1


async def test_the_pause_is_for_a_person_and_for_a_match(
    general: Channel, players: tuple[User, User], emma: User, anna: User
) -> None:
    """During the pause nobody else can show the same match, nor the same person another one.
    Viewing privately is always possible.
    """
    ben, david = players
    one, other = [await begin(general, "attangle", *players) for _ in range(2)]
    assert SHOWN in (await ben.command("board", general, match=one.id, public=True)).content
    for by, match in ((david, one), (ben, other)):
        refused = await by.command("board", general, match=match.id, public=True)
        assert "has just shown the board of match" in refused.content
        assert (await by.command("board", general, match=match.id)).attachments
    assert SHOWN in (await david.command("board", general, match=other.id, public=True)).content


async def test_made_public(
    pg: Playground, general: Channel, spiele: Channel, clara: User, players: tuple[User, User]
) -> None:
    """Strangers can view a match while all its players agree and the server does not object."""
    anna, (ben, david) = pg.user("anna"), players
    game = await begin(general, "attangle", *players)

    async def readable() -> bool:
        board = await clara.command("board", spiele, match=game.id)
        assert bool(board.attachments) != (board.content == _unknown(game.id))
        return bool(board.attachments)

    try:
        shown = await ben.command("settings", general)
        assert "**Public matches:** off" in shown.content
        assert not await readable()
        shown = await ben.command("settings", general, public=True)
        assert "**Public matches:** on" in shown.content
        assert not await readable()
        await david.command("settings", general, public=True)
        assert await readable()
        study = await clara.command("whatif", spiele, match=game.id)
        assert "where the match is now" in study.content
        shown = await anna.command("server", general, public=False)
        assert "**Öffentliche Partien:** aus" in shown.content
        assert not await readable()
        for control in ("More…", "Type turns…"):  # Nor can they go on with what they have tried.
            assert (await said(await study.click(control))).content == _unknown(game.id)
        await anna.command("server", general, reset="public")
        assert await readable()
        await general.permit(everyone=True, deny=["view_channel"])
        await general.permit(allow=["view_channel", "send_messages", "attach_files"])
        assert not await readable()
        await anna.command("server", pg.channel("games"), public=True)
        assert await readable()
        await ben.command("settings", await ben.dm(), reset="public")
        assert not await readable()
    finally:
        await anna.command("server", pg.channel("games"), reset="public")
        await general.permit(everyone=True)
        await general.permit()
        for user in (ben, david):
            await user.command("settings", await user.dm(), reset="all")


async def test_a_private_thread(
    pg: Playground, general: Channel, clara: User, players: tuple[User, User], emma: User
) -> None:
    """A match opened in a private thread can be viewed by those added to the thread."""
    await clara.join(general)
    thread = await _private_thread(general, *players)
    game = await begin(thread, "attangle", *players)
    unknown = _unknown(game.id)
    games_channel = pg.channel("games")
    assert (await emma.command("board", games_channel, match=game.id)).content == unknown
    await known(players[0], games_channel, game.id)
    await _add(thread, clara)
    await known(clara, games_channel, game.id)
    await clara.leave(general)


async def _private_thread(general: Channel, *people: User) -> Channel:
    pg, headers = general.pg, {"Authorization": "Bot a-token-of-the-tests"}
    assert pg._session is not None
    url = f"{pg.url}/api/v10/channels/{general.id}/threads"
    body = {"name": "Between us", "type": 12}
    async with pg._session.post(url, json=body, headers=headers) as response:
        assert response.status == 201, await response.text()
        made = str((await response.json())["id"])
    await pg.refresh()
    thread = next(one for one in pg.channels if one.id == made)
    for user in people:
        await _add(thread, user)
    return thread


async def _add(thread: Channel, user: User) -> None:
    pg, headers = thread.pg, {"Authorization": "Bot a-token-of-the-tests"}
    assert pg._session is not None
    url = f"{pg.url}/api/v10/channels/{thread.id}/thread-members/{user.id}"
    async with pg._session.put(url, headers=headers) as response:
        assert response.status < 300, await response.text()


async def test_tables_of_channels_that_one_does_not_see(
    pg: Playground, general: Channel, ben: User, emma: User
) -> None:
    """They are not listed, except for people who may join them."""
    quiet = pg.channel("quiet")
    await quiet.permit(user=emma, deny=["view_channel"])
    table = named(await open_table(ben, quiet, "attangle"))
    assert table not in (await emma.command("tables", general)).content
    assert table in (await ben.command("tables", general)).content
    await quiet.permit(user=emma)
    assert table in (await emma.command("tables", general)).content


async def test_a_form_that_was_opened_before(
    pg: Playground, general: Channel, players: tuple[User, User], emma: User
) -> None:
    """The permission is checked when the form is sent, not when it was opened."""
    quiet, games_channel = pg.channel("quiet"), pg.channel("games")
    game = await begin(quiet, "attangle", *players)
    await game.move(1, "c3")
    shown = await emma.command("replay", games_channel, match=game.id)
    opened = await shown.click("Turn…")
    assert opened.modal is not None
    await quiet.permit(user=emma, deny=["view_channel"])
    sent = await opened.modal.submit(text="1")
    told = await pg.wait_for(lambda: _followed(sent.refresh))
    assert told == _unknown(game.id)
    stepped = await shown.click("⏭")
    assert await pg.wait_for(lambda: _followed(stepped.refresh)) == _unknown(game.id)
    await quiet.permit(user=emma)


async def _followed(refresh: object) -> str:
    reply = await refresh()  # type: ignore[operator]
    return str((reply.followups or [reply])[-1].content)


async def test_discord_is_asked_seldom(
    pg: Playground, general: Channel, spiele: Channel, players: tuple[User, User], emma: User
) -> None:
    """One request for a member serves all matches of a server, even concurrent ones."""
    games = [await begin(general, "attangle", *players) for _ in range(2)]
    await known(emma, spiele, games[0].id)
    before = await _asked(pg)
    assert before
    boards = await asyncio.gather(
        *(emma.command("board", spiele, match=game.id) for game in games * 3)
    )
    assert all(board.attachments for board in boards)
    assert await _asked(pg) == before


async def test_discord_says_nothing(
    pg: Playground, general: Channel, players: tuple[User, User], anna: User
) -> None:
    """If Discord cannot say whether somebody is a member, they are refused, and Discord is asked
    again next time.
    """
    game = await begin(general, "attangle", *players)
    dm = await anna.dm()
    await pg.fault("status", r"/members/", status=500, times=10)
    refused = await anna.command("board", dm, match=game.id)
    assert game.id in refused.content
    assert not refused.attachments
    await pg.clear_faults()

    async def shown() -> bool:
        return bool((await anna.command("board", dm, match=game.id)).attachments)

    await pg.wait_for(shown)


def test_how_often_something_may_happen() -> None:
    """The limit applies to each key, and an action that is over the limit for one of several keys
    counts for none.
    """
    pace = lookups.Quota(2, 1000.0)
    assert [bool(pace.wait("a")) for _ in range(3)] == [False, False, True]
    assert pace.wait("a", "b") > 0
    assert [bool(pace.wait("b")) for _ in range(3)] == [False, False, True]
