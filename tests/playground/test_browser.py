"""The page in real Chromium, with a real bot: people in windows, using keyboard and touch."""

import base64
import re

import pytest
from playwright.async_api import Browser, expect

from playground.client import Playground, User
from playground.server import Server
from tests.playground.rawbot import SMALL_PNG, RawBot
from tests.playground.samples import BUTTON, MENU, MODAL, TICKS, button, row
from tests.playground.tinybot import TinyBot
from tests.support.browser import PHONE, WIDE, Window

pytestmark = pytest.mark.untraced

ARRIVE = """async () => {
  const {pictureView} = await import("/media.js");
  const message = document.createElement("div");
  message.id = "late";
  message.style.paddingBlock = "60px";
  const url = `${location.origin}/icon.svg`;
  message.append(pictureView({url, alt: "", width: 1000, height: 1000}, 550));
  document.getElementById("messages").append(message);
  document.getElementById("scroller").dispatchEvent(new Event("scroll"));
}"""

GALLERIES = """async () => {
  const {gallery} = await import("/media.js");
  const message = document.createElement("div");
  message.className = "message";
  const content = document.createElement("div");
  content.style.gridColumn = "2";
  message.append(content);
  document.getElementById("messages").append(message);
  const widths = {};
  for (const [name, height] of [["usual", 1200], ["high", 1890]]) {
    const shown = gallery([{url: `${location.origin}/icon.svg`, alt: "", width: 1000, height}]);
    content.append(shown);
    widths[name] = shown.querySelector("img").getBoundingClientRect().width;
  }
  return widths;
}"""


async def test_pick_who_you_are(server: Server, browser: Browser) -> None:
    """The start screen offers all people. The choice appears in the address, and unknown names are
    reported.
    """
    window = await Window.open(browser, f"{server.url}/?user=nobody", PHONE)
    page = window.page
    await expect(page.locator("#start")).to_contain_text("nobody")
    await expect(page.locator("#start h1")).to_have_text("Try out Dreierlei")
    await expect(page.locator("#start")).to_contain_text("a Discord bot for playing board games")
    await expect(page.locator(".start-user")).to_have_count(5)
    await expect(page.locator(".start-user").first).to_contain_text("· en")
    assert await window.small_targets() == []
    await page.locator(".start-user", has_text="Ben").click()
    await expect(page.locator("#text")).to_be_visible()
    assert "#user=ben&channel=" in page.url
    await page.locator("#open-channels").click()
    await page.locator(".me").click()
    second = page.get_by_role("menuitem", name="Anna")
    assert "#user=anna&channel=" in (await second.get_attribute("href") or "")
    await page.get_by_role("menuitem", name="Switch user in this window").click()
    await expect(page.locator(".start-user")).to_have_count(5)
    assert window.problems == []


async def test_the_page_says_where_to_begin(server: Server, browser: Browser) -> None:
    """In the browser's language, and first in a server of that language; in each channel that the
    bot hears, however full it is, until one has used it in this browser. A tap on a suggestion does
    what it says.
    """
    german = await browser.new_context(locale="de-AT", viewport={"width": 390, "height": 844})
    page = await german.new_page()
    await page.goto(server.url)
    await expect(page.locator("#start h1")).to_have_text("Dreierlei ausprobieren")
    await expect(page.locator("#start")).to_contain_text("Drück dann einen Knopf")
    first, second = page.locator(".start-user").nth(0), page.locator(".start-user").nth(1)
    await expect(first).to_contain_text("· de")
    await expect(second).to_contain_text("· de")
    await first.click()
    await expect(page.locator("#channel-title")).to_have_text("allgemein")
    clara = await Window.of(browser, server.url, "clara", PHONE)
    await clara.type("One\n" * 40)
    window = await Window.of(browser, server.url, "ben", PHONE)
    await expect(window.message("One")).to_be_visible()
    hello = window.page.get_by_role("button", name="Say hello to Dreierlei")
    await expect(hello).to_be_in_viewport()
    assert await window.small_targets() == []
    await hello.tap()
    await expect(window.page.locator("#log .message").last).to_contain_text("@Dreierlei")
    await expect(window.page.locator("#text")).to_have_value("")
    await expect(hello).to_be_hidden()
    await window.page.reload()
    await expect(window.message("@Dreierlei")).to_be_visible()
    await expect(hello).to_be_hidden()
    lounge = next(one for one in server.world.channels.values() if one.name == "lounge")
    away = await Window.open(browser, f"{server.url}/?user=clara&channel={lounge.id}")
    await expect(away.page.locator(".intro h2")).to_have_text("lounge")
    await expect(away.page.locator("#greeting")).to_be_hidden()


