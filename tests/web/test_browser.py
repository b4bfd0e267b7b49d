"""The pages in real Chromium, on a phone and on a large screen, in both languages and themes."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.async_api import Browser, Route, expect

import matches
from games import all_games
from matches import Match
from matches.settings import players
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN
from tests.support.browser import PHONE, SMALL, WIDE, Window
from tests.web.conftest import NAMES, PATH, agree, begun
from tests.web.seen import accessible, browser, site
from web.site import Site

__all__ = ["browser", "site"]

pytestmark = pytest.mark.untraced

TORN = """() => [...document.querySelectorAll("th")].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getClientRects().length > 1;
}).map((one) => one.textContent)"""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture
async def backend() -> str:
    """One database is enough here."""
    return "sqlite"


async def test_every_page_can_be_used_by_everybody(
    db: Database, site: Site, browser: Browser
) -> None:
    """Each kind of page, and the match of each game, on a phone and on a large screen."""
    await agree(db, ANN, BOB, CAT, DAN)
    places = ["", "g/attangle", f"p/{site.player_key(ANN)}"]
    over = await begun(db, "attangle", 2, 5)
    await matches.resign(db, over.id, BOB)
    running = [await begun(db, game.info.key, max(game.info.seats), 14) for game in all_games()]
    places += [f"m/{one.id}" for one in running]
    for number, place in enumerate([*places, f"m/{over.id}", f"m/{over.id}/2"]):
        code, theme = ("en", "de")[number % 2], THEMES[number // 2 % 2]
        url = f"{site.address}/{place}?lang={code}"
        for size in (PHONE, WIDE):
            window = await Window.open(browser, url, size, theme)
            await expect(window.page.locator("h1")).to_be_visible()
            await accessible(window)
            small = ".steps > *, .turns a"
            assert await window.page.evaluate(SMALL, small) == []
            await window.page.context.close()


async def test_a_match_without_a_script(db: Database, site: Site, browser: Browser) -> None:
    """One steps through it by links, and reads what is drawn."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 4)
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{site.address}/m/{match.id}")
    await expect(page.locator(".state")).to_contain_text("is to move")
    now = await page.locator(".picture").inner_html()
    await page.get_by_role("link", name="Back").click()
    await expect(page.locator(".where")).to_have_text("Turn 3 of 4")
    assert await page.locator(".picture").inner_html() != now
    await page.get_by_role("link", name="Go to the end").click()
    await expect(page.locator(".where")).to_have_text("Turn 4 of 4")
    assert await page.locator(".picture").inner_html() == now
    await page.get_by_role("link", name="Deutsch").click()
    await expect(page.locator(".where")).to_have_text("Zug 4 von 4")


async def _played(db: Database, match: Match) -> Match:
    current = await matches.get(db, match.id)
    assert current.player_to_move is not None
    token = str(match.game.legal_moves(current.position)[0])
    return (await matches.play(db, match.id, current.player_to_move, token)).match


async def test_new_turns_appear(db: Database, site: Site, browser: Browser) -> None:
    """While the match runs and may be seen. Where one is on the page stays."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    window = await Window.open(browser, f"{site.address}/m/{match.id}", PHONE, "light")
    page = window.page
    await expect(page.locator(".where")).to_have_text("Turn 3 of 3")
    await page.locator(".turns a").first.focus()
    for turn in (4, 5):
        await _played(db, match)
        await expect(page.locator(".where")).to_have_text(f"Turn {turn} of {turn}")
    assert await page.evaluate("document.activeElement.getAttribute('href')") == (
        f"{PATH}/m/{match.id}/1"
    )
    assert window.problems == []
    await players.prefer(db, BOB, web="off")
    await expect(page.locator("body")).to_have_text("Not Found")


async def test_a_page_outlives_its_server(db: Database, site: Site, browser: Browser) -> None:
    """While it is started anew a proxy refuses streams and pages; then new turns appear again. The
    list of turns stays where it was, and the position is read out.
    """
    await agree(db, ANN, BOB, CAT)
    match = await begun(db, "3stein", 3, 40)
    url = f"{site.address}/m/{match.id}"
    window = await Window.open(browser, url, PHONE, "light")
    page = window.page

    async def refuse(route: Route) -> None:
        await route.fulfill(status=502)

    await page.route("**/events?*", refuse)
    await page.reload()
    await page.route(url, refuse)
    async with page.expect_response(lambda one: one.url == url and one.status == 502):
        await page.locator(".turns").evaluate("one => { one.scrollTop = 60; }")
    await _played(db, match)
    await page.unroute_all()
    for turn in (41, 42):
        await expect(page.locator(".where")).to_have_text(f"Turn {turn} of {turn}")
        assert await page.locator(".turns").evaluate("one => one.scrollTop") == 60
        said = await page.locator(".state").text_content()
        await expect(page.get_by_role("status")).to_have_text(said or "-")
        await _played(db, match)


async def test_long_names_fit(
    db: Database, site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those without a blank; what we have written ourselves is not torn for them."""
    monkeypatch.setitem(NAMES, ANN, "W" * 32)
    await agree(db, ANN, BOB)
    over = await begun(db, "attangle", 2, 5)
    await matches.resign(db, over.id, BOB)
    for place in (f"m/{over.id}", "g/attangle", f"p/{site.player_key(ANN)}"):
        window = await Window.open(browser, f"{site.address}/{place}", PHONE, "light")
        await expect(window.page.locator("main")).to_contain_text("W" * 32)
        wide = await window.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE[0], place
        assert await window.page.evaluate(TORN) == []
        await window.page.context.close()


async def test_colours_follow_the_reader(db: Database, site: Site, browser: Browser) -> None:
    """One page serves light and dark rooms."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    seen = set()
    for theme in THEMES:
        window = await Window.open(browser, f"{site.address}/m/{match.id}", PHONE, theme)
        seen.add(await window.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        board = window.page.locator(".board > path").last
        seen.add(await board.evaluate("one => getComputedStyle(one).stroke"))
    assert len(seen) == 4
