"""The portable record of a match: game, rules version, setup, turns and ending, as text and JSON.

    [game "attangle"]
    [rules "1"]
    [seats "2"]
    [result "1,2:third-triple"]

    1. c3
    2. d5

In the text form a line is a turn (its tokens separated by blanks) or an event between turns.
Variations may follow, see `games.variations`. The tag `ending` says why a match without a result is
over. Reading a record replays it, so a record that was read is valid.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import games
from games.errors import MoveError, ReplayError
from games.play import AnyLine, Line, advance, setup
from games.protocol import AnyGame, Position, Result, Setup
from games.stops import Stops, entries
from games.variations import Variation, from_lines, is_of_one, to_lines, verified
from games.words import N_, say

LIMIT = 100_000
"""The most bytes of a file that is read as a record."""
LONGEST = 2_000
"""The most turns and events in a record that is read from a file. Longer ones would take too long
to replay."""

_TAG = re.compile(r'\[([a-z0-9-]+) "([^"]*)"\]')
_TURN = re.compile(r"\d+\.\s*(\S.*)")

DEPTH = 2
"""The deepest nesting of JSON objects and lists in a record: the record, and its options or
turns.
"""

_KINDS = {
    "game": str,
    "rules": int,
    "seats": int,
    "options": dict,
    "turns": list,
    "variations": list,
    "result": str,
    "ending": str,
}
"""The type of each field of the JSON form. Unknown fields are ignored."""

UNREADABLE = N_("It isn't a match record.")
NO_VARIATION = N_("“{text}” can't be played in its variation.")
NO_LINE = N_("“{text}” is not a line of a record.")
NO_MOVE = N_("Move {number}, “{text}”, can't be played.")
OTHER_END = N_("The result it gives doesn't follow from its moves.")
TOO_MANY = N_("It has more than {count} turns.")


class RecordError(ValueError):
    """A text that is not a record, or that does not replay to the result it claims.

    `sentence` and `fields` are for players, `str(error)` for logs.
    """

    def __init__(self, sentence: str = UNREADABLE, **fields: str | int) -> None:
        super().__init__(say(sentence, fields))
        self.sentence = sentence
        self.fields = fields

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the error by its arguments, so that it can be sent to another process."""
        return _error, (self.sentence, self.fields)


def _error(sentence: str, fields: dict[str, str | int]) -> RecordError:
    return RecordError(sentence, **fields)


@dataclass(frozen=True, slots=True)
class Record:
    """One match: a line in `turns` for each turn or event; `result` None means unfinished.

    `ending` is a code for why a match without a result is over. It is empty for all others.
    """

    game: AnyGame
    setup: Setup
    turns: tuple[str, ...]
    result: Result | None
    rules_version: int
    ending: str = ""
    variations: tuple[Variation, ...] = ()

    @property
    def length(self) -> int:
        """The number of its lines, including variations; at most `LONGEST` in a file."""
        return len(self.turns) + sum(1 + len(one.turns) for one in self.variations)

    def line(self, most: int | None = None) -> AnyLine:
        """The line after the last turn, by replay.

        Raises RecordError if a token can't be played or the result differs. With `most`, also as
        soon as there are more turns and events than that, without replaying the rest.
        """
        line, ply, entries = Line.begin(self.game, self.setup), 0, 0
        for turn in self.turns:
            for token in turn.split():
                try:
                    line = advance(line, ply, token)
                except ReplayError as error:
                    raise RecordError(NO_MOVE, number=ply + 1, text=token) from error
                ply += 1
                entries += not line.position.mid_turn
                if most is not None and entries > most:
                    raise RecordError(TOO_MANY, count=most)
        if line.position.result != self.result:
            raise RecordError(OTHER_END)
        return line


def record(game: AnyGame, setup: Setup, turns: Sequence[str], result: Result | None) -> Record:
    """The record of a match under the current rules."""
    return Record(game, setup, tuple(turns), result, game.info.rules_version)


def to_text(record: Record) -> str:
    """The text form, which `from_text` reads."""
    tags = {
        "game": record.game.info.key,
        "rules": str(record.rules_version),
        "seats": str(record.setup.seats),
        **{f"option-{key}": value for key, value in record.setup.options.items()},
        "result": str(record.result or "-"),
        **({"ending": record.ending} if record.ending else {}),
    }
    head = [f'[{key} "{value}"]' for key, value in tags.items()]
    turns = [f"{number}. {turn}" for number, turn in enumerate(record.turns, start=1)]
    return "\n".join([*head, "", *turns, *_lines(record)]) + "\n"


