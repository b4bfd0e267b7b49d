"""Continuations in cases that the registered games don't have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games import play
from games.attangle import GAME
from games.continuations import completions, continuations
from games.play import Line
from games.protocol import AnyGame, Part


def _parts(move: Any) -> tuple[tuple[Part, ...], ...]:
    first, dash, rest = str(move).partition("-")
    return (
        (Part("point", first), Part("target", dash + rest)) if dash else (Part("point", first),),
    )


def test_a_move_that_begins_others_is_offered_as_it_stands() -> None:
    """A token may be a complete move and the beginning of longer ones. Both are offered."""
    moves: Any = ["go", "go-off", "go-on"]
    attangle: Any = GAME
    game: AnyGame = replace(
        attangle,
        legal_moves=lambda _: moves,
        spellings=_parts,
        read=lambda _, text: text,
        apply=lambda position, _: position,
    )
    line: Line[Any, Any] = Line.begin(game, play.setup(game))
    (way,) = continuations(game, line.position, "G")
    assert (way.text, way.move, way.open) == ("go", "go", True)
    whole, *longer = continuations(game, line.position, "GO")
    assert (whole.text, whole.move, whole.open) == ("go", "go", False)
    assert [way.text for way in longer] == ["go-off", "go-on"]
    assert ["".join(part.text for part in way.whole) for way in longer] == ["go-off", "go-on"]
    for typed in ("g", "go"):
        found = completions(line, typed, limit=25)
        assert [one.text for one in found] == ["go", "go-off", "go-on"]
        assert all(one.way.move == one.text for one in found)
