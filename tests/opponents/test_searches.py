"""What the searches guarantee, whatever the game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents import alphabeta, best_turn, mind_of, think, tree
from opponents.budget import Budget
from opponents.finding import Finding
from opponents.mind import shares
from tests.laws.conftest import CASES, name
from tests.laws.walk import random_lines

ROOT = Path(__file__).parent.parent.parent
METHODS = ("alpha-beta", "tree")


def searched(method: str, line: Line[Any, Any], setup: Setup, nodes: int) -> Finding[Any]:
    """What a method finds with so many nodes."""
    game, position, budget = line.game, line.position, Budget(nodes)
    mind, sides = mind_of(game.info.key), game.sides(setup)
    if method == "tree":
        return tree.search(game, mind, position, sides, budget)
    side = next(side for side in sides if position.to_move in side)
    return alphabeta.search(game, mind, position, side, budget)


def gained(line: Line[Any, Any], setup: Setup, seat: int) -> float:
    """What the side of a seat has got of the win."""
    if line.position.result is None:
        return 0.0
    side = next(side for side in line.game.sides(setup) if seat in side)
    return sum(shares(line.position.result)[one - 1] for one in side)


def won_in_one(game: AnyGame, setup: Setup, most: int = 3) -> Iterator[Line[Any, Any]]:
    """Lines of random games where a single move wins."""
    found = 0
    for seed in range(40):
        for line, _ in random_lines(game, setup, seed):
            seat = line.position.to_move
            moves = game.legal_moves(line.position)
            if seat and any(gained(line.push(move), setup, seat) == 1 for move in moves):
                yield line
                found += 1
                break
        if found == most:
            return


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("game", "setup"), CASES, ids=name)
def test_a_win_in_one_is_found_and_played(game: AnyGame, setup: Setup, method: str) -> None:
    """Where one move wins, each search finds one that wins, and knows it."""
    for line in won_in_one(game, setup):
        found = searched(method, line, setup, 600)
        assert found.wins
        seat = line.position.to_move
        assert seat
        assert gained(line.push(found.move), setup, seat) == 1
        assert found.line == (found.move,)


@pytest.mark.parametrize("level", [1, 3, 6])
@pytest.mark.parametrize(("game", "setup"), CASES, ids=name)
def test_a_win_that_is_seen_is_not_thrown_away(game: AnyGame, setup: Setup, level: int) -> None:
    """If a player sees that it wins in its turn, it has won after its turn."""
    for seed, line in enumerate(won_in_one(game, setup)):
        found = think(line, setup, level, seed)
        if found.wins and len(found.line) == 1:
            seat = line.position.to_move
            assert seat
            for move in best_turn(line, setup, level, seed):
                line = line.push(move)  # noqa: PLW2901
            assert gained(line, setup, seat) == 1


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("key", ["attangle", "die-drei", "tyr"])
def test_a_forced_win_holds_against_every_answer(key: str, method: str) -> None:
    """Where a search says that it wins some plies on, it still wins after each answer, and sooner."""
    game = games.get(key)
    setup = play.setup(game, 2, {}, Random(1))
    proved = 0
    for seed in range(60):
        walked = [line for line, _ in random_lines(game, setup, seed, most=60)]
        for line in walked[-8:-2]:
            if line.position.result or line.position.mid_turn or proved == 2:
                continue
            found = searched(method, line, setup, 2_000)
            after = line.push(found.move)
            if not found.wins or after.position.result or after.position.mid_turn:
                continue
            proved += 1
            for answer in game.legal_moves(after.position)[:40]:
                answered = after.push(answer)
                if answered.position.mid_turn:
                    continue
                again = searched(method, answered, setup, 20_000)
                assert again.wins, f"{line.position}: {found.move} {answer}"
                assert method == "tree" or again.value > found.value
    assert proved


def test_the_same_seed_gives_the_same_turn_in_every_process() -> None:
    """Nothing depends on a process's own hashes of strings, nor on what was searched before."""
    code = """
from random import Random
import games
from games import play
from games.play import Line
from opponents import best_turn
for game in games.all_games():
    for seats in game.info.seats:
        setup = play.setup(game, seats, {}, Random(4))
        line = Line.begin(game, setup)
        for move in play.random_line(game, setup, Random(4), most=60)[:-8]:
            line = line.push(move)
        for level in (1, 4, 6):
            print(*best_turn(line, setup, level, 9, 0.05))
"""
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": hashed},
            capture_output=True,
            text=True,
        ).stdout
        for hashed in ("1", "2")
    }
    assert len(said) == 1
    assert len(said.pop().splitlines()) >= 27


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("key", [game.info.key for game in games.all_games()])
def test_a_search_keeps_to_its_budget(key: str, method: str) -> None:
    """A search never looks at more positions than it was given."""
    looked = 0
    game = games.get(key)
    setup = play.setup(game, None, {}, Random(1))
    line: Line[Any, Any] = Line.begin(game, setup)
    for move in play.random_line(game, setup, Random(2), most=30)[:10]:
        line = line.push(move)
    budget = Budget(500)
    mind, sides = mind_of(key), game.sides(setup)

    def counted(position: Any, move: Any) -> Any:
        nonlocal looked
        looked += 1
        return game.apply(position, move)

    from dataclasses import replace

    watched = replace(game, apply=counted)
    position = line.position
    if method == "tree":
        found = tree.search(watched, mind, position, sides, budget)
    else:
        side = next(side for side in sides if position.to_move in side)
        found = alphabeta.search(watched, mind, position, side, budget)
    assert found.move in game.legal_moves(position)
    # Lines are followed once more when they are found, and candidates may try a move.
    assert looked <= 500 * 1.5


def test_expected_lines_are_legal() -> None:
    """The moves that a search expects to follow can be played one after the other."""
    for game in games.all_games():
        setup = play.setup(game, None, {}, Random(1))
        walked = [line for line, _ in random_lines(game, setup, 3, most=120)][:-1:15]
        for line in walked:
            for method in METHODS:
                position = line.position
                for move in searched(method, line, setup, 800).line:
                    assert move in game.legal_moves(position)
                    position = game.apply(position, move)


def test_levels_are_known_by_number() -> None:
    """A level that doesn't exist is an error at once."""
    game = games.get("attangle")
    setup = play.setup(game)
    line: Line[Any, Any] = Line.begin(game, setup)
    with pytest.raises(KeyError):
        best_turn(line, setup, 7)
    with pytest.raises(KeyError):
        mind_of("chess")
