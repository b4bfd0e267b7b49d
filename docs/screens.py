"""Photographs the playground's page for the README and the gallery: `python -m docs.screens`.

People play on a playground of their own until there is something to be seen. Seats are drawn and
clocks go on, so that no two runs give the same pictures.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Browser, expect

from bot.i18n import catalogues
from docs import endings
from docs.captures import SIZES, file_of
from playground.client import Channel, Playground, User
from tests.support.browser import PHONE, Window, chromium
from tests.support.directed import Directed
from tests.support.ladders import open_ladder
from tests.support.languages import LANGUAGES
from tests.support.matches import HASTY, Game, begin, named, open_table, started
from tests.support.short_matches import GERMAN, LINES, begin_in_german
from tests.support.stack import Stack
from tests.support.tournaments import open_cup

FOLDER = Path(__file__).parent / "gallery"
WIDE = (1280, 880)
SEATS = {"turnier": {"seats": 2}}
PAGES = {"WEB_URL": "https://example.org", "WEB_ALONE": "true"}
"""Settings with which boards have the button of pages on the web, which nobody serves here."""
LOADED = "(images) => Promise.all(images.map((image) => image.decode()))"


async def screens(pg: Playground, browser: Browser) -> None:
    """Takes all of them."""
    match = await begin(pg.channel("games"), "attangle", pg.user("ben"), pg.user("emma"))
    user = await _play(match, "attangle", 19)
    await _take(await _open(browser, user, match.channel, WIDE), "playground")

    match = await begin_in_german(pg, LINES["turnier"])
    user = await _play(match, "turnier", -1)
    await _take(await _phone(browser, user, match.channel), "phone")

    match = await begin_in_german(pg, LINES["3stein"])
    user = await _play(match, "3stein", 6)
    window = await _phone(browser, user, match.channel)
    await window.button(GERMAN("Move"))
    await expect(window.page.locator("#messages .select").last).to_be_visible()
    await _take(window, "phone-picking")

    user, channel = pg.user("clara"), pg.channel("allgemein")
    window = await _phone(browser, user, channel)
    tutorial = await user.command("tutorial", channel, game="tyr")
    await tutorial.click(GERMAN("Begin"))
    await expect(window.page.locator("#messages .select").last).to_be_visible()
    await _take(window, "phone-tutorial")


async def captures(pg: Playground, browser: Browser) -> None:
    """Takes the screens of the gallery: in each language, what one reader sees."""
    channel, manager = pg.channel("general"), pg.user("anna")
    reader, *others = (pg.user(name) for name in ("emma", "ben", "clara", "david"))
    for user in (manager, reader, *others):
        await user.change(locale="en-US")
    cup = await open_cup(manager, channel, format="swiss", rounds=3, name="Autumn cup")
    await cup.join(reader, *others)
    await cup.start()
    await cup.match_of(reader)
    ladder = await open_ladder(manager, channel, name="Attangle ladder")
    await ladder.join(*others, reader)
    await ladder.challenge(reader, others[1])
    quiet, people = pg.channel("games"), (manager, reader, *others)
    league = await endings.league(people, quiet)  # First, while nobody has a rating.
    bracket, tables = await endings.bracket(people, quiet), await endings.tables(people, quiet)
    for language in LANGUAGES:
        code, place = language.code, language.channel(pg)
        for user in (reader, others[1]):
            await user.change(locale=language.locale)
        await _matches(browser, (reader, *others[:2]), place, code)
        shown: list[tuple[Channel, str, Directed, str]] = [
            (channel, "tournament", cup, ""),
            (channel, "standings", cup, "Standings"),
            (channel, "ladder", ladder, ""),
            (quiet, "bracket", bracket, "Standings"),
            (quiet, "tables", tables, "Standings"),
            (quiet, "league", league, ""),
            (quiet, "season", league, "My season"),
        ]
        for where, subject, held, view in shown:
            held.language = language
            async with _both(browser, reader, where, subject, code):
                await held.page(reader, view)


async def _matches(browser: Browser, people: Sequence[User], place: Channel, code: str) -> None:
    """The welcome, help, and matches of the first two in a channel with this language."""
    reader, other, third = people
    pg, said = place.pg, catalogues.language(code).gettext
    bot = (await pg.request("GET", "control/state"))["bot"]["id"]
    async with _both(browser, reader, place, "welcome", code):
        await reader.send(f"<@{bot}>", place)
        await pg.wait_for(partial(_has_buttons, place))
    async with _both(browser, reader, place, "help", code):
        await reader.command("help", place)
    match = await _begin(place, "attangle", reader, other)
    # Whoever moves last has an answer of their own below the board.
    async with _both(browser, third, match.channel, "result", code):
        await _moves(match, _turns("attangle"))
    match, turns = await _begin(place, "turnier", reader, other), _turns("turnier")
    async with _both(browser, reader, match.channel, "drawing-up", code):
        await _moves(match, turns[:12])
        if await _to_move(match) is not reader:
            await _moves(match, turns[12:13])
        await (await match.board()).click(said("Move"), by=reader)
    async with _both(browser, reader, place, "games", code):
        await reader.command("games", place)


async def _begin(place: Channel, game: str, host: User, guest: User) -> Game:
    """A match for two, joined by the first button of its table."""
    table = await open_table(host, place, game, **SEATS.get(game, {}))
    await table.click(table.labels[0], by=guest)
    return await started(place, named(table), (host, guest))


async def _has_buttons(place: Channel) -> bool:
    return bool((await place.last()).labels)


@asynccontextmanager
async def _both(
    browser: Browser, user: User, channel: Channel, subject: str, code: str
) -> AsyncIterator[None]:
    """Windows of both sizes, which are photographed after what is done meanwhile."""
    windows = {size: await _open(browser, user, channel, pixels) for size, pixels in SIZES.items()}
    yield
    for size, window in windows.items():
        await expect(window.page.locator("#messages .message").last).to_be_visible()
        await expect(window.page.locator("#messages .thinking-line")).to_have_count(0)
        await window.page.locator("#messages img").evaluate_all(LOADED)
        taken = await window.page.screenshot(animations="disabled")
        with Image.open(BytesIO(taken)) as whole:
            path = FOLDER / file_of(subject, size, code)
            whole.convert("RGB").save(path, quality=70, method=6)
        await window.page.context.close()


async def _play(match: Game, game: str, turns: int) -> User:
    """Plays the game's short line up to this turn; who is to move then."""
    await _moves(match, _turns(game)[:turns])
    return await _to_move(match)


