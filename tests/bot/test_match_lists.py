"""Lists of matches: `/tables` and `/games`, page by page, and the ways from there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from bot.cogs.lobby import open_tables
from bot.cogs.records import my_matches
from bot.messages.board import SHOW
from bot.text.discord_limits import COMPONENTS, LAYOUT_TEXT
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.lobby import closing, says, seats, settled
from tests.support.matches import Game, begin, named, open_table

pytestmark = pytest.mark.shared_bot


@pytest.fixture(autouse=True)
async def closed(pg: Playground) -> AsyncIterator[None]:
    """Tables are closed after each test, since their number is limited."""
    async with closing(pg):
        yield


async def test_tables_are_listed_and_joined(
    pg: Playground, ben: User, david: User, emma: User
) -> None:
    """`/tables` lists tables to join, challenges to oneself first; a button takes a seat, or shows
    the table where seats are chosen.
    """
    channel = pg.channel("quiet")
    tables = [
        await open_table(ben, channel, "tyr", seats=3, clock="3d", rated=False, line="any"),
        await open_table(ben, channel, "turnier", seat=2),
        await open_table(ben, channel, "attangle", opponent=emma),
        await open_table(ben, channel, "attangle", opponent=david),
    ]
    open_to_all, chosen, challenge, others = map(named, tables)
    shown = await emma.command("tables", channel)
    assert shown.ephemeral
    lines = {found[1]: text for text in shown.texts if (found := _id(text))}
    assert next(iter(lines)) == challenge
    assert "you're invited" in lines[challenge]
    assert others not in lines
    line = lines[open_to_all]
    for part in (
        f"opened by {ben.mention}",
        "2 of 3 seats free",
        "3 days per turn",
        "unrated",
        "A line is any three fields",
    ):
        assert part in line
    assert re.search(r"closes <t:\d+:R>", line)
    assert "free: Rose" in lines[chosen]
    only = await emma.command("tables", channel, game="turnier")
    assert {_id(one)[1] for one in only.texts if _id(one)} == {chosen}  # type: ignore[index]

    done = await shown.click(shown.beside(open_to_all)["custom_id"])
    assert done.content == f"You have a seat at table {open_to_all}."
    assert await pg.wait_for(lambda: says(tables[0], emma.mention))
    shown = await emma.command("tables", channel)
    with pytest.raises(LookupError):
        shown.beside(open_to_all)
    assert shown.beside(chosen)["label"] == open_tables.CHOOSE_SEAT
    table = await shown.click(shown.beside(chosen)["custom_id"])
    done = await table.click("Play as Rose")
    assert "The match has begun." in done.content
    assert await seats(channel, chosen, ben, emma) == [emma, ben]
    await settled(tables[1])
    shown = await emma.command("tables", channel)
    late = await emma.command("tables", channel)
    assert shown.beside(challenge)["label"] == open_tables.JOIN
    await shown.click(shown.beside(challenge)["custom_id"])
    twice = await late.click(late.beside(challenge)["custom_id"])
    assert "have a seat" in twice.followups[-1].content


def _id(text: str) -> re.Match[str] | None:
    return re.match(r"\*\*.*?`(\w{4})`", text)


async def test_many_tables_are_paged(pg: Playground, ben: User, david: User, emma: User) -> None:
    """Every table is on one of the pages, and neighbouring pages can be reached."""
    channel = pg.channel("quiet")
    wanted = set()
    for number in range(open_tables.PAGE + 1):
        host = (ben, david)[number % 2]
        wanted.add(named(await open_table(host, channel, "tyr", seats=4, seating="chosen")))
    page = await emma.command("tables", channel, game="tyr")
    seen: list[str] = []
    for _ in range(9):
        seen += [found[1] for line in page.texts if (found := _id(line))]
        assert len(page.content) <= LAYOUT_TEXT
        assert len(page.components) <= COMPONENTS
        if "▶" not in page.labels:
            break
        page = await page.click("▶")
    assert wanted <= set(seen)
    assert len(seen) == len(set(seen)) > open_tables.PAGE
    back = await page.click("◀")
    assert back.content.startswith("### Open tables for Tyr")


async def test_all_own_matches_are_listed_page_by_page(
    pg: Playground, general: Channel, ben: User, emma: User
) -> None:
    """No match is cut off, each says what to do next, and each can be opened."""
    channel = pg.channel("games")
    mine = [await begin(channel, "attangle", ben, emma) for _ in range(3)]
    wanted = {game.id for game in mine}
    for _ in range(my_matches.PAGE - 1):
        wanted.add(named(await open_table(ben, channel, "tyr", opponent1=emma)))
    page: Message = await emma.command("games", general)
    seen: list[str] = []
    states: list[str] = []
    headings: list[str] = []
    for _ in range(40):
        rows = [text for text in page.texts[1:] if _id(text)]
        assert len(rows) <= my_matches.PAGE
        assert len(page.content) <= LAYOUT_TEXT
        assert len(page.components) <= COMPONENTS
        seen += [found[1] for one in rows if (found := _id(one))]
        states += rows
        headings += [text for text in page.texts[1:] if not _id(text)]
        if "▶" not in page.labels:
            break
        page = await page.click("▶")
    assert wanted <= set(seen)
    assert len(seen) == len(set(seen))
    order = [my_matches.MY_TURN, my_matches.THEIR_TURN, my_matches.STILL, my_matches.TABLES]
    places = [order.index(heading.strip("*")) for heading in headings]
    assert places == sorted(places), "and under headings, those that wait for one first"
    assert my_matches.TABLES in [heading.strip("*") for heading in headings]
    said = {one: next(line for line in states if f"`{one}`" in line) for one in wanted}
    for game in mine:
        assert "is to move" not in said[game.id]  # The heading says it; there are only two.
        place = f"https://discord.com/channels/{channel.data['guild_id']}/{game.channel.id}"
        there = f"-# [Go to the board]({place}/{(await game.board()).id})"
        seat = ("White", "Black")[game.players.index(emma)]
        assert said[game.id].endswith(f"{there} · as\u00a0{seat} · turn\u00a01")
    assert sum("a challenge to you" in line for line in said.values()) == my_matches.PAGE - 1


async def test_matches_of_the_same_people_differ(pg: Playground, ben: User, emma: User) -> None:
    """Beside the id, the list says which seat one has, how far a match is, and when it ended; in a
    channel without threads, too, it leads to the board. None of these is broken over two lines.
    """
    channel = pg.channel("quiet")
    await channel.permit(deny=["create_public_threads"])
    game = await begin(channel, "attangle", ben, emma)
    await game.move(1, "a1")
    assert game.channel == channel
    seat = ("White", "Black")[game.players.index(ben)]
    place = f"https://discord.com/channels/{channel.data['guild_id']}/{channel.id}"

    async def rows(**options: bool) -> str:
        page = await _page_with(game.id, await ben.command("games", channel, **options))
        return next(text for text in page.texts if f"`{game.id}`" in text)

    there = f"-# [Go to the board]({place}/{(await game.board()).id}) · as\u00a0{seat}"
    assert (await rows()).endswith(f"{there} · turn\u00a02")
    await (await game.players[1].command("resign", channel, match=game.id)).click("Resign")
    board = await game.board_with("resigned")
    found = re.search(r"/(\d+)\) · as\xa0\w+ · 1\xa0turn · <t:\d+:d>$", await rows(over=True))
    assert found
    assert found[1] == board.id


async def test_going_from_the_list_to_a_match(pg: Playground, ben: User, emma: User) -> None:
    """A match shows its board, a table its buttons, ephemerally. They work, and the public table is
    updated.
    """
    channel = pg.channel("quiet")
    table = await open_table(ben, channel, "attangle", opponent=emma)
    match = named(table)
    page = await _page_with(match, await emma.command("games", channel))
    assert page.beside(match)["label"] == SHOW
    shown = await page.click(page.beside(match)["custom_id"])
    assert shown.ephemeral
    assert shown.labels == ["Accept", "Decline", "Withdraw challenge (host)", "Rules"]
    done = await shown.click("Accept")
    assert "The match has begun." in done.content
    await settled(table)
    game = Game(channel, match, await seats(channel, match, ben, emma))
    page = await _page_with(match, await game.players[1].command("games", channel))
    board = await page.click(page.beside(match)["custom_id"])
    assert board.ephemeral
    assert board.attachments
    assert "Board as text" in board.labels
    page = await _page_with(match, await game.players[0].command("games", channel))
    assert page.beside(match)["label"] == "Move"
    draft = await page.click(page.beside(match)["custom_id"])
    assert draft.ephemeral
    assert draft.selects


async def _page_with(match: str, page: Message) -> Message:
    """The page of a list with this match."""
    while f"`{match}`" not in page.content:
        page = await page.click("▶")
    return page


async def test_empty_lists_lead_on(pg: Playground) -> None:
    """Where there is nothing to list, buttons lead to a match all the same."""
    channel, clara = pg.channel("quiet"), pg.user("clara")
    await clara.change(locale="en-US")
    steps = ["Play the computer", "Find an opponent", "Open a table…"]
    assert (await clara.command("tables", channel, game="turnier")).labels == [steps[2], steps[0]]
    for over in (False, True):
        empty = await clara.command("games", channel, over=over)
        assert empty.labels == steps
    asked = await empty.click("Play the computer")
    assert asked.ephemeral
    assert "which game" in asked.content


async def test_an_opponent_is_named_once(pg: Playground, ben: User, emma: User) -> None:
    """The heading says that others are to move; in a match of two that can only be one person."""
    game = await begin(pg.channel("quiet"), "attangle", ben, emma)
    white, black = game.players
    shown = await _page_with(game.id, await black.command("games", game.channel))
    (line,) = (text for text in shown.texts if game.id in text)
    assert line.count(white.mention) == 1
