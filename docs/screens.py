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
from tests.bot.conftest import Game, begin
from tests.bot.short import LINES
from tests.bot.stack import Stack
from tests.playground.browser import PHONE, Window, chromium

FOLDER = Path(__file__).parent / "gallery"
WIDE = (1280, 880)
LOADED = "(images) => Promise.all(images.map((image) => image.decode()))"


async def screens(pg: Playground, browser: Browser) -> None:
    """Takes all of them."""
    match = await _played(pg, "games", "attangle", 19, "ben", "emma")
    user = _to_move(match, 19)
    window = await Window.open(browser, _address(pg, user, match.channel), WIDE)
    await _take(window, "playground")

    match = await _played(pg, "spiele", "turnier", 47, "anna", "david")
    user = _to_move(match, 47)
    window = await _phone(pg, browser, user, match.channel)
    await _take(window, "phone")

    match = await _played(pg, "allgemein", "3stein", 6, "anna", "ben", "clara")
    user = _to_move(match, 6)
    window = await _phone(pg, browser, user, match.channel)
    await window.button("Ziehen")
    await expect(window.message("Wähle unten").locator(".select").first).to_be_visible()
    await _take(window, "phone-picking")

    user, channel = pg.user("emma"), pg.channel("allgemein")
    window = await _phone(pg, browser, user, channel)
    await user.command("tutorial", channel, game="tyr")
    await expect(window.message("Lektion 1").locator(".select").first).to_be_visible()
    await _take(window, "phone-tutorial")


async def _played(pg: Playground, channel: str, game: str, turns: int, *names: str) -> Game:
    """A match after so many turns of its short line."""
    line, users = LINES[game], [pg.user(name) for name in names]
    match = await begin(pg.channel(channel), game, *users, **line.options)
    for number, turn in enumerate(line.turns.split("; ")[:turns]):
        await match.move(number % line.seats + 1, turn)
    return match


def _to_move(match: Game, turns: int) -> User:
    return match.players[turns % len(match.players)]


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
