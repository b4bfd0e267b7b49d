"""The portable record: what is written is read again, and only what replays is read."""

from __future__ import annotations

import pytest

import games
from games import play
from games.play import Line
from games.protocol import Result
from games.record import RecordError, from_json, from_text, record, to_json, to_text

TURNS = ("c3", "d3", "a1", "withdraw:2")


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
    """Text and JSON of a record are read as the same record."""
    found = from_text(_text())
    assert found.turns == TURNS
    assert found.result == Result((1, 2), "resignation")
    assert from_json(to_json(found)) == found
    assert to_text(found) == _text()


def test_turns_of_a_record_are_tidied() -> None:
    """Blanks, breaks of lines and empty turns that JSON can hold do not get into the text form."""
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
    """What does not replay to its claims, or is no record, is refused."""
    with pytest.raises(RecordError):
        from_text(_text(**changes))


@pytest.mark.parametrize("text", ["", "[]", "1", "{}", '{"game": []}', "nonsense"])
def test_other_json_is_refused(text: str) -> None:
    """Other JSON is refused with the same error."""
    with pytest.raises(RecordError):
        from_json(text)
