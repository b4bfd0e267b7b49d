"""How people of a soak look at a match before they choose what to do, and when that failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import matches
from matches.model.errors import TableError
from matches.model.ids import MatchId
from matches.model.match import Match
from storage.database import Database

Span = tuple[datetime, datetime]

LATER = timedelta(seconds=5)
"""How long connections that were lost in an outage may fail after it."""


@dataclass
class Looks:
    """Looks into the database."""

    db: Database
    in_vain: list[tuple[Span, str]] = field(default_factory=list)
    """Those that failed, and why."""
    upgraded: list[Span] = field(default_factory=list)
    """When the database was upgraded."""

    async def at(self, match: MatchId) -> Match | None:
        """The match; None if that is not to be had."""
        began = datetime.now(UTC)
        try:
            return await matches.get(self.db, match)
        except TableError as error:
            self.in_vain.append(((began, datetime.now(UTC)), repr(error.__cause__ or error)))
            return None

    def excused(self, outages: Sequence[Span]) -> int:
        """How many failed during outages that were planned, or an upgrade."""
        return len(self.in_vain) - self._unexcused(outages).total()

    def problems(self, outages: Sequence[Span]) -> Iterator[str]:
        """Those that failed at other times, by their reasons."""
        for reason, times in self._unexcused(outages).items():
            yield f"looked in vain: {times} × {reason}"

    def _unexcused(self, outages: Sequence[Span]) -> Counter[str]:
        planned = [*outages, *self.upgraded]
        return Counter(
            reason
            for (began, ended), reason in self.in_vain
            if not any(began <= end + LATER and start <= ended for start, end in planned)
        )
