"""Stops of a match: equal to a replay from the start, at the price of a few turns."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from games import play, stops
from games.play import Line
from games.protocol import AnyGame
from games.stops import SPAN, Stops, entries

GAMES = games.all_games()


def _turns(game: AnyGame, setup: Any, number: int) -> list[str]:
    """The first turns of a random match, at most this many."""
    line, rng, found = Line.begin(game, setup), Random(7), list[str]()
    while len(found) < number and (moves := game.legal_moves(line.position)):
        begun, tokens = line, list[str]()
        while line is begun or line.played:
            move = rng.choice(moves)
            tokens.append(str(move))
            line = line.push(move)
            moves = game.legal_moves(line.position)
        found.append(" ".join(tokens))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_every_stop_is_what_a_replay_gives(game: AnyGame) -> None:
    """Position, plies, mover and number of turns agree in every game, even after an event."""
    setup = play.setup(game, None, {}, Random(1))
    turns = _turns(game, setup, 2 * SPAN + 5)
    line = play.replay(game, setup, " ".join(turns).split())
    log = [*turns, "agreement"] if line.position.to_move else turns
    assert [*entries(game, setup, [" ".join(log)])] == log
    found = Stops(game, setup, log)
    assert (found.entries, found.turns) == (tuple(log), len(turns))
    line, positions = Line.begin(game, setup), []
    for number, text in enumerate(turns, start=1):
        positions.append(line.position)
        seat, turn = line.position.to_move, play.play_turn(line, text)
        line = turn.line
        stop = found.at(number)
        assert (stop.number, stop.turns, stop.end) == (number, number, len(log))
        assert (stop.position, stop.steps) == (line.position, turn.steps)
        assert (stop.seat, stop.text, stop.event) == (seat, text, None)
        assert found.of_turn(number) == stop
    assert [*found.positions()][: len(turns)] == positions
    assert found.at(-5) == found.at(0)
    assert found.at(0).seat is None
    end = found.at(10_000)
    assert end.number == len(log)
    if log != turns:
        assert (end.event, end.turns, end.text) == ("agreement", len(turns), turns[-1])
        assert end.position.result is not None


def test_a_stop_costs_a_few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The length of the match and the place in it make no difference."""
    game = games.get("tyr")
    setup = play.setup(game, 2)
    turns = _turns(game, setup, 300)
    found, played = Stops(game, setup, turns), []
    real = play.play_turn

    def counting(line: Line[Any, Any], text: str) -> Any:
        played.append(text)
        return real(line, text)

    monkeypatch.setattr(stops, "play_turn", counting)
    for number in range(len(turns) + 1):
        played.clear()
        found.at(number)
        assert len(played) < SPAN


def test_what_does_not_replay_ends_the_stops() -> None:
    """For example, a match after a change of rules."""
    game = games.get("attangle")
    found = Stops(game, play.setup(game), ["c3", "d5", "c3", "e5"])
    assert found.entries == ("c3", "d5")
    assert found.at(4) == found.at(2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_a_turn_that_is_not_over_is_the_last_entry(game: AnyGame) -> None:
    """A record may end in the middle of a turn, in games with several plies per turn."""
    setup = play.setup(game, None, {}, Random(1))
    tokens = next(
        (turns for turns in map(str.split, _turns(game, setup, SPAN)) if len(turns) > 1), None
    )
    turns = _turns(game, setup, SPAN)
    if tokens is None:
        assert [*entries(game, setup, [" ".join(turns)])] == turns
        return
    number = turns.index(" ".join(tokens))
    begun = " ".join(tokens[:-1])
    assert [*entries(game, setup, [*turns[:number], begun])] == [*turns[:number], begun]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
def test_a_match_that_goes_on(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is new is replayed. What was taken back can't be followed."""
    setup = play.setup(game, None, {}, Random(1))
    turns = _turns(game, setup, SPAN + 5)
    found, fresh = Stops(game, setup, turns[:-7]), Stops(game, setup, turns)
    played, real = list[str](), play.play_turn

    def counting(line: Line[Any, Any], text: str) -> Any:
        played.append(text)
        return real(line, text)

    monkeypatch.setattr(stops, "play_turn", counting)
    assert found.follow(turns)
    assert played == turns[-7:]
    assert not found.follow(turns[:-9])
    for number in range(len(turns) + 1):
        assert found.at(number) == fresh.at(number)
    assert (found.entries, found.turns) == (fresh.entries, fresh.turns)
    assert [*found.positions()] == [*fresh.positions()]
