"""The whole product as people see it: the page in a real browser, and the real bot process."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from functools import partial

import pytest
from playwright.async_api import Browser, Locator, expect

import matches
from matches import Match
from matches.model.ids import PlayerId
from opponents import decisions
from opponents.decisions import Question
from opponents.puzzles import puzzle
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.browser import PHONE, WIDE, Window, chromium
from tests.support.matches import HASTY, Game, begin
from tests.support.short_matches import GERMAN, LINES, begin_in_german
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

STEPS = re.compile("Wähle unten|[bB]estätige")
"""The prompts of a draft that is being picked."""
NEXT = re.compile("am Zug|🏆")
"""The text of a board."""
OVER = re.compile("🏆|is drawn")
"""The text of a finished match."""
BESIDE = (20, 20)
"""A point beside the sheet that a menu opens. A tap there closes the sheet and has no effect on the
page below.
"""
WIDTH = "(image) => image.decode().then(() => image.naturalWidth)"


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Nobody has to wait for computer players."""
    return HASTY


@pytest.fixture
async def english_again(pg: Playground) -> AsyncIterator[None]:
    """Afterwards everybody who was on a German server reads English, as before."""
    yield
    for name in ("ben", "david", "emma"):
        await pg.user(name).change(locale="en-US")


async def _on_phones(browser: Browser, pg: Playground, url: str, *names: str) -> list[Window]:
    """German phones of these people, in the channel of a German server."""
    windows = []
    for name in names:
        await pg.user(name).change(locale="de")
        window = await Window.of(browser, url, name, PHONE)
        await window.press(window.page.locator("#open-channels"))
        await window.press(window.page.get_by_role("button", name="Spielplatz"))
        await window.press(window.page.locator(".channel", has_text="allgemein"))
        windows.append(window)
    return windows


def _board(window: Window) -> Locator:
    """The newest public message."""
    return window.page.locator("#messages .message:not(.ephemeral)").last


def _draft(window: Window) -> Locator:
    """The newest message for this user only."""
    return window.page.locator("#messages .message.ephemeral").last


async def _check(window: Window, said: str) -> None:
    """The draft names the next step, and all of it can be seen and tapped."""
    assert STEPS.search(said), said
    assert await window.overflow() <= 0
    assert await window.small_targets() == []


async def _challenge(window: Window, command: str, option: str, whom: str) -> None:
    """Picks a command and an opponent from the lists of the command line."""
    page = window.page
    await window.press(page.locator("#slash"))
    await window.press(page.locator(".completion-row", has_text=command).first)
    await window.press(page.locator(".chip-add").get_by_text(option, exact=True))
    await window.press(page.locator(".completion-row", has_text=whom))
    await window.press(page.locator("#send"))


async def _enter(window: Window, game: str, said: str) -> None:
    """Opens the thread of the match of this game that began last, as soon as it is there."""
    await window.press(window.page.locator(".thread-card", has_text=game).last)
    await expect(_board(window)).to_contain_text(said)


async def _tap(window: Window, move: str) -> None:
    """Plays a turn of one move, menu by menu."""
    await window.button(GERMAN("Move"))
    draft = _draft(window)
    confirm, said = draft.locator(".button.success:enabled"), draft.locator(".content")
    while True:
        await expect(confirm.or_(draft.locator(".select")).first).to_be_visible()
        text = await said.text_content() or ""
        await _check(window, text)
        if await confirm.count():
            break
        await _choose(window, draft, move)
        await expect(said).not_to_have_text(text)
    assert move in text
    await window.press(confirm)
    await expect(said).to_contain_text("gespielt")


async def _choose(window: Window, draft: Locator, move: str) -> None:
    """Opens the menus one by one until one offers a step towards this move, and picks it."""
    page = window.page
    options = page.locator(".select-option")
    for menu in await draft.locator(".select").all():
        await window.press(menu)
        values = await options.evaluate_all("(nodes) => nodes.map((node) => node.dataset.value)")
        if fitting := [value for value in values if move.startswith(value)]:
            best = max(fitting, key=len)
            await window.press(page.locator(f'.select-option[data-value="{best}"]'))
            return
        await page.touchscreen.tap(*BESIDE)
    raise AssertionError(f"no menu leads to {move}")


async def test_help_is_suggested_by_its_own_name(stack: Stack, pg: Playground) -> None:
    """A tap runs `/help`, under its German name."""
    async with chromium() as browser:
        (anna,) = await _on_phones(browser, pg, stack.url, "anna")
        await anna.press(anna.page.get_by_role("button", name="/hilfe"))
        await expect(_draft(anna)).to_contain_text("/hilfe")
        await expect(anna.page.locator("#greeting")).to_be_hidden()


