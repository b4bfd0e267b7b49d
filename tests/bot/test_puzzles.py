"""Puzzles and daily puzzles end to end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from discord import ButtonStyle
from sqlalchemy import Connection, update

import games
from bot.cogs.learning import _puzzle as puzzling
from bot.cogs.learning._puzzle_choice import fresh, of_day
from bot.errors import OUTDATED
from bot.i18n.catalogues import of_locale
from bot.text.match import verdict
from games.picks import ways
from games.play import play_turn
from games.scene import Mark, turned
from matches.learning import puzzles
from matches.model.ids import PlayerId
from opponents.puzzles import Puzzle, collection, puzzle
from playground.answers import Message
from playground.client import Channel, Playground, User
from render import paint
from storage.database import Database
from storage.schema import daily
from storage.transactions import transaction
from tests.support.forger import Forger
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

NOW = datetime(2030, 5, 6, tzinfo=UTC)
TEXT, GALLERY, MENU = 10, 12, 3
"""Types of components, as Discord numbers them."""
GAMES = [game.info.key for game in games.all_games()]


@pytest.fixture
async def database(stack: Stack) -> AsyncIterator[Database]:
    """The bot's own database."""
    opened = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    yield opened
    await opened.close()


def _described(message: Message) -> str:
    return message.content


def _puzzle(message: Message) -> Puzzle:
    """The puzzle in a message."""
    to = next(str(one["custom_id"]) for one in message.buttons if "puzzle" in one["custom_id"])
    return puzzle(to.split(":")[3].partition("/")[0])


def _wrong(asked: Puzzle) -> str:
    """A complete turn without the effect of the solution."""
    for move in asked.rules.legal_moves(asked.line.position):
        line, text = asked.line.push(move), str(move)
        while line.played:
            further = asked.rules.legal_moves(line.position)[-1]
            line, text = line.push(further), f"{text} {further}"
        if not asked.may_solve(text):
            return text
    raise AssertionError(asked)


async def _type(shown: Message, text: str, code: str = "en") -> Message:
    opened = await shown.click(of_locale(code).gettext(puzzling.TYPE))
    assert opened.modal is not None
    asked = of_locale(code).gettext("Your turn, in the game's notation")
    assert asked in [part.get("label") for part in opened.modal.components]
    return await opened.modal.submit(text=text)


async def _pick(shown: Message, answer: str) -> Message:
    """Picks a turn of one move from the menus."""
    picked = ""
    while len(picked) < len(answer):
        fits = [
            (str(option["value"]), str(menu["custom_id"]))
            for menu in shown.selects
            for option in menu["options"]
            if answer.startswith(option["value"]) and len(option["value"]) > len(picked)
        ]
        picked, menu = max(fits, key=lambda fit: len(fit[0]))
        shown = await shown.select(menu, [picked])
    return shown


async def _play(shown: Message, answer: str) -> Message:
    """Picks a turn of one move and confirms it."""
    return await (await _pick(shown, answer)).click("Confirm")


@pytest.mark.parametrize("key", GAMES)
async def test_a_puzzle_of_each_game(key: str, general: Channel, ben: User) -> None:
    """The first one is easy. Nonsense is refused, a wrong turn is explained, hints lead to the
    solution, which is praised, and the next puzzle follows.
    """
    shown: Message = await ben.command("puzzle", general, game=key)
    assert shown.ephemeral
    assert shown.attachments[0].description
    asked = _puzzle(shown)
    assert asked.game == key
    assert asked.effort == min(one.effort for one in collection(key))
    assert "Only your first answer counts for your puzzle rating." in _described(shown)
    assert "Showing the solution before that counts as a wrong answer" in _described(shown)
    assert games.get(key).texts.summary in _described(shown)
    shown = await _type(shown, "&%$")
    assert "❌" in _described(shown)
    assert f"Difficulty {asked.level} of 6: " in _described(shown)
    shown = await _type(shown, _wrong(asked))
    assert "↩️" in _described(shown)
    name = games.get(key).info.name
    assert re.search(rf"Your puzzle rating for {name}: 9\d\d \(−\d+\)\.", _described(shown))
    shown = await shown.click("Hint")
    assert "💡" in _described(shown)
    shown = await shown.click("Hint")
    assert "💡" in _described(shown)
    assert "Hint" not in shown.labels
    shown = await _type(shown, asked.solution)
    assert f"✅ Right: `{asked.solution}`." in _described(shown)
    assert "puzzle rating" not in _described(shown), "only the first answer counts"
    assert f"Solved in total: 1 of {len(collection(key))}." in _described(shown)
    shown = await shown.click("Another puzzle")
    assert _puzzle(shown) != asked


async def test_streaks_and_no_repeats(general: Channel, david: User, database: Database) -> None:
    """Puzzles solved at the first attempt, typed or picked, form a streak. Showing the solution
    ends it. No puzzle is repeated while there are others.
    """
    key = "attangle"
    shown: Message = await david.command("puzzle", general, game=key)
    seen = set[str]()
    for number in range(3):
        asked = _puzzle(shown)
        seen.add(asked.key)
        done = await (_type if number % 2 else _play)(shown, asked.solution)
        assert f"solved {number + 1} puzzle" in _described(done)
        shown = await done.click("Another puzzle")
    asked = _puzzle(shown)
    assert len({*seen, asked.key}) == 4
    shown = await shown.click("Show the solution")
    assert f"👉 The solution is `{asked.solution}`" in _described(shown)
    assert "Your best streak on the first try: 3. Solved in total: 3 of" in _described(shown)


