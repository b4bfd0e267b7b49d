"""Computer players don't replay themselves, and give nothing away for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

import pytest

import games
from benchmarks.answers import Answers
from benchmarks.openings import against_the_same, among_themselves, drawn
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from matches.course.seeds import seed
from opponents import best_turn, look
from opponents.answer import SLACK, SURE
from opponents.budget import Budget
from opponents.deepening import with_favour
from opponents.oversights import Oversights
from tests.laws.conftest import CASES, name
from tests.laws.walk import random_lines

pytestmark = pytest.mark.untraced

KEY = bytes(32)
LITTLE = 0.02
KINDS = [(game, seats) for game in games.all_games() for seats in game.info.seats]
each_kind = pytest.mark.parametrize(
    ("game", "seats"), KINDS, ids=[f"{game.info.key}-{seats}" for game, seats in KINDS]
)


def _seeds(number: int) -> list[int]:
    """The seeds of the first entries of some matches, as one database has them."""
    return [seed(KEY, match, 1) for match in range(number)]


@each_kind
@pytest.mark.parametrize("level", [1, 6])
def test_no_two_matches_are_alike(game: AnyGame, seats: int, level: int) -> None:
    """Of six matches between players of a level nearly all begin in their own way."""
    begun = among_themselves(game, drawn(game, seats), level, _seeds(6), LITTLE)
    assert len({*begun}) >= 4


@each_kind
def test_who_always_plays_the_same_meets_other_games(game: AnyGame, seats: int) -> None:
    """Twenty matches against one who always plays the same are at least fifteen different games.
    What a table leaves open is drawn for each of them, as ever.
    """
    met = set[tuple[str, ...]]()
    for number, drawn_once in enumerate(_seeds(20)):
        setup = play.setup(game, seats, {}, Random(number))
        met.update(against_the_same(game, setup, 6, [drawn_once], LITTLE))
    assert len(met) >= 15


def _lines(game: AnyGame, setup: Setup) -> Iterator[Line[Any, Any]]:
    """Starts of turns in random games, more from their ends than from their beginnings."""
    for number in range(4):
        walked = [line for line, _ in random_lines(game, setup, number)]
        begun = [line for line in walked if not line.played and line.position.result is None]
        yield from islice(begun, 0, None, 1 + len(begun) // 4)
        yield from begun[-3:]


@pytest.mark.parametrize(("game", "setup"), CASES, ids=name)
def test_the_same_match_gets_the_same_answer(game: AnyGame, setup: Setup) -> None:
    """Whoever asks twice with the same seed hears the same, and so does who asks without one."""
    for line in islice(_lines(game, setup), 0, None, 4):
        for level in (2, 6):
            for number in (None, seed(KEY, 7, 9)):
                turn = best_turn(line, setup, level, number, LITTLE)
                assert turn == best_turn(line, setup, level, number, LITTLE)


@pytest.mark.parametrize(("game", "setup"), CASES, ids=name)
def test_nothing_sure_is_given_away(game: AnyGame, setup: Setup) -> None:
    """A search that varies plays a win that the other one proves, and accepts a proved defeat only
    if it finds nothing else. It does play other moves.
    """
    others = 0
    for line in islice(_lines(game, setup), 0, None, 3):
        plain = look(line, setup, Budget(150))
        for number in _seeds(3):
            varied = look(line, setup, Budget(300), Oversights(number, slack=SLACK))
            assert varied.wins or not plain.wins
            assert not varied.loses or max(varied.values.values()) < 1 - SURE
            others += varied.move != plain.move
    assert others


def test_several_forced_wins_are_a_choice() -> None:
    """Where a tree proves a win in a later turn, seeds choose between those that it finds. All of
    them hold against every answer.
    """
    game = games.get("die-drei")
    for board, plies in product(range(9), range(2, 6)):
        setup = play.setup(game, 2, {}, Random(board))
        line: Line[Any, Any] = Line.begin(game, setup)
        for move in play.random_line(game, setup, Random(plies), plies):
            line = line.push(move)
        plain = look(line, setup, Budget(1_000))
        if not plain.wins or line.push(plain.move).position.result is not None:
            continue
        seen = [look(line, setup, Budget(4_000), Oversights(one, slack=SLACK)) for one in _seeds(6)]
        assert all(one.wins for one in seen)
        chosen = {one.move for one in seen}
        if len(chosen) > 1:
            break
    assert len(chosen) > 1
    for move in chosen:
        after = line.push(move)
        for answer in game.legal_moves(after.position):
            assert _wins(after.push(answer), setup)


def _wins(line: Line[Any, Any], setup: Setup) -> bool:
    """Whether the seat to move wins surely. A search ends at once where it finds but one move."""
    found = look(line, setup, Budget(20_000))
    if found.wins or len(found.values) > 1:
        return found.wins
    after = line.push(found.move)
    answers = after.game.legal_moves(after.position)
    return bool(answers) and all(_wins(after.push(answer), setup) for answer in answers)


def test_what_the_answer_wins_against_is_not_played() -> None:
    """A search that has looked at the answers plays no move that loses to one while there are
    others, whatever its seed.
    """
    game = games.get("attangle")
    setup = play.setup(game)
    avoided = 0
    for line in _lines(game, setup):
        answers = Answers(game, setup)
        losing = [
            answers.loses(line.position, line.push(move).position)
            for move in game.legal_moves(line.position)
        ]
        if all(losing) or not any(losing):
            continue
        for number in _seeds(4):
            found = look(line, setup, Budget(2_000), Oversights(number, slack=SLACK))
            if found.depth > 1:
                assert not answers.loses(line.position, line.push(found.move).position)
                avoided += 1
    assert avoided > 8


def test_what_is_favoured() -> None:
    """Favours are less than the slack, differ from seed to seed, and are smaller further on. What
    is sure stays what it is, and nothing becomes sure.
    """
    moves = range(40)
    drawn_ones = [Oversights(one, slack=SLACK).favours(moves, "here") for one in range(60)]
    assert all(0 <= favour < SLACK for one in drawn_ones for favour in one.values())
    assert len({max(one, key=one.__getitem__) for one in drawn_ones}) > 5
    first, last = (sum(one[move] for one in drawn_ones) for move in (0, 39))
    assert last < first / 3
    assert not any(Oversights(3).favours(moves, "here").values())
    for value in (1 - 1e-4, SURE + 1e-5, 1e-4, 0.0):
        assert with_favour(value, SLACK) == value
    assert with_favour(0.5, SLACK) == 0.5 + SLACK
    assert with_favour(SURE - SLACK / 2, SLACK) == SURE


def test_what_counts_as_equal() -> None:
    """Moves within the slack of the best, with each of them drawn by some seed. Nothing counts as
    equal to a sure win; a sure defeat counts as equal to nothing.
    """
    worth = {"a": 0.6, "b": 0.6 - SLACK / 2, "c": 0.6 - 2 * SLACK}
    assert {Oversights(one, slack=SLACK).one_of(worth, "here") for one in range(40)} == {"a", "b"}
    assert {Oversights(one).one_of(worth, "here") for one in range(40)} == {"a"}
    for best, other in ((1 - 1e-4, 1 - 2e-4), (SURE + 1e-5, SURE), (2e-4, 1e-4), (0.012, 0.009)):
        worth = {"a": best, "b": other}
        assert {Oversights(one, slack=SLACK).one_of(worth, "") for one in range(40)} == {"a"}
