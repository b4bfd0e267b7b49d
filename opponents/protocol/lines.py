"""Bytes that come in cut into lines."""

from __future__ import annotations

from collections.abc import Iterator

from games import record

LONGEST = record.LIMIT
"""The most bytes in a line, without its end: as many as a record may have."""


class Lines:
    """Cuts bytes into lines, and keeps no more of a line than it may have."""

    def __init__(self) -> None:
        self._begun = bytearray()
        self._too_long = False

    def cut(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that these bytes complete, without their ends; None for one that is too long.

        No bytes are the end of all: what was begun is a line, then.
        """
        *whole, rest = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            yield self._taken()
        self._add(rest)
        if not data and (self._begun or self._too_long):
            yield self._taken()

    def _add(self, piece: bytes) -> None:
        self._too_long = self._too_long or len(self._begun) + len(piece) > LONGEST + 1
        if self._too_long:
            self._begun.clear()
        else:
            self._begun += piece

    def _taken(self) -> bytes | None:
        line = bytes(self._begun).removesuffix(b"\r")
        too_long = self._too_long or len(line) > LONGEST
        self._begun.clear()
        self._too_long = False
        return None if too_long else line
