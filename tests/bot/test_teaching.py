"""The rules page by page, and every game's complete tutorial, in both languages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

import games
from bot.cogs.learning import _exercise, _lesson, _pictures, _rules_pages
from bot.commands import options
from bot.i18n.catalogues import of_locale
from bot.messages import picks as picking
from bot.text.draft import END_HERE
from games import picks
from games.errors import MoveError
from games.play import play_turn
from games.protocol import END, PASS, AnyGame
from games.shot import Shot, scene_of
from games.tutorial import shown as shown_at
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.lessons import wrong
from tests.support.forger import Forger
from tests.support.matches import begin, named, started
from tests.support.picking import leads

pytestmark = pytest.mark.shared_bot

GAMES = games.all_games()
ATTANGLE = games.get("attangle")
LANGUAGES = [("ben", "en"), ("anna", "de")]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
each_language = pytest.mark.parametrize(("who", "code"), LANGUAGES)


@pytest.fixture
def pupil(request: pytest.FixtureRequest, who: str) -> User:
    """A user who reads in the test's language."""
    found: User = request.getfixturevalue(who)
    return found


def _described(message: Message) -> str:
    return message.texts[1]


@pytest.mark.parametrize("command", ["rules", "tutorial"])
async def test_the_game_need_not_be_named(
    command: str, general: Channel, ben: User, david: User
) -> None:
    """In a match's thread its game is meant; elsewhere a menu asks."""
    match = await begin(general, "attangle", ben, david)
    there = await ben.command(command, match.channel)
    assert "Attangle" in there.texts[0]
    asked = await ben.command(command, general)
    assert asked.ephemeral
    chosen = await asked.select(options.WHICH_GAME, ["tyr"])
    assert "Tyr" in chosen.texts[0]


async def test_the_section_is_kept_while_the_game_is_asked_for(
    general: Channel, ben: User, david: User
) -> None:
    """Completion offers those of the match's game in its thread."""
    title = _rules_pages.pages(games.get("tyr"))[-1].title(of_locale("en-US"))
    asked = await ben.command("rules", general, section=title)
    chosen = await asked.select(options.WHICH_GAME, ["tyr"])
    assert title in chosen.texts[0]
    match = await begin(general, "tyr", ben, david)
    offered = await ben.autocomplete("rules", "section", title, channel=match.channel)
    assert title in [one.name for one in offered]


@each_game
@each_language
async def test_rules_page_by_page(game: AnyGame, code: str, general: Channel, pupil: User) -> None:
    """Every page has its text and possibly a picture with a description."""
    language, every = of_locale(code), _rules_pages.pages(game)
    shown: Message = await pupil.command("rules", general, game=game.info.key)
    for number, page in enumerate(every, start=1):
        assert shown.ephemeral
        title, text, place = shown.texts
        assert title.endswith(page.title(language))
        assert text == page.text(language)
        assert place == f"-# {number} / {len(every)}"
        assert bool(shown.attachments) == (page.example is not None)
        if page.example is not None:
            caption = language.gettext(page.example.caption)
            assert any(file.description.startswith(caption) for file in shown.attachments)
        shown = await shown.click("▶")
    assert shown.texts[0].endswith(every[0].title(language))
    assert (await shown.click("◀")).texts[0].endswith(every[-1].title(language))


@each_language
async def test_sections(code: str, general: Channel, pupil: User) -> None:
    """A section is found by autocomplete, opened by the command and chosen from the contents."""
    language, game = of_locale(code), ATTANGLE
    title = language.gettext(game.texts.help[3].title)
    offered = await pupil.autocomplete(
        "rules", "section", title[:4].upper(), channel=general, game=game.info.key
    )
    assert title in [choice.name for choice in offered]
    value = next(choice.value for choice in offered if choice.name == title)
    for text in (value, title):
        shown = await pupil.command("rules", general, game=game.info.key, section=text)
        assert shown.texts[0].endswith(title)
    last = language.gettext(game.texts.help[-1].title)
    shown = await shown.select(None, [last])
    assert shown.texts[0].endswith(last)
    shown = await shown.click(language.gettext(_rules_pages.TO_TUTORIAL))
    assert language.gettext(game.texts.goal.caption) in _described(shown)


async def _type(shown: Message, text: str, code: str) -> Message:
    """Fills in the form."""
    opened = await shown.click(of_locale(code).gettext(_lesson.TYPE))
    assert opened.modal is not None
    asked = of_locale(code).gettext("Your turn, in the game's notation")
    assert asked in [part.get("label") for part in opened.modal.components]
    example = of_locale(code).gettext(_exercise.EXAMPLE).partition("{")[0]
    assert any(part.get("description", "").startswith(example) for part in opened.modal.components)
    return await opened.modal.submit(text=text)


