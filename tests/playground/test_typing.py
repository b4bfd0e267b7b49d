"""The page's command line in real Chromium: what is suggested, and what is typed."""

import asyncio
import re

import discord
import pytest
from playwright.async_api import Browser, Route, expect

from playground.client import Playground
from playground.server import Server
from tests.playground.tinybot import TinyBot
from tests.support.browser import Window

pytestmark = pytest.mark.untraced

MARKDOWN = [
    ("**b** *i* __u__ ~~s~~", "<p><strong>b</strong> <em>i</em> <u>u</u> <s>s</s></p>"),
    ("`*c*` \\*no\\* 2 * 3 * 4", "<p><code>*c*</code> *no* 2 * 3 * 4</p>"),
    ("```py\nx < 1\n```", '<pre tabindex="0"><code>x &lt; 1</code></pre>'),
    ("> a\n> b\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
    ("- a\n  - b\n1. c", "<div><ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li></ol></div>"),
    ("## H\n-# s", '<p role="heading">H</p><p>s</p>'),
    ("snake_case _i_", "<p>snake_case <em>i</em></p>"),
    ("<b>&amp;</b>", "<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
    ("[x](https://a.example/b)", '<p><a href="https://a.example/b">x</a></p>'),
    ("<#1> <@1>", "<p><span>#unknown</span> <span>@unknown-user</span></p>"),
]

DRAW = """async (texts) => {
  const {markup} = await import("/markup.js");
  const page = {store: {user: () => null, channels: new Map()}};
  return texts.map((text) => {
    const box = document.createElement("div");
    box.append(markup(text, page));
    for (const node of box.querySelectorAll("*")) {
      for (const name of node.getAttributeNames()) {
        if (!["href", "role", "tabindex"].includes(name)) node.removeAttribute(name);
      }
    }
    for (const list of box.querySelectorAll("li > div")) list.replaceWith(...list.childNodes);
    return box.innerHTML;
  });
}"""


async def test_the_command_line(tiny: TinyBot, server: Server, browser: Browser) -> None:
    """Autocomplete works by keyboard, missing or wrong options are shown in place, and command
    names may be typed in both languages.
    """
    ben = await Window.of(browser, server.url, "ben")
    page = ben.page
    problems = page.locator(".composer-problems")
    await ben.type("/nonsense", "Enter")
    await expect(problems).to_contain_text("There is no command “nonsense” here.")
    await page.keyboard.press("Escape")
    await page.locator("#text").fill("")
    await ben.type("/mo")
    await expect(page.locator(".completion-row").first).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(problems).to_contain_text("turn: This option is required.")
    await page.keyboard.type("b2 times: 7")
    await expect(page.locator(".chip input")).to_have_count(2)
    await page.keyboard.press("Enter")
    await expect(problems).to_contain_text("times: Enter at most 3.")
    await page.keyboard.press("Backspace")
    await page.keyboard.type("2")
    await page.keyboard.press("Enter")
    await expect(ben.message("xx")).to_be_visible()
    await ben.type("/move ", "Backspace")
    await expect(page.locator("#text")).to_have_value("/move")
    await page.locator("#text").fill("")
    await ben.type("/play table opponent: e", "Enter", "Enter")
    await expect(ben.message("against Emma")).to_be_visible()
    assert ben.problems == []


async def test_suggestions_never_answer_an_earlier_question(
    tiny: TinyBot, server: Server, browser: Browser
) -> None:
    """An answer that arrives after a newer one is dropped."""
    ben = await Window.of(browser, server.url, "ben")
    overtaken = asyncio.Event()

    async def slow(route: Route) -> None:
        if '"turn":"a"' in (route.request.post_data or ""):
            await overtaken.wait()
        await route.continue_()

    await ben.page.route("**/autocomplete", slow)
    await ben.type("/move ")
    async with ben.page.expect_request(
        lambda request: (
            request.url.endswith("/autocomplete") and '"turn":"a"' in (request.post_data or "")
        )
    ):
        await ben.page.keyboard.type("a")
    await ben.page.keyboard.type("x")
    rows = ben.page.locator(".completion-row")
    await expect(rows).to_have_text(["ax1", "ax2"])
    async with ben.page.expect_response("**/autocomplete"):
        overtaken.set()
    await ben.page.keyboard.press("ArrowDown")
    await expect(rows).to_have_text(["ax1", "ax2"])


async def test_what_changes_while_it_is_loaded(
    tiny: TinyBot, server: Server, pg: Playground, browser: Browser
) -> None:
    """A message that is edited while the page asks for it is shown as it is now, even if the answer
    has it as it was.
    """
    ben = await Window.of(browser, server.url, "ben")
    place = tiny.get_channel(int(pg.channel("general").id))
    assert isinstance(place, discord.TextChannel)
    await place.send("a question")
    message = await place.send("thinking")
    await expect(ben.message("thinking")).to_be_visible()
    listening, told = asyncio.Event(), asyncio.Event()

    def hear(data: bytes | str) -> None:
        listening.set()
        if "thought" in str(data):
            told.set()

    async def slow(route: Route) -> None:
        answer = await route.fetch()
        await listening.wait()
        await message.edit(content="thought")
        await told.wait()
        await route.fulfill(response=answer)

    ben.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    await ben.page.route(re.compile(r"/channels/\d+/messages"), slow, times=1)
    await ben.page.reload()
    await expect(ben.message("a question")).to_be_visible()  # That is known by the answer alone.
    await expect(ben.message("thought")).to_be_visible()
    assert "thinking" not in await ben.page.locator("#messages").inner_text()
    assert ben.problems == []


async def test_hostile_text_stays_text(server: Server, pg: Playground, browser: Browser) -> None:
    """Markup in a message is displayed as text and never interpreted."""
    ben = await Window.of(browser, server.url, "ben")
    evil = '<img src=x onerror="window.hacked = 1"> <script>window.hacked = 1</script>'
    await pg.user("anna").send(evil, pg.channel("general"))
    await expect(ben.message(evil)).to_be_visible()
    assert await ben.page.evaluate("window.hacked") is None
    assert await ben.page.locator("#messages img, #messages script").count() == 0
    assert ben.problems == []


async def test_markdown(server: Server, browser: Browser) -> None:
    """Discord's markdown becomes the matching elements."""
    ben = await Window.of(browser, server.url, "ben")
    drawn = await ben.page.evaluate(DRAW, [text for text, _ in MARKDOWN])
    assert drawn == [html for _, html in MARKDOWN]


REFUSED = """async (me) => {
  const {Api} = await import("/api.js");
  return new Api(me).change({locale: "xx"}).catch((error) => error.message);
}"""


async def test_the_language_is_the_users(tiny: TinyBot, server: Server, browser: Browser) -> None:
    """Changing the language changes the page at once and keeps the current channel. What the bot
    or the server fails to do is said in that language, too.
    """
    anna = await Window.of(browser, server.url, "anna")
    page = anna.page
    line = page.locator("#text")
    await expect(line).to_have_attribute("placeholder", re.compile("Nachricht an #general"))
    assert await page.locator("#jump").text_content() == "Zu den neuesten Nachrichten"
    server.world.settings.deadline = 0.3
    await anna.type("/fail", "Enter")
    await expect(anna.message("Die Anwendung hat nicht geantwortet")).to_be_visible()
    (me,) = [str(one.id) for one in server.world.users.values() if one.username == "anna"]
    assert await page.evaluate(REFUSED, me) == "Diese Sprache gibt es hier nicht."
    await page.locator(".me").click()
    await page.get_by_role("menuitemradio", name="English").click()
    await expect(line).to_have_attribute("placeholder", re.compile("Message #general"))
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    assert await page.locator("#jump").text_content() == "Jump to the newest messages"
    (refused,) = anna.problems
    assert "status of 400" in refused
