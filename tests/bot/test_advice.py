"""Hints in every game: each step reveals more, and marks it in the picture."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.cogs.learning import _hint
from bot.i18n.catalogues import of_locale
from games import picks, play
from games.play import Line, play_turn
from games.protocol import AnyGame
from games.scene import rotate
from games.shot import scene_of
from opponents.puzzles import Puzzle, collection

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


def _advice(of: Puzzle, step: int) -> _hint.Advice:
    language, seat = of_locale("en"), of.line.position.to_move
    return _hint.advise(of.line, of.setup, of.solution, step, language, seat=seat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_hints_of_puzzles_name_what_the_solution_does(game: AnyGame) -> None:
    """The first one says that the solution begins in some part of the picture, or with what; the
    second one names its first point, and what is done there. Neither only says where to look: in
    3Stein a knight may cross the whole board to its goal.
    """
    for of in collection(game.info.key)[::9]:
        first, second = _advice(of, 1), _advice(of, 2)
        parts = game.spellings(play_turn(of.line, of.solution).steps[0].move)[0]
        part = next(part for part in parts if part.point)
        assert second.text == f"💡 {game.texts.parts[part.kind]}: **{part.point}**"
        assert [mark.point for mark in second.shot.marks] == [part.point]
        assert first.text.startswith("💡 The turn begins ")
        if part != parts[0]:
            assert f"**{picks.called(parts[0])}**" in first.text
            continue
        assert part.point in {mark.point for mark in first.shot.marks}
        scene = scene_of(game, first.shot)
        heights = {name: rotate(at, scene.turned)[1] for name, at in scene.board.spots.items()}
        top, low = min(heights.values()), max(heights.values())
        band = round((heights[part.point or ""] - top) / (low - top), 6) // 0.333333
        assert ("top", "middle", "bottom", "bottom")[int(band)] in first.text
