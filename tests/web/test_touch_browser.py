"""Boards that are touched in real Chromium: with a thumb at phone width, by keyboard, read out."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Locator, Page, expect

import matches
from games import all_games
from games.protocol import AnyGame
from matches import Match
from matches.model.ids import PlayerId
from matches.settings import players
from matches.touch import new_link
from storage.database import Database
from tests.matches.conftest import ANN, BOB
from tests.support.browser import PHONE, SMALL, Window
from tests.support.touch import free, settled, tap
from tests.web.conftest import PEOPLE, begun, spoil_preferences
from tests.web.seen import accessible, browser, site
from web.site import Site

__all__ = ["browser", "site"]

pytestmark = pytest.mark.untraced

Open = Callable[..., Awaitable[Window]]


@pytest.fixture
async def backend() -> str:
    """One database is enough here."""
    return "sqlite"


@pytest.fixture
def opened(db: Database, site: Site, browser: Browser) -> Open:
    """Opens the board of a player, by default of whoever is to move, on a phone."""

    async def run(match: Match, player: PlayerId | None = None) -> Window:
        mover = player or match.player_to_move
        assert mover is not None
        url = f"{site.address}/t#{await new_link(db, match.id, mover)}"
        window = await Window.open(browser, url, PHONE, "light")
        await settled(window.page)
        return window

    return run


async def _turns(db: Database, match: Match) -> int:
    return (await matches.get(db, match.id)).turn_count


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.info.key))
async def test_a_turn_by_taps(db: Database, opened: Open, game: AnyGame) -> None:
    """In every game, in German: at each step everything can be used by everybody."""
    for one in PEOPLE:
        await players.prefer(db, one, language="de")
    match = await begun(db, game.info.key, game.info.seats[0], 8)
    window = await opened(match)
    page = window.page
    while not await page.locator("#confirm").is_enabled():
        await accessible(window)
        assert await page.evaluate(SMALL, "button") == []
        point = free(page).first
        await tap(window, point if await point.count() else page.locator("#choices button").first)
        await settled(page)
    await accessible(window)
    assert match.player_to_move is not None
    draft = await matches.draft(db, match.id, match.player_to_move)
    await expect(page.locator("#draft")).to_contain_text(draft.text)
    await tap(window, page.get_by_role("button", name="Bestätigen"))
    await expect(page.locator("#said")).to_contain_text("Du hast")
    assert await _turns(db, match) == match.turn_count + 1
    await accessible(window)


async def test_two_taps_and_confirm(db: Database, opened: Open) -> None:
    """A usual turn: a man, where it goes, and the confirmation."""
    match = await begun(db, "3stein", 3, 0)
    window = await opened(match)
    taps = 0
    while not await window.page.locator("#confirm").is_enabled():
        await tap(window, free(window.page).last)
        await settled(window.page)
        taps += 1
    assert taps <= 2
    await tap(window, window.page.locator("#confirm"))
    await expect(window.page.locator("#said")).to_contain_text("You played")
    assert await _turns(db, match) == 1


async def test_by_keyboard_alone(db: Database, opened: Open) -> None:
    """Tab leads to the board, arrows from point to point, Enter chooses, Escape takes back; then
    the focus is on the confirmation.
    """
    match = await begun(db, "attangle", 2, 0)
    page = (await opened(match)).page
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await _point(page):
            break
    first = await _point(page)
    assert first
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowRight")
    second = await _point(page)
    assert second not in ("", first)
    await page.keyboard.press("Enter")
    await settled(page)
    await expect(page.locator("#confirm")).to_be_focused()
    await page.keyboard.press("Escape")
    await settled(page)
    await expect(page.locator("#confirm")).to_be_disabled()
    assert await _turns(db, match) == 0
    while await _point(page) != second:
        await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await settled(page)
    await page.keyboard.press("Enter")
    await expect(page.locator("#said")).to_have_text(f"You played {second}.")
    assert await _turns(db, match) == 1


async def _point(page: Page) -> str:
    """The point that has the focus."""
    return str(await page.evaluate("document.activeElement?.dataset?.point ?? ''"))


async def test_what_is_read_out(db: Database, opened: Open) -> None:
    """Points have names and say what stands there; a live region says whose turn it is, what is
    asked, and what has happened.
    """
    match = await begun(db, "turnier", 2, 41)
    window = await opened(match)
    page, aloud = window.page, window.page.locator("#aloud")
    await expect(aloud).to_contain_text("It's your turn as")
    await expect(aloud).to_contain_text("You still have to remove 4 enemy fighters: which ones?")
    names = await free(page).evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert all(name.startswith("Remove the fighters on ") for name in names)
    mover = match.player_to_move
    await tap(window, free(page).first)
    await settled(page)
    await expect(aloud).to_contain_text("Your turn so far: x")
    other = next(one for one in match.seated if one != mover)
    watching = await opened(match, other)
    await expect(watching.page.locator("#aloud")).to_contain_text("is to move as")


async def test_turns_of_others_appear(db: Database, opened: Open) -> None:
    """And what one has begun in Discord; the page can then be used at once."""
    match = await begun(db, "attangle", 2, 0)
    window = await opened(match, BOB)
    page = window.page
    await expect(page.locator("#standing")).to_have_text("Änne <b>& is to move as White.")
    assert await free(page).count() == 0
    await matches.play(db, match.id, ANN, "c3")
    await expect(page.locator("#standing")).to_have_text("It's your turn as Black.")
    await expect(page.locator("#said")).to_contain_text("White places a piece on c3.")
    now = await matches.get(db, match.id)
    await matches.extend_draft(db, match.id, BOB, "a1", seq=now.seq)
    await expect(page.locator("#draft")).to_contain_text("a1")
    await tap(window, page.locator("#confirm"))
    await expect(page.locator("#said")).to_have_text("You played a1.")
    assert window.problems == []


async def test_a_board_is_dragged_and_turned(db: Database, opened: Open) -> None:
    """Its outline follows the finger from place to place, and it lies where that leaves the board;
    another way round it is by a tap.
    """
    match = await begun(db, "turnier", 2, 1)
    window = await opened(match)
    page = window.page
    await tap(window, page.get_by_role("button", name="Cne"))
    await settled(page)
    await tap(
        window, page.get_by_role("group", name="Or lay this").get_by_role("button", name="Csw")
    )
    await settled(page)
    pressed = page.locator('#choices [aria-pressed="true"]')
    await expect(pressed).to_have_text("▙ Csw")
    first, last = free(page).first, free(page).last
    await _move_to(page, first)
    await page.mouse.down()
    outlines = [await page.locator(".ghost").get_attribute("points")]
    await _move_to(page, last)
    outlines.append(await page.locator(".ghost").get_attribute("points"))
    assert outlines[0] != outlines[1]
    name = await last.get_attribute("data-point")
    await page.mouse.up()
    await settled(page)
    await expect(page.locator("#confirm")).to_be_enabled()
    draft = await matches.draft(db, match.id, match.player_to_move or ANN)
    assert draft.text.startswith("Csw@")
    assert draft.text.partition("@")[2] == name


async def _move_to(page: Page, point: Locator) -> None:
    box = await point.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)


async def test_a_thumb_needs_no_aim(db: Database, opened: Open) -> None:
    """What is tapped beside a point means it; what is far from all means none."""
    match = await begun(db, "attangle", 2, 0)
    window = await opened(match)
    page = window.page
    box = await page.locator('[data-point="d1"].free').bounding_box()
    assert box is not None
    await page.touchscreen.tap(box["x"] - 6, box["y"] + box["height"] / 2)
    await settled(page)
    await expect(page.locator("#draft")).to_contain_text("d1")
    await tap(window, page.locator("#reset"))
    await settled(page)
    board = await page.locator("#board").bounding_box()
    assert board is not None
    await page.touchscreen.tap(board["x"] + 5, board["y"] + board["height"] / 5)
    await settled(page)
    await expect(page.locator("#draft")).to_have_text("")
    await expect(page.locator("#said")).to_have_text("Nothing can be chosen there.")
    await tap(window, page.locator('[data-point="d1"].free'))
    await settled(page)
    await expect(page.locator("#said")).to_have_text("")


async def test_nothing_to_choose_is_covered(db: Database, opened: Open) -> None:
    """A die is picked, and its place; then its numbers lie above what sticks to the lower edge."""
    match = await begun(db, "tyr", 4, 14)
    window = await opened(match)
    page = window.page
    numbers = page.locator("#choices button")
    while not await numbers.count():
        await tap(window, free(page).last)
        await settled(page)
    assert await free(page).count() == 0
    last, acts = await numbers.last.bounding_box(), await page.locator(".acts").bounding_box()
    assert last is not None
    assert acts is not None
    assert last["y"] + last["height"] <= acts["y"] <= PHONE[1]


async def test_a_larger_board(db: Database, opened: Open) -> None:
    """For small points: it is moved with a finger then."""
    match = await begun(db, "turnier", 2, 20)
    window = await opened(match)
    page = window.page
    before = await page.locator("#board svg").bounding_box()
    await tap(window, page.get_by_role("button", name="Zoom in"))
    await expect(page.get_by_role("button", name="Zoom out")).to_be_visible()
    after = await page.locator("#board svg").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > 2 * before["width"]
    await accessible(window)


async def test_a_void_link(db: Database, site: Site, opened: Open) -> None:
    """The page says so, whether it was void before or has become it; and offers nothing more."""
    match = await begun(db, "attangle", 2, 0)
    window = await opened(match, ANN)
    page, said = window.page, window.page.locator("#said")
    await players.prefer(db, ANN, touch=False)
    await expect(said).to_contain_text("This link is no longer valid.")
    assert await free(page).count() == 0
    await page.goto(f"{site.address}/t#nonsense")
    await expect(said).to_contain_text("This link is no longer valid.")
    await expect(page.locator("#confirm")).to_be_disabled()
    for nothing in (page.get_by_role("button"), page.get_by_role("heading", level=2)):
        await expect(nothing).to_have_count(0)  # The page is loaded anew.
    await accessible(window, expected="401")


async def test_an_error_of_ours(db: Database, opened: Open) -> None:
    """The page names its number, and does not ask again and again, for whatever it may be."""
    match = await begun(db, "attangle", 2, 0)
    window = await opened(match, ANN)
    page = window.page
    asked = list[str]()
    page.on("request", lambda one: asked.append(urlsplit(one.url).path))
    await spoil_preferences(db, ANN)
    await page.clock.install()
    await tap(window, free(page).first)
    await expect(page.locator("#said")).to_contain_text(re.compile("Reference: [0-9A-F]{8}$"))
    await page.clock.run_for(60_000)
    # Its stream ends and begins again as the server likes.
    (only,) = [one for one in asked if not one.endswith("/t/events")]
    assert only.endswith("/t/turn")


async def test_the_secret_stays_behind_the_sign(db: Database, site: Site, browser: Browser) -> None:
    """No address that is asked for has it, and no referrer."""
    match = await begun(db, "attangle", 2, 0)
    secret = await new_link(db, match.id, ANN)
    context = await browser.new_context()
    page = await context.new_page()
    asked = list[tuple[str, dict[str, str]]]()
    page.on("request", lambda one: asked.append((one.url.partition("#")[0], one.headers)))
    await page.goto(f"{site.address}/t#{secret}")
    await settled(page)
    assert len(asked) >= 5
    for url, headers in asked:
        assert secret not in url
        told = {name for name, value in headers.items() if secret in value}
        assert told <= {"authorization"}
    assert any("authorization" in headers for _, headers in asked)
    assert await context.cookies() == []


async def test_pressed_twice_played_once(db: Database, opened: Open) -> None:
    """Whoever taps twice in a row loses nothing."""
    match = await begun(db, "attangle", 2, 0)
    window = await opened(match)
    page = window.page
    await tap(window, page.locator('[data-point="c3"].free'))
    await settled(page)
    await page.evaluate("for (const _ of [1, 2, 3]) document.getElementById('confirm').click()")
    await expect(page.locator("#said")).to_have_text("You played c3.")
    await settled(page)
    assert await _turns(db, match) == 1
