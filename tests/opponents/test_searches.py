"""The guarantees of the searches, in every game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents import alphabeta, best_turn, deepening, maxn, mind_of, think, traps, tree
from opponents.answer import Finding
from opponents.budget import Budget, Spent
from opponents.mind import shares, side_of
from opponents.oversights import Oversights
from opponents.player import look
from tests.games.turnier_positions import at
from tests.laws.conftest import CASES, name
from tests.laws.walk import random_lines

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.untraced

METHODS = ("alpha-beta", "tree")
ALL = (*METHODS, "max-n", "traps")
LAST_TWO = [
    ("a1*,c4*,e6/j1/-", "-", True),
    ("a1*,c4*,e6/j1/j5", "3", True),
    ("a1*,c4*,e6/j1/j5", "-", False),
]
"""Fighters of three seats in Turnier, who has withdrawn, and whether two are left."""


def searched(
    method: str, line: Line[Any, Any], setup: Setup, nodes: int, game: AnyGame | None = None
) -> Finding[Any]:
    """What a method finds with this many nodes, under a game's rules or instrumented ones."""
    rules, position, budget = game or line.game, line.position, Budget(nodes)
    mind = mind_of(line.game.info.key)
    if method in ("tree", "traps"):
        search = tree.search if method == "tree" else traps.search
        return search(rules, mind, position, rules.sides(setup), budget)
    if method == "max-n":
        return maxn.search(rules, mind, position, position.to_move, budget)
    return alphabeta.search(rules, mind, position, rules.sides(setup), budget)


def gained(line: Line[Any, Any], setup: Setup, seat: int) -> float:
    """The share of the win that a seat's side has got."""
    if line.position.result is None:
        return 0.0
    worth = shares(line.position.result)
    return sum(worth[one - 1] for one in side_of(line.game.sides(setup), seat))


@cache
def won_in_one(case: int) -> list[Line[Any, Any]]:
    """One or two lines of random games in which a single move wins."""
    found = list(islice(_won_in_one(*CASES[case]), 2))
    assert found
    return found


def _won_in_one(game: AnyGame, setup: Setup) -> Iterator[Line[Any, Any]]:
    for seed in range(12):
        walked = [line for line, _ in random_lines(game, setup, seed, most=900)]
        for line in reversed(walked[-10:-1]):
            seat = line.position.to_move
            moves = game.legal_moves(line.position)
            if seat and any(gained(line.push(move), setup, seat) == 1 for move in moves):
                yield line
                break


@pytest.mark.parametrize("case", range(len(CASES)), ids=[f"{name(a)}-{name(b)}" for a, b in CASES])
def test_a_win_in_one_is_found_and_played(case: int) -> None:
    """If one move wins, each search finds a winning move, and knows that it wins."""
    _, setup = CASES[case]
    for line in won_in_one(case):
        seat = line.position.to_move
        assert seat
        alone = side_of(line.game.sides(setup), seat) == (seat,)
        for method in (*METHODS, "max-n") if alone else METHODS:
            found = searched(method, line, setup, 400)
            assert found.wins
            assert gained(_played(line, found.line), setup, seat) == 1


@pytest.mark.parametrize("case", range(len(CASES)), ids=[f"{name(a)}-{name(b)}" for a, b in CASES])
def test_a_win_that_is_seen_is_not_thrown_away(case: int) -> None:
    """If a player sees a win in this turn, it has won after this turn, at every level."""
    _, setup = CASES[case]
    for seed, line in enumerate(won_in_one(case)):
        seat = line.position.to_move
        assert seat
        for level in (1, 2, 4, 6):
            found = think(line, setup, level, seed, 0.2)
            if not found.wins or gained(_played(line, found.line), setup, seat) < 1:
                continue
            turn = best_turn(line, setup, level, seed, 0.2)
            assert gained(_played(line, turn), setup, seat) == 1


