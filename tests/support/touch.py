"""Playing on a board that is touched, in a browser."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

import games
from tests.support.browser import Window
from tests.support.picking import leads

MINE = "#board .free, #choices button, #confirm:enabled"
"""What appears only for the player to move."""


def free(page: Page) -> Locator:
    """The points that can be chosen."""
    return page.locator("#board .free")


async def settled(page: Page) -> None:
    """Returns once the page shows what the server has answered last."""
    await expect(page.locator("#board svg")).to_be_visible()
    await expect(page.locator("#touch:not([aria-busy])")).to_be_attached()


async def tap(window: Window, what: Locator) -> None:
    """Taps something: a button, or a point of the board where it lies."""
    if await what.get_attribute("data-point") is None:
        await window.press(what)
        return
    await what.scroll_into_view_if_needed()
    box = await what.bounding_box()
    assert box is not None
    await window.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def touch_turn(window: Window, game: str, text: str, after: str = "") -> None:
    """Plays a whole turn by taps, and confirms it; as soon as the page tells of the turn before."""
    page = window.page
    await expect(page.locator("#news")).to_contain_text(after)
    await expect(page.locator(MINE).first).to_be_attached()
    while True:
        await settled(page)
        done = int(await page.locator("#touch").get_attribute("data-length") or 0)
        tokens = [one for one in text.split() if one != "end"]
        if done >= len(tokens):
            break
        values = await page.locator("[data-value]").evaluate_all(
            "all => all.flatMap((one) => one.dataset.value.split(' '))"
        )
        fitting = [one for one in values if leads(games.get(game), tokens[done], one)]
        assert fitting, (text, values)
        value = max(fitting, key=len)
        await tap(window, page.locator(f'[data-value~="{value}"]').first)
        await settled(page)
        chooser = page.locator(f'#choices [data-value="{value}"]')
        if await chooser.count():  # The point has several meanings.
            await tap(window, chooser.first)
    await tap(window, page.locator("#confirm"))
    await expect(page.locator("#said")).not_to_be_empty()
