"""The behaviour of computer players, apart from choosing moves."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import games
from games.play import Line, play_turn, random_line, setup
from games.protocol import AnyGame, Setup
from games.turnier.turns import ROUNDS
from opponents import decisions, player
from opponents.decisions import Question
from tests.games.turnier_positions import at

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
    assert decisions.agrees_to_draw(0.5, 1 / 2, 0)
    assert decisions.agrees_to_draw(0.1, 1 / 2, 0)
    assert not decisions.agrees_to_draw(0.6, 1 / 2, decisions.LONG)
    assert not decisions.agrees_to_draw(0.5, 1 / 3, 0)
    long = decisions.LONG
    offered = [turns for turns in range(400) if decisions.offers_draw(0.5, 1 / 2, long, turns)]
    assert 0 < len(offered) < 40
    assert not any(decisions.offers_draw(0.5, 1 / 2, long - 1, turns) for turns in range(400))
    assert not any(decisions.offers_draw(0.7, 1 / 2, long, turns) for turns in range(400))


def _turnier(men: str, idle: int, withdrawn: str = "-") -> Question:
    """A fight without flags in which nobody can be captured soon."""
    position = str(at(men, options="", idle=idle, withdrawn=withdrawn))
    return Question("turnier", men.count("/") + 1, {"flags": "false"}, position, 6, 1, 0.02)


def test_a_proved_draw_is_one_for_everybody() -> None:
    """Where every turn leads to a draw, both sides expect half of the win, whoever is to move; so
    both accept one and offer one. Searches count it as a little less.
    """
    question = _turnier("a1/g1", 2 * ROUNDS - 1)
    line = Line.at(games.get("turnier"), games.get("turnier").position(question.position))
    setup = Setup(2, question.options)
    assert player.think(line, setup, 6, 1, 0.02).value == pytest.approx(0.45)
    for seat in (1, 2):
        value = decisions.prospects(question, seat)
        assert value == 0.5
        assert decisions.agrees_to_draw(value, 1 / 2, 0)
    value = decisions.turn(question).value
    assert decisions.offers_draw(value, 1 / 2, decisions.LONG, decisions.SELDOM)


def test_what_a_draw_is_worth() -> None:
    """Those who are still there share it: of three, each has a third, or half once one has gone. A
    player whose partner has gone gets less of it than the other side.
    """
    three, four = ((1,), (2,), (3,)), ((1, 3), (2, 4))
    position = at("a1/g1/c5", options="")
    assert decisions.worth_of_draw(position, three, 2) == 1 / 3
    position = at("a1/g1/c5", options="", withdrawn="3")
    assert [decisions.worth_of_draw(position, three, seat) for seat in (1, 2, 3)] == [0.5, 0.5, 0]
    position = at("a1/g1/c5/h3", options="partners")
    assert decisions.worth_of_draw(position, four, 3) == 0.5
    position = at("a1/g1/c5/h3", options="partners", withdrawn="4")
    assert decisions.worth_of_draw(position, four, 1) == 2 / 3
    assert decisions.worth_of_draw(position, four, 2) == 1 / 3


def test_what_the_last_two_expect() -> None:
    """If one of three is out, what one of the others expects is what the other one doesn't."""
    question = replace(_turnier("a1,a3,b2,c4/g1/-", 0), effort=0.1)
    first, second, _ = (decisions.prospects(question, seat) for seat in (1, 2, 3))
    assert first + second == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_offers_draws(seats: int) -> None:
    """No seat is left out because of when its turns come."""
    offering = [
        turn % seats
        for turn in range(200)
        if decisions.offers_draw(1 / seats, 1 / seats, decisions.LONG, turn // seats + 1)
    ]
    assert {*offering} == {*range(seats)}


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
        assert decisions.agrees_to_draw(value, 1 / 2, endless)
        assert any(decisions.offers_draw(value, 1 / 2, endless, turns) for turns in range(40))
    assert not decisions.agrees_to_draw(0.999, 1 / 2, endless)
    assert not any(decisions.offers_draw(0.999, 1 / 2, endless, turns) for turns in range(40))


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