async def test_what_is_no_longer_offered(forger: Forger, emma: User, database: Database) -> None:
    """A puzzle in an old message can be solved. It says no level, counts for no rating, and isn't
    among those that there are to solve.
    """
    old = puzzle("attangle-79681bad")
    shown = await forger.press(emma, f"puzzle:-:0:{old.key}/0/|")
    assert "Computer players" not in _described(shown)
    done = await _type(shown, old.solution)
    assert "✅ Right: " in _described(done)
    assert "puzzle rating" not in _described(done)
    assert f"Solved in total: 0 of {len(collection('attangle'))}." in _described(done)


async def test_new_ones_come_first(database: Database, pg: Playground) -> None:
    """Without a choice of game, games come first in which the player has begun a puzzle, then those
    with new ones.
    """
    player = PlayerId(4711)
    for key in GAMES[1:]:
        for one in collection(key):
            await puzzles.note_try(database, player, key, one.key, "solved", worth=1000)
    for _ in range(8):
        found = await fresh(database, player, None)
        assert found.game == GAMES[0]
        await puzzles.note_try(database, player, found.game, found.key, "solved", worth=1000)
    await puzzles.note_try(database, player, GAMES[0], found.key, "solved", worth=1000)
    closed = (await puzzles.progress(database, player))[GAMES[0]].closed
    begun = next(one for one in collection(GAMES[0]) if one.key not in closed)
    await puzzles.note_try(database, player, GAMES[0], begun.key, "wrong", worth=1000)
    assert await fresh(database, player, None) is begun


async def test_a_turn_that_could_go_on(forger: Forger, ben: User) -> None:
    """Where the solution ends a turn that could go on, it can be picked, too. The button for that
    says so, and isn't the one that catches the eye: with it, the answer counts.
    """
    every = [one for one in collection("turnier") if one.solution.endswith(" end")]
    of = min(every, key=lambda one: len(one.solution))
    (move,) = of.solution.split()[:-1]
    shown = await forger.press(ben, f"puzzle:-:0:{of.key}/0/|")
    refused = await forger.press(ben, f"puzzle-end:-:0:{of.key}/0/|")
    assert refused.content == OUTDATED
    begun = await _pick(shown, move)
    assert "The turn may end here." in _described(begun)
    assert "Confirm" not in begun.labels
    to_end = next(one for one in begun.buttons if one["label"] == "End the turn here")
    assert to_end["style"] == ButtonStyle.secondary.value
    done = await begun.click("End the turn here", by=ben)
    assert f"✅ Right: `{of.solution}`." in _described(done)


async def test_a_picked_turn_is_confirmed(forger: Forger, ben: User) -> None:
    """A slip of the finger costs nothing: what was picked can be taken back before it counts.
    Until then nothing tells what it does, such as that a winning move needs no number.
    """
    of = next(one for one in collection("tyr") if one.kind == "win-in-one" and one.level)
    shown: Message = await forger.press(ben, f"puzzle:-:0:{of.key}/0/|")
    *before, last = of.solution.split()
    line = of.line
    for move in before:
        shown, line = await _pick(shown, move), line.read(move)[1]
    longer = ways(line, last)[0].text
    assert longer.startswith(f"{last}=")
    asked = await _pick(shown, longer)
    turn = " ".join([*before, longer])
    assert f"Your turn: `{turn}`.\nConfirm your turn if this is what you want." in asked.content
    assert asked.labels == ["Back", "Confirm", "Rules"]
    assert not asked.selects
    assert "wins" not in f"{asked.content} {asked.attachments[0].description}"
    back = await asked.click("Back")
    assert back.selects
    assert "Your puzzle rating" not in back.content
    done = await (await _pick(back, longer)).click("Confirm")
    assert f"✅ Right: `{of.solution}`." in done.content
    assert "solved 1 puzzle in a row" in done.content


async def test_a_picked_turn_is_seen(forger: Forger, ben: User) -> None:
    """Before a turn is confirmed, the picture shows the piece where it would stand."""
    of = next(one for one in collection("attangle") if one.level and len(one.solution) == len("c3"))
    shown: Message = await forger.press(ben, f"puzzle:-:0:{of.key}/0/|")
    asked, seat = await _pick(shown, of.solution), of.line.position.to_move
    assert "Confirm" in asked.labels
    after = play_turn(of.line, of.solution).line.position
    marks = (Mark(of.solution, "picked"),)
    stands = replace(of.rules.scene(after, ()), to_move=seat, winners=(), marks=marks)
    men = sorted(stands.figures, key=lambda man: man.point == of.solution)
    scene = turned(replace(stands, figures=(*men,)), of.rules.view(of.line.position, seat or 0))
    painted = paint(scene, theme="light", captions=of.rules.seat_names(of.setup)).png
    assert await asked.attachments[0].read() == painted


