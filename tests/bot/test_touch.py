"""Boards that are touched, with the real bot: links by buttons, and what Discord shows of turns."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.samples.sample import Short
from tests.support.browser import PHONE, Window, chromium
from tests.support.matches import Game, begin
from tests.support.picking import choose
from tests.support.ports import served
from tests.support.short_matches import GERMAN, LINES, begin_in_german
from tests.support.stack import Stack
from tests.support.touch import settled, tap, touch_turn

pytestmark = pytest.mark.untraced

THEMES = ("light", "dark")


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot serves pages."""
    return served()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Chromium."""
    async with chromium() as one:
        yield one


async def _link(game: Game, user: User, label: str = "Tap to play") -> str:
    """The address of a new link."""
    shown: Message = await (await game.board()).click(label, by=user)
    assert shown.ephemeral
    return str(shown.buttons[0]["url"])


async def _open(browser: Browser, url: str, theme: str = "light") -> Window:
    window = await Window.open(browser, url, PHONE, "dark" if theme == "dark" else "light")
    await settled(window.page)
    return window


async def _status(url: str) -> int:
    """What the server says to the holder of a link."""
    address, _, secret = url.partition("#")
    headers = {"Authorization": f"Bearer {secret}"}
    body = {"act": "look"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{address}/turn", json=body, headers=headers) as answer,
    ):
        return answer.status


async def test_the_button_is_for_players(
    stack: Stack, general: Channel, ben: User, david: User, emma: User
) -> None:
    """Each gets a link of their own, in a message that only they see; the next one ends it, and so
    does a setting.
    """
    game = await begin(general, "attangle", ben, david)
    board = await game.board()
    assert board.labels == ["Move", "Tap to play", "Rules", "Board as text", "More…"]
    first = await _link(game, ben)
    assert re.fullmatch(re.escape(stack.settings["WEB_URL"]) + r"/t#[\w-]{43}", first)
    theirs = await _link(game, david)
    second = await _link(game, ben)
    assert [await _status(one) for one in (first, second, theirs)] == [401, 200, 200]
    refused = await board.click("Tap to play", by=emma)
    assert refused.content == f"You aren't playing in match {game.id}."
    await ben.command("settings", general, touch=False)
    assert [await _status(one) for one in (second, theirs)] == [401, 200]
    off = await board.click("Tap to play", by=ben)
    assert off.content.startswith("You've turned off")
    await ben.command("settings", general, touch=True)
    assert await _status(await _link(game, ben)) == 200


async def test_discord_shows_the_same(
    pg: Playground, general: Channel, ben: User, david: User, browser: Browser
) -> None:
    """After a touched turn there is the board that there is after a typed one."""
    games = [await begin(general, "attangle", ben, david) for _ in range(2)]
    typed, touched = games
    await typed.move(1, "c3")
    window = await _open(browser, await _link(touched, touched.players[0]))
    await touch_turn(window, "attangle", "c3")

    async def shown() -> list[Message]:
        return [one for one in await touched.boards() if "`c3`" in one.content]

    by_touch, by_typing = (await pg.wait_for(shown))[-1], await typed.board()
    names = {one.id: f"seat {seat}" for seat, one in enumerate(typed.players)}
    others = {one.id: f"seat {seat}" for seat, one in enumerate(touched.players)}
    assert _anonymous(by_touch, touched, others) == _anonymous(by_typing, typed, names)
    assert by_touch.labels == by_typing.labels
    assert by_touch.mentions == [touched.players[1].name]
    assert by_touch.attachments[0].description == by_typing.attachments[0].description


def _anonymous(board: Message, game: Game, names: dict[str, str]) -> str:
    text = board.content.replace(game.id, "ID")
    for one, name in names.items():
        text = text.replace(one, name)
    return text


async def test_a_draft_begun_in_discord(
    general: Channel, ben: User, david: User, browser: Browser
) -> None:
    """It is ended by touch; and one that was begun by touch is ended in Discord."""
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    second = game.players[1]
    menus = await choose(await (await game.board()).click("Move", by=second), "4", "4-63=8")
    assert "Your turn so far: `4-63=8 …`" in menus.content
    window = await _open(browser, await _link(game, second))
    await expect(window.page.locator("#draft")).to_contain_text("4-63=8")
    await touch_turn(window, "tyr", "4-63=8 5-28=7")
    late = await choose(menus, "5-28=7")
    assert f"turn in match {game.id}" in late.content

    async def played() -> bool:
        return "5-28=7" in (await game.board()).content

    await general.pg.wait_for(played)
    first = await _open(browser, await _link(game, game.players[0]))
    page = first.page
    await tap(first, page.locator("#board .free").first)
    await settled(page)
    while await page.locator("#touch").get_attribute("data-length") == "0":
        await tap(first, page.locator("#board .free, #choices button").first)
        await settled(page)
    begun = await page.locator("#draft code, #draft").first.inner_text()
    shown = await (await game.board()).click("Move", by=game.players[0])
    token = re.findall(r"\d-\d\d=\d", begun)[0]
    assert f"`{token}" in shown.content
    while "Confirm" not in shown.labels:
        menu = shown.selects[0]
        shown = await shown.select(menu["custom_id"], [str(menu["options"][0]["value"])])
    done = await shown.click("Confirm")
    assert f"you played `{token}" in done.content
    await expect(page.locator("#standing")).to_contain_text("is to move")


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
async def test_a_whole_match_by_touch_and_typing(
    line: Short, pg: Playground, browser: Browser
) -> None:
    """On phones, in German and in English, light and dark: half of the turns by touch alone, the
    others typed in Discord, to the end. Each page follows what the others do.
    """
    game, turns = await begin_in_german(pg, line), line.turns.split("; ")
    for user in game.players[1::2]:
        await user.change(locale="en-US")
    turned = [*LINES].index(line.game)  # So that each language is seen in both themes.
    windows = {
        user.name: await _open(
            browser, await _link(game, user, GERMAN("Tap to play")), THEMES[(seat + turned) % 2]
        )
        for seat, user in enumerate(game.players)
    }
    for number, turn in enumerate(turns):
        boards = [one for one in await game.boards() if one.mentions]
        player = next(user for user in game.players if user.name in boards[-1].mentions)
        if number // len(game.players) % 2:
            await player.command("move", game.channel, turn=turn, match=game.id)
        else:
            after = f"{number}. {turns[number - 1]}" if number else ""
            await touch_turn(windows[player.name], line.game, turn, after)
        await pg.wait_for(lambda wanted=f"{number + 1}. `{turn}`": _has(game, wanted))  # type: ignore[misc]
    board = await game.board()
    assert "🏆" in board.content
    assert GERMAN(line.said) in board.content
    for seat, user in enumerate(game.players):
        window, said = windows[user.name], line.said if seat % 2 else GERMAN(line.said)
        await expect(window.page.locator("#standing")).to_contain_text(said)
        await expect(window.page.locator("html")).to_have_attribute("lang", ("de", "en")[seat % 2])
        assert window.problems == []


async def _has(game: Game, text: str) -> bool:
    return text in (await game.board()).content
