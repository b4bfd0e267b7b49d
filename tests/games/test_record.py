"""The portable record: what is written reads back, and only what replays is accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import play
from games.play import Line
from games.protocol import Result
from games.record import (
    DEPTH,
    UNREADABLE,
    RecordError,
    from_json,
    from_text,
    read,
    record,
    to_json,
    to_text,
)

TURNS = ("c3", "d3", "a1", "withdraw:2")
PAST = Path(__file__).parent.parent / "past"
"""What an earlier version has left. Nothing there is ever edited."""


def _text(**changes: str) -> str:
    game = games.get("attangle")
    setup = play.setup(game)
    result = play.replay(game, setup, TURNS).position.result
    text = to_text(record(game, setup, TURNS, result))
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_record_survives_its_text_and_its_json() -> None:
    """Text and JSON of a record read back as the same record."""
    found = from_text(_text())
    assert found.turns == TURNS
    assert found.result == Result((1, 2), "resignation")
    assert from_json(to_json(found)) == found
    assert to_text(found) == _text()


def test_old_records_are_read() -> None:
    """Files that people have kept, in both forms, still say what they said."""
    text = read((PAST / "record.txt").read_bytes())
    assert (text.game.info.key, text.rules_version) == ("tyr", 1)
    assert (text.setup.seats, text.setup.options) == (3, {"line": "any"})
    assert text.turns[:2] == ("3@61=9", "5@44=4")
    assert text.turns[7:] == ("handover:1", "4-13=1", "timeout:2", "withdraw:3")
    assert text.result == Result((1, 3, 2), "resignation")
    (tried,) = text.variations
    assert tried.after == 0
    assert [(one.depth, one.text) for one in tried.turns] == [
        (1, "5@77=4"),
        (2, "3@83=7"),
        (1, "3@89=6"),
    ]
    assert [one.comment for one in tried.turns] == [
        "Better than what was played.",
        "",
        'Or “this”, and "that".',
    ]
    js = read((PAST / "record.json").read_bytes())
    assert (js.game.info.key, js.rules_version, js.setup.seats) == ("die-drei", 1, 2)
    assert js.setup.options == {"board": "2b0.3a3.1b1.4a3", "extended": "false"}
    assert js.turns == ("b5", "c6", "b6", "c8")
    assert (js.result, js.ending, js.variations) == (None, "aborted", ())


def test_turns_of_a_record_are_tidied() -> None:
    """Spaces, line breaks and empty turns, which JSON can hold, do not reach the text form."""
    found = from_json(to_json(from_text(_text())).replace('"d3"', '" d3\\n ", "", "\\u2028"'))
    assert found.turns == TURNS
    assert from_text(to_text(found)) == found


def test_an_unfinished_record_has_no_result() -> None:
    """A running match can be recorded, too."""
    game = games.get("attangle")
    setup = play.setup(game)
    text = to_text(record(game, setup, TURNS[:3], None))
    assert '[result "-"]' in text
    assert from_text(text).line() == play.replay(game, setup, TURNS[:3])
    assert Line.begin(game, setup) != from_text(text).line()


@pytest.mark.parametrize(
    "changes",
    [
        {"c3": "d4"},
        {"1,2:resignation": "2,1:resignation"},
        {"1,2:resignation": "-"},
        {'"attangle"': '"chess"'},
        {'"2"]': '"3"]'},
        {"4. ": "four "},
        {"[result": "[outcome"},
    ],
)
def test_a_record_that_is_not_true_is_refused(changes: dict[str, str]) -> None:
    """A record that does not replay to its claims, or is not a record, is refused."""
    with pytest.raises(RecordError):
        from_text(_text(**changes))


@pytest.mark.parametrize("text", ["", "[]", "1", "{}", '{"game": []}', "nonsense"])
def test_other_json_is_refused(text: str) -> None:
    """Other JSON is refused with the same error."""
    with pytest.raises(RecordError):
        from_json(text)


FIELDS = {"game": "attangle", "rules": 1, "seats": 2, "options": {}, "turns": ["c3"], "result": "-"}
PLACES = ("game", "rules", "seats", "options", "turns", "result", "ending", "other")
depths = st.integers(1, 1_000) | st.integers(1_000, 5_000)


def _nest(depth: int, kind: str) -> str:
    """Nested objects or lists, with a token in the innermost."""
    opening, closing = {"list": ("[", "]"), "object": ('{"c3": ', "}")}[kind]
    return opening * depth + '"c3"' + closing * depth


def _with(place: str, text: str) -> str:
    """A record in JSON with this value in a field, an option or a turn."""
    within: dict[str, Any] = {"a turn": ("turns", ["?"]), "an option": ("options", {"c3": "?"})}
    field, value = within.get(place, (place, "?"))
    return json.dumps(FIELDS | {field: value}).replace('"?"', text)


@pytest.mark.untraced
@pytest.mark.parametrize("kind", ["list", "object"])
@pytest.mark.parametrize("place", [*PLACES, "a turn", "an option"])
@given(depth=depths)
def test_a_record_is_two_levels_deep(place: str, kind: str, depth: int) -> None:
    """Deeper nesting in any place is refused, whether or not Python's parser supports the depth. A
    list of tokens in `turns` is allowed, and unknown fields are ignored.
    """
    text = _with(place, _nest(depth, kind))
    if depth < DEPTH and (place == "other" or (place, kind) == ("turns", "list")):
        assert from_json(text).turns == ("c3",)
        return
    with pytest.raises(RecordError) as refused:
        from_json(text)
    assert refused.value.sentence == UNREADABLE


@pytest.mark.parametrize("calls", [0, 100, 500])
@pytest.mark.parametrize("depth", [100, 500, 900, 990, 5_000])
def test_a_deep_record_is_refused_from_any_depth_of_calls(depth: int, calls: int) -> None:
    """The remaining space on Python's stack makes no difference."""

    def attempt(calls: int) -> None:
        if calls:
            attempt(calls - 1)
        else:
            from_json(_with("a turn", _nest(depth, "list")))

    with pytest.raises(RecordError):
        attempt(calls)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", 1),
        ("game", None),
        ("rules", "1"),
        ("rules", 1.0),
        ("rules", True),
        ("seats", "2"),
        ("seats", 2.5),
        ("seats", None),
        ("options", []),
        ("options", "none"),
        ("turns", "c3"),
        ("turns", {"c3": 1}),
        ("turns", ["c3", 1]),
        ("turns", [None]),
        ("result", None),
        ("result", 1),
        ("ending", None),
        ("ending", 1),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused(field: str, value: Any) -> None:
    """Values of other types are not converted."""
    with pytest.raises(RecordError) as refused:
        from_json(json.dumps(FIELDS | {field: value}))
    assert refused.value.sentence == UNREADABLE