def _played(line: Line[Any, Any], moves: tuple[Any, ...]) -> Line[Any, Any]:
    """The line after those moves that belong to the current turn."""
    for move in moves:
        line = line.push(move)
        if not line.played:
            break
    return line


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("key", ["attangle", "die-drei"])
def test_a_forced_win_holds_against_every_answer(key: str, method: str) -> None:
    """If a search announces a win some plies ahead, it still does after each reply, with fewer
    plies.
    """
    game = games.get(key)
    setup = play.setup(game, 2, {}, Random(1))
    proved = 0
    for seed in range(60):
        walked = [line for line, _ in random_lines(game, setup, seed, most=60)]
        for line in walked[-8:-2]:
            if line.position.result or proved == 2:
                continue
            found = searched(method, line, setup, 2_000)
            after = line.push(found.move)
            if not found.wins or after.position.result:
                continue
            proved += 1
            for answer in game.legal_moves(after.position):
                again = searched(method, after.push(answer), setup, 10_000)
                assert again.wins, f"{line.position}: {found.move} {answer}"
                assert method == "tree" or again.value > found.value
    assert proved


def test_the_same_seed_gives_the_same_turn_in_every_process() -> None:
    """Results do not depend on a process's string hashes, nor on earlier searches."""
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
            env={**os.environ, "PYTHONHASHSEED": hashed},
            capture_output=True,
            text=True,
        ).stdout
        for hashed in ("1", "2")
    }
    assert len(said) == 1
    tables = sum(len(game.info.seats) for game in games.all_games())
    assert len(said.pop().splitlines()) == 3 * tables


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("key", [game.info.key for game in games.all_games()])
def test_a_search_keeps_to_its_budget(key: str, method: str) -> None:
    """A search applies no more moves than its budget, apart from those of its expected lines."""
    looked = 0
    game = games.get(key)
    setup = play.setup(game, None, {}, Random(1))
    line: Line[Any, Any] = Line.begin(game, setup)
    for move in play.random_line(game, setup, Random(2), most=30)[:2]:
        line = line.push(move)

    def counted(position: Any, move: Any) -> Any:
        nonlocal looked
        looked += 1
        return game.apply(position, move)

    found = searched(method, line, setup, 500, replace(game, apply=counted))
    assert found.move in game.legal_moves(line.position)
    assert looked <= 600


def test_nobody_gives_up_because_all_others_could_conspire() -> None:
    """The second of three seats in Tyr loses if the other two conspire. A search does not count
    that as lost.
    """
    game = games.get("tyr")
    setup = play.setup(game, 3, {})
    line = Line.begin(game, setup).push(game.legal_moves(game.start(setup))[0])
    found = searched("alpha-beta", line, setup, 2_000)
    assert not found.loses
    assert found.depth >= 1


def test_only_a_win_of_this_turn_is_sure_among_several() -> None:
    """If others act before the end, max-n reports a likelihood, however far it looks."""
    game = games.get("tyr")
    setup = play.setup(game, 3, {})
    looked = 0
    for seed in range(3):
        for line in [line for line, _ in random_lines(game, setup, seed, most=40)][3:-1:4]:
            found = searched("max-n", line, setup, 300)
            assert not found.loses
            if found.wins:
                assert gained(_played(line, found.line), setup, line.position.seat) == 1
            looked += 1
    assert looked


@pytest.mark.parametrize(("game", "setup"), CASES, ids=name)
def test_memory_is_bounded(game: AnyGame, setup: Setup) -> None:
    """In random games of every kind, alpha-beta's table and history hold at most the positions
    visited, and a tree has no more nodes. The budget therefore limits memory, too.
    """
    nodes, mind = 30, mind_of(game.info.key)
    for line, _ in islice(random_lines(game, setup, 2), 0, None, 9):
        if line.position.to_move is None:
            continue
        search = alphabeta._Search(game, mind, game.sides(setup), Budget(nodes), Oversights())
        search.deepen(line.position)
        assert len(search.table) <= min(nodes, deepening.ENTRIES)
        assert len(search.history) <= nodes
        growing = tree._Tree(game, mind, game.sides(setup), Budget(nodes), Oversights())
        root = tree._Node[Any, Any](line.position)
        growing._open(root, ahead=False)
        with suppress(Spent):
            while root.proved is None:
                growing._walk(root)
        assert _size(root) <= nodes + 1


