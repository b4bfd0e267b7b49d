"""Laws of the help and the tutorial: every picture can be painted, every lesson solved."""

from __future__ import annotations

from itertools import islice

from games.protocol import AnyGame
from games.teaching import attempt, shown
from games.words import Section
from render import paint
from tests.lessons import wrong

LONGEST = 1100
"""The most characters of a section. German ones are longer, and a picture is shown below."""


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
