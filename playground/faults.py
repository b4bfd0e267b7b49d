"""Deliberate faults, small rate limits, and the record of all the bot's requests."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from .errors import Json
from .paths import PathPattern


@dataclass
class Fault:
    """What happens to the next `times` requests whose method and path match.

    `kind` is `status` (answer with `status` and `code`, 429 with its headers and `retry_after`
    seconds), `page` (answer with `status` and an HTML page, as the network's edge does), `delay`
    (wait `seconds`, or until `Faults.release`, then act), `late` (act, then wait in the same way),
    `lost` (act, then close the connection without a reply), or `cut` (close the connection without
    acting).
    """

    kind: str
    path: str = ""
    """A `PathPattern` for the path below /api/v10."""
    method: str = ""
    times: int = 1
    status: int = 500
    code: int = 0
    """The code in the body; Discord uses 0 for errors without a code of their own."""
    retry_after: float = 0.05
    scope: str = "user"
    """The scope of a 429: `user`, `shared` or `global`."""
    via: bool = True
    """Whether a 429 has a `Via` header. Discord's own do; a ban at the network's edge does not."""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in ("status", "page", "delay", "late", "lost", "cut"):
            raise ValueError(f"unknown kind of fault: {self.kind}")
        self._pattern = PathPattern(self.path)

    def matches(self, method: str, path: str) -> bool:
        """Whether it is still due, and applies to this request."""
        return self.times > 0 and self.method in ("", method) and self._pattern.finds(path)


CHANCES: Mapping[str, Callable[[Random], Fault]] = {
    "limited": lambda random: Fault(
        "status",
        status=429,
        retry_after=round(random.uniform(0.05, 0.5), 3),
        scope=random.choice(("user", "user", "user", "shared", "global")),
    ),
    "broken": lambda random: Fault("status", status=random.choice((500, 502, 503, 504))),
    "delay": lambda random: Fault("delay", seconds=random.uniform(0.05, 1.0)),
    "late": lambda random: Fault("late", seconds=random.uniform(0.05, 1.0)),
    "lost": lambda _: Fault("lost"),
    "cut": lambda _: Fault("cut"),
}
"""The faults that can hit any request at random, by name."""


_GATEWAY = "/gateway"


class Chances:
    """Random faults: `shares` gives the probability of each of `CHANCES` per request (0 to 1), and
    `path` the requests concerned. The request that every bot needs to start is always spared. The
    same seed leads to the same decisions in the same order.
    """

    def __init__(self, shares: Mapping[str, float], seed: int = 0, path: str = "") -> None:
        if unknown := sorted(set(shares) - set(CHANCES)):
            raise ValueError(f"unknown chance: {unknown[0]}")
        self._shares = shares
        self._path = PathPattern(path)
        self._random = Random(seed)

    def draw(self, path: str) -> tuple[str, Fault] | None:
        """The fault for this request, if any."""
        if path == _GATEWAY or not self._path.finds(path):
            return None
        at = self._random.random()
        for name, share in self._shares.items():
            at -= share
            if at < 0:
                return name, CHANCES[name](self._random)
        return None


@dataclass
class Recorded:
    """One request by the bot and how it was answered."""

    method: str
    path: str
    status: int
    at: float
    """When it arrived, in seconds of a monotonic clock."""
    planned: bool = False
    """Whether a fault had a hand in it."""

    def json(self) -> Json:
        """The form in which the controls report it."""
        return vars(self)


@dataclass(frozen=True)
class Spent:
    """What becomes of a request. `beyond` says which limit it exceeds, if any: `user` for that of
    its bucket, or `global`; another one may be sent after `wait` seconds.
    """

    beyond: str = ""
    wait: float = 0.0
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Window:
    """The state of one bucket."""

    limit: int
    seconds: float
    reset: float
    used: int = 0


_LIMITS: list[tuple[str, str, int, float]] = [
    ("POST", r"^/channels/\d+/messages$", 5, 5.0),
    ("PATCH", r"^/channels/\d+/messages/\d+$", 5, 5.0),
    ("POST", r"^/interactions/", 0, 0.0),
    ("", r"^/webhooks/", 5, 2.0),
    ("PATCH", r"^/channels/\d+$", 2, 600.0),
]
"""Method, path, requests, seconds: modelled on the real ones. 0: unlimited."""
_OTHERS = (50, 1.0)
_GLOBAL = (50, 1.0)
"""The limit for all requests of a bot together, except those that answer interactions."""
_EXEMPT = re.compile(r"^/(?:interactions|webhooks)/")
_MAJOR = re.compile(r"^/(?:channels|guilds)/\d+|^/webhooks/\d+/[^/]+")


@dataclass
class Faults:
    """The test controls of the REST API."""

    planned: list[Fault] = field(default_factory=list)
    chances: Chances | None = None
    happened: Counter[str] = field(default_factory=Counter)
    """How often each random fault has happened."""
    requests: deque[Recorded] = field(default_factory=lambda: deque(maxlen=20_000))
    heard: list[Callable[[Recorded], None]] = field(default_factory=list)
    """Called with each request once it is answered."""
    _windows: dict[str, Window] = field(default_factory=dict)
    _released: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the requests that are held now may proceed."""

    def note(self, request: Recorded) -> None:
        """Record a request that has been answered."""
        self.requests.append(request)
        for hear in self.heard:
            hear(request)

    async def hold_up(self, fault: Fault) -> None:
        """Wait as long as this fault says, but at most until `release`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(fault.seconds):
                await self._released.wait()

    def release(self) -> None:
        """Let the requests proceed that a `delay` or a `late` fault is holding."""
        self._released.set()
        self._released = asyncio.Event()

    def take(self, method: str, path: str) -> Fault | None:
        """The first planned fault for this request, which is used up once; otherwise a random
        one.
        """
        for fault in self.planned:
            if fault.matches(method, path):
                fault.times -= 1
                if fault.times == 0:
                    self.planned.remove(fault)
                return fault
        drawn = self.chances.draw(path) if self.chances else None
        if drawn is None:
            return None
        self.happened[drawn[0]] += 1
        return drawn[1]

    def clear(self) -> None:
        """Forget planned faults, stop random ones, and reset all buckets."""
        self.planned.clear()
        self.chances = None
        self._windows.clear()

    def spend(self, method: str, path: str) -> Spent:
        """Take one request from its bucket, and from that of all."""
        now = time.time()
        if not _EXEMPT.match(path):
            window = self._window("global", *_GLOBAL, now)
            if window.used >= window.limit:
                return Spent("global", window.reset - now)
            window.used += 1
        limit, seconds = _OTHERS
        kind = f"{method} {re.sub(r'[0-9]+', 'n', path)}"
        for wanted, pattern, number, span in _LIMITS:
            if wanted in ("", method) and re.search(pattern, path):
                limit, seconds, kind = number, span, f"{wanted} {pattern}"
                break
        if limit == 0:
            return Spent()
        major = _MAJOR.search(path)
        window = self._window(f"{kind} {major.group() if major else ''}", limit, seconds, now)
        allowed = window.used < window.limit
        window.used += allowed
        headers = {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(window.limit - window.used),
            "X-RateLimit-Reset": f"{window.reset:.3f}",
            "X-RateLimit-Reset-After": f"{window.reset - now:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash(kind)):016x}",
        }
        return Spent("" if allowed else "user", window.reset - now, headers)

    def _window(self, key: str, limit: int, seconds: float, now: float) -> Window:
        """The present window of a bucket."""
        found = self._windows.get(key)
        if found is None or found.reset <= now:
            found = self._windows[key] = Window(limit, seconds, now + seconds)
        return found


def limited_body(retry_after: float, scope: str) -> Json:
    """The body of a 429."""
    return {
        "message": "You are being rate limited.",
        "retry_after": round(retry_after, 3),
        "global": scope == "global",
    }


def limited_headers(retry_after: float, scope: str, *, via: bool = True) -> dict[str, str]:
    """The headers of a 429.

    discord.py retries only responses with a `Via` header: Discord's own have it, a proxy's ban does
    not.
    """
    headers = {"Retry-After": str(max(1, round(retry_after)))}
    if not via:
        return headers
    headers |= {"X-RateLimit-Scope": scope, "Via": "1.1 google"}
    if scope == "global":
        return headers | {"X-RateLimit-Global": "true"}
    return {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": f"{time.time() + retry_after:.3f}",
        "X-RateLimit-Reset-After": f"{retry_after:.3f}",
        "X-RateLimit-Bucket": "planned",
    } | headers
