"""What computer players must see in particular games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import games
from benchmarks.answers import after_turn
from games import play
from games.dreistein.moves import Step
from games.dreistein.position import LORD
from games.play import Line
from games.protocol import Setup
from games.turnier.position import TurnierPosition
from opponents import best_turn, mind_of, think
from opponents.arena import at_random
from opponents.evaluation import dreistein, tyr
from opponents.evaluation.turnier import strikes
from tests.games.turnier_positions import at
from tests.laws.walk import random_lines

_PLAIN = play.setup(games.get("tyr"), 2)


def _lines(
    key: str, seats: int, games_: int, **options: str
) -> Iterator[tuple[Line[Any, Any], Setup]]:
    game = games.get(key)
    setup = play.setup(game, seats, options, Random(1))
    for seed in range(games_):
        for line, _ in random_lines(game, setup, seed, most=80):
            if line.position.to_move is not None:
                yield line, setup


def _wins_in_turn(line: Line[Any, Any]) -> bool:
    """Whether some sequence of moves wins within the turn, found by trying all."""
    for move in line.game.legal_moves(line.position):
        after = line.push(move)
        if after.position.result is not None and after.position.result.reason == "line":
            return True
        if after.played and _wins_in_turn(after):
            return True
    return False


@pytest.mark.parametrize("option", ["adjacent", "any"])
def test_tyr_sees_every_chain_that_wins(option: str) -> None:
    """`strikes` says exactly where the seat to move can win within its turn, including all Pasch
    chains.
    """
    seen = set()
    for line, _ in _lines("tyr", 2, 2, line=option):
        if line.position.phase == "moving":
            expected = _wins_in_turn(line)
            assert tyr.strikes(line.position) == expected, str(line.position)
            seen.add(expected)
    assert seen == {True, False}


def test_tyr_leaves_no_win_to_the_next_seat() -> None:
    """The strongest level never leaves a win in one turn if it can avoid it."""
    looked = 0
    for number, (line, setup) in enumerate(_lines("tyr", 3, 1)):
        if number % 9 or line.position.phase != "moving" or line.played:
            continue
        if think(line, setup, 6, scale=0.1).wins:
            continue
        for move in best_turn(line, setup, 6, scale=0.1):
            line = line.push(move)  # noqa: PLW2901
        assert not tyr.strikes(line.position)
        looked += 1
    assert looked >= 4


def test_tyr_sets_traps() -> None:
    """With two seats, level 6 plays turns after which more answers go wrong than usual."""
    chosen, usual = 0.0, 0.0
    for number, (line, setup) in enumerate(_lines("tyr", 2, 2)):
        if number % 8 or line.position.phase != "moving" or line.played:
            continue
        taken = best_turn(line, setup, 6, number, scale=0.1)
        if tyr.strikes(line.position):
            continue
        chosen += _going_wrong(after_turn(line, taken), number)
        random = at_random(line, setup, number)
        usual += _going_wrong(after_turn(line, random), number)
    assert chosen > 1.5 * usual


def _going_wrong(line: Line[Any, Any], seed: int) -> float:
    """The share of random answers after which the other seat can win."""
    if line.position.result is not None:
        return 0.0
    answers = [after_turn(line, at_random(line, _PLAIN, seed + one)).position for one in range(40)]
    return sum(one.result is None and tyr.strikes(one) for one in answers) / len(answers)


def _lord_falls(line: Line[Any, Any], seat: int) -> bool:
    """Whether the next seat could capture this seat's lord."""
    for move in line.game.legal_moves(line.position):
        after = line.push(move).position
        if not after.men.of(seat, LORD):
            return True
    return False


def test_dreistein_sees_who_attacks_a_lord() -> None:
    """The seats that the evaluation counts as attackers can capture the lord on their turn, and no
    others can. `strikes` says when that wins.
    """
    game = games.get("3stein")
    struck = 0
    for line, _ in _lines("3stein", 3, 6):
        position, seat = line.position, line.position.seat
        if position.choosing:
            continue
        lords = position.men.lords
        hit = {
            move.target
            for move in game.legal_moves(position)
            if isinstance(move, Step) and lords >> move.target & 1
        }
        hunted = [one for one, hunters in dreistein._hunted(position) if seat in hunters]
        assert {(position.men[one - 1] & lords).bit_length() - 1 for one in hunted} == hit
        assert dreistein.strikes(position) == (position.truce is not None and bool(hit))
        struck += bool(hit)
    assert struck


@pytest.mark.untraced  # Tracing the search would take twice as long.
def test_dreistein_protects_its_lord() -> None:
    """If some moves leave the lord in the next seat's reach, another one is played."""
    looked = 0
    for number, (line, setup) in enumerate(_lines("3stein", 3, 8)):
        seat = line.position.to_move
        if number % 3 or line.position.truce or not seat:
            continue
        moves = line.game.legal_moves(line.position)
        safe = [move for move in moves if not _lord_falls(line.push(move), seat)]
        if not safe or len(safe) == len(moves):
            continue
        found = think(line, setup, 6, scale=0.2)
        takes = not all(line.push(found.move).position.men.of(one, LORD) for one in (1, 2, 3))
        assert takes or found.move in safe, str(line.position)
        looked += 1
    assert looked >= 3


def _turnier(position: TurnierPosition) -> tuple[Line[Any, Any], Setup]:
    game = games.get("turnier")
    return Line.at(game, position), play.setup(game, 2, {"flags": str(position.flags).lower()})


def test_turnier_plants_three_flags_at_once() -> None:
    """A player who holds three boards alone with all flags in hand plants them in one turn and
    wins.
    """
    position = at("a1,a3,a5/c7,d8")
    assert strikes(position)
    line, setup = _turnier(position)
    for move in best_turn(line, setup, 6, scale=0.1):
        line = line.push(move)
    assert line.position.result is not None
    assert line.position.result.ranks == (1, 2)


def test_turnier_does_not_strike_with_too_few_boards_or_flags() -> None:
    """Two boards, or a lost flag, are not enough."""
    assert not strikes(at("a1,a3/c7,d8"))
    assert not strikes(at("a1,a3,a5/c7,d8", hands="2,3"))


def test_turnier_prevents_a_third_field() -> None:
    """If the opponent could plant a third flag next, the player enters that board."""
    position = at("a4,c8,d8/a1*,f1,a6*,e6,f3", hands="3,1")
    line, setup = _turnier(position)
    for move in best_turn(line, setup, 6, scale=0.3):
        line = line.push(move)
    assert line.position.result is None
    assert not strikes(line.position)


@pytest.mark.parametrize("seats", [2, 3])
def test_turnier_keeps_footholds(seats: int) -> None:
    """After drawing up nobody holds three boards alone, and every player is present on many."""
    game = games.get("turnier")
    setup = play.setup(game, seats, {})
    line: Line[Any, Any] = Line.begin(game, setup)
    while line.position.phase in {"laying", "drawing-up"}:
        for move in best_turn(line, setup, 5, scale=0.3):
            line = line.push(move)
    position = line.position
    boards = position.ground.board_sets
    for seat, men in enumerate(position.men, start=1):
        assert sum(position.holder(board) == seat for board in range(len(boards))) < 3
        assert sum(bool(men & board) for board in boards) >= len(boards) - 1


def test_minds_know_their_games() -> None:
    """Every game has an evaluation under its key."""
    for game in games.all_games():
        assert mind_of(game.info.key).game == game.info.key
