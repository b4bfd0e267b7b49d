"""Laws of picking: every turn can be picked part by part, and every choice be taken back."""

from __future__ import annotations

from itertools import groupby, pairwise
from random import Random
from typing import Any

import pytest

from games import picks
from games.play import Line, Step
from games.protocol import END, AnyGame
from tests.laws.walk import random_lines

SEEDS = range(2)


@pytest.mark.long
def test_each_move_can_be_picked_and_taken_back(game: AnyGame, setup: Any) -> None:
    """Options lead to the move, and from each stem back to the one at which it was picked."""
    for seed in SEEDS:
        for line, move in random_lines(game, setup, seed, 60):
            if move is None or str(move) == END:
                continue
            spelled = {
                "".join(part.text for part in parts)
                for parts in (game.steps or game.spellings)(move)
            }
            stem, found = "", None
            while found is None:
                ways = picks.numbered(line, stem, picks.ways(line, stem))
                assert all(picks.name(way) for way in ways)
                fitting = [way.text for way in ways if any(s.startswith(way.text) for s in spelled)]
                led = picks.further(line, stem, Random(seed).choice(fitting))
                assert led is not None
                after, moves = led
                found = moves[0] if moves else None
                if found is None:
                    assert after.startswith(stem)
                    back = picks.before(line, after)
                    assert after.startswith(back)
                    assert back != after
                    assert [*picks.trail(line, after)][-1][0] == after
                    stem = after
            assert found in game.legal_moves(line.position)
    assert picks.before(line, "") == ""


def test_what_follows_without_a_choice_is_no_choice(game: AnyGame, setup: Any) -> None:
    """Forced moves are the only legal ones, and a turn's tokens count from its last choice."""
    for seed in SEEDS:
        walked = [*random_lines(game, setup, seed, 60)]
        for _, turn in groupby(walked, key=lambda one: id(one[0].turn_start)):
            steps, start = [], None
            for line, move in turn:
                if move is None:
                    break
                start = start or line
                steps.append(Step(line.position, move, line.push(move).position))
                forced = picks.forced(line)
                assert bool(forced) == (len(game.legal_moves(line.position)) == 1)
                assert forced[:1] in ((), (move,))
            if start is not None and not start.played:
                count = picks.chosen_last(start, steps)
                assert 1 <= count <= len(steps)
                assert all(
                    picks.forced(Line.at(game, one.before))
                    for one in steps[len(steps) - count + 1 :]
                )


def test_several_moves_are_this_turn_and_later_ones(game: AnyGame, setup: Any) -> None:
    """Moves that are picked at once are divided at the end of the turn."""
    for seed in SEEDS:
        walked = [one for one in random_lines(game, setup, seed, 40) if one[1] is not None]
        begins = [at for at, (line, _) in enumerate(walked) if not line.played]
        for first, following in pairwise(begins):
            tokens = [str(move) for _, move in walked[first : following + 1]]
            turn, later = picks.several(walked[first][0], tokens)
            assert turn.split() == tokens[:-1]
            assert later == (tokens[-1],)


def test_nothing_follows_what_is_no_option(game: AnyGame, setup: Any) -> None:
    """A stem that nobody can have picked has no parts, and leads nowhere."""
    line = Line.begin(game, setup)
    assert [*picks.trail(line, "nothing of the kind")] == []
    assert picks.further(line, "", "nothing of the kind") is None
