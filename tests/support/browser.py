"""Real chromium for the tests of the page: windows of people, and what each of them shows."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import pytest
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright, expect

WIDE, PHONE = (1280, 800), (390, 844)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Chromium as root, without a screen, and without calling home."""

PATIENCE_MS = 240_000
"""Only ends what would not end; no machine has to be fast."""
CONTROLS = "button, a[href], input, textarea, [role=option], [role^=menuitem]"
SMALL = """(selector) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility() && !node.closest("[inert]"))
  .map((node) => [node.outerHTML.slice(0, 120), node.getBoundingClientRect()])
  .filter(([, {width, height}]) => Math.min(width, height) < 39.5)
  .map(([name, {width, height}]) => `${name} ${width}x${height}`)"""
NAMELESS = """(selector) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility())
  .filter((node) => !node.ariaLabel && !node.textContent.trim() && !node.labels?.length)
  .map((node) => node.outerHTML.slice(0, 120))"""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Debian's chromium; a test that needs it fails without it."""
    path = shutil.which("chromium")
    if path is None:
        pytest.fail("The page is tested in real chromium: install it (apt-get install chromium).")
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=QUIET, timeout=PATIENCE_MS
        )
        yield browser
        await browser.close()


class Window:
    """The page as one person sees it. `problems` collects what the console complains of."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.problems: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(message.text)

    @classmethod
    async def open(
        cls,
        browser: Browser,
        url: str,
        size: tuple[int, int] = WIDE,
        scheme: Literal["dark", "light"] = "dark",
        scale: float = 1,
    ) -> Window:
        """A new window with its own storage: with fingers, if it is as narrow as a phone; `scale`
        is how many pixels of its screen one of the page's takes up.
        """
        touch = size[0] < 600
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            device_scale_factor=scale,
            has_touch=touch,
            is_mobile=touch,
        )
        window = cls(await context.new_page(), touch=touch)
        await window.page.goto(url)
        return window

    @classmethod
    async def of(
        cls, browser: Browser, url: str, user: str, size: tuple[int, int] = WIDE
    ) -> Window:
        """A window of this user, with the channel's command line ready."""
        window = await cls.open(browser, f"{url}/?user={user}", size)
        await expect(window.page.locator("#text")).to_be_visible()
        return window

    async def type(self, text: str, *keys: str) -> None:
        """Type into the command line, then press these keys."""
        await self.page.locator("#text").focus()
        await self.page.keyboard.type(text)
        for key in keys:
            await self.page.keyboard.press(key)

    def message(self, text: str) -> Locator:
        """The newest message with this text."""
        return self.page.locator("#log .message", has_text=text).last

    async def press(self, what: Locator) -> None:
        """Press something, with a finger where there is no mouse."""
        await (what.tap() if self.touch else what.click())

    async def button(self, label: str) -> None:
        """Press the newest button of this label."""
        await self.press(self.page.locator(".button", has_text=label).last)

    async def choose(self, placeholder: str, *labels: str) -> None:
        """Choose these from the newest menu of this placeholder."""
        await self.press(self.page.locator(".select", has_text=placeholder).last)
        for label in labels:
            await self.press(self.page.locator(".select-option", has_text=label).first)

    async def small_targets(self) -> list[str]:
        """Controls that a finger would miss: less than 40 pixels wide or high."""
        selector = ".button, .select, .icon-button, .channel, .rail-button, .member, .alt-badge, "
        selector += ".completion-row, .select-option, .menu-item, .chip-add, .me"
        found: list[str] = await self.page.evaluate(SMALL, selector)
        return found

    async def nameless(self) -> list[str]:
        """Controls that a screen reader could not name."""
        found: list[str] = await self.page.evaluate(NAMELESS, CONTROLS)
        return found

    async def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        wide: int = await self.page.evaluate("document.body.scrollWidth - innerWidth")
        return wide