async def test_a_large_picture_is_wholly_in_view(server: Server, browser: Browser) -> None:
    """It leaves room for text and buttons. If it arrives late the window follows it down, although
    it has not heard yet that it has scrolled before.
    """
    window = await Window.of(browser, server.url, "ben", WIDE)
    await window.type("One\n" * 40)
    await expect(window.message("One")).to_be_in_viewport()
    await window.page.evaluate(ARRIVE)
    await expect(window.page.locator("#late")).to_be_in_viewport(ratio=0.99)
    await expect(window.page.locator("#late img")).to_be_in_viewport(ratio=0.99)


async def test_a_high_picture_fills_a_phone(server: Server, browser: Browser) -> None:
    """A board that is almost twice as high as wide is as wide there as any other, so that its men
    are as large as they can be.
    """
    window = await Window.of(browser, server.url, "ben", PHONE)
    widths = await window.page.evaluate(GALLERIES)
    assert widths["high"] == widths["usual"]
    assert widths["usual"] >= 320


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_two_people(
    tiny: TinyBot, server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Commands, buttons, menus, forms, ephemeral answers and direct messages work live in two
    windows.
    """
    anna = await Window.of(browser, server.url, "anna", size)
    ben = await Window.of(browser, server.url, "ben", size)
    await anna.type("/play table opponent: ben", "Enter")
    for window in (anna, ben):
        await expect(window.message("against Ben")).to_contain_text("/play table")
    assert await anna.small_targets() == []
    await ben.button("Join")
    await expect(anna.message("ben joined")).to_contain_text("(bearbeitet)")
    await ben.choose("Pick", "b")
    await expect(anna.message("picked b")).to_be_visible()
    await ben.choose("Who", "Anna")
    await expect(anna.message("picked Anna")).to_be_visible()

    await anna.button("Name")
    form = anna.page.get_by_role("dialog", name="Your name")
    await form.get_by_role("button", name="Absenden").click()
    await expect(form).to_contain_text("Dieses Feld ist erforderlich.")
    assert await anna.nameless() == []
    await form.get_by_label("Name").fill("Anna")
    await form.get_by_role("button", name="Absenden").click()
    await expect(anna.message("Hello Anna")).to_contain_text("Nur du kannst das sehen")

    await ben.type("/move b")
    suggestions = ben.page.locator(".completion-row")
    await expect(suggestions).to_have_text(["b1", "b2"])
    assert await ben.small_targets() == []
    await suggestions.last.click()
    await ben.page.locator("#send").click()
    picture = anna.message("b2").locator("img")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0

    await anna.type("/play dm", "Enter")
    await expect(anna.message("sent")).to_be_visible()
    if size == PHONE:
        await anna.page.locator("#open-channels").click()
    direct = anna.page.locator(".rail-button").first
    await expect(direct.locator(".badge")).to_have_text("1")
    await direct.click()
    await expect(anna.message("psst").locator("img")).to_have_attribute("alt", "The board.")
    await expect(direct.locator(".badge")).to_have_count(0)
    await expect(ben.message("Hello Anna")).to_have_count(0)
    for window in (anna, ben):
        assert await window.overflow() <= 0
        assert await window.nameless() == []
        assert window.problems == []


async def test_ephemeral_answers_and_pictures(
    tiny: TinyBot, server: Server, browser: Browser
) -> None:
    """An ephemeral answer can be dismissed. Its picture can be enlarged and shows its alt text. The
    badge leaves free whatever stands at the picture's foot.
    """
    ben = await Window.of(browser, server.url, "ben")
    page = ben.page
    await ben.type("/board", "Enter")
    answer = ben.message("the new board")
    await expect(answer).to_contain_text("Only you can see this")
    picture = await answer.locator(".picture").bounding_box()
    badge = await answer.locator(".alt-badge span").bounding_box()
    assert picture
    assert badge
    assert picture["y"] + picture["height"] - badge["y"] <= 6
    await answer.locator(".alt-badge").click()
    await expect(page.locator(".alt-text")).to_contain_text("The board.")
    await page.keyboard.press("Escape")
    await answer.locator(".picture-open").click()
    await expect(page.get_by_role("dialog")).to_contain_text("The board.")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await answer.get_by_role("button", name="Dismiss").click()
    await expect(answer).to_have_count(0)
    assert ben.problems == []


async def test_what_is_private_is_quoted_to_nobody(
    pg: Playground, server: Server, ready: RawBot, anna: User, browser: Browser
) -> None:
    """A message for everybody may answer an ephemeral one. Others aren't shown what that says, but
    that it can't be loaded.
    """
    general, ben = pg.channel("general"), pg.user("ben")
    other = await Window.of(browser, server.url, "ben", PHONE)
    table = {"content": "table", "components": [row(BUTTON)]}
    await ready.call("POST", f"/channels/{general.id}/messages", table)
    reply = await (await general.messages())[-1].click("Join", by=anna, wait=False)
    got = await ready.interaction()
    await ready.answer(got, 4, {"content": "psst", "flags": 64})
    await reply.wait()
    await ready.webhook("POST", got, body={"content": "hear, hear"})
    seen = [(await general.messages(one))[-1].data["referenced_message"] for one in (anna, ben)]
    assert seen[0]["content"] == "psst"
    assert seen[1] is None
    await expect(other.message("hear, hear")).to_contain_text("Message could not be loaded")
    await expect(other.page.locator("#log")).not_to_contain_text("psst")
    assert other.problems == []


async def test_threads_layouts_and_context_menus(
    tiny: TinyBot, server: Server, pg: Playground, browser: Browser
) -> None:
    """Archived threads can be found, and their starting message shows their state. Components v2
    are drawn, and context menus run commands.
    """
    ben = await Window.of(browser, server.url, "ben", PHONE)
    page = ben.page
    await ben.type("/play thread", "Enter")
    await expect(page.locator(".thread-card")).to_contain_text("Match 1Archived · Open thread")
    thread = (await pg.threads(pg.channel("general")))[0]
    await thread.change(name="Match 1 · Ben wins", archived=False)
    await expect(page.locator(".thread-card")).to_have_text("Match 1 · Ben winsOpen thread")
    await thread.change(archived=True)
    await expect(page.locator(".thread-card")).to_contain_text("Archived")
    assert await ben.overflow() <= 0
    await page.locator("#open-threads").click()
    await page.get_by_role("menuitem", name="Match 1").click()
    await expect(page.locator(".message.mentioned", has_text="@Ben begins")).to_be_visible()
    await expect(page.locator("#thread-note")).to_contain_text("archived")
    await page.locator("#open-channels").click()
    await page.locator(".channel", has_text="games").click()
    await ben.type("/play layout", "Enter")
    await expect(page.locator(".container")).to_contain_text("Your turn")
    games = pg.channel("games")
    await pg.user("anna").send("Mine", games, reply_to=(await games.messages())[-1])
    await expect(page.locator(".reply-text")).to_have_text("Your turn")
    await page.locator("#open-members").click()
    await page.locator(".member", has_text="Emma").click()
    await page.get_by_role("menuitem", name="Who is").click()
    await expect(ben.message("Emma ")).to_be_visible()
    await ben.type("wisdom", "Enter")
    await ben.message("wisdom").get_by_role("button", name="More").click()
    assert await ben.small_targets() == []
    await page.get_by_role("menuitem", name="Quote").click()
    await expect(page.locator("blockquote")).to_have_text("wisdom")
    assert ben.problems == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_layouts_emojis_and_boxes(
    ready: RawBot, server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """A layout's rows, rules and pictures with alt texts are drawn, and emojis of the application
    in texts, buttons and menus. A form's boxes are ticked, and what was ticked is sent.
    """
    data = base64.b64encode(SMALL_PNG).decode()
    path, body = (
        f"/applications/{ready.app}/emojis",
        {"name": "lord", "image": f"data:image/png;base64,{data}"},
    )
    emoji = (await ready.call("POST", path, body))[1]["id"]
    shown = {"name": "lord", "id": emoji}
    picture = {"media": {"url": "attachment://a.png"}, "description": "A lord on a board"}
    section = {
        "type": 9,
        "components": [{"type": 10, "content": f"<:lord:{emoji}> **Ben** – Clara"}],
        "accessory": button(emoji=shown),
    }
    menu = MENU | {"options": [{"label": "One", "value": "1", "emoji": shown}]}
    parts = [section, {"type": 14}, {"type": 12, "items": [picture]}, row(menu)]
    layout = {"flags": 32768, "components": [{"type": 17, "components": parts}]}
    anna = await Window.of(browser, server.url, "anna", size)
    await anna.type("/guild-only", "Enter")
    got = await ready.interaction()
    assert (await ready.answer(got, 4, layout, files=[("a.png", SMALL_PNG)]))[0] == 200
    drawn = anna.page.locator(".container")
    await expect(drawn.locator("img[alt=':lord:']")).to_have_count(2)
    await expect(drawn.locator(".gallery img")).to_have_attribute("alt", "A lord on a board")
    await expect(drawn.locator(".section .button")).to_be_visible()
    assert await anna.overflow() <= 0
    assert await anna.nameless() == []
    assert await anna.small_targets() == []

    await drawn.get_by_role("button", name="Press").click()
    got = await ready.interaction()
    await ready.answer(got, 9, MODAL | {"components": TICKS})
    form = anna.page.get_by_role("dialog", name="A form")
    await form.get_by_label("Rated").check()
    await form.get_by_role("radio", name="Two").check()
    await form.get_by_role("checkbox", name="One").check()
    assert await anna.nameless() == []
    assert await anna.small_targets() == []
    await form.get_by_role("button", name="Absenden").click()
    sent = [part["component"] for part in (await ready.interaction())["data"]["components"]]
    assert [part.get("value", part.get("values")) for part in sent] == [True, "2", ["1"]]
    assert anna.problems == []


async def test_places_without_the_bot(
    tiny: TinyBot, server: Server, pg: Playground, browser: Browser
) -> None:
    """Commands of a user install are available in other guilds and private groups until the user
    removes the app.
    """
    ben = await Window.of(browser, server.url, "ben")
    page = ben.page
    await page.get_by_role("button", name="Elsewhere").click()
    await expect(page.locator("#members")).not_to_contain_text("Dreierlei")
    await ben.type("/anywhere", "Enter")
    await expect(ben.message("guild user False")).to_be_visible()
    await page.get_by_role("button", name="Direct messages").click()
    await page.locator(".channel", has_text="Anna, Ben, Clara").click()
    await expect(page.locator(".member")).to_have_text([re.compile(x) for x in "ABC"])
    await ben.type("/anywhere", "Enter")
    await expect(ben.message("group user False")).to_be_visible()
    await page.locator(".me").click()
    await page.get_by_role("menuitemradio", name="App added to my account").click()
    await ben.type("/anywhere")
    # A page that has not heard of it yet would ask the server, whose refusal the console tells.
    await expect(page.locator(".completion")).to_contain_text("The app has no commands here")
    await ben.page.keyboard.press("Enter")
    await expect(page.locator(".composer-problems")).to_contain_text("There is no command")
    assert ben.problems == []


async def test_a_bot_that_does_not_answer(tiny: TinyBot, server: Server, browser: Browser) -> None:
    """The page shows that the bot did not answer, and that it is offline."""
    ben = await Window.of(browser, server.url, "ben")
    server.world.settings.deadline = 0.3
    await ben.type("/fail", "Enter")
    await expect(ben.message("The application did not respond")).to_be_visible()
    await ben.page.get_by_role("button", name="Dismiss").click()
    await expect(ben.page.locator("#log .message")).to_have_count(0)
    await tiny.close()
    await expect(ben.page.locator("#banner")).to_contain_text("offline")


async def test_a_lost_connection(server: Server, pg: Playground, browser: Browser) -> None:
    """After a lost connection the page catches up with the messages in between."""
    ben = await Window.of(browser, server.url, "ben")
    await pg.user("anna").send("first", pg.channel("general"))
    await expect(ben.message("first")).to_be_visible()
    await ben.page.evaluate("window.before = true")
    await server._page.close()
    await pg.user("anna").send(f"<@{pg.user('ben').id}> second", pg.channel("games"))
    await pg.user("anna").send("third", pg.channel("general"))
    await expect(ben.message("third")).to_be_visible()
    await expect(ben.page.locator("#banner")).not_to_contain_text("Connection lost")
    games = ben.page.locator(".channel", has_text="games")
    await expect(games.locator(".badge")).to_have_text("1")
    assert await ben.page.evaluate("window.before")


async def test_a_link_to_a_message_leads_there(
    server: Server, pg: Playground, browser: Browser
) -> None:
    """In the same window, as in Discord."""
    ben = await Window.of(browser, server.url, "ben", PHONE)
    page = ben.page
    await ben.type("the board", "Enter")
    await expect(ben.message("the board")).to_be_visible()
    general = pg.channel("general")
    board = (await general.messages())[-1]
    await page.locator("#open-channels").click()
    await page.locator(".channel", has_text="games").click()
    await ben.type(f"https://discord.com/channels/1/{general.id}/{board.id}", "Enter")
    await page.locator(".message a", has_text=str(board.id)).click()
    await expect(page.locator("#channel-title")).to_have_text("general")
    await expect(ben.message("the board")).to_be_in_viewport()
    assert len(page.context.pages) == 1
    assert ben.problems == []