async def _pick(shown: Message, answer: str, game: AnyGame) -> Message:
    """Picks an answer from the menus, as far as there is a choice."""
    for token in answer.split():
        picked = ""
        while len(picked) < len(token) and shown.selects:
            fits = [
                (str(option["value"]), str(menu["custom_id"]))
                for menu in shown.selects
                for option in menu["options"]
                if leads(game, token, option["value"]) and len(option["value"]) > len(picked)
            ]
            if not fits:
                break
            picked, menu = max(fits, key=lambda fit: len(fit[0]))
            shown = await shown.select(menu, [picked])
            if not shown.selects or "➡️" in _described(shown):
                break
    return shown


@each_game
@each_language
async def test_tutorial(game: AnyGame, code: str, general: Channel, pupil: User) -> None:
    """It begins with the goal in a picture. Each lesson explains an illegal turn, comments on a
    legal one, gives its hint, shows its answer, praises the answer, typed or picked, and leads on
    to the end, where the computer waits.
    """
    language, say = of_locale(code), of_locale(code).gettext
    shown: Message = await pupil.command("tutorial", general, game=game.info.key)
    goal = say(game.texts.goal.caption)
    assert goal in _described(shown)
    assert shown.attachments[0].description.startswith(goal)
    shown = await shown.click(say(_lesson.BEGIN))
    for number, lesson in enumerate(game.texts.lessons):
        assert shown.ephemeral
        assert shown.texts[0].endswith(f": {say(lesson.title)}")
        assert _described(shown).startswith(f"{say(lesson.rule)}\n\n**{say(lesson.task)}**")
        assert shown.attachments[0].description.startswith(say(lesson.task))
        shown = await _type(shown, "&%$", code)
        assert "❌" in _described(shown)
        assert f": {lesson.answer.split()[0]}" not in _described(shown).split("❌")[1]
        mistake = wrong(game, lesson)
        assert mistake is not None
        shown = await _type(shown, mistake, code)
        assert "↩️" in _described(shown)
        told = say(_lesson.NOT_YET).replace("{text}", mistake)
        assert f"↩️ {told}" in _described(shown).split("\n\n")
        shown = await shown.click(say(_lesson.HINT))
        assert f"💡 {say(lesson.hint)}" in _described(shown)
        revealed = await shown.click(say(_lesson.SHOW))
        assert f"`{lesson.answer}`" in _described(revealed)
        assert _described(revealed).startswith(say(lesson.rule))
        assert _described(revealed).endswith(say(_lesson.YOUR_TRY))
        shown = await revealed.click(say(_lesson.AGAIN))
        if (number + LANGUAGES.index((pupil.name, code))) % 2:  # Typed in one language only.
            shown = await _type(shown, lesson.answer, code)
        else:
            shown = await _pick(shown, lesson.answer, game)
        assert f"✅ {say(lesson.praise)}" in _described(shown)
        assert f"/{say('move')} {lesson.answer}" in shown.texts[-1]
        shown = await shown.click(say(_lesson.NEXT))
    assert "🎉" in _described(shown)
    assert shown.labels[0] == say(_rules_pages.PRACTISE)
    shown = await shown.click(say(_lesson.TO_RULES))
    assert _described(shown) == _rules_pages.pages(game)[0].text(language)


def _of_two_steps() -> tuple[AnyGame, int, str]:
    """A lesson in which a choice does not complete a move: its game, its number, and the choice."""
    for game in GAMES:
        for number, lesson in enumerate(game.texts.lessons):
            line = shown_at(game, lesson).line
            for menu in picking.menus(line, ""):
                if picks.pick(line, "", menu.ways[0].text)[1] is None:
                    return game, number, menu.ways[0].text
    raise AssertionError


async def _seen(shown: Message) -> bytes:
    return await shown.attachments[0].read()


async def test_picking_back_and_skipping(general: Channel, ben: User) -> None:
    """Picks can be undone, a lesson can be skipped, and the last one leads to the end."""
    game, number, choice = _of_two_steps()
    shown: Message = await ben.command("tutorial", general, game=game.info.key)
    shown = await shown.click(_lesson.BEGIN)
    for lesson in game.texts.lessons[:number]:
        assert lesson.task in _described(shown)
        shown = await shown.click(_lesson.SKIP)
    menu = next(menu for menu in shown.selects if menu["options"][0]["value"] == choice)
    begun = await shown.select(menu["custom_id"], [choice])
    assert _lesson.BACK in begun.labels
    assert await _seen(begun) != await _seen(shown)  # What was picked is marked.
    assert all(option["value"].startswith(choice) for option in begun.selects[0]["options"])
    assert len(begun.selects[0]["options"]) > 1
    shown = await begun.click(_lesson.BACK)
    assert _lesson.BACK not in shown.labels
    for lesson in game.texts.lessons[number:]:
        assert lesson.task in _described(shown)
        shown = await shown.click(_lesson.SKIP)
    assert "🎉" in _described(shown)


