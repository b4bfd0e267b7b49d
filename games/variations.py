"""Variations of a record: trees of turns that were tried out, with comments.

    > 12
    >1 c3 "Better than what was played."
    >2 d5
    >2 d6
    >1 e4

The first line has the number of the record's turns and events before the tree. Each other line is a
whole turn: its depth in the tree, its tokens, and perhaps a comment as a JSON string. It follows
the last turn above it whose depth is less by one. The JSON form of a record has the same lines in a
list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.play import AnyLine, whole_turn
from games.words import plain

COMMENT = 200
"""The most characters of a comment."""

_DIGITS = 6
"""The most digits of a number."""


class Tried(NamedTuple):
    """A turn of a variation: its depth, from 1, its text and its comment."""

    depth: int
    text: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Variation:
    """A tree of turns: the number of the record's turns and events before it, and its turns, each
    before those that follow it.
    """

    after: int
    turns: tuple[Tried, ...]


def is_of_one(line: str) -> bool:
    """Whether a line of a record belongs to a variation."""
    return line.startswith(">")


def to_lines(variation: Variation) -> Iterator[str]:
    """The lines that `from_lines` reads."""
    yield f"> {variation.after}"
    for depth, text, comment in variation.turns:
        said = plain(comment, COMMENT)
        more = f" {json.dumps(said, ensure_ascii=False)}" if said else ""
        yield f">{depth} {text}{more}"


def from_lines(lines: Iterable[str]) -> tuple[Variation, ...]:
    """The inverse of `to_lines`, for several variations. Raises ValueError with the wrong line."""
    found: list[tuple[int, list[Tried]]] = []
    for line in lines:
        if not is_of_one(line):
            raise ValueError(line)
        depth, _, rest = line.removeprefix(">").partition(" ")
        if not depth:
            found.append((_number(rest, line), []))
            continue
        text, quoted, said = rest.partition('"')
        if not found or not text.strip():
            raise ValueError(line)
        comment = _comment(quoted + said, line) if quoted else ""
        found[-1][1].append(Tried(_number(depth, line), " ".join(text.split()), comment))
    return tuple(Variation(after, tuple(turns)) for after, turns in found)


def _number(text: str, line: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise ValueError(line)
    return int(text)


def _comment(text: str, line: str) -> str:
    try:
        return plain(str(json.loads(text)), COMMENT)
    except ValueError:
        raise ValueError(line) from None


def verified(line: AnyLine, turns: Sequence[Tried]) -> tuple[Tried, ...]:
    """The turns in their canonical form, replayed from a position. Raises MoveError, and ValueError
    for a turn that is deeper than the turns before it allow.
    """
    lines, found = [line], list[Tried]()
    for depth, text, comment in turns:
        if not 1 <= depth <= len(lines):
            raise ValueError(text)
        turn = whole_turn(lines[depth - 1], text)
        lines[depth:] = [turn.line]
        found.append(Tried(depth, turn.text, comment))
    return tuple(found)
