"""No level from 4 up plays a turn that loses to the next one while there is another.

What is said of answers is found out a second time, by trying all of them (`benchmarks/answers.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import games
from benchmarks.answers import Answers, after_turn
from games import play
from games.geometry import bits
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents import best_turn, decisions, mind_of, player, think
from opponents.budget import Budget
from opponents.decisions import Question
from opponents.levels import LEVELS, SOUND
from opponents.player import take_turn
from opponents.soundness import LOOKS, Guard, two_sided
from tests.games.turnier_positions import at
from tests.laws.conftest import CASES, name
from tests.laws.walk import random_lines

pytestmark = pytest.mark.untraced

TWO_SIDED = [(game, setup) for game, setup in CASES if len(game.sides(setup)) == 2]
each_case = pytest.mark.parametrize(("game", "setup"), TWO_SIDED, ids=name)
LITTLE = 0.02
OUT = "a1*,a3*,b6,d2,e4/a7,g1*,g5*/-"
"""Fighters of three seats in Turnier, of which the third is out."""


def _thinned(game: AnyGame, setup: Setup, seed: int) -> Iterator[Any]:
    """Positions of Turnier's fight with few fighters, where much can happen in a turn."""
    rng = Random(seed)
    position: Any = game.start(setup)
    while position.phase != "fight":
        position = game.apply(position, rng.choice(game.legal_moves(position)))
    for _ in range(12):
        men = [_some(own, rng.randrange(1, 9), rng) for own in position.men]
        flagged, hands = 0, []
        for own in men if position.flags else ():
            boards = {position.ground.board_of[point]: point for point in bits(own)}
            bearers = rng.sample(sorted(boards.values()), rng.randrange(min(3, len(boards) + 1)))
            flagged |= sum(1 << point for point in bearers)
            hands.append(rng.randrange(4 - len(bearers)))
        few = position.but(
            seat=rng.randint(1, setup.seats),
            men=tuple(men),
            flagged=flagged,
            hands=tuple(hands) or position.hands,
            past=(),
        )
        standing = [sum(map(few.standing, side)) for side in game.sides(setup)]
        if max(standing) < setup.seats:  # Otherwise somebody may have won already.
            yield few


def _some(points: int, number: int, rng: Random) -> int:
    found = list(bits(points))
    return sum(1 << point for point in rng.sample(found, min(number, len(found))))


def _starts(game: AnyGame, setup: Setup, seeds: range, most: int = 300) -> Iterator[Line[Any, Any]]:
    """Starts of turns in random games, the last ones of each and some before."""
    for seed in seeds:
        walked = [line for line, _ in random_lines(game, setup, seed, most)]
        begun = [line for line in walked if not line.played and line.position.result is None]
        yield from [*begun[seed % 7 : -6 : 7], *begun[-6:]]


@each_case
def test_no_win_is_left_out(game: AnyGame, setup: Setup) -> None:
    """What minds call the moves that may win is enough: a turn that wins is found if there is one,
    and the guard finds none where trying all turns finds none.
    """
    starts = [line.position for line in _starts(game, setup, range(6))]
    if game.info.key == "turnier":
        starts += [one for seed in range(12) for one in _thinned(game, setup, seed)]
    seen = {True: 0, False: 0}
    for position in starts:
        if game.info.key == "turnier" and position.phase != "fight":
            continue  # Nobody can win yet, and there are very many turns.
        guard = Guard(game, mind_of(game.info.key), position, game.sides(setup), Budget(LOOKS))
        found, wins = guard.win(), Answers(game, setup).can_win(position)
        assert (found is not None) == wins, str(position)
        seen[wins] += 1
        if found is not None:
            after = after_turn(Line.at(game, position), found.line)
            assert after.position.result is not None
            assert after.position.result.ranks[position.to_move - 1] == 1
    assert min(seen.values()) > 2, seen


@each_case
def test_a_sound_level_leaves_no_win_to_the_next_turn(game: AnyGame, setup: Setup) -> None:
    """Level 4 plays a turn that no answer wins against, or none of its turns is any better; and
    says which.
    """
    looked = 0
    for number, line in enumerate(_starts(game, setup, range(20, 23), most=160)):
        if line.position.phase in {"laying", "drawing-up"}:
            continue
        taken = take_turn(line, setup, SOUND, number, LITTLE)
        after = after_turn(line, taken.moves)
        loses = Answers(game, setup).loses(line.position, after.position)
        assert taken.safety == ("lost" if loses else "safe")
        if loses:
            assert not Answers(game, setup).avoidable(line.position), str(line.position)
        looked += 1
    assert looked > 10


def _is_safe_chain(line: Line[Any, Any], setup: Setup) -> bool:
    """Whether a turn of several moves is played here that was proved safe and doesn't win."""
    if think(line, setup, 6, scale=LITTLE).wins:
        return False
    taken = take_turn(line, setup, 6, scale=LITTLE)
    return len(taken.moves) > 1 and taken.safety == "safe"


