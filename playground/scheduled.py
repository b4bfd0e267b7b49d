"""Scheduled events of guilds, of the one kind that takes place outside Discord's channels."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from .errors import Json

SCHEDULED, ACTIVE, COMPLETED, CANCELED = range(1, 5)
"""The statuses of an event."""
NEXT: dict[int, tuple[int, ...]] = {SCHEDULED: (ACTIVE, CANCELED), ACTIVE: (COMPLETED,)}
"""The statuses that somebody can set next."""
MOST = 100
"""The most events of a guild that are scheduled or active."""


@dataclass(eq=False)
class ScheduledEvent:
    """A scheduled event. It starts and ends by itself at its times, unless somebody starts or ends
    it earlier.
    """

    id: int
    guild_id: int
    creator_id: int
    name: str
    description: str | None
    location: str
    start: datetime
    end: datetime
    made: int = SCHEDULED
    """The status that somebody has set."""

    @property
    def status(self) -> int:
        """The current status."""
        now = datetime.now(UTC)
        if self.made in (COMPLETED, CANCELED):
            return self.made
        if self.made == SCHEDULED and now < self.start:
            return SCHEDULED
        return ACTIVE if now < self.end else COMPLETED

    @property
    def listed(self) -> bool:
        """Whether it is scheduled or active."""
        return self.status in NEXT

    def described(self, creator: Json) -> Json:
        """The event as Discord describes it."""
        return {
            "id": str(self.id),
            "guild_id": str(self.guild_id),
            "channel_id": None,
            "creator_id": str(self.creator_id),
            "creator": creator,
            "name": self.name,
            "description": self.description,
            "image": None,
            "scheduled_start_time": self.start.isoformat(timespec="microseconds"),
            "scheduled_end_time": self.end.isoformat(timespec="microseconds"),
            "privacy_level": 2,
            "status": self.status,
            "entity_type": 3,
            "entity_id": None,
            "entity_metadata": {"location": self.location},
            "recurrence_rule": None,
            "guild_scheduled_event_exceptions": [],
        }
