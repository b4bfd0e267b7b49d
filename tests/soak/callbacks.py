"""What became of the bot's first answers to interactions, and of the connections by which it hears
of them: why one was not acknowledged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from playground.faults import Recorded

DEADLINE = timedelta(seconds=3)
"""How long Discord waits for an acknowledgement."""
NOTICED = timedelta(seconds=1)
"""How long it may take until the end of a connection is noticed."""
UNKNOWN = "for no known reason"
_CALLBACK = re.compile(r"^/interactions/(\d+)/")
_TOO_LATE = 404

Span = tuple[datetime, datetime]


@dataclass
class Callbacks:
    """What has been heard of first answers and connections so far."""

    faulty: set[int] = field(default_factory=set)
    """Interactions whose callback was hit by a planned fault."""
    late: set[int] = field(default_factory=set)
    """Those whose callback came when Discord had stopped waiting."""
    missed: set[int] = field(default_factory=set)
    """Those that went out while no session of their shard was connected."""
    cut: list[datetime] = field(default_factory=list)
    """When sessions were interrupted."""

    def hear(self, request: Recorded) -> None:
        """Notes a request."""
        if found := _CALLBACK.match(request.path):
            if request.planned:
                self.faulty.add(int(found[1]))
            elif request.status == _TOO_LATE:
                self.late.add(int(found[1]))

    def why(
        self, interaction: int, began: datetime, ended: Iterable[datetime], locked: Sequence[Span]
    ) -> str:
        """Why an interaction that began then was not acknowledged: `ended` says when processes
        did, `locked` when the database was.
        """
        due = began + DEADLINE

        def meanwhile(moments: Iterable[datetime]) -> bool:
            return any(began - NOTICED <= one <= due for one in moments)

        if interaction in self.faulty:
            return "since a fault hit the callback"
        if meanwhile(ended):
            return "since a process ended"
        if interaction in self.missed or meanwhile(self.cut):
            return "since nobody was connected"
        if any(start <= due and began <= end for start, end in locked):
            return "since the database was locked"
        return "since the callback was late" if interaction in self.late else UNKNOWN
