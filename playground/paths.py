r"""Patterns with which tests select requests: parts of paths, with `\d+` for a number and `*` for
anything.

They look like regular expressions but are not. Anybody who can reach the playground can send a
pattern, and must not be able to keep it busy with that.
"""

from __future__ import annotations

import re

LONGEST = 200
"""The longest pattern, in characters."""
_PART = re.compile(r"[\w@.~-]*")
_NUMBER = r"\d+"
_ANY = "*"


class PathPattern:
    r"""`/channels/\d+/messages` matches paths that contain these parts in this order. A leading `^`
    ties it to the beginning, a trailing `$` to the end. The empty pattern matches every path.
    Raises ValueError for an invalid pattern.
    """

    def __init__(self, text: str) -> None:
        self._at_start, self._at_end = text.startswith("^"), text.endswith("$")
        self._parts = text.removeprefix("^").removesuffix("$").strip("/").split("/")
        readable = all(part in (_NUMBER, _ANY) or _PART.fullmatch(part) for part in self._parts)
        if len(text) > LONGEST or not readable:
            raise ValueError(f"not a pattern of paths: {text[:LONGEST]!r}")

    def finds(self, path: str) -> bool:
        """Whether the path matches."""
        if self._parts == [""]:
            return True
        parts, length = path.strip("/").split("/"), len(self._parts)
        last = len(parts) - length
        return any(
            all(map(_fits, self._parts, parts[first : first + length]))
            for first in range(last if self._at_end else 0, 1 if self._at_start else last + 1)
            if 0 <= first <= last
        )


def _fits(wanted: str, part: str) -> bool:
    if wanted == _NUMBER:
        return part.isdecimal()
    return wanted in (_ANY, part)
