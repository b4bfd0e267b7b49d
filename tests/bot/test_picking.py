"""Menus: how choices are split, named and marked, without Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from gettext import NullTranslations
from random import Random
from typing import Any

import pytest
from discord import SelectOption

import games
from bot.cogs.play import _board_text
from bot.messages import menu as menu_text
from bot.messages import picks as picking
from bot.text import position as position_text
from bot.text.discord_limits import LABEL, OPTIONS
from games import picks, play
from games.continuations import completions
from games.play import Line
from games.protocol import AnyGame, Part, Setup
from matches.model.computer_players import of_level
from matches.model.ids import PlayerId
from matches.model.shots import side
from opponents.puzzles import collection
from tests.bot.test_sentences import a_match
from tests.laws.walk import random_lines

pytestmark = pytest.mark.untraced

ENGLISH = NullTranslations()
GAMES = [game.info.key for game in games.all_games()]


def _line(key: str, *moves: str, **options: str) -> Line[Any, Any]:
    game = games.get(key)
    line = Line.begin(game, play.setup(game, None, options, Random(1)))
    for move in moves:
        line = line.read(move)[1]
    return line


def _titles(line: Line[Any, Any], stem: str = "") -> list[str]:
    setup = Setup(line.position.seats)
    return [menu_text.question(line, setup, menu, ENGLISH) for menu in picking.menus(line, stem)]


def _options(line: Line[Any, Any], menu: picking.Menu) -> list[SelectOption]:
    return menu_text.options(line, Setup(line.position.seats), menu, "", ENGLISH)


def _names(line: Line[Any, Any], stem: str = "") -> list[list[str]]:
    return [[picks.name(way) for way in menu.ways] for menu in picking.menus(line, stem)]


def _positions(game: AnyGame, one_of: int = 4) -> Iterator[tuple[Line[Any, Any], Setup]]:
    """Some lines of random games, and some puzzles: one of so many."""
    for seats in game.info.seats:
        setup = play.setup(game, seats, rng=Random(seats))
        for number, (line, move) in enumerate(random_lines(game, setup, seats, 120)):
            if move is not None and number % one_of == 0:
                yield line, setup
    for puzzle in collection(game.info.key)[::one_of]:
        line = Line.at(game, game.position(puzzle.position))
        setup = Setup(line.position.seats)
        for token in puzzle.solution.split():
            yield line, setup
            line = line.read(token)[1]


def test_points_are_split_by_columns() -> None:
    """More points than a menu can hold are split by whole columns, rows or hexagons, which the
    menus name.
    """
    line = _line("attangle")
    assert _titles(line) == ["Place on: rows a to d", "Place on: rows e to g"]
    first, second = _names(line)
    assert first == sorted(first)
    assert len(first) + len(second) == 36


def test_two_columns_are_both_named() -> None:
    """Nobody says "g to h" of two neighbours."""
    titles = [title for line, _ in _positions(games.get("die-drei"), 3) for title in _titles(line)]
    assert "Place on: columns g and h" in titles
    assert not any("columns g to h" in title for title in titles)


WIDE = "Sh@0,0 Sh@6,0 Sh@12,0 Cnw@0,2 Sh@14,2"
"""A ground of Turnier with so many columns that its picture is turned."""
SQUARE = "Csw@0,0 Cse@4,0 Cnw@0,4 Cne@4,4 Sv@8,1"


@pytest.mark.parametrize(("ground", "lanes"), [(WIDE, "rows"), (SQUARE, "columns")])
def test_menus_call_lanes_what_the_picture_shows(ground: str, lanes: str) -> None:
    """In a picture that is turned, the points whose names begin alike stand in rows."""
    titles = _titles(_line("turnier", *ground.split()))
    assert len(titles) > 1
    assert all(re.match(rf"Place fighters on: {lanes} [a-t] to [a-t]$", one) for one in titles)


@pytest.mark.parametrize("key", ["3stein", "tyr"])
def test_menus_of_few_points_name_each(key: str) -> None:
    """Nobody says "j11 to j11" of one point, or "c3 to c4" of two."""
    found = 0
    for line, setup in _positions(games.get(key)):
        for menu in picking.menus(line, ""):
            if len(menu.begins) < 3 and not menu.alone and len(menu.lanes) < 2:
                found += 1
                title = menu_text.question(line, setup, menu, ENGLISH)
                assert title.endswith(", ".join(menu.begins))
    assert found


def test_choices_have_the_names_of_their_points() -> None:
    """The picture names the points that the menus name, but not yet where captures lead."""
    line = _line("attangle", "b2", "c3", "e2", "f4")
    shown = picking.menus(line, "")
    marks = picking.marks(line, "", shown)
    assert all(mark.text == mark.point and mark.role == "choice" for mark in marks)
    named = {part.point for menu in shown for way in menu.ways for part in way.parts}
    assert {mark.point for mark in marks} == named - {"c3"}
    assert _titles(line)[-1] == "Capture with: b2"
    assert _names(line)[-1] == ["b2 + e2 → c3"]


def test_targets_are_marked_once_a_man_is_picked() -> None:
    """At first all men that can move are marked and nothing else, though menus offer whole moves;
    then where the picked one can go.
    """
    line = _line("3stein")
    moves = [str(move).split("-") for move in line.game.legal_moves(line.position)]
    shown = picking.menus(line, "")
    assert any(len(way.parts) > 1 for menu in shown for way in menu.ways)
    marked = {mark.point for mark in picking.marks(line, "", shown)}
    assert marked == {source for source, _ in moves}
    then = picking.marks(line, "a24", picking.menus(line, "a24"))
    marked = {mark.point for mark in then if mark.role == "choice"}
    assert marked == {target for source, target in moves if source == "a24"}


def test_what_was_picked_is_marked() -> None:
    """A part that has been chosen is marked otherwise than what may be chosen now. Its name is in
    the text, and would only hang over other men.
    """
    line = _line("3stein")
    marks = picking.marks(line, "a24", picking.menus(line, "a24"))
    assert [mark.point for mark in marks if mark.role == "picked"] == ["a24"]
    assert {mark.role for mark in marks} == {"picked", "choice"}
    assert not any(mark.text for mark in marks if mark.role == "picked")


def test_dice_are_called_as_they_look() -> None:
    """The menus of Tyr name a die as the picture does, with the number that it shows."""
    line = _line("tyr", "4@33=3", "3@19=1", "5@22=8")
    assert _titles(line) == ["With the die"]
    (menu,) = picking.menus(line, "")
    said = {one.label.partition(" ")[0]: one.description for one in _options(line, menu)}
    assert said == {"III": "now shows 1", "IV": "now shows 3"}
    line = _line("tyr", "4@33=3", "3@39=1", "5@62=8")
    assert _titles(line)[0].startswith("With the die: III (now shows 1)")
    assert all(name.startswith(("III → ", "IV → ")) for menu in _names(line) for name in menu)
    placing = _line("tyr")
    assert _names(placing) == [[f"{die} = {face}" for die, faces in DICE.items() for face in faces]]
    (menu,) = picking.menus(placing, "")
    first = _options(placing, menu)[0]
    assert first.label == "III = 1"
    assert first.description is None, "it says that already"
    assert _titles(_line("tyr", "4@33=3", "3@19=1")) == ["With the die: V"]
    assert _titles(placing, "4=8")[0] == "Place it on: 11 to 33"


DICE = {"III": (1, 2, 5, 6, 7, 9), "IV": (1, 3, 4, 5, 8, 9), "V": (2, 3, 4, 6, 7, 8)}


def test_men_are_described() -> None:
    """3Stein's menus say what each man is, Die Drei's the colour of each square."""
    line = _line("3stein")
    (menu, *_) = picking.menus(line, "")
    said = {one.description for one in _options(line, menu)}
    assert said <= {"lord", "knight", "squire"}
    line = _line("die-drei")
    (menu, *_) = picking.menus(line, "")
    said = {one.description for one in _options(line, menu)}
    assert said == {"red", "yellow", "green", "blue"}


class _Backwards(NullTranslations):
    """A language with another order of words, as far as the braces of fields let it."""

    def gettext(self, message: str) -> str:
        return " ".join(reversed(message.split(" ")))


def test_names_are_not_repeated_in_any_language() -> None:
    """What an option says besides its name doesn't depend on where a sentence has its field."""
    line = _line("tyr")
    (menu, *_) = picking.menus(line, "")
    for language in (ENGLISH, _Backwards()):
        made = menu_text.options(line, Setup(line.position.seats), menu, "", language)
        assert {one.description for one in made} == {None}


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_cut_off(key: str) -> None:
    """In every position, menus of at most 25 options with different values and names lead to every
    legal move, and to nothing else.
    """
    game = games.get(key)
    for line, setup in _positions(game, 30):
        reached, stems = set(), [""]
        while stems:
            stem = stems.pop()
            made = picking.menus(line, stem)
            assert all(1 <= len(menu.ways) <= OPTIONS for menu in made)
            assert all(len(page) <= picking.MENUS for page in picking.pages(made))
            offered = [way.text for menu in made for way in menu.ways]
            assert len({*offered}) == len(offered) <= 4 * OPTIONS or len(made) > picking.MENUS
            for menu in made:
                options = menu_text.options(line, setup, menu, stem, ENGLISH)
                assert len({one.label for one in options}) == len(options)
                assert all(len(one.label) <= LABEL for one in options)
            for way in (way for menu in made for way in menu.ways):
                if way.move is not None and not way.open:
                    reached.add(way.move)
                    continue
                further, move = picks.pick(line, stem, way.text)
                if move is None:
                    assert len(further) > len(stem)
                    stems.append(further)
                else:
                    reached.add(move)
            if stem:
                assert picking.before(line, stem) == ""
        passed = {move for move in game.legal_moves(line.position) if str(move) == "end"}
        assert reached == {*game.legal_moves(line.position)} - (passed if line.played else set())


