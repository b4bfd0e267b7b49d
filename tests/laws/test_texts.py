"""Laws of texts and pictures: sentences, words, continuations, scenes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from itertools import islice, pairwise
from pathlib import Path
from string import Formatter

import pytest

import games
from bot.text.discord_limits import OPTIONS
from games import texts
from games.continuations import completions, continuations, outlook
from games.play import Line, Step, events, play_turn
from games.protocol import AnyGame, Setup
from games.texts import result_of, sentence_of
from games.words import Sentence, say
from render import paint
from render.theme import ROLES
from tests.laws.walk import random_lines

slow = pytest.mark.untraced
"""Tracing these would take three times as long."""
ROOT = Path(games.__file__).parent
LONG_GAME = 100_000
"""Plies within which every random game is over."""


def _folder(game: AnyGame) -> Path:
    return ROOT / game.start.__module__.split(".")[1]


def _codes(folder: Path, *makers: str) -> set[str]:
    """The literal codes passed to these classes anywhere in a folder."""
    found = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            if node.func.id in makers:
                found |= {
                    leaf.value
                    for leaf in ast.walk(node.args[0])
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
                }
    return found


def _literals(folder: Path) -> set[str]:
    """All string literals in a folder's rules, notation and scene."""
    return {
        node.value
        for path in folder.glob("*.py")
        if path.name != "texts.py" and not path.name.startswith("help")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_code_has_a_sentence_and_none_is_unused(game: AnyGame) -> None:
    """Refusals, events, parts and phrases have codes that are keys of the texts; each key of the
    texts is a code of the rules. Random play says all results, below.
    """
    folder, said = _folder(game), game.texts
    assert _codes(folder, "Refusal") <= {*said.refusals, *texts.REFUSALS}
    assert _codes(folder, "Event") <= set(said.events)
    assert _codes(folder, "Part") <= set(said.parts)
    assert _codes(folder, "Phrase") <= {*said.words, *said.things}
    literals = _literals(folder)
    asked = {code for question in said.questions for code in question.split(":")}
    ended, options = zip(*(key.partition(":")[::2] for key in said.results), strict=True)
    assert {*options} <= {"", *said.options}
    for codes in (said.refusals, said.events, said.words, said.parts, said.forms, ended, asked):
        assert set(codes) - {"play"} <= literals
    assert set(said.terms) <= literals or not said.terms
    assert {*said.printed} <= {*said.words}
    assert {*said.phases} <= {*said.questions}


def test_all_that_is_said_can_be_said(game: AnyGame, setup: Setup) -> None:
    """Every event, word and result of random play has a sentence, and every phase a question."""
    names, language = game.seat_names(setup), NullTranslations()
    assert len(set(names)) == setup.seats
    for line, move in random_lines(game, setup, 21):
        for phrase in game.words(line.position):
            assert say(sentence_of(game.texts, "words", phrase), phrase.fields, names, language)
        if move is not None:
            after = game.apply(line.position, move)
            for event in game.events(line.position, move, after):
                assert say(sentence_of(game.texts, "events", event), event.fields, names)
        assert line.position.phase in game.texts.questions


@slow
def test_every_result_of_random_play_has_a_sentence(game: AnyGame, setup: Setup) -> None:
    """Games that are played to their end name a reason that the last board can say."""
    for seed in range(3):
        *_, (line, _) = random_lines(game, setup, seed, LONG_GAME)
        result = line.position.result
        assert result is not None
        assert say(result_of(game, setup, result.reason), {})


def test_sentences_have_only_fields(game: AnyGame) -> None:
    """Sentences are valid formats with named fields, and both forms of a plural have the same
    fields.
    """
    for sentences in (game.texts.refusals, game.texts.events, game.texts.words):
        for forms in _forms(sentences):
            for form in forms:
                assert None not in {name for _, name, _, _ in Formatter().parse(form) if name == ""}
            assert len({frozenset(_fields(form)) for form in forms}) == 1 or len(forms) == 2


def _forms(sentences: Mapping[str, Sentence]) -> Iterator[tuple[str, ...]]:
    for sentence in sentences.values():
        yield sentence if isinstance(sentence, tuple) else (sentence,)


def _fields(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


def test_options_have_labels(game: AnyGame) -> None:
    """Each option and each of its listed values has a label."""
    for option in game.info.options:
        assert option.key in game.texts.options
        for value in option.values or ():
            assert f"{option.key}={value}" in game.texts.options


def test_help_teaches(game: AnyGame) -> None:
    """The help has several sections, each of which fits a message."""
    assert len(game.texts.help) >= 4
    assert all(section.title and 20 < len(section.body) < 1800 for section in game.texts.help)


@slow
def test_ways_lead_to_every_legal_move_and_to_nothing_else(game: AnyGame, setup: Setup) -> None:
    """Following the continuations part by part reaches exactly the legal moves."""
    for number, (line, _) in enumerate(random_lines(game, setup, 22, 120)):
        if number % 12:
            continue
        reached, stems = set(), [""]
        while stems:
            stem = stems.pop()
            for way in continuations(game, line.position, stem):
                if len(way.text) == len(stem):
                    continue
                if way.move is not None:
                    reached.add(way.move)
                if way.open:
                    stems.append(way.text)
        assert reached == set(game.legal_moves(line.position))


@slow
def test_completion_offers_what_can_be_played(game: AnyGame, setup: Setup) -> None:
    """At most 25 texts are offered. Each begins a turn, and a complete token is among its own
    offers.
    """
    for number, (line, move) in enumerate(random_lines(game, setup, 23, 120)):
        if number % 10 or move is None:
            continue
        base = Line.at(game, line.position)
        pairs = pairwise(map(str, game.legal_moves(line.position)))
        nested = next((one for one, other in pairs if other.startswith(one)), "")
        for typed in ("", str(move)[:1], str(move)[:2].upper(), str(move), nested):
            found = completions(base, typed, OPTIONS)
            offered = [one.text for one in found]
            assert 0 < len(offered) <= OPTIONS
            assert len(set(offered)) == len(offered)
            assert all(outlook(base, text).ways for text in offered)
            moves = (one.text for one in found if one.way.move is not None)
            for text in islice(moves, 2):
                over = play_turn(base, text).complete
                assert bool(completions(base, f"{text} ", OPTIONS)) != over
        assert str(move) in [one.text for one in completions(base, str(move), OPTIONS)]


@slow
def test_every_scene_can_be_painted(game: AnyGame, setup: Setup) -> None:
    """The scenes of a random game can be painted, with marks, from every seat's side."""
    lines = list(random_lines(game, setup, 24))
    wanted = {0, 1, 2, len(lines) // 2, len(lines) - 2, len(lines) - 1, *range(0, len(lines), 40)}
    for number in sorted(wanted & set(range(len(lines)))):
        line, move = lines[number]
        if move is None:
            scene = game.scene(line.position, ())
        else:
            after = game.apply(line.position, move)
            scene = game.scene(after, events(game, [Step(line.position, move, after)]))
        assert len(scene.trays) == setup.seats
        assert {figure.point for figure in scene.figures} <= set(scene.board.spots)
        assert {mark.point for mark in scene.marks} <= set(scene.board.spots)
        picture = paint(scene, captions=("Änne", "Zoë", "Łukasz", "東京")[: setup.seats])
        assert picture.png.startswith(b"\x89PNG")


@slow
def test_own_roles_fall_back_on_general_ones(game: AnyGame, setup: Setup) -> None:
    """A role that a game declares has a general one to take its colours from; the boards of a match
    declare the same roles.
    """
    declared = game.scene(game.start(setup), ()).board.roles
    assert {*declared.values()} <= {*ROLES}
    assert not declared.keys() & {*ROLES}
    for line, _ in random_lines(game, setup, 25):
        assert game.scene(line.position, ()).board.roles == declared


def test_every_seat_looks_at_the_board_from_somewhere(game: AnyGame, setup: Setup) -> None:
    """Each seat's view turns the board by less than a full turn."""
    position = game.start(setup)
    assert all(0 <= game.view(position, seat) < 360 for seat in range(1, setup.seats + 1))


def test_seats_differ_in_more_than_colour(game: AnyGame, setup: Setup) -> None:
    """The seats' badges differ in shape or letter as well as in colour."""
    trays = game.scene(game.start(setup), ()).trays
    assert len({tray.glyph for tray in trays}) == setup.seats
    assert len({tray.role for tray in trays}) == setup.seats