def test_what_is_promised_holds_to_the_end_of_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the look at a turn's second move ends at once, the turn goes on as it was proved safe."""
    game = games.get("tyr")
    setup = play.setup(game, 2, {"line": "any"})
    line = next(one for one in _starts(game, setup, range(40)) if _is_safe_chain(one, setup))
    first = think(line, setup, 6, scale=LITTLE)
    monkeypatch.setattr(Budget, "beside", _beside(LOOKS, 0, 0))
    taken = take_turn(line, setup, 6, scale=LITTLE)
    assert taken.safety == "safe"
    assert taken.moves == first.line[: len(taken.moves)]
    after = after_turn(line, taken.moves)
    assert not Answers(game, setup).loses(line.position, after.position)


def _beside(*looks: int) -> Callable[[Budget, int], Budget]:
    """Budgets of guards, one after the other as large as it is said."""
    left = iter(looks)

    def beside(planned: Budget, nodes: int) -> Budget:
        return Budget(next(left))

    return beside


def test_where_the_bound_ends_it_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that ends too early is open, in the finding and in the answer; the turn is legal."""
    monkeypatch.setattr(player, "LOOKS", 0)
    game = games.get("attangle")
    setup = play.setup(game)
    line = next(islice(_starts(game, setup, range(1)), 3, None))
    found = think(line, setup, 4, scale=LITTLE)
    assert found.safety == "open"
    assert found.move in game.legal_moves(line.position)
    question = Question("attangle", 2, {}, str(line.position), 4, 0, LITTLE)
    assert decisions.turn(question).safety == "open"


def test_what_was_open_is_not_lost_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """If only the look at a turn's second move is complete, all that goes on from the first may
    lose. That says nothing of other turns.
    """
    game = games.get("tyr")
    setup = play.setup(game, 2, {"line": "any"})
    line = Line.at(game, game.position("2 any 2 476,468,342 4 - - - -"))
    assert Answers(game, setup).avoidable(line.position)
    losing = 0
    for number in range(30):
        monkeypatch.setattr(Budget, "beside", _beside(0, LOOKS, LOOKS))
        taken = take_turn(line, setup, SOUND, number, LITTLE)
        loses = Answers(game, setup).loses(line.position, after_turn(line, taken.moves).position)
        assert taken.safety in ({"open"} if loses else {"open", "safe"})
        losing += loses and len(taken.moves) > 1
    assert losing


@pytest.mark.parametrize("level", LEVELS)
def test_who_looks(level: int) -> None:
    """From level 4 up everybody in every turn, weaker ones in about as many of their turns as they
    are careful; nobody among three sides that stay.
    """
    game = games.get("tyr")
    share = 1.0 if level >= SOUND else mind_of("tyr").level(level).careful
    for seats in (2, 3):
        setup = play.setup(game, seats)
        line: Line[Any, Any] = Line.begin(game, setup)
        looked = [_looks(line, setup, level, seed) for seed in range(200)]
        assert sum(looked) == pytest.approx(200 * share if seats == 2 else 0, abs=25)
    gone = line.withdraw(2, "resignation")
    assert two_sided(game, gone.position, game.sides(setup))
    assert any(_looks(gone, setup, level, seed) for seed in range(50)) == (share > 0)


def _looks(line: Line[Any, Any], setup: Setup, level: int, seed: int) -> bool:
    return think(line, setup, level, seed, scale=LITTLE).safety is not None


def test_who_is_out_is_no_side() -> None:
    """Of three seats in Turnier one has no fighters left. Nearly all turns lose to the next one,
    but those of a sound level don't: two sides are left.
    """
    game, setup = games.get("turnier"), play.setup(games.get("turnier"), 3)
    line = Line.at(game, at(OUT, options="flags", hands="0,1,0"))
    assert game.contenders(line.position) == [1, 2]
    losing = 0
    for number in range(10):
        taken = take_turn(line, setup, SOUND, number)
        assert taken.safety == "safe"
        assert not Answers(game, setup).loses(line.position, after_turn(line, taken.moves).position)
        weak = after_turn(line, take_turn(line, setup, 1, number).moves)
        losing += Answers(game, setup).loses(line.position, weak.position)
    assert losing > 5


def test_partners_are_one_side() -> None:
    """What a partner can win with the next turn is no danger."""
    game = games.get("turnier")
    setup = play.setup(game, 4, {})
    line = Line.at(game, at("a1*/-/a3,a5,a7/g1,g2", options="flags partners", hands="0,3,3,3"))
    taken = take_turn(line, setup, 4, scale=LITTLE)
    assert taken.safety == "safe"
    assert Answers(game, setup).can_win(after_turn(line, taken.moves).position)


def test_a_sound_level_sees_its_own_win() -> None:
    """A win in one turn is played by every sound level, however little it thinks."""
    game = games.get("tyr")
    setup = play.setup(game, 2)
    won = 0
    for line in _starts(game, setup, range(5)):
        if Answers(game, setup).can_win(line.position):
            for level in range(SOUND, 7):
                moves = best_turn(line, setup, level, scale=0.001)
                assert after_turn(line, moves).position.result is not None
            won += 1
    assert won > 3
