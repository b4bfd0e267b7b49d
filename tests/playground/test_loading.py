"""What the page makes of answers that come late: the server's events, and its answers to later
questions, are newer.
"""

import asyncio
from dataclasses import dataclass, field

import pytest
from playwright.async_api import APIResponse, Browser, Route, WebSocketRoute, expect

from playground.client import Channel, Message, Playground
from playground.server import Server
from tests.playground.rawbot import RawBot
from tests.support.browser import PATIENCE_MS, Window

pytestmark = pytest.mark.untraced

ORDER = "(nodes) => nodes.map((node) => node.dataset.id)"
PAGE = 50
"""How many messages the page asks for at once."""


@dataclass
class Answer:
    """What the server has answered, and the page hasn't heard yet."""

    route: Route
    response: APIResponse

    async def arrive(self) -> None:
        """The page hears it."""
        await self.route.fulfill(response=self.response)

    async def fail(self) -> None:
        """The page hears that there is none."""
        await self.route.abort()


@dataclass
class Line:
    """The way between a page and the server: answers to questions for messages are held, and so is
    each connection.
    """

    answers: asyncio.Queue[Answer] = field(default_factory=asyncio.Queue)
    let_in: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    connections: asyncio.Queue[WebSocketRoute] = field(default_factory=asyncio.Queue)

    async def open(self, browser: Browser, server: Server, channel: Channel) -> Window:
        """Ben's page, in this channel."""
        page = await browser.new_page()
        await page.route("**/messages?**", self._hold)
        await page.route_web_socket("**/playground/ws?**", self._connect)
        await page.goto(f"{server.url}/?user=ben&channel={channel.id}")
        return Window(page)

    async def answer(self) -> Answer:
        """The next answer, as soon as the server has given it."""
        async with asyncio.timeout(PATIENCE_MS / 1000):
            return await self.answers.get()

    async def connect(self) -> Answer:
        """Lets the page's next connection through. Returns the answer to what it asks then."""
        self.let_in.release()
        return await self.answer()

    async def cut(self, window: Window) -> None:
        """The page loses its connection."""
        await (await self.connections.get()).close()
        await expect(window.page.locator("#banner")).to_contain_text("Connection lost")

    async def _hold(self, route: Route) -> None:
        self.answers.put_nowait(Answer(route, await route.fetch()))

    async def _connect(self, connection: WebSocketRoute) -> None:
        await self.let_in.acquire()
        connection.connect_to_server()
        self.connections.put_nowait(connection)


@pytest.fixture
def line() -> Line:
    """Nothing gets through yet."""
    return Line()


@pytest.fixture
def general(pg: Playground) -> Channel:
    """Where all of it happens."""
    return pg.channel("general")


async def _shows(window: Window, *messages: Message) -> None:
    """These and no others, in this order."""
    shown = window.page.locator("#messages .message")
    await expect(shown).to_have_count(len(messages))
    assert await shown.evaluate_all(ORDER) == [one.id for one in messages]


async def test_an_answer_of_an_earlier_connection(
    line: Line, server: Server, pg: Playground, browser: Browser, general: Channel
) -> None:
    """Of what happened between two connections no event tells: only what was asked for after the
    last greeting is new enough. The page's first question is older than its first greeting.
    """
    anna = pg.user("anna")
    first = await anna.send("first", general)
    window = await line.open(browser, server, general)
    begun = await line.answer()
    greeted = await line.connect()
    await expect(window.page.locator("#messages .message")).to_have_count(0)
    await line.cut(window)
    missed = await anna.send("missed", general)
    again = await line.connect()
    live = await anna.send("live", general)
    await expect(window.message("live")).to_be_visible()
    await begun.arrive()
    await greeted.arrive()
    await again.arrive()
    await _shows(window, first, missed, live)
    assert line.answers.empty()
    assert window.problems == []


async def test_a_greeting_before_the_first_answer(
    line: Line, server: Server, pg: Playground, browser: Browser, general: Channel
) -> None:
    """What was said before the greeting, and after the server had answered, is there."""
    anna = pg.user("anna")
    first = await anna.send("first", general)
    window = await line.open(browser, server, general)
    begun = await line.answer()
    unheard = await anna.send("unheard", general)
    greeted = await line.connect()
    await begun.arrive()
    await greeted.arrive()
    await _shows(window, first, unheard)
    assert window.problems == []