@pytest.mark.parametrize("key", GAMES)
def test_no_option_is_tried(key: str) -> None:
    """Menus and completion are made without trying any move, so they can't tell what it does."""
    tried = list[str]()

    def refuse(*_: Any) -> Any:
        tried.append(key)
        raise AssertionError("a move was tried")

    for line, setup in _positions(games.get(key), 20):
        blind = replace(line, game=replace(line.game, apply=refuse, events=refuse))
        for menu in picking.menus(blind, ""):
            menu_text.question(blind, setup, menu, ENGLISH)
            menu_text.options(blind, setup, menu, "", ENGLISH)
        for one in completions(blind, "", OPTIONS):
            position_text.thing(blind.game, setup, one.position, one.way.parts, ENGLISH)
    assert not tried


@pytest.mark.parametrize("key", GAMES)
def test_words_do_not_tell_what_wins(key: str) -> None:
    """Where a move wins at once, it has the words of moves that don't, but for the names of points
    and numbers: in menus, in completion, in what can be done at a point, and in every puzzle.
    """
    game, won = games.get(key), 0
    plain = dict[str, set[str]](menus=set(), completion=set(), points=set())
    winning = dict[str, set[str]](menus=set(), completion=set(), points=set())
    for line, setup in _positions(game):
        wins = {
            str(move)
            for move in game.legal_moves(line.position)
            if _wins(game, line.position, move)
        }
        for where, words, tokens in _said(line, setup):
            assert tokens
            kinds = winning if tokens <= wins else plain
            kinds[where].add(words)
        won += bool(wins)
    assert won
    for where, told in winning.items():
        assert told <= plain[where]


