"""What a picture shows of a move that has been picked."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import picks, play
from games.play import AnyLine, Line
from games.scene import Scene
from games.shot import Shot, scene_of


def begun(key: str, turns: str, **options: str) -> AnyLine:
    """A game after these turns."""
    game = games.get(key)
    line: AnyLine = Line.begin(game, play.setup(game, game.info.seats[0], options, Random(1)))
    for token in turns.split():
        line = line.push(play.parse(game, line.position, token))
    return line


def picked(line: AnyLine, text: str) -> Scene:
    """The picture while these parts of a move have been picked."""
    parts = tuple(part for _, part in picks.trail(line, text))
    return scene_of(line.game, Shot(line.position, begun=parts))


CASES = [
    ("attangle", "a1 d1 a2", "c3", {}),
    ("attangle", "a2 b2 c2 g1", "a2,c2-b2", {}),
    ("die-drei", "b5", "c7", {"board": "1a0.2a0.3a0.4a0"}),
    ("3stein", "", "a25-b21", {}),
]


@pytest.mark.parametrize(("key", "turns", "text", "options"), CASES)
def test_a_whole_move_shows_its_men(
    key: str, turns: str, text: str, options: dict[str, str]
) -> None:
    """Before it is confirmed, its men stand where they would stand, and are gone from where they
    were. It is still the same player's turn.
    """
    line = begun(key, turns, **options)
    scene, then = picked(line, text), line.push(play.parse(line.game, line.position, text))
    assert {*scene.figures} == {*line.game.scene(then.position, ()).figures}, "no other man moved"
    assert scene.to_move == line.position.to_move
    assert {way.role for way in scene.trails} <= {"picked"}
    assert not any(mark.role == "reach" for mark in scene.marks), "nothing else can be picked"


def test_the_beginning_of_a_move_moves_nobody() -> None:
    """While parts are missing, all men stand where they are."""
    line = begun("attangle", "a2 b2 c2 g1")
    scene = picked(line, "a2,c2")
    assert scene.figures == line.game.scene(line.position, ()).figures
    assert not scene.trails


def test_a_stock_has_the_placed_piece_no_longer() -> None:
    """What is placed comes from somewhere. What a move has won is not shown before it is played."""
    line = begun("attangle", "a1 d1 a2 d2")
    before, after = line.game.scene(line.position, ()), picked(line, "c3")
    mine, other = ([tray.items[0].count for tray in scene.trays] for scene in (before, after))
    assert [count - less for count, less in zip(mine, (1, 0), strict=True)] == other
    assert [tray.won for tray in before.trays] == [tray.won for tray in after.trays]


def test_a_new_board_shows_every_place_for_it() -> None:
    """A move that changes the ground itself leaves the picture to its game."""
    line = begun("turnier", "")
    move = str(line.game.legal_moves(line.position)[-1])
    parts = tuple(part for _, part in picks.trail(line, move))
    bare = line.game.scene(line.position, ())
    assert picked(line, move) == line.game.in_hand(line.position, parts, bare)