async def test_each_answer_keeps_what_events_have_said(
    line: Line, server: Server, bot: RawBot, browser: Browser, general: Channel
) -> None:
    """Also where another one, to an earlier question, has failed."""
    path = f"/channels/{general.id}/messages"
    await bot.call("POST", path, {"content": "first"})
    sent = (await bot.call("POST", path, {"content": "one"}))[1]
    gone = (await bot.call("POST", path, {"content": "gone"}))[1]
    window = await line.open(browser, server, general)
    begun = await line.answer()
    greeted = await line.connect()
    async with window.page.expect_event("requestfailed"):
        await begun.fail()
    await bot.call("PATCH", f"{path}/{sent['id']}", {"content": "two"})
    await bot.call("DELETE", f"{path}/{gone['id']}")
    await bot.call("POST", path, {"content": "live"})
    await expect(window.message("live")).to_be_visible()
    await greeted.arrive()
    await expect(window.message("first")).to_be_visible()
    said = await window.page.locator("#messages .message .content").all_inner_texts()
    assert [one.split()[0] for one in said] == ["first", "two", "live"]


async def test_an_edit_of_what_is_not_loaded(
    line: Line, server: Server, bot: RawBot, browser: Browser, general: Channel
) -> None:
    """A message that is older than the answer does not follow the newest."""
    path = f"/channels/{general.id}/messages"
    old = (await bot.call("POST", path, {"content": "old"}))[1]
    newest = [await general.pg.user("anna").send(f"{n}", general) for n in range(PAGE)]
    window = await line.open(browser, server, general)
    begun = await line.answer()
    greeted = await line.connect()
    await bot.call("PATCH", f"{path}/{old['id']}", {"content": "edited"})
    await expect(window.message("edited")).to_be_visible()
    await begun.arrive()
    await greeted.arrive()
    await _shows(window, *newest)
    assert window.problems == []


async def test_events_about_what_is_being_read_back(
    line: Line, server: Server, bot: RawBot, browser: Browser, general: Channel
) -> None:
    """Older messages that are edited or deleted while they are on their way."""
    path = f"/channels/{general.id}/messages"
    old = [(await bot.call("POST", path, {"content": f"old {n}"}))[1] for n in range(3)]
    anna, ben = general.pg.user("anna"), general.pg.user("ben")
    for number in range(PAGE):
        await anna.send(f"new {number}", general)
    window = await line.open(browser, server, general)
    await (await line.answer()).arrive()
    await (await line.connect()).arrive()
    await expect(window.message(f"new {PAGE - 1}")).to_be_in_viewport()
    await window.page.locator("#scroller").evaluate("(node) => node.scrollTop = 0")
    older = await line.answer()
    await bot.call("PATCH", f"{path}/{old[1]['id']}", {"content": "edited"})
    await bot.call("DELETE", f"{path}/{old[2]['id']}")
    await bot.call("POST", path, {"content": "live"})
    await expect(window.page.locator("#messages .message", has_text="live")).to_have_count(1)
    await older.arrive()
    shown = await general.messages(ben)
    await _shows(window, *shown)
    await expect(window.page.locator("#messages .message .content").nth(1)).to_contain_text(
        "edited"
    )
    assert window.problems == []


async def test_reading_back_over_a_lost_connection(
    line: Line, server: Server, pg: Playground, browser: Browser, general: Channel
) -> None:
    """What was asked for before is asked for again, and stands before the newest."""
    anna = pg.user("anna")
    said = [await anna.send(f"{number}", general) for number in range(PAGE + 3)]
    window = await line.open(browser, server, general)
    await (await line.answer()).arrive()
    await (await line.connect()).arrive()
    scroller = window.page.locator("#scroller")
    await expect(window.message(f"{PAGE + 2}")).to_be_in_viewport()
    await scroller.evaluate("(node) => node.scrollTop = 0")
    older = await line.answer()
    await line.cut(window)
    await said.pop(1).delete()
    again = await line.connect()
    await older.arrive()
    await again.arrive()
    await _shows(window, *said[-PAGE:])
    await scroller.evaluate("(node) => node.scrollTop = node.scrollHeight")
    await scroller.evaluate("(node) => node.scrollTop = 0")
    await (await line.answer()).arrive()
    await _shows(window, *said)
    assert window.problems == []
