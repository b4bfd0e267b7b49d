"""Hints in every game: each step reveals more, and marks it in the picture."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.cogs.learning import _hint
from bot.i18n.catalogues import of_locale
from games import play
from games.play import Line
from games.protocol import AnyGame
from games.shot import scene_of

GAMES = games.all_games()


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_every_step(game: AnyGame, code: str) -> None:
    """Every legal turn has a hint for each step. Only the last one gives the whole turn, and the
    marks of each step lie within those of the step before.
    """
    rng, language = Random(8), of_locale(code)
    for seats in game.info.seats:
        setup = play.setup(game, seats, {}, rng)
        line = Line.begin(game, setup)
        for _ in range(60):
            if line.position.to_move is None:
                break
            move = rng.choice(game.legal_moves(line.position))
            if rng.random() < 0.3:
                found = [
                    _hint.advise(line, setup, str(move), step, language, seat=line.position.to_move)
                    for step in range(1, _hint.STEPS + 1)
                ]
                assert all(one.text.startswith("💡") for one in found)
                assert f"`{move}`" in found[-1].text
                assert all(f"`{move}`" not in one.text for one in found[:-1])
                first, second = ({mark.point for mark in one.shot.marks} for one in found[:2])
                assert second <= first or not first
                for one in found:
                    scene_of(game, one.shot)
            line = line.push(move)
