"""Laws of pictures' descriptions, which screen readers read aloud from the beginning."""

from __future__ import annotations

import re

import pytest

from bot.i18n import catalogues
from bot.text.position import ALT_LIMIT, TO_MOVE, described, in_words
from games.play import Step, events
from games.protocol import AnyGame, Setup
from games.texts import sentence_of
from games.words import say
from tests.laws.walk import random_lines


@pytest.mark.parametrize("code", catalogues.languages())
def test_news_comes_first(game: AnyGame, setup: Setup, code: str) -> None:
    """Whose turn it is, then what the last move did, then the men, as far as there is room."""
    language, names = catalogues.language(code), game.seat_names(setup)
    for line, move in random_lines(game, setup, 61, 120):
        after = line.position if move is None else game.apply(line.position, move)
        if move is None or after.to_move is None:
            break
        step = Step(line.position, move, after)
        text = described(game, setup, after, language, steps=[step])
        expected = [say(TO_MOVE, {"seat": after.to_move}, names, language)]
        expected += [
            say(sentence_of(game.texts, "events", one), one.fields, names, language)
            for one in events(game, [step])
        ]
        expected.append(in_words(game, setup, after, language))
        assert len(text) <= ALT_LIMIT
        assert " ".join(expected).startswith(text.rstrip("…").rstrip())


def test_empty_points_are_not_listed(game: AnyGame, setup: Setup) -> None:
    """A description names men, and few of the points without one, where a man may go next."""
    language = catalogues.language("en")
    for line, _ in random_lines(game, setup, 62, 120):
        scene = game.scene(line.position, ())
        empty = {*scene.board.spots} - {figure.point for figure in scene.figures}
        named = {*re.findall(r"[\w,-]*\w", in_words(game, setup, line.position, language))}
        assert len(named & empty) <= len(empty) / 4