async def test_attangle_by_taps_on_phones(stack: Stack, pg: Playground) -> None:
    """Two people with German phones play from the challenge to the third triple by taps only. Every
    state names the next step and fits the window.
    """
    line = LINES["attangle"]
    async with chromium() as browser:
        anna, ben = await _on_phones(browser, pg, stack.url, "anna", "ben")
        await _challenge(anna, "/spielen attangle", "gegner", "Ben")
        await ben.button(GERMAN("Accept"))
        for each in (anna, ben):
            await _enter(each, "Attangle", "Die Partie beginnt.")
        seated = await _board(ben).inner_text()
        players = [anna, ben] if "Weiß @Anna" in seated else [ben, anna]
        for number, move in enumerate(line.turns.split("; ")):
            await _tap(players[number % 2], move)
            for each in players:
                await expect(_board(each).get_by_text(move, exact=True)).to_be_visible()
                await expect(_board(each)).to_contain_text(NEXT)
        for each in players:
            await expect(_board(each)).to_contain_text("🏆")
            await expect(_board(each)).to_contain_text(GERMAN(line.said))
            await expect(_board(each).get_by_role("button", name="Revanche")).to_be_visible()
            await expect(each.page.locator("#channel-title")).to_contain_text("gewinnt")
            assert each.problems == []


@pytest.mark.usefixtures("english_again")
async def test_three_by_taps_on_phones(stack: Stack, pg: Playground) -> None:
    """Three people with German phones play 3Stein to the second lord. Only which men stay, a choice
    of several at once, is typed.
    """
    line = LINES["3stein"]
    match = await begin_in_german(pg, line)
    async with chromium() as browser:
        players = [await _seated(browser, stack.url, match, user, PHONE) for user in match.players]
        for turn in line.turns.split("; "):
            seat = await _to_move(match)
            if " " in turn:
                await match.move(seat, turn)
            else:
                await _tap(players[seat - 1], turn)
            for each in players:
                await expect(_board(each).get_by_text(turn, exact=True)).to_be_visible()
                await expect(_board(each)).to_contain_text(NEXT)
        for each in players:
            await expect(_board(each)).to_contain_text("🏆")
            await expect(_board(each)).to_contain_text(GERMAN(line.said))
            assert each.problems == []


async def test_turnier_by_typing(stack: Stack, pg: Playground, david: User, emma: User) -> None:
    """Two people type a match of Turnier: they lay the ground, draw up, take fighters off, and win
    with flags.
    """
    line = LINES["turnier"]
    match = await begin(pg.channel("games"), "turnier", david, emma, seats=line.seats)
    async with chromium() as browser:
        players = [await _seated(browser, stack.url, match, user, WIDE) for user in match.players]
        for turn in line.turns.split("; "):
            window = players[await _to_move(match) - 1]
            await window.type(f"/move {turn}", "Enter")
            await expect(_draft(window)).to_contain_text(
                re.compile(f"you played.*{re.escape(turn)}")
            )
            await pg.wait_for(partial(_shows, match, turn))
        for each in players:
            await expect(_board(each)).to_contain_text("🏆")
            await expect(_board(each)).to_contain_text(line.said)
            assert await _board(each).locator("img").evaluate(WIDTH) == 1000
            assert each.problems == []


async def _seated(
    browser: Browser, url: str, match: Game, user: User, size: tuple[int, int]
) -> Window:
    """A player's window, in the thread of the match."""
    there = f"{url}/?user={user.name}&channel={match.channel.id}"
    return await Window.open(browser, there, size)


async def _shows(match: Game, turn: str) -> bool:
    return f"`{turn}`" in (await match.board()).content


async def _to_move(match: Game) -> int:
    """The seat that is called."""
    called = (await match.board()).content.rpartition("\n")[2]
    return 1 + [user.mention in called for user in match.players].index(True)


async def test_tyr_by_typing(stack: Stack, pg: Playground) -> None:
    """Two people type a match of Tyr in English. Autocomplete follows and explains the moves, a
    turn may be typed in parts, and every board has its picture and its text.
    """
    line = LINES["tyr"]
    async with chromium() as browser:
        david = await Window.of(browser, stack.url, "david", WIDE)
        emma = await Window.of(browser, stack.url, "emma", WIDE)
        await david.type("/play tyr opponent1: emma", "Enter", "Enter")
        await emma.button("Accept")
        for each in (david, emma):
            await _enter(each, "Tyr", "The match begins.")
        seated = await _board(emma).inner_text()
        players = [david, emma] if "A @David" in seated else [emma, david]
        for number, turn in enumerate(line.turns.split("; ")):
            await _type(players[number % 2], turn)
            for each in players:
                await expect(_board(each).get_by_text(turn, exact=True)).to_be_visible()
                picture = _board(each).locator("img")
                assert await picture.evaluate(WIDTH) == 1000
                assert "IV" in (await picture.get_attribute("alt") or "")
        for each in players:
            await expect(_board(each)).to_contain_text("🏆")
            await expect(_board(each)).to_contain_text(line.said)
            await expect(_board(each).get_by_role("button", name="Rematch")).to_be_visible()
            await expect(each.page.locator("#channel-title")).to_contain_text("wins")
            assert each.problems == []


