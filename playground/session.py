"""Sessions of the gateway, and how many of them may begin."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from .settings import Settings

REMEMBERED = 1000
"""The number of events that a session can replay."""
PAUSE = 5.0
"""Seconds within which `max_concurrency` sessions may begin, one in each bucket."""
DISPATCH = 0


@dataclass(eq=False)
class Connection:
    """One websocket of the bot. Everything that is put into `outgoing` is sent in order."""

    socket: web.WebSocketResponse
    outgoing: asyncio.Queue[str]
    transport: asyncio.Transport | None
    url: str
    """The gateway address that this client uses."""


@dataclass(eq=False)
class Session:
    """A session, begun by IDENTIFY. It outlives its connections, and replays missed events when it
    is resumed.
    """

    shard: tuple[int, int]
    intents: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    connection: Connection | None = None
    """None while disconnected."""
    expiry: asyncio.TimerHandle | None = None

    def holds(self, guild_id: int | None) -> bool:
        """Whether this shard gets that guild's events. Direct messages (None) belong to shard 0."""
        number, count = self.shard
        return ((guild_id or 0) >> 22) % count == number

    def dispatch(self, name: str, data: Any) -> None:
        """Number an event, keep it for a resume, and send it if connected."""
        self.seq += 1
        frame = json.dumps({"op": DISPATCH, "t": name, "s": self.seq, "d": data})
        self.sent.append((self.seq, frame))
        if self.connection is not None:
            self.connection.outgoing.put_nowait(frame)


class Starts:
    """Which sessions have begun lately, and how many more may begin today. A shard's bucket is its
    number modulo `max_concurrency`.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._begun: dict[int, float] = {}

    @property
    def are_used_up(self) -> bool:
        """Whether no session may begin any more today."""
        return self._settings.rate_limits and self._settings.session_starts <= 0

    def begin(self, shard: int) -> bool:
        """Notes that a session of this shard begins, unless another one of its bucket has just
        begun. Returns whether it does.
        """
        settings, now = self._settings, time.monotonic()
        bucket = shard % settings.max_concurrency
        early = bucket in self._begun and now - self._begun[bucket] < PAUSE
        if settings.rate_limits and early:
            return False
        settings.session_starts -= settings.rate_limits
        self._begun[bucket] = now
        return True
