"""Boards that are touched in real Chromium: other ways to choose, and what goes wrong."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import CDPSession, Locator, Route, expect

import matches
from storage.database import Database
from tests import PATIENCE
from tests.matches.conftest import ANN
from tests.support.browser import Window
from tests.support.touch import free, settled, tap
from tests.web.conftest import begun
from tests.web.seen import browser, site
from tests.web.test_touch_browser import Open, backend, opened

__all__ = ["backend", "browser", "opened", "site"]

pytestmark = pytest.mark.untraced


AT = """Object.defineProperty(Event.prototype, "timeStamp", {configurable: true, get: () => %d})"""
"""Sets the time at which something happens, in milliseconds, so that no test depends on it."""


async def test_without_a_place(db: Database, opened: Open) -> None:
    """Screen readers may activate a point without saying where in the window that is."""
    match = await begun(db, "attangle", 2, 0)
    page = (await opened(match)).page
    await page.locator('[data-point="d1"].free').dispatch_event("click")
    await settled(page)
    await expect(page.locator("#draft")).to_contain_text("d1")


async def test_the_keyboard_stays_on_the_board(db: Database, opened: Open) -> None:
    """Also when a button that has the focus takes all back, and can't be pressed any more."""
    match = await begun(db, "attangle", 2, 0)
    page = (await opened(match)).page
    for act in ("reset", "back"):
        await free(page).first.focus()
        await page.keyboard.press("Enter")
        await settled(page)
        await page.locator(f"#{act}").focus()
        await page.keyboard.press("Enter")
        await settled(page)
        await expect(page.locator(f"#{act}")).to_be_disabled()
        assert await page.evaluate("document.activeElement?.dataset?.point ?? ''")


async def test_a_board_is_dragged_by_a_finger(db: Database, opened: Open) -> None:
    """It lies where the finger leaves it."""
    match = await begun(db, "turnier", 2, 1)
    window = await opened(match)
    page = window.page
    hand = await page.context.new_cdp_session(page)
    await _take_corner(window)
    await free(page).last.scroll_into_view_if_needed()
    name = await free(page).last.get_attribute("data-point")
    await _drag(hand, await _middle(free(page).first), await _middle(free(page).last))
    await _lift(hand)
    await expect(page.locator("#confirm")).to_be_enabled()
    draft = await matches.draft(db, match.id, match.player_to_move or ANN)
    assert draft.text == f"Csw@{name}"


async def test_a_finger_moves_a_larger_board(db: Database, opened: Open) -> None:
    """Nothing is laid there by dragging."""
    window = await opened(await begun(db, "turnier", 2, 1))
    page = window.page
    hand = await page.context.new_cdp_session(page)
    await _take_corner(window)
    await tap(window, page.locator("#larger"))
    await expect(page.locator("#larger")).to_have_text("Zoom out")
    middle = await _middle(page.locator("#board"))
    await _drag(hand, middle, (middle[0] - 150, middle[1]))
    await expect(page.locator(".ghost")).to_have_count(0)
    await _lift(hand)
    await settled(page)
    await expect(page.locator("#confirm")).to_be_disabled()


async def _take_corner(window: Window) -> None:
    """Chooses the board that is named by its lower left corner."""
    page = window.page
    await tap(window, page.get_by_role("button", name="Cne"))
    await settled(page)
    others = page.get_by_role("group", name="Or lay this")
    await tap(window, others.get_by_role("button", name="Csw"))
    await settled(page)


async def _middle(point: Locator) -> tuple[float, float]:
    box = await point.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def _drag(hand: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger is put down and moved; it stays down."""
    steps = 8
    for step in range(steps + 1):
        x, y = (one + (other - one) * step / steps for one, other in zip(start, end, strict=True))
        touch = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y}]}
        await hand.send("Input.dispatchTouchEvent", touch)


async def _lift(hand: CDPSession) -> None:
    await hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_a_double_tap_chooses_once(db: Database, opened: Open) -> None:
    """The second tap comes too soon to mean anything that the first one has led to."""
    match = await begun(db, "3stein", 3, 0)
    page = (await opened(match)).page
    tapped, draft = {"detail": 1}, page.locator("#draft")
    await page.evaluate(AT % 1000)
    await page.locator('[data-point="a14"].free').dispatch_event("click", tapped)
    await expect(draft).to_contain_text("a14 …")
    goal = page.locator('[data-point="b12"].free')
    await page.evaluate(AT % 1200)
    await goal.dispatch_event("click", tapped)
    await settled(page)
    await expect(draft).to_contain_text("a14 …")
    await page.evaluate(AT % 2000)
    await goal.dispatch_event("click", tapped)
    await expect(draft).to_contain_text("a14-b12")


async def test_an_answer_that_never_comes(db: Database, opened: Open) -> None:
    """A connection can be lost without a word: the page says so, asks again, and can be used."""
    match = await begun(db, "attangle", 2, 0)
    window = await opened(match)
    page = window.page
    held, later = list[Route](), list[Route]()
    is_held = asyncio.Event()

    async def hold_first(route: Route) -> None:
        if held:
            later.append(route)
            await route.continue_()
        else:
            held.append(route)
            is_held.set()

    await page.clock.install()
    await page.route("**/t/turn", hold_first)
    await tap(window, page.locator('[data-point="c3"].free'))
    await expect(page.locator("#touch")).to_have_attribute("aria-busy", "true")
    async with asyncio.timeout(PATIENCE):
        await is_held.wait()
    await page.clock.run_for(31_000)
    await expect(page.locator("#said")).to_contain_text("The bot can't be reached just now.")
    await page.clock.run_for(3000)
    await expect(page.locator("#said")).to_have_text("")
    await settled(page)
    await tap(window, page.locator('[data-point="d1"].free'))
    await settled(page)
    await expect(page.locator("#draft")).to_contain_text("d1")
    assert later
