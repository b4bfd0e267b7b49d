"""Photographs the playground's page for the README: `python -m docs.screens`.

People play on a playground of their own until there is something to be seen. Seats are drawn and
clocks go on, so that no two runs give the same pictures.
"""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Browser, expect

from playground.client import Channel, Playground, User
from tests.support.browser import PHONE, Window, chromium
from tests.support.matches import Game, begin
from tests.support.short_matches import GERMAN, LINES, begin_in_german
from tests.support.stack import Stack

FOLDER = Path(__file__).parent / "gallery"
WIDE = (1280, 880)
LOADED = "(images) => Promise.all(images.map((image) => image.decode()))"


async def screens(pg: Playground, browser: Browser) -> None:
    """Takes all of them."""
    match = await begin(pg.channel("games"), "attangle", pg.user("ben"), pg.user("emma"))
    user = await _play(match, "attangle", 19)
    await _take(await Window.open(browser, _address(pg, user, match.channel), WIDE), "playground")

    match = await begin_in_german(pg, LINES["turnier"])
    user = await _play(match, "turnier", -1)
    await _take(await _phone(pg, browser, user, match.channel), "phone")

    match = await begin_in_german(pg, LINES["3stein"])
    user = await _play(match, "3stein", 6)
    window = await _phone(pg, browser, user, match.channel)
    await window.button(GERMAN("Move"))
    await expect(window.page.locator("#messages .select").last).to_be_visible()
    await _take(window, "phone-picking")

    user, channel = pg.user("clara"), pg.channel("allgemein")
    window = await _phone(pg, browser, user, channel)
    tutorial = await user.command("tutorial", channel, game="tyr")
    await tutorial.click(GERMAN("Begin"))
    await expect(window.page.locator("#messages .select").last).to_be_visible()
    await _take(window, "phone-tutorial")


async def _play(match: Game, game: str, turns: int) -> User:
    """Plays the game's short line up to this turn; who is to move then."""
    for turn in LINES[game].turns.split("; ")[:turns]:
        await match.move(1 + match.players.index(await _to_move(match)), turn)
    return await _to_move(match)


async def _to_move(match: Game) -> User:
    called = (await match.board()).content.rpartition("\n")[2]
    return next(user for user in match.players if user.mention in called)


def _address(pg: Playground, user: User, channel: Channel) -> str:
    return f"{pg.url}/?user={user.name}&channel={channel.id}"


async def _phone(pg: Playground, browser: Browser, user: User, channel: Channel) -> Window:
    """A German phone with a sharp screen."""
    await user.change(locale="de")
    return await Window.open(browser, _address(pg, user, channel), PHONE, scale=2)


async def _take(window: Window, name: str) -> None:
    """Photographs a window once all its pictures are there, in few colours."""
    await expect(window.page.locator("#messages img").last).to_be_visible()
    await window.page.locator("#messages img").evaluate_all(LOADED)
    taken = await window.page.screenshot(animations="disabled")
    with Image.open(BytesIO(taken)) as whole:
        few = whole.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


async def _main(url: str) -> None:
    async with Playground.connect(url) as pg, chromium() as browser:
        await pg.wait_online()
        await screens(pg, browser)


def main() -> None:
    """Runs a playground and a bot for as long as the pictures take."""
    with TemporaryDirectory() as folder:
        stack = Stack(Path(folder))
        try:
            asyncio.run(_main(stack.url))
        finally:
            stack.close()


if __name__ == "__main__":
    main()
