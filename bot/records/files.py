"""Writes the files that people download: from plain values to bytes. Runs in a process for jobs."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import games
from games.record import Record, to_json, to_text


def of_record(game: str, fields: tuple[Any, ...]) -> tuple[bytes, bytes]:
    """A record as text and as JSON, from its game and its other fields in order."""
    record = Record(games.get(game), *fields)
    return to_text(record).encode(), to_json(record).encode()


def as_json(found: Any, name: str, most: int) -> tuple[str, bytes]:
    """Plain values as a JSON file of this name; compressed if it has more than `most` bytes."""
    text = json.dumps(found, indent=1, ensure_ascii=False).encode()
    if len(text) <= most:
        return name, text
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return f"{name}.zip", packed.getvalue()
