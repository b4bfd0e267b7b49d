"""Forms with files: what is in the parts of a `multipart/form-data` body (RFC 7578)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from aiohttp.multipart import content_disposition_filename, parse_content_disposition

TYPE = "multipart/form-data"
_BOUNDARY = re.compile(r';\s*boundary=(?:"([^"]+)"|([^\s;"]+))', re.IGNORECASE)
_DISPOSITION = re.compile(rb"^Content-Disposition:(.*)$", re.IGNORECASE | re.MULTILINE)


@dataclass
class Part:
    """One field of a form; `filename` is None unless it is a file."""

    name: str | None
    filename: str | None
    data: bytes


def is_multipart(content_type: str) -> bool:
    """Whether a Content-Type announces such a form."""
    return content_type.partition(";")[0].strip().lower() == TYPE


def parts(content_type: str, body: bytes) -> list[Part]:
    """The parts of a whole body, in its order. Raises ValueError if it is not well formed."""
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise ValueError("the boundary is missing")
    delimiter = b"\r\n--" + (boundary[1] or boundary[2]).encode()
    first = delimiter.removeprefix(b"\r\n")
    found = []
    start = _after(body, first, 0)
    while not body.startswith(b"--", start):
        after = _after(body, delimiter, start)
        found.append(_part(body, start, after - len(delimiter)))
        start = after
    return found


def _after(body: bytes, mark: bytes, start: int, end: int | None = None) -> int:
    """Where the next such mark ends."""
    return body.index(mark, start, end) + len(mark)


def _part(body: bytes, start: int, end: int) -> Part:
    """The part that lies there; of a large body it alone is copied."""
    data = _after(body, b"\r\n\r\n", start, end)
    disposition = _DISPOSITION.search(body, start, data)
    stated = disposition[1].decode(errors="surrogateescape").strip() if disposition else ""
    return Part(*_names(stated), body[data:end])


@lru_cache
def _names(disposition: str) -> tuple[str | None, str | None]:
    """The names of a field and of its file. A program states the same ones again and again."""
    _, stated = parse_content_disposition(disposition)
    return content_disposition_filename(stated, "name"), content_disposition_filename(stated)