@each_game
def test_no_refusal_tells_the_answer(game: AnyGame) -> None:
    """A refusal that shows what a move looks like shows none of the answer's, if there are others.
    What is tried is nonsense, a pass, and the same move twice.
    """
    reader: Any = _pictures.Reader(cast("Any", None), of_locale("en"), "")
    for lesson in game.texts.lessons:
        exercise, moves = _lesson.Place(game, lesson.key), lesson.answer.split()
        for number, move in enumerate(moves):
            done = moves[:number]
            for typed in ("nonsense", "pass", "end", *done[-1:]):
                try:
                    play_turn(exercise.given.line, " ".join([*done, typed]))
                except MoveError as error:
                    said = _exercise.refusal(exercise, lesson.answer, error, reader)
                    position: Any = error.position
                    every = {str(one) for one in game.legal_moves(position)}
                    if "example" in error.refusal.fields and every - {*moves, PASS, END}:
                        assert move not in said, (lesson.key, typed)


@each_game
def test_the_picture_has_room_for_every_choice(game: AnyGame) -> None:
    """Also once a move is begun: the choices that follow may lie where nothing was before."""
    for lesson in game.texts.lessons:
        exercise = _lesson.Place(game, lesson.key)
        for way in picks.ways(exercise.given.line, ""):
            stem, move = picks.pick(exercise.given.line, "", way.text)
            if move is not None:
                continue
            what = _exercise.at(replace(exercise, stem=stem))
            made = picking.menus(what.line, stem)
            shot = Shot(what.line.position, what.steps, begun=what.begun)
            spots = scene_of(game, shot).board.spots
            assert {mark.point for mark in picking.marks(what.line, stem, made)} <= {*spots}


async def test_ending_a_turn_that_could_go_on(forger: Forger, ben: User) -> None:
    """A button ends it where only some of it solves the task."""
    shown = await forger.press(ben, "lesson:-:0:turnier/chain/0/b2-b3|")
    assert END_HERE in shown.labels
    shown = await shown.click(END_HERE, by=ben)
    assert "`b2-b3 end`" in _described(shown)
    assert "↩️" in _described(shown)
    assert END_HERE not in shown.labels
    assert _lesson.SKIP in shown.labels
    for state in ("b2-b3|b3-b4", "|"):
        refused = await forger.press(ben, f"lesson-end:-:0:turnier/chain/0/{state}")
        assert not refused.texts


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("flag:c5", "flag:c5, followed by the rest of your turn"),
        ("d2-d3 flag:c5", "d2-d3 flag:c5 end"),
        ("c5-c6 flag:c6", "c5-c6 flag:c6"),
    ],
)
async def test_how_a_turn_is_typed_in_a_match(
    typed: str, told: str, forger: Forger, ben: User
) -> None:
    """Below a solution stands a whole turn, or that something has to follow."""
    shown = await forger.press(ben, "lesson:-:0:turnier/planting/0/|")
    opened = await shown.click(_lesson.TYPE, by=ben)
    assert opened.modal is not None
    shown = await opened.modal.submit(text=typed)
    assert shown.texts[-1].endswith(f": /move {told}")


OLD = ("2/0/|", "0/0/d4|", "999/0/|", "1/0/b2,e2-c3|d5", "capturing/0/a1,a2-c3|", "goal/0/c3|")


@pytest.mark.parametrize("state", OLD)
async def test_lessons_that_are_gone(state: str, forger: Forger, ben: User) -> None:
    """Buttons of lessons that have been numbered, or changed since, begin the tutorial again."""
    for action in ("lesson", "lesson-hint", "lesson-show", "lesson-type", "lesson-back"):
        shown = await forger.press(ben, f"{action}:-:0:attangle/{state}")
        assert _described(shown).startswith(_lesson.ANEW)
        assert ATTANGLE.texts.goal.caption in _described(shown)
        shown = await shown.click(_lesson.BEGIN, by=ben)
        assert ATTANGLE.texts.lessons[0].task in _described(shown)


async def test_an_old_way_in(forger: Forger, ben: User) -> None:
    """The first of the numbered lessons leads to the beginning without further words."""
    shown = await forger.press(ben, "lesson:-:0:attangle/0/0/|")
    assert _described(shown).startswith(f"**{ATTANGLE.texts.summary}**")


@each_game
async def test_playing_the_computer(game: AnyGame, pg: Playground, ben: User) -> None:
    """The button behind the last lesson opens a match against level 1, with its board, in which the
    pupil is to move. It counts for no rating, so that there are hints.
    """
    channel = pg.channel("games")
    shown: Message = await ben.command("tutorial", channel, game=game.info.key)
    for label in (_lesson.BEGIN, *[_lesson.SKIP] * len(game.texts.lessons)):
        shown = await shown.click(label)
    opened = await shown.click(_rules_pages.PRACTISE)
    begun = await started(channel, named(opened), (ben,))
    board = await begun.board()
    assert board.attachments
    assert ben.mention in board.content
    assert "Move" in board.labels
    assert "level 1" in board.content.lower(), board.content
    shown = await ben.command("hint", channel, match=begun.id)
    assert "💡" in shown.content