def _turns(game: str) -> list[str]:
    return LINES[game].turns.split("; ")


async def _moves(match: Game, turns: Sequence[str]) -> None:
    """Plays these turns."""
    for turn in turns:
        await match.move(1 + match.players.index(await _to_move(match)), turn)


async def _to_move(match: Game) -> User:
    called = (await match.board()).content.rpartition("\n")[2]
    return next(user for user in match.players if user.mention in called)


async def _open(
    browser: Browser, user: User, channel: Channel, size: tuple[int, int], scale: float = 1
) -> Window:
    """A window that hears what happens from now on. One that is still connecting takes somebody who
    writes or plays for new here, and greets them.
    """
    window = await Window.open(browser, "about:blank", size, scale=scale)
    told = asyncio.Event()
    window.page.on("websocket", lambda socket: socket.on("framereceived", lambda _: told.set()))
    await window.page.goto(f"{user.pg.url}/?user={user.name}&channel={channel.id}")
    await told.wait()
    return window


async def _phone(browser: Browser, user: User, channel: Channel) -> Window:
    """A German phone with a sharp screen."""
    await user.change(locale="de")
    return await _open(browser, user, channel, PHONE, scale=2)


async def _take(window: Window, name: str) -> None:
    """Photographs a window once all its pictures are there, in few colours."""
    await expect(window.page.locator("#messages img").last).to_be_visible()
    await window.page.locator("#messages img").evaluate_all(LOADED)
    taken = await window.page.screenshot(animations="disabled")
    with Image.open(BytesIO(taken)) as whole:
        few = whole.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


async def _main(url: str) -> None:
    async with Playground.connect(url) as pg, chromium() as browser:
        await pg.wait_online()
        await screens(pg, browser)
        await captures(pg, browser)


def main() -> None:
    """Runs a playground and a bot for as long as the pictures take."""
    with TemporaryDirectory() as folder:
        stack = Stack(Path(folder), **HASTY, **PAGES)
        try:
            asyncio.run(_main(stack.url))
        finally:
            stack.close()


if __name__ == "__main__":
    main()