@pytest.mark.parametrize("key", GAMES)
async def test_why_it_wins(key: str, forger: Forger, anna: User, ben: User) -> None:
    """If the solution ends the game, it is said who wins by what, after what the turn did."""
    of = next(one for one in collection(key) if one.kind == "win-in-one" and one.level)
    game, line = of.rules, play_turn(of.line, of.solution).line
    for user, code in ((ben, "en"), (anna, "de")):
        shown: Message = await forger.press(user, f"puzzle:-:0:{of.key}/0/|")
        language = of_locale(code)
        names = [language.gettext(name) for name in game.seat_names(of.setup)]
        done = await _type(shown, of.solution, code)
        why = verdict(game, of.setup, line.position.result, names, language)
        (said,) = [one for one in done.content.splitlines() if "✅" in one]
        assert said.endswith(why)


async def test_whoever_plays_immediately(general: Channel, ben: User) -> None:
    """With this setting, picked turns aren't confirmed, neither in matches nor here."""
    await ben.command("settings", general, instant=True)
    try:
        shown: Message = await ben.command("puzzle", general, game="attangle")
        asked = _puzzle(shown)
        assert f"✅ Right: `{asked.solution}`." in _described(await _pick(shown, asked.solution))
    finally:
        await ben.command("settings", general, instant=False)


async def test_for_those_who_do_not_know_the_game(general: Channel, anna: User) -> None:
    """A puzzle says what the game is about, and its rules are one tap away. The task stands right
    above the menus, where one picks.
    """
    shown: Message = await anna.command("puzzle", general, game="turnier")
    game, german = games.get("turnier"), of_locale("de").gettext
    texts = [str(one["content"]) for one in shown.components if one["type"] == TEXT]
    assert texts[1] == f"*{german(game.texts.summary)}*"
    order = [one["type"] for one in shown.components if one["type"] in (TEXT, GALLERY, MENU)]
    assert order[:5] == [TEXT, TEXT, GALLERY, TEXT, MENU]
    assert "am Zug" in texts[2]
    rules = await shown.click(german("Rules"))
    assert rules.id != shown.id
    assert rules.ephemeral
    assert german(game.texts.help[0].title) in rules.content


async def test_a_begun_puzzle_comes_again(general: Channel, emma: User) -> None:
    """After a wrong answer the same puzzle comes again next time, for any choice of game."""
    shown: Message = await emma.command("puzzle", general)
    asked = _puzzle(shown)
    await _type(shown, _wrong(asked))
    again = await emma.command("puzzle", general, game=asked.game)
    assert _puzzle(again) == asked


async def test_german(general: Channel, anna: User) -> None:
    """Puzzles are in the reader's language."""
    shown: Message = await anna.command("puzzle", general, game="attangle")
    assert "ist am Zug" in _described(shown)
    asked = _puzzle(shown)
    shown = await _type(shown, asked.solution, "de")
    assert "✅ Richtig: " in _described(shown)
    assert "Deine Rätselwertung für Attangle: 10" in _described(shown)


async def test_daily(
    stack: Stack, pg: Playground, general: Channel, anna: User, database: Database
) -> None:
    """A server manager has a puzzle posted every day. It is posted once, even if the bot is killed
    in between, and everybody answers it separately.
    """
    ben = pg.user("ben")
    assert "daily" not in {command["name"] for command in await ben.commands(general)}
    nothing = await anna.command("daily", general)
    assert "kein tägliches Rätsel" in nothing.content
    wanted = await anna.command("daily", general, game="attangle", hour=5)
    assert wanted.content.startswith(f"Attangle: jeden Tag in <#{general.id}>")
    assert wanted.content in (await anna.command("daily", general)).content

    def make_due(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(daily).values(due_at=database.now() - timedelta(hours=1)))

    async def posted() -> list[Message]:
        return [one for one in await general.messages() if "Puzzle of the day" in one.content]

    await database.write(make_due)
    (message,) = await pg.wait_for(posted)
    assert message.labels == ["Solve it", "Rules"]
    stack.kill()
    stack.start()
    await pg.wait_online()
    day = of_day("attangle", database.now().date().toordinal())
    tomorrow = of_day("attangle", database.now().date().toordinal() + 1)
    asked = _puzzle(message)
    assert asked in (day, tomorrow)
    shown: Message = await message.click("Solve it", by=anna)
    assert shown.ephemeral
    shown = await _type(shown, asked.solution, "de")
    assert "✅ Richtig: " in _described(shown)
    off = await anna.command("daily", general, game="attangle", off=True)
    assert off.content == "Attangle: keine täglichen Rätsel mehr."
    assert len(await posted()) == 1


async def test_no_streak_is_not_counted(general: Channel, emma: User) -> None:
    """Whoever has solved none in a row isn't told of a streak of zero."""
    shown: Message = await emma.command("puzzle", general, game="tyr")
    shown = await shown.click("Show the solution")
    count = len(collection("tyr"))
    assert f"-# Solved in total: 0 of {count}." in _described(shown)
    assert "in a row" not in _described(shown)
