"""The bot's metrics, in the format of Prometheus.

Counting costs next to nothing and is always on. `bot.app.health` decides who may read the metrics.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from discord.ext import commands
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from bot.observability.pulse import Pulse
from matches.model.played import Played
from matches.outbox.backlog import Backlog

log = logging.getLogger(__name__)

BEAT = 0.5
"""Seconds between two measurements of the event loop's lag."""
disable_created_metrics()  # type: ignore[no-untyped-call]  # They would double the page.

_LATENCIES = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
METRICS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "dreierlei_turns": ("Turns that were played.", ("game",)),
    "dreierlei_computer_turns": (
        (
            "Turns of computer players, by whether they lose to the next turn: safe; lost, since "
            "all do; open, since the search ended before that was known; unguarded, since their "
            "level or the number of sides asks for no such search."
        ),
        ("game", "safety"),
    ),
    "dreierlei_bugs": ("Errors that players got a reference number for.", ()),
    "dreierlei_dropped_events": (
        "Events of Discord's gateway that could not be read, at all or in part.",
        ("event",),
    ),
    "dreierlei_interaction_seconds": (
        "From when an interaction arrived until all that it does was done.",
        ("kind", "command"),
    ),
    "dreierlei_event_loop_lag_seconds": (
        "By how much the event loop was late when it was measured last.",
        (),
    ),
    "dreierlei_event_loop_blocked": (
        "Callbacks that kept the event loop busy for too long; the log names them.",
        (),
    ),
    "dreierlei_gateway_reconnects": (
        "Connections to Discord's gateway after the first: resumed, or begun anew.",
        ("shard", "how"),
    ),
    "dreierlei_shards": (
        (
            "Shards: all that there are, for all processes together; held, which this process "
            "answers for; connected, those of them that are connected."
        ),
        ("what",),
    ),
    "dreierlei_requests": (
        (
            "Requests to Discord by method and path, with * for ids, and by whether they spend the "
            "budget of 50 a second for all processes: yes; no, since they answer interactions."
        ),
        ("request", "budgeted"),
    ),
    "dreierlei_invalid_requests": (
        "Requests that Discord answered with 401, 403 or 429; too many shut the address out.",
        ("status",),
    ),
    "dreierlei_processes_replaced": (
        "Processes for heavy work that have died or stood still, by what they did.",
        ("what",),
    ),
    "dreierlei_waiting": (
        (
            "What waits in this process: computer players' searches for a worker, pictures for the "
            "painter, jobs of people for their process, requests to Discord for their turn, reads "
            "and writes for a connection to the database."
        ),
        ("what",),
    ),
    "dreierlei_due": (
        (
            "What is due in the database: notices to send, computer players' calls, matches in "
            "which somebody's time is over."
        ),
        ("what",),
    ),
    "dreierlei_frozen_matches": (
        "Matches that nobody can go on with, since their log does not replay.",
        (),
    ),
    "dreierlei_last_write_seconds": (
        "How long ago the last write was done that had to be.",
        (),
    ),
}
"""Each metric by its name: what operators read about it, and its labels."""

T = TypeVar("T", Counter, Gauge, Histogram)


def _made(kind: type[T], name: str, registry: CollectorRegistry, **more: Any) -> T:
    text, labels = METRICS[name]
    return kind(name, text, labels, registry=registry, **more)


