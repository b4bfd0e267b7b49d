"""The whole product as two people meet it: the page in a real browser, the bot's real process."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from playground.client import Playground
from tests.bot.stack import Stack
from tests.playground.browser import PHONE, Window, chromium


async def test_two_people_play_in_the_browser(stack: Stack, pg: Playground, tmp_path: Path) -> None:
    """Opening, joining and three moves: each window shows every board, nothing goes wrong."""
    async with chromium() as browser:
        ben = await Window.of(browser, stack.url, "ben")
        emma = await Window.of(browser, stack.url, "emma", PHONE)
        await ben.type("/play attangle")
        await expect(ben.page.locator(".completion-row").first).to_be_visible()
        await ben.page.keyboard.press("Enter")
        await expect(ben.message("opens a table")).to_be_visible()
        await emma.button("Join")
        await expect(ben.message("The match begins.")).to_be_visible()
        seated = await ben.message("The match begins.").inner_text()
        first, second = (ben, emma) if "White @Ben" in seated else (emma, ben)
        for window, point in ((first, "c3"), (second, "d3"), (first, "a1")):
            await window.type(f"/move turn:{point}", "Enter")
            for each in (ben, emma):
                board = (
                    each.message(f"places a piece on {point}").locator("img.picture, img[alt]").last
                )
                await expect(board).to_be_visible()
                assert (
                    await board.evaluate("image => image.decode().then(() => image.naturalWidth)")
                    == 1000
                )
                assert "White" in (await board.get_attribute("alt") or "")
        assert ben.problems == []
        assert emma.problems == []
        for name, window in (("wide", ben), ("phone", emma)):
            picture = tmp_path / f"{name}.png"
            await window.page.screenshot(path=picture)
            assert picture.stat().st_size > 10_000
