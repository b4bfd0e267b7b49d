"""Cuts incoming bytes into lines."""

from __future__ import annotations

from collections.abc import Iterator

from games import record

LONGEST = record.LIMIT
"""The most bytes in a line, without its end: the same limit as for a record."""


class Lines:
    """Cuts bytes into lines, and keeps no more of a line than the limit."""

    def __init__(self) -> None:
        self._begun = bytearray()
        self._too_long = False

    def cut(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that these bytes complete, without their ends; None for a line that is too
        long.

        Empty bytes mean the end of the input: an unfinished line is then complete.
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