def _wins(game: AnyGame, position: Any, move: Any) -> bool:
    result = game.apply(position, move).result
    return result is not None and result.ranks[position.to_move - 1] == 1


def _said(line: Line[Any, Any], setup: Setup) -> Iterator[tuple[str, str, set[str]]]:
    """All that is offered first: where, in which words, and to which moves it may lead."""
    game, moves = line.game, line.game.legal_moves(line.position)
    asked = {str(move): _texts((game.steps or game.spellings)(move)) for move in moves}
    spelled = {str(move): _texts(game.spellings(move)) for move in moves}
    for menu in picking.menus(line, ""):
        title = menu_text.question(line, setup, menu, ENGLISH).partition(":")[0]
        options = menu_text.options(line, setup, menu, "", ENGLISH)
        for way, one in zip(menu.ways, options, strict=True):
            said = _blank(f"{title} {one.label} {one.description}")
            yield "menus", said, _led_to(way.text, asked)
    for offer in completions(line, "", OPTIONS):
        thing = position_text.thing(game, setup, offer.position, offer.way.parts, ENGLISH)
        yield "completion", _blank(f"{offer.text} {thing}"), _led_to(offer.text, spelled)
    for text in _board_text.texts_of(game, moves):
        yield "points", _blank(text), _led_to(text, spelled)


def _texts(spellings: Sequence[Sequence[Part]]) -> list[str]:
    return ["".join(part.text for part in parts) for parts in spellings]


def _led_to(text: str, spelled: dict[str, list[str]]) -> set[str]:
    return {token for token, ways in spelled.items() if any(way.startswith(text) for way in ways)}


def _blank(text: str) -> str:
    return re.sub(r"-?\d+|\b[a-z]{1,2}(?=\d)|\b[IV]+\b", "#", text)


@pytest.mark.parametrize("key", GAMES)
def test_what_must_follow_is_not_asked(key: str) -> None:
    """No menu has a single option and no other beside it, unless the turn may end there."""
    for start, _ in _positions(games.get(key), 15):
        line = start
        for move in picks.forced(line):
            assert [move] == [*line.game.legal_moves(line.position)]
            line = line.push(move)
        if not picks.forced(line):
            offered = [way for menu in picking.menus(line, "") for way in menu.ways]
            assert len(offered) > 1 or play.closing(line.game, line.position) is not None
            for way in offered[:: max(1, len(offered) // 5)]:
                stem, move = picks.pick(line, "", way.text)
                if move is None:
                    assert sum(len(menu.ways) for menu in picking.menus(line, stem)) > 1


def test_a_match_is_seen_from_one_side() -> None:
    """Only who plays against computer players alone has the board turned, in all pictures."""
    match = a_match(games.get("attangle"), Setup(2))
    person, other = PlayerId(10**17), PlayerId(10**17 + 1)
    computer = of_level(1)
    for players, seat in (
        ((person, other), None),
        ((person, computer), 1),
        ((computer, person), 2),
        ((computer, None), 2),
        ((computer, computer), None),
    ):
        assert side(replace(match, players=players)) == seat
