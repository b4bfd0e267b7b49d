"""When the sessions of shards begin in a process that shares its shards with no other."""

from __future__ import annotations

from matches.installation.gateways import IDENTIFIED


class Starts:
    """The times at which sessions begin: as many at a time as Discord lets the bot begin.

    A shard's bucket is its number modulo `at_a_time`, Discord's `max_concurrency`.
    """

    def __init__(self, at_a_time: int = 1) -> None:
        self._at_a_time = at_a_time
        self._free: dict[int, float] = {}
        """When the next session of each bucket may begin."""

    def wait(self, shard: int, now: float) -> float:
        """Seconds until a session of the shard may begin, which then counts as begun."""
        bucket = shard % self._at_a_time
        begins = max(now, self._free.get(bucket, now))
        self._free[bucket] = begins + IDENTIFIED.total_seconds()
        return begins - now
