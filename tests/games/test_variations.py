"""Variations in records: written, read back, and only what can be played is accepted."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import play
from games.play import Line
from games.protocol import AnyGame
from games.record import LONGEST, Record, RecordError, from_json, from_text, read, to_json, to_text
from games.variations import COMMENT, Tried, Variation, from_lines

ATTANGLE = games.get("attangle")
TURNS = ("c3", "d3", "a1", "withdraw:2")


def _record(*variations: Variation) -> Record:
    setup = play.setup(ATTANGLE)
    result = play.replay(ATTANGLE, setup, TURNS).position.result
    return Record(ATTANGLE, setup, TURNS, result, 1, "", variations)


SOME = (
    Variation(1, (Tried(1, "d5", "Better?"), Tried(2, "b2"), Tried(2, "e2", 'so "quoted" \\ 👍'))),
    Variation(0, (Tried(1, "e2"), Tried(1, "b3"))),
)


def test_both_forms_hold_them() -> None:
    """Text and JSON read back as the same record, with the same lines in both."""
    found = _record(*SOME)
    assert from_text(to_text(found)) == found
    assert from_json(to_json(found)) == found
    text = to_text(found).splitlines()
    assert text[text.index("> 1") :] == json.loads(to_json(found))["variations"]
    assert text[text.index("> 1") + 1] == '>1 d5 "Better?"'


def test_the_length_counts_their_lines() -> None:
    """A record is as long as its turns and its variations with the line that heads each."""
    assert _record().length == 4
    assert _record(*SOME).length == 4 + (1 + 3) + (1 + 2)


def test_without_variations_nothing_changes() -> None:
    """A record without any has neither lines nor a field for them."""
    assert "\n>" not in to_text(_record())
    assert "variations" not in json.loads(to_json(_record()))


@pytest.mark.parametrize(
    "lines",
    [
        [">1 d5"],
        ["> 1", ">1 nonsense"],
        ["> 1", ">1 c3"],
        ["> 1", ">2 d5"],
        ["> 1", ">0 d5"],
        ["> 1", ">1 d5", ">3 b2"],
        ["> 4", ">1 d5"],
        ["> 99", ">1 d5"],
        ["> 1", '>1 d5 "open'],
        ["> 1", '>1 d5 "a" "b"'],
        ["> 1", ">1"],
        ["> x"],
        [">"],
    ],
)
def test_what_can_not_be_played_is_refused(lines: list[str]) -> None:
    """A turn that isn't legal there, a depth that leads nowhere, a broken line."""
    text = to_text(_record()) + "\n".join(lines) + "\n"
    with pytest.raises(RecordError):
        from_text(text)
    fields = json.loads(to_json(_record())) | {"variations": lines}
    with pytest.raises(RecordError):
        from_json(json.dumps(fields))


@pytest.mark.parametrize("lines", [[1], [None], [["> 1"]], [{}]])
def test_other_things_are_no_lines(lines: list[object]) -> None:
    """What is not even text is refused, too."""
    fields = json.loads(to_json(_record())) | {"variations": lines}
    with pytest.raises(RecordError):
        from_json(json.dumps(fields))


def test_turns_and_comments_are_tidied() -> None:
    """Turns get their canonical spelling; comments one line, and their most characters."""
    lines = ["> 1", '>1  D5  "one\\ntwo\\u0000 \\u2028 ' + "x" * 300 + '"']
    found = from_text(to_text(_record()) + "\n".join(lines))
    ((turn,),) = [one.turns for one in found.variations]
    assert turn.text == "d5"
    assert turn.comment.startswith("one two x")
    assert len(turn.comment) == COMMENT
    assert from_text(to_text(found)) == found


def test_they_count_as_turns() -> None:
    """A file may have as many lines with its variations as without."""
    moves = ("d5", "b2", "e2", "b3")
    many = [f">1 {moves[number % 4]}" for number in range(LONGEST)]
    with pytest.raises(RecordError):
        read((to_text(_record()) + "\n".join(["> 1", *many])).encode())
    assert read((to_text(_record()) + "\n".join(["> 1", *many[:-10]])).encode()).variations


@pytest.mark.untraced
@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: str(game.info.key))
@given(seed=st.integers(0, 2**32), comments=st.lists(st.text(max_size=30), max_size=8))
def test_trees_of_every_game_survive(game: AnyGame, seed: int, comments: list[str]) -> None:
    """Random trees behind random beginnings read back as they were once read."""
    rng = Random(seed)
    setup = play.setup(game, rng=Random(seed))
    line, turns = Line.begin(game, setup), list[str]()
    for _ in range(rng.randint(0, 4)):
        if line.position.to_move is not None:
            turns.append(_turn(line, rng))
            line = play.play_turn(line, turns[-1]).line
    lines, tree = [line], list[Tried]()
    for comment in comments:
        depth = rng.randint(1, len(lines))
        before = lines[depth - 1]
        if before.position.to_move is not None:
            text = _turn(before, rng)
            tree.append(Tried(depth, text, comment))
            lines[depth:] = [play.play_turn(before, text).line]
    if not tree:
        return
    variation = Variation(len(turns), tuple(tree))
    written = Record(game, setup, tuple(turns), line.position.result, 1, "", (variation,))
    found = from_text(to_text(written))
    assert [one[:2] for one in found.variations[0].turns] == [one[:2] for one in tree]
    assert from_text(to_text(found)) == found == from_json(to_json(found))


def _turn(line: Line, rng: Random) -> str:  # type: ignore[type-arg]
    tokens, now = list[str](), line
    while not tokens or now.position.mid_turn:
        move = rng.choice(list(now.game.legal_moves(now.position)))
        tokens.append(str(move))
        now = now.push(move)
    return " ".join(tokens)


def test_lines_of_matches_are_no_variations() -> None:
    """Only lines that begin with the sign of a variation are read as one."""
    with pytest.raises(ValueError, match="c3"):
        from_lines(["1. c3"])