async def _type(window: Window, turn: str) -> None:
    """Types a turn, move by move. The list offers what is being typed."""
    *first, last = turn.split()
    for move in first:
        await window.type(f"/move {move}", "Enter")
        await expect(_draft(window)).to_contain_text(move)
        await expect(_draft(window)).to_contain_text("type the rest")
    await window.type(f"/move {last}")
    offered = window.page.locator(".completion-row", has_text=last)
    await expect(offered.first).to_be_visible()
    await window.page.keyboard.press("Enter")
    await expect(_draft(window)).to_contain_text(re.compile(f"you played.*{re.escape(last)}"))


async def test_one_person_alone(stack: Stack, pg: Playground, emma: User) -> None:
    """Emma, alone with the page, plays Die Drei to its end against a computer player of level 6,
    asks for a hint and plays it, analyses the match and steps through it, and solves a puzzle.
    """
    database = Database.connect(stack.settings["DATABASE_URL"])
    async with chromium() as browser:
        window = await Window.of(browser, stack.url, "emma", WIDE)
        await window.press(window.page.locator(".channel", has_text="games"))
        await window.type("/play die-drei computer: 6 rated: False", "Enter", "Enter")
        await _enter(window, "Die Drei", "(level 6)")
        match = await _called(pg, database, emma)
        assert not match.rated
        await _play_hint(window)
        while (match := await _called(pg, database, emma, match)).status == "running":
            await _type(window, _sensible(match))
        await expect(_board(window)).to_contain_text(OVER)
        await _analyse(window, match)
        await pg.refresh()
        await _solve(window, emma, pg.channel(str(match.place.where)))
        assert window.problems == []
    await database.close()


async def _called(
    pg: Playground, database: Database, person: User, before: Match | None = None
) -> Match:
    """A person's only match, once it is over, or longer than before and their turn again."""
    player, least = int(person.id), before.turn_count if before else -1

    async def found() -> Match | None:
        listed = await matches.matches_of(database, PlayerId(player))
        listed = listed or await matches.matches_of(database, PlayerId(player), over=True)
        if not listed:
            return None
        match = await matches.get(database, listed[0].id)
        mine = match.player_to_move == player and match.turn_count > least
        return match if mine or match.status == "finished" else None

    match: Match = await pg.wait_for(found)  # type: ignore[arg-type]
    return match


def _sensible(match: Match) -> str:
    """A reasonably good turn."""
    options, position = dict(match.setup.options), str(match.position)
    asked = Question(match.game.info.key, match.setup.seats, options, position, 6, 1, 0.002)
    return decisions.turn(asked).turn


async def _play_hint(window: Window) -> None:
    """Asks for hints until one gives the whole turn, and types it."""
    await window.type("/hint", "Enter", "Enter")
    look = "of the board."
    await expect(_draft(window)).to_contain_text(look)
    more = _draft(window).get_by_role("button", name="Tell me more")
    await window.press(more)
    await expect(_draft(window)).not_to_contain_text(look)
    await window.press(more)
    await expect(more).to_have_count(0)
    turn = await _draft(window).locator("code").last.inner_text()
    await _type(window, turn)


async def _analyse(window: Window, match: Match) -> None:
    """Has the match analysed, steps through its beginning, and goes to its end."""
    await window.type(f"/analyse {match.id}", "Enter", "Enter")
    shown = _draft(window)
    await expect(shown).to_contain_text("Analysis of")
    await window.press(shown.get_by_role("button", name="Step through"))
    for turn in match.turns[:4]:
        await window.press(shown.get_by_role("button", name="▶"))
        await expect(shown.locator("li")).to_contain_text(f"played {turn.text}")
        assert await shown.locator("img").evaluate(WIDTH) == 1000
    await window.press(shown.get_by_role("button", name="⏭"))
    await expect(shown).to_contain_text(OVER)


async def _solve(window: Window, person: User, channel: Channel) -> None:
    """Solves a puzzle at the first attempt, by typing the answer into the form."""
    await window.type("/puzzle game: die drei", "Enter", "Enter")
    await expect(_draft(window)).to_contain_text("is to move")
    asked = (await channel.messages(person))[-1]
    key = asked.buttons[0]["custom_id"].split(":")[3].partition("/")[0]
    await window.button("Type your turn")
    form = window.page.get_by_role("dialog", name="Your turn")
    await form.get_by_role("textbox").fill(puzzle(key).solution)
    await window.press(form.locator(".button.primary"))
    await expect(_draft(window)).to_contain_text("Right:")
    await expect(_draft(window)).to_contain_text("solved 1 puzzle in a row")