class Metrics:
    """The metrics of one process. `queues` says what waits in it, and how much, and `count_shards`
    how many shards there are, and which of them it has.
    """

    def __init__(
        self,
        queues: Callable[[], dict[str, int]],
        pulse: Pulse,
        count_shards: Callable[[], dict[str, int]] = dict,
    ) -> None:
        self._queues, self._count_shards = queues, count_shards
        self._pulse = pulse
        self._registry = registry = CollectorRegistry()
        self.turns = _made(Counter, "dreierlei_turns", registry)
        self.computer_turns = _made(Counter, "dreierlei_computer_turns", registry)
        self.bugs = _made(Counter, "dreierlei_bugs", registry)
        self.dropped = _made(Counter, "dreierlei_dropped_events", registry)
        self._latency = _made(
            Histogram, "dreierlei_interaction_seconds", registry, buckets=_LATENCIES
        )
        self._lag = _made(Gauge, "dreierlei_event_loop_lag_seconds", registry)
        self._blocked = _made(Counter, "dreierlei_event_loop_blocked", registry)
        self._reconnects = _made(Counter, "dreierlei_gateway_reconnects", registry)
        self._shards = _made(Gauge, "dreierlei_shards", registry)
        self._requests = _made(Counter, "dreierlei_requests", registry)
        self._refused = _made(Counter, "dreierlei_invalid_requests", registry)
        self._replaced = _made(Counter, "dreierlei_processes_replaced", registry)
        self._waiting = _made(Gauge, "dreierlei_waiting", registry)
        self._due = _made(Gauge, "dreierlei_due", registry)
        self._frozen = _made(Gauge, "dreierlei_frozen_matches", registry)
        self._written = _made(Gauge, "dreierlei_last_write_seconds", registry)
        self._known: set[int] = set()
        self.connected: set[int] = set()
        """The shards that are connected now."""

    def listen(self, bot: commands.AutoShardedBot) -> None:
        """Counts this bot's connections."""
        bot.add_listener(self._connect, "on_shard_connect")
        bot.add_listener(self._resume, "on_shard_resumed")
        bot.add_listener(self._disconnect, "on_shard_disconnect")

    def played(self, played: Played) -> None:
        """Logs and counts the turns that have just been played."""
        if played.repeated:
            return
        match = played.match
        for turn in played.turns:
            number, seq, seat = turn.turn.number, turn.turn.seq, turn.turn.seat
            log.info("match=%s turn=%d seq=%d seat=%d", match.id, number, seq, seat)
            self.turns.labels(match.game.info.key).inc()

    def measure(self, kind: str, command: str) -> None:
        """Measures how long the current task, which answers an interaction, takes to its end."""
        task, begun = asyncio.current_task(), time.perf_counter()
        if task is not None:
            series = self._latency.labels(kind, command)
            task.add_done_callback(lambda _: series.observe(time.perf_counter() - begun))

    def blocked(self, seconds: float) -> None:
        """Counts a callback that kept the event loop busy for too long."""
        self._blocked.inc()

    def requested(self, request: str, budgeted: bool) -> None:
        """Counts a request to Discord of this kind, and whether it spends the budget."""
        self._requests.labels(request, "yes" if budgeted else "no").inc()

    def refused(self, status: int) -> None:
        """Counts a refusal that Discord counts as an invalid request."""
        self._refused.labels(status).inc()

    def replaced(self, what: str) -> None:
        """Counts a process that had to be replaced."""
        self._replaced.labels(what).inc()

    async def watch_loop(self) -> None:
        """Measures how late the event loop is, until cancelled."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(BEAT)
            self._lag.set(max(0.0, time.perf_counter() - begun - BEAT))

    def text(self, backlog: Backlog | None) -> bytes:
        """All metrics. If there is no backlog, because the database can't be read, its numbers are
        NaN.
        """
        for what, length in self._queues().items():
            self._waiting.labels(what).set(length)
        for what, number in self._count_shards().items():
            self._shards.labels(what).set(number)
        for what in ("notices", "calls", "matches"):
            self._due.labels(what).set(getattr(backlog, what, float("nan")))
        self._frozen.set(getattr(backlog, "frozen", float("nan")))
        self._written.set(self._pulse.age)
        return generate_latest(self._registry)

    async def _connect(self, shard: int) -> None:
        if shard in self._known:
            self._reconnects.labels(shard, "anew").inc()
        self._known.add(shard)
        self.connected.add(shard)

    async def _resume(self, shard: int) -> None:
        self._reconnects.labels(shard, "resumed").inc()
        self.connected.add(shard)

    async def _disconnect(self, shard: int) -> None:
        self.connected.discard(shard)
