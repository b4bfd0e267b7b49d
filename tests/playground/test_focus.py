"""The page by keyboard: after each choice the focus is where a person expects it."""

import pytest
from playwright.async_api import Browser, Locator, expect

from playground.server import Server
from tests.playground.rawbot import Json, RawBot
from tests.playground.samples import button, menu, row
from tests.support.browser import PHONE, WIDE, Window

pytestmark = pytest.mark.untraced

UPDATE, ANSWER, HERE = 7, 4, "document.activeElement.closest('.message')?.textContent ?? ''"
BACK: Json = button("back", label="Back", style=2)


def asked(content: str, *rows: Json) -> Json:
    """A message only for its reader that asks something."""
    return {"content": content, "flags": 64, "components": list(rows)}


def option(window: Window, label: str) -> Locator:
    """An option of the open list."""
    return window.page.get_by_role("option", name=label)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_the_focus_follows_the_questions(
    ready: RawBot, server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """From a button into the answer's menu, from question to question although every control is a
    new one, to the button that ends it, to the message, and to its neighbour when it goes.
    """
    ben = await Window.of(browser, server.url, "ben", size)
    key = ben.page.keyboard
    await ben.type("/guild-only", "Enter")
    board = {"content": "The board", "components": [row(button("move:1", label="Move"))]}
    await ready.answer(await ready.interaction(), ANSWER, board)
    move = ben.message("The board").get_by_role("button", name="Move")
    await move.focus()
    await key.press("Enter")
    first = menu(custom_id="pick:1", placeholder="Which die?")
    await ready.answer(
        await ready.interaction(),
        ANSWER,
        asked("Your turn", row(first), row(BACK | {"disabled": True})),
    )
    fields = ben.message("Your turn").locator(".select")
    await expect(fields).to_be_focused()
    await key.press("Enter")
    await expect(option(ben, "One")).to_be_focused()
    await key.press("ArrowDown")
    await key.press("Enter")
    await expect(fields).to_be_focused()

    second = menu(custom_id="pick:2", placeholder="Which field?")
    again = asked("Die IV", row(second), row(BACK))
    await ready.answer(await ready.interaction(), UPDATE, again)
    await expect(ben.message("Die IV").locator(".select")).to_be_focused()
    await key.press("Tab")
    await expect(ben.message("Die IV").get_by_role("button", name="Back")).to_be_focused()
    await key.press("Shift+Tab")
    await key.press("Enter")
    await key.press("Enter")
    confirm = button("confirm", label="Confirm", style=3)
    await ready.answer(await ready.interaction(), UPDATE, asked("4-63", row(BACK, confirm)))
    await expect(ben.message("4-63").get_by_role("button", name="Confirm")).to_be_focused()

    await key.press("Enter")
    await ready.answer(await ready.interaction(), UPDATE, asked("You played it"))
    await expect(ben.message("You played it")).to_be_focused()
    await ben.message("You played it").get_by_role("button", name="Dismiss").focus()
    await key.press("Enter")
    await expect(ben.message("The board")).to_be_focused()
    assert ben.problems == []


async def test_drawers_give_the_focus_back(server: Server, browser: Browser) -> None:
    """On a phone the lists at the sides take the focus, and return it to what has opened them."""
    page = (await Window.of(browser, server.url, "ben", PHONE)).page
    for opener, opened in (("open-channels", "sidebar"), ("open-members", "members")):
        await page.locator(f"#{opener}").focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(f"#{opened} button:focus")).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(page.locator(f"#{opener}")).to_be_focused()


async def test_an_open_list_is_next_in_order(
    ready: RawBot, server: Server, browser: Browser
) -> None:
    """From an open list Tab leads on to what follows the menu, and Shift+Tab back to the menu."""
    ben = await Window.of(browser, server.url, "ben")
    key = ben.page.keyboard
    await ben.type("/guild-only", "Enter")
    asks = asked("Your turn", row(menu(placeholder="Which die?")), row(BACK))
    await ready.answer(await ready.interaction(), ANSWER, asks)
    field = ben.message("Your turn").locator(".select")
    await field.focus()
    await key.press("Enter")
    await expect(option(ben, "One")).to_be_focused()
    await key.press("Tab")
    await expect(ben.message("Your turn").get_by_role("button", name="Back")).to_be_focused()
    await key.press("Shift+Tab")
    await expect(option(ben, "One")).to_be_focused()
    await key.press("Shift+Tab")
    await expect(field).to_be_focused()


async def test_a_typed_command_keeps_the_command_line(
    ready: RawBot, server: Server, browser: Browser
) -> None:
    """Who types goes on typing, even if the answer asks something; a button in a message that
    others change keeps the focus.
    """
    ben = await Window.of(browser, server.url, "ben")
    await ben.type("/guild-only", "Enter")
    asks = asked("Your turn", row(menu(placeholder="Which die?")), row(BACK))
    got = await ready.interaction()
    await ready.answer(got, ANSWER, asks)
    await expect(ben.message("Your turn")).to_be_visible()
    await expect(ben.page.locator("#text")).to_be_focused()
    await ben.message("Your turn").get_by_role("button", name="Back").focus()
    await ready.webhook(
        "PATCH", got, "/messages/@original", asked("Still your turn", *asks["components"])
    )
    await expect(ben.message("Still your turn").get_by_role("button", name="Back")).to_be_focused()