def _lines(record: Record) -> list[str]:
    return [line for one in record.variations for line in to_lines(one)]


def from_text(text: str, most: int | None = None) -> Record:
    """The inverse of `to_text`, verified by replay.

    Raises RecordError, also if there are more than `most` turns and events.
    """
    tags: dict[str, str] = {}
    turns: list[str] = []
    variations: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if tag := _TAG.fullmatch(line):
            tags[tag[1]] = tag[2]
        elif turn := _TURN.fullmatch(line):
            turns.append(turn[1])
        elif is_of_one(line):
            variations.append(line)
        else:
            raise RecordError(NO_LINE, text=line)
    options = {
        key.removeprefix("option-"): value
        for key, value in tags.items()
        if key.startswith("option-")
    }
    read_lines = {"options": options, "turns": turns, "variations": variations}
    return _verified(tags | read_lines, most)


def read(data: bytes) -> Record:
    """The record in a file, text or JSON, verified by replay.

    Raises RecordError, also if the file or the record is too long.
    """
    if len(data) > LIMIT:
        raise RecordError
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError from error
    is_json = text.lstrip().startswith("{")
    return from_json(text, LONGEST) if is_json else from_text(text, LONGEST)


def to_json(record: Record) -> str:
    """The JSON form, which `from_json` reads."""
    return json.dumps(
        {
            "game": record.game.info.key,
            "rules": record.rules_version,
            "seats": record.setup.seats,
            "options": dict(record.setup.options),
            "turns": record.turns,
            "result": str(record.result or "-"),
            **({"ending": record.ending} if record.ending else {}),
            **({"variations": _lines(record)} if record.variations else {}),
        }
    )


def from_json(text: str, most: int | None = None) -> Record:
    """The inverse of `to_json`, verified by replay.

    Raises RecordError, also if there are more than `most` turns and events.
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError from error
    if not isinstance(fields, dict) or not _within(DEPTH, fields):
        raise RecordError
    if any(type(fields[key]) is not kind for key, kind in _KINDS.items() if key in fields):
        raise RecordError
    return _verified(fields, most)


def _within(depth: int, value: Any) -> bool:
    """Whether objects and lists nest no deeper than `depth`. Doesn't look any deeper than that."""
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_within(depth - 1, one) for one in inner)


def _verified(fields: dict[str, Any], most: int | None) -> Record:
    try:
        game = games.get(fields["game"])
        found = Record(
            game,
            setup(game, int(fields["seats"]), fields["options"]),
            _tidied(fields["turns"]),
            Result.read(fields["result"]),
            int(fields["rules"]),
            fields.get("ending", ""),
        )
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise RecordError from error
    found.line(most)
    lines = fields.get("variations", [])
    return replace(found, variations=_variations(found, lines, most)) if lines else found


def _variations(record: Record, lines: list[str], most: int | None) -> tuple[Variation, ...]:
    """The variations of a record that replays, verified by replay. Raises RecordError, also if the
    record and its variations together have more than `most` turns and events.
    """
    stops = Stops(record.game, record.setup, entries(record.game, record.setup, record.turns))
    if most is not None and len(stops.entries) + len(lines) > most:
        raise RecordError(TOO_MANY, count=most)
    positions = [*stops.positions()]
    try:
        return tuple(_played(record, positions, one) for one in from_lines(lines))
    except (MoveError, ValueError, TypeError, AttributeError) as error:
        text = error.text if isinstance(error, MoveError) else str(error)
        raise RecordError(NO_VARIATION, text=text) from error


def _played(record: Record, positions: Sequence[Position], variation: Variation) -> Variation:
    if variation.after >= len(positions):
        raise ValueError(f"> {variation.after}")
    line = Line.at(record.game, positions[variation.after])
    return Variation(variation.after, verified(line, variation.turns))


def _tidied(turns: list[str]) -> tuple[str, ...]:
    """The turns as the text form can hold them: single blanks between tokens, no empty lines.

    Raises TypeError for a turn that is not a string.
    """
    return tuple(filter(None, (" ".join(str.split(turn)) for turn in turns)))
