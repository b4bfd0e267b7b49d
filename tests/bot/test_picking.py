"""Menus: how choices are split, lettered and marked, without Discord."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.messages import picking
from bot.text.discord_limits import OPTIONS
from games import play
from games.protocol import AnyGame, Setup
from matches.model.match import Draft
from tests.bot.test_sentences import a_match
from tests.laws.walk import random_lines


def _draft(game: AnyGame, setup: Setup, *moves: str) -> Draft:
    line = play.Line.begin(game, setup)
    for move in moves:
        line = line.push(play.parse(game, line.position, move))
    assert line.position.to_move is not None
    return Draft(a_match(game, setup), line.position.to_move, "", line)


def test_bands_of_the_board() -> None:
    """More choices than a menu can hold are split by whole rows of the board, from top to bottom as
    its player sees it.
    """
    draft = _draft(games.get("attangle"), Setup(2))
    at = picking.spots(draft.line, draft.seat)
    upper, lower = picking.menus(picking.ways(draft, ""), at)
    assert (upper.band, lower.band) == picking.BANDS[2]
    assert upper.span.endswith("g4")
    assert max(at[picking.name(way)][1] for way in upper.ways) < min(
        at[picking.name(way)][1] for way in lower.ways
    )


def test_letters_are_those_of_the_picture() -> None:
    """Each option that is a point has its own letter, which is also on its mark in the picture.
    Beyond the alphabet there are two letters, of which the first is the menu's.
    """
    draft = _draft(games.get("attangle"), Setup(2))
    at, found = picking.spots(draft.line, draft.seat), picking.ways(draft, "")
    shown = picking.menus(found, at)
    named = picking.letters(shown, at)
    assert len({*named.values()}) == len(named) == len(found) == 36
    for menu, first in zip(shown, "AB", strict=True):
        assert {named[way.text][0] for way in menu.ways} == {first}
    marks = {mark.point: mark.text for mark in picking.marks(draft, "", found, named)}
    assert marks == {way.part.point: named[way.text] for way in found}
    few = picking.letters(shown[1:], at)
    assert sorted(few.values()) == [chr(ord("A") + number) for number in range(len(few))]


def test_a_column_is_marked_as_a_whole() -> None:
    """If the next part leaves several points open, all of them have its letter."""
    game = games.get("turnier")
    setup = play.setup(game, 2, rng=Random(1))
    line = play.Line.begin(game, setup)
    while line.position.phase == "laying":
        line = line.push(game.legal_moves(line.position)[0])
    assert line.position.to_move is not None
    draft = Draft(a_match(game, setup), line.position.to_move, "", line)
    at, found = picking.spots(draft.line, draft.seat), picking.ways(draft, "")
    named = picking.letters(picking.menus(found, at), at)
    marks = picking.marks(draft, "", found, named)
    assert {mark.point for mark in marks} == {str(move) for move in game.legal_moves(line.position)}
    assert {mark.text for mark in marks} == {*named.values()}
    assert len(named) == len(found)
    for way in found:
        bearing = {mark.point for mark in marks if mark.text == named[way.text]}
        assert bearing == {*way.points}
        assert all(point.startswith(way.text) for point in bearing)


@pytest.mark.parametrize("key", [game.info.key for game in games.all_games()])
def test_nothing_is_cut_off(key: str) -> None:
    """In every position, menus of at most 25 options offer each continuation exactly once."""
    game = games.get(key)
    for seats in game.info.seats:
        setup = play.setup(game, seats, rng=Random(seats))
        for number, (line, move) in enumerate(random_lines(game, setup, seats, 120)):
            if move is None or number % 4:
                continue
            assert line.position.to_move is not None
            draft = Draft(a_match(game, setup), line.position.to_move, "", line)
            at, found = picking.spots(draft.line, draft.seat), picking.ways(draft, "")
            made = picking.menus(found, at)
            offered = [way.text for menu in made for way in menu.ways]
            assert sorted(offered) == sorted(way.text for way in found)
            assert all(1 <= len(menu.ways) <= OPTIONS for menu in made)
            assert all(len(page) <= picking.MENUS for page in picking.pages(made))
