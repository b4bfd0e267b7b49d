"""Laws of the help and the tutorial: what suffices to play comes first and is short, every picture
can be painted, every lesson solved.
"""

from __future__ import annotations

import re
from itertools import islice

import pytest

from bot.cogs.learning import _exercise
from bot.cogs.learning._lesson import END, GOAL, Place
from bot.i18n import catalogues
from bot.ui.controls import custom_id
from games.protocol import AnyGame
from games.tutorial import attempt, shown
from games.words import Section
from render import paint
from tests.lessons import wrong

LONGEST = 1100
"""The most characters of a section. German ones are longer, and a picture is shown below."""
IN_SHORT = {"en": 700, "de": 780}
"""The most characters of the first section, which has to fit a phone together with its picture."""
LONGEST_TEXTS = {
    "title": {"en": 35, "de": 45},
    "rule": {"en": 190, "de": 240},
    "task": {"en": 85, "de": 110},
    "hint": {"en": 100, "de": 130},
    "praise": {"en": 140, "de": 175},
}
"""The most characters of a lesson's texts."""
MOST_MEN = 12
"""On a lesson's board."""
DIRECTIONS = {
    "en": re.compile(
        r"\b(up(?! to\b)|right up|down|upper|lower|above|below|top|bottom|(the|its|your) left|"
        r"left (end|side|corner|edge)|(to|on|from) (the|its|your) right|"
        r"right (end|side|corner|edge)|(north|south|east|west)\w*)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(oben|unten|ober\w+|untere\w*|links|rechts|linke\w*|rechte\w*|hinauf|hinab|hinunter|"
        r"aufwärts|abwärts|über dem|unter dem (?!letzten)|(nörd|süd|öst|west)lich\w*)\b",
        re.IGNORECASE,
    ),
}
"""Words for where something is in a picture."""

each_language = pytest.mark.parametrize("code", sorted(IN_SHORT))


def _pictured(game: AnyGame) -> list[Section]:
    return [section for section in game.texts.help if section.examples]


def test_sections_fit_a_page(game: AnyGame) -> None:
    """The help has at least six sections with different titles, none too long for a phone."""
    sections = game.texts.help
    assert 6 <= len(sections) <= 25
    assert len({section.title for section in sections}) == len(sections)
    for section in sections:
        assert len(section.title) <= 50, section.title
        assert 20 < len(section.body) <= LONGEST, (section.title, len(section.body))


@each_language
def test_the_first_section_suffices_to_play(game: AnyGame, code: str) -> None:
    """It is short, and has the goal, the turn, the end, and a turn to type: the one in its picture,
    in which somebody has just won by the rules.
    """
    body = catalogues.language(code).gettext(game.texts.help[0].body)
    assert len(body) <= IN_SHORT[code], len(body)
    paragraphs = body.split("\n\n")
    assert len(paragraphs) == 4
    assert all(re.match(r"\*\*[^*]+:\*\* ", paragraph) for paragraph in paragraphs)
    goal = shown(game, game.texts.goal)
    assert goal.line.position.result is not None
    assert goal.line.position.result.reason in game.texts.results
    turn = " ".join(str(step.move) for step in goal.steps)
    assert f"`{turn}`" in paragraphs[-1]


@pytest.mark.long
def test_examples_replay_and_can_be_painted(game: AnyGame) -> None:
    """Every example's line is legal, and can be painted."""
    assert len(_pictured(game)) >= 3
    for section in game.texts.help:
        for example in section.examples:
            found = shown(game, example)
            assert paint(found.scene).png.startswith(b"\x89PNG")
            assert found.steps or not example.line
            assert len(found.names) == found.line.position.seats
            assert 10 < len(example.caption) <= 300


def test_examples_show_every_kind_of_move(game: AnyGame) -> None:
    """Every possible first part of a move in an example or lesson is played in some example."""
    examples = [example for section in game.texts.help for example in section.examples]
    played, possible = set[str](), set[str]()
    for situation in (*examples, *game.texts.lessons):
        found = shown(game, situation)
        for step in found.steps:
            played |= {spelling[0].kind for spelling in game.spellings(step.move)}
            moves = islice(game.legal_moves(step.before), 500)
            possible |= {game.spellings(move)[0][0].kind for move in moves}
    assert possible <= played


def test_lessons_can_be_solved_and_failed(game: AnyGame) -> None:
    """There are at least four lessons. Each answer is legal and reaches the goal in the stated
    number of moves; some legal turn does not.
    """
    assert len(game.texts.lessons) >= 4
    for lesson in game.texts.lessons:
        found = attempt(game, lesson, lesson.answer)
        assert found.solved, (lesson.task, found.events)
        assert found.text == lesson.answer
        assert wrong(game, lesson) is not None, lesson.task
        assert lesson.goal in {**game.texts.events, **game.texts.results}
        assert max(map(len, (lesson.task, lesson.hint, lesson.praise))) <= 500


def test_lessons_have_names_that_last(game: AnyGame) -> None:
    """Buttons name a lesson by its key: a word, which is no number, no other step's, and short
    enough for all that is picked on the way to the answer.
    """
    keys = [lesson.key for lesson in game.texts.lessons]
    assert len({GOAL, *keys, END}) == len(keys) + 2
    for lesson in game.texts.lessons:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", lesson.key)
        *before, last = lesson.answer.split()
        place = Place(game, lesson.key, 3, " ".join(before), last)
        assert custom_id("lesson-page-on", rest=str(place))
        assert _exercise.fits(Place(game, lesson.key, 0, " ".join(before)))


@each_language
def test_lessons_are_short(game: AnyGame, code: str) -> None:
    """Each teaches one rule in a few words, on a board with few men and with one thing to do."""
    language = catalogues.language(code)
    assert len({lesson.title for lesson in game.texts.lessons}) == len(game.texts.lessons)
    assert len({lesson.rule for lesson in game.texts.lessons}) == len(game.texts.lessons)
    for lesson in game.texts.lessons:
        for part, most in LONGEST_TEXTS.items():
            text = language.gettext(getattr(lesson, part))
            assert 0 < len(text) <= most[code], (text, len(text))
        scene = game.scene(shown(game, lesson).line.position, ())
        assert len(scene.figures) <= MOST_MEN, lesson.key


@each_language
def test_lessons_name_no_direction_on_a_turned_board(game: AnyGame, code: str) -> None:
    """A lesson is drawn as its learner sits. Where that turns the board, its texts name points:
    what is up on the board as it is printed is down in the picture.
    """
    language = catalogues.language(code)
    for lesson in game.texts.lessons:
        position = shown(game, lesson).line.position
        if position.to_move is not None and game.view(position, position.to_move):
            for part in LONGEST_TEXTS:
                text = language.gettext(getattr(lesson, part))
                assert DIRECTIONS[code].search(text) is None, (lesson.key, text)