def _size(node: tree._Node[Any, Any]) -> int:
    return 1 + sum(map(_size, node.children))


def test_a_full_table_forgets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full table accepts no more positions, and the search continues."""
    monkeypatch.setattr(deepening, "ENTRIES", 50)
    game = games.get("attangle")
    setup = play.setup(game, None, {}, Random(1))
    search = alphabeta._Search(
        game, mind_of("attangle"), game.sides(setup), Budget(1_500), Oversights()
    )
    assert search.deepen(game.start(setup)).depth > 1
    assert len(search.table) == 50


def test_expected_lines_are_legal() -> None:
    """The moves of an expected line can be played one after the other."""
    for game in games.all_games():
        setup = play.setup(game, None, {}, Random(1))
        walked = [line for line, _ in random_lines(game, setup, 3, most=120)][:-1:24]
        for line in walked:
            for method in ALL:
                position = line.position
                for move in searched(method, line, setup, 500).line:
                    assert move in game.legal_moves(position)
                    position = game.apply(position, move)


def test_eyes_overlook_the_same_moves_everywhere() -> None:
    """Oversights depend only on the seed and the move, and moves seen ahead are also seen at first
    sight. A player that overlooks everything still sees one move.
    """
    moves = [f"a{number}" for number in range(200)]
    oversights, same, other = (
        Oversights(1, 0.2, 0.6),
        Oversights(1, 0.2, 0.6),
        Oversights(2, 0.2, 0.6),
    )
    first, ahead = oversights.seen(moves, ahead=False), oversights.seen(moves)
    assert 120 < len(first) < 195
    assert 50 < len(ahead) < 110
    assert set(ahead) <= set(first)
    assert same.seen(moves[::-1]) == ahead[::-1]
    assert other.seen(moves) != ahead
    blind = [Oversights(seed, 1.0, 1.0).seen(moves) for seed in range(200)]
    assert {len(one) for one in blind} == {1}
    assert len({one[0] for one in blind}) > len(moves) // 2, "not always the most promising one"
    assert Oversights().seen(moves) == moves


@pytest.mark.parametrize(("men", "withdrawn", "proved"), LAST_TWO)
def test_the_last_two_of_three(men: str, withdrawn: str, proved: bool) -> None:
    """Seat 1 plants its third flag next, and seat 2 can't prevent it. That is proved once the third
    is out; before, it depends on what the third does.
    """
    setup = play.setup(games.get("turnier"), 3)
    position = at(men, 2, hands="1,0,0", withdrawn=withdrawn)
    found = look(Line.at(games.get("turnier"), position), setup, Budget(3_000))
    assert found.loses == proved
    assert found.value < 0.02


def test_what_does_not_exist_is_an_error() -> None:
    """An unknown level or game raises at once, and so does a finished position."""
    game = games.get("attangle")
    setup = play.setup(game)
    line: Line[Any, Any] = Line.begin(game, setup)
    with pytest.raises(KeyError):
        best_turn(line, setup, 7)
    with pytest.raises(KeyError):
        mind_of("chess")
    (won, *_), (_, plain) = won_in_one(1), CASES[1]
    over = won.push(think(won, plain, 6).move)
    assert over.position.result is not None
    for ask in (
        partial(best_turn, level=6),
        partial(think, level=6),
        partial(look, budget=Budget(9)),
    ):
        with pytest.raises(ValueError, match="over"):
            ask(over, plain)
