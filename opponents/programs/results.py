"""The games of a match in a file, one line of JSON each, so that a match can be resumed.

The first line has the terms of the match. Each other line is a record that `games.record` reads,
with the seating, the first program's share, and the fault of a program, if any.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from games import record
from games.protocol import AnyGame, Setup
from opponents.programs.contest import Played, Seating

_HEAD = b'{"match": '
"""How a file of results begins."""
_NONE = "This file has no results of a match."


class OtherMatch(ValueError):
    """The file has the games of another match, or is not a file of results, or is in use."""


class Results:
    """The results so far, as the first program's shares, in the order of the games."""

    def __init__(self, path: Path | None, terms: Mapping[str, Any]) -> None:
        """Opens or creates the file; without a path nothing is kept. Raises OtherMatch and
        OSError.
        """
        self.shares: list[float] = []
        self.faults = [0, 0]
        """The number of games that each program has lost by a fault."""
        self._file: BinaryIO | None = None
        if path is not None:
            self._file = path.open("a+b")
            try:
                self._read(self._file, terms)
            except OtherMatch:
                self._file.close()
                raise

    def close(self) -> None:
        """Releases the file, so that others may write to it."""
        if self._file is not None:
            self._file.close()

    def _read(self, file: BinaryIO, terms: Mapping[str, Any]) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise OtherMatch("Another match is writing into this file.") from error
        file.seek(0)
        whole = file.read()
        kept = whole[: whole.rfind(b"\n") + 1]  # An unfinished line is played again.
        if not kept:
            if whole[: len(_HEAD)] != _HEAD[: len(whole)]:
                raise OtherMatch(_NONE)
            file.truncate(0)
            self._write({"match": dict(terms)})
            return
        try:
            head, *lines = map(json.loads, kept.splitlines())
            before = head["match"]
            for line in lines:
                self._count(line["share"], line["fault"] and line["fault"]["program"])
        except (ValueError, KeyError, TypeError) as error:
            raise OtherMatch(_NONE) from error
        changed = [key for key in {**before, **terms} if before.get(key) != terms.get(key)]
        if changed:
            raise OtherMatch(f"This file has another match, with other {', '.join(changed)}.")
        file.truncate(len(kept))

    def add(
        self,
        game: AnyGame,
        setup: Setup,
        seating: Seating,
        played: Played,
        names: Sequence[str],
    ) -> None:
        """Counts a game and stores it, with the names that the programs call themselves. Stored
        games survive the end of the process.
        """
        share, fault = played.share(seating), played.fault
        kept = record.record(game, setup, played.turns, played.result)
        line = {
            "number": len(self.shares),
            **json.loads(record.to_json(kept)),
            "names": names,
            "seating": seating,
            "share": share,
            "fault": fault and {"program": fault.program, "kind": fault.kind, "text": fault.text},
        }
        self._write(line)
        self._count(share, None if fault is None else fault.program)

    def _count(self, share: float, failed: int | None) -> None:
        self.shares.append(share)
        if failed is not None:
            self.faults[failed] += 1

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
