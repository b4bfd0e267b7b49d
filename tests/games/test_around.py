"""One point of the board: the moves from and to it, and its description."""

from __future__ import annotations

from random import Random

import pytest

from games import all_games, get, play
from games.around import around, at
from games.protocol import AnyGame
from games.words import Phrase

TABLES = [(game, seats) for game in all_games() for seats in game.info.seats]
IDS = [f"{game.info.key}-{seats}" for game, seats in TABLES]


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_every_move_belongs_to_its_points(game: AnyGame, seats: int) -> None:
    """In random games each move is listed at every point it names, nowhere twice, and its sources
    and targets are points of the board.
    """
    rng = Random(f"{game.info.key} {seats}")
    setup = play.setup(game, seats, {}, rng)
    moves = play.random_line(game, setup, rng, 400)
    line = play.Line.begin(game, setup)
    wanted = set(rng.sample(range(len(moves)), min(6, len(moves))))
    for ply, move in enumerate(moves):
        if ply in wanted:
            spots = set(game.scene(line.position, ()).board.spots)
            named = {part.point for way in game.spellings(move) for part in way if part.point}
            for point in named:
                found = around(game, line.position, point)
                assert (move in found.leaving) != (move in found.arriving)
                assert {*found.targets, *found.sources} <= spots - {point}
        line = line.push(move)


def test_leaving_and_arriving() -> None:
    """In Attangle one's own men can be attackers on either side; enemy men can only be attacked."""
    game = get("attangle")
    position = play.replay(game, play.setup(game), ["c3", "e5", "a1", "b2", "c4", "g4"]).position
    own, free = around(game, position, "c3"), around(game, position, "d3")
    moves = {str(move) for move in own.leaving}
    assert all("c3" in move.partition("-")[0] for move in moves)
    assert own.arriving == ()
    assert [str(move) for move in free.arriving if str(move) == "d3"] == ["d3"]
    assert free.leaving == ()


def test_dice_are_known_by_their_field() -> None:
    """In Tyr a move names the die rather than its field, but is still listed at that field."""
    game, rng = get("tyr"), Random(4)
    setup = play.setup(game, 2, {}, rng)
    line = play.Line.begin(game, setup)
    while line.position.phase == "placing":
        line = line.push(rng.choice(game.legal_moves(line.position)))
    for figure in game.scene(line.position, ()).figures:
        found = around(game, line.position, figure.point)
        for move in found.leaving:
            assert figure.point not in str(move).partition("=")[0].partition("-")[2]
        for target in found.targets:
            assert figure.point in around(game, line.position, target).sources


def test_nothing_after_the_end() -> None:
    """No point of a finished game has moves."""
    game, rng = get("die-drei"), Random(2)
    setup = play.setup(game, 2, {}, rng)
    line = play.Line.begin(game, setup)
    for move in play.random_line(game, setup, rng):
        line = line.push(move)
    found = around(game, line.position, "a1")
    assert (found.leaving, found.arriving, found.targets, found.sources) == ((), (), (), ())


def test_what_is_said_of_a_point() -> None:
    """Lists and their counts are limited to the point; other counts stay."""
    phrases = [
        Phrase("men", {"seat": 1, "count": 2, "at": "a1, b2"}),
        Phrase("men", {"seat": 2, "count": 1, "at": "a10"}),
        Phrase("held", {"number": 7, "points": "a1, a2", "count": 9}),
        Phrase("stock", {"seat": 1, "count": 5}),
    ]
    assert at(phrases, "a1") == [
        Phrase("men", {"seat": 1, "count": 1, "at": "a1"}),
        Phrase("held", {"number": 7, "points": "a1", "count": 9}),
    ]
    assert at(phrases, "a") == []
