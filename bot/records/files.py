"""Writes the files that people download: from plain values to bytes. Runs in a process for jobs."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import games
from games.record import Record, to_json, to_text


def of_record(game: str, fields: tuple[Any, ...]) -> tuple[bytes, bytes]:
    """A record as text and as JSON, from its game and its other fields in order."""
    record = Record(games.get(game), *fields)
    return to_text(record).encode(), to_json(record).encode()


PART = 500
"""Rows that are packed at a time: that takes a millisecond, in which no other thread goes on."""


def in_parts(tables: dict[str, list[Any]]) -> list[bytes]:
    """Tables of any length on their way to `as_json`. For a thread."""
    return [
        pickle.dumps((name, rows[at : at + PART]))
        for name, rows in tables.items()
        for at in range(0, len(rows) or 1, PART)
    ]


def as_json(
    head: dict[str, Any], parts: Sequence[bytes], name: str, most: int
) -> tuple[str, bytes]:
    """Values and, under `tables`, what was put `in_parts`, as a JSON file of this name; compressed
    if it has more than `most` bytes.
    """
    tables = dict[str, list[Any]]()
    for table, rows in map(pickle.loads, parts):  # From our own process.
        tables.setdefault(table, []).extend(rows)
    found = head | {"tables": tables}
    text = json.dumps(found, indent=1, ensure_ascii=False).encode()
    if len(text) <= most:
        return name, text
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return f"{name}.zip", packed.getvalue()
