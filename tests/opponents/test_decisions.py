"""The behaviour of computer players, apart from choosing moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from games.play import Line, play_turn, random_line, setup
from games.protocol import AnyGame
from opponents import decisions, player
from opponents.decisions import Question

GAMES = games.all_games()


def _question(game: AnyGame, seats: int, level: int, seed: int = 1) -> Question:
    made = setup(game, seats, {}, Random(seed))
    position = str(game.start(made))
    return Question(game.info.key, seats, dict(made.options), position, level, seed, 0.002)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_turns_as_text(game: AnyGame) -> None:
    """A position as text gives a whole legal turn as text, the same each time, and the chances of
    the sides, from 0 to 1.
    """
    for seats in game.info.seats:
        question = _question(game, seats, 6)
        answer = decisions.turn(question)
        assert answer == decisions.turn(question)
        line = Line.at(game, game.position(question.position))
        assert play_turn(line, answer.turn).complete
        assert 0 <= answer.value <= 1
        for seat in range(1, seats + 1):
            assert 0 <= decisions.prospects(question, seat) <= 1


def test_what_a_turn_is_worth_is_known_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks a second time about a position to find out what to expect."""
    asked = list[object]()
    think = player.think

    def noting(*given: Any, **more: Any) -> Any:
        asked.append(given[0])
        return think(*given, **more)

    monkeypatch.setattr(player, "think", noting)
    monkeypatch.setattr(decisions, "think", noting)
    for game in GAMES:
        decisions.turn(_question(game, game.info.seats[0], 3))
    assert len(asked) == len({*map(id, asked)}) >= len(GAMES)


def test_an_unknown_level() -> None:
    """There is no level 7."""
    with pytest.raises(KeyError):
        decisions.turn(_question(GAMES[0], GAMES[0].info.seats[0], 7))


def test_draws() -> None:
    """A player who expects at most a draw accepts one; a player who expects to win does not. Offers
    are rare, and only where the position is even and nothing has happened for long.
    """
    assert decisions.agrees_to_draw(0.5, 2, 0)
    assert decisions.agrees_to_draw(0.1, 2, 0)
    assert not decisions.agrees_to_draw(0.6, 2, decisions.LONG)
    assert not decisions.agrees_to_draw(0.5, 3, 0)
    long = decisions.LONG
    offered = [turns for turns in range(400) if decisions.offers_draw(0.5, 2, long, turns)]
    assert 0 < len(offered) < 40
    assert not any(decisions.offers_draw(0.5, 2, long - 1, turns) for turns in range(400))
    assert not any(decisions.offers_draw(0.7, 2, long, turns) for turns in range(400))


def test_too_early_for_a_draw() -> None:
    """It is until everybody has had some turns, or until there has been no progress for long."""
    young, long = decisions.YOUNG, decisions.LONG
    assert decisions.is_too_early(0, 0)
    assert decisions.is_too_early(young - 1, long - 1)
    assert not decisions.is_too_early(young, 0)
    assert not decisions.is_too_early(young - 1, long)


def test_nothing_goes_on_for_ever() -> None:
    """After very many plies without progress a player wants a draw whatever it expects, unless it
    has won.
    """
    endless = decisions.ENDLESS
    for value in (0.1, 0.5, 0.9):
        assert decisions.agrees_to_draw(value, 2, endless)
        assert any(decisions.offers_draw(value, 2, endless, turns) for turns in range(40))
    assert not decisions.agrees_to_draw(0.999, 2, endless)
    assert not any(decisions.offers_draw(0.999, 2, endless, turns) for turns in range(40))


def test_what_is_no_progress() -> None:
    """In Tyr no ply from the third on is, which places the last die. In Attangle each one is."""
    tyr, attangle = games.get("tyr"), games.get("attangle")
    for game, expected in ((tyr, 18), (attangle, 0)):
        moves = random_line(game, setup(game, 2), Random(3), 20)
        line = Line.begin(game, setup(game, 2))
        for move in moves:
            line = line.push(move)
        assert line.position.result is None
        assert decisions.idle(game.info.key, line.position) == expected


def test_giving_up() -> None:
    """Strong players give up what has been hopeless for some turns; weak ones never."""
    assert decisions.gives_up([0.5, 0.01, 0.01, 0.01], 6)
    assert not decisions.gives_up([0.01, 0.01], 6)
    assert not decisions.gives_up([0.01, 0.3, 0.01], 6)
    assert not decisions.gives_up([0.01, 0.01, 0.01], 1)
