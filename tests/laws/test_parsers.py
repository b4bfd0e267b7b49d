"""Any input is a legal move or a refusal, and nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

import games
from bot.cli.engine import replayed
from bot.text.discord_limits import OPTIONS
from games import play
from games.continuations import completions
from games.errors import MoveError
from games.play import Line, play_turn
from games.protocol import AnyGame
from games.record import RecordError, from_json, from_text
from games.texts import REFUSALS
from tests.laws.conftest import CASES

LINES = [
    (game, Line.at(game, line.position))
    for number, (game, setup) in enumerate(CASES)
    for line in (play.replay(game, setup, [str(move) for move in moves])
                 for moves in [play.random_line(game, setup, Random(number), 25)])
]  # fmt: skip
LETTERS = "abcdefghnsvwxCS0123456789@=,:;-– .()×IVX"
Case: TypeAlias = tuple[AnyGame, Line[Any, Any]]
typed = st.text(max_size=20) | st.text(LETTERS, max_size=20)


@given(st.sampled_from(LINES), typed)
def test_any_text_is_a_legal_turn_or_refused(case: Case, text: str) -> None:
    """Any text read as a turn gives legal moves, or a MoveError with a reason."""
    _, line = case
    before = str(line.position)
    try:
        turn = play_turn(line, text)
    except MoveError as error:
        reason = error.refusal.code
        assert reason in line.game.texts.refusals or reason in REFUSALS
    else:
        first = turn.steps[0]
        assert first.move in line.game.legal_moves(first.before)
    assert str(line.position) == before


@given(st.sampled_from(LINES), typed)
def test_any_text_can_be_completed(case: Case, text: str) -> None:
    """Completion answers any text with a short list, possibly empty."""
    assert len(completions(case[1], text, OPTIONS)) <= OPTIONS


@given(st.sampled_from(games.all_games()), st.text(max_size=60))
def test_any_text_is_a_position_or_refused(game: AnyGame, text: str) -> None:
    """Any text read as a position reads back from its own text, or raises ValueError."""
    try:
        position = game.position(text)
    except ValueError:
        return
    assert game.position(str(position)) == position


@given(st.text(max_size=80) | st.binary(max_size=80).map(repr))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    """Any text or JSON read as a record gives one, or a RecordError."""
    for read in (from_text, from_json):
        try:
            read(text)
        except RecordError:
            continue


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.binary(max_size=60)
    | st.fixed_dictionaries(
        {},
        optional={
            "game": st.sampled_from([game.info.key for game in games.all_games()]) | json_values,
            "seats": st.integers(0, 5) | json_values,
            "options": st.just({}) | json_values,
            "moves": st.lists(typed, max_size=3) | json_values,
        },
    ).map(lambda fields: json.dumps(fields).encode())
)
def test_replay_answers_any_line(line: bytes) -> None:
    """The engine's replay answers any line with a JSON object: plies or an error."""
    answer = replayed(line)
    assert set(answer) in ({"error"}, {"plies", "turn", "result"})
    json.dumps(answer)
