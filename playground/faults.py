"""What goes wrong on purpose, the small rate limits, and the record of all requests of the bot."""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field

from .errors import Json


@dataclass
class Fault:
    """What happens to the next `times` requests whose method and path match.

    `kind` is `status` (answer with `status`, 429 with its headers and `retry_after` seconds),
    `delay` (wait `seconds`, then act), `late` (act, then wait), or `lost` (act, then close the
    connection without a reply).
    """

    kind: str
    path: str = ""
    """A regular expression, searched in the path below /api/v10."""
    method: str = ""
    times: int = 1
    status: int = 500
    retry_after: float = 0.05
    scope: str = "user"
    """Of a 429: `user`, `shared` or `global`."""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in ("status", "delay", "late", "lost"):
            raise ValueError(f"unknown kind of fault: {self.kind}")
        re.compile(self.path)

    def matches(self, method: str, path: str) -> bool:
        """Whether it is still to happen, and to this request."""
        return (
            self.times > 0
            and self.method in ("", method)
            and re.search(self.path, path) is not None
        )


@dataclass
class Recorded:
    """One request of the bot and how it was answered."""

    method: str
    path: str
    status: int

    def json(self) -> Json:
        """As the control tells it."""
        return {"method": self.method, "path": self.path, "status": self.status}


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
"""Method, path, requests, seconds: like the real ones. 0: unlimited."""
_OTHERS = (50, 1.0)
_MAJOR = re.compile(r"^/(?:channels|guilds)/\d+|^/webhooks/\d+/[^/]+")


@dataclass
class Faults:
    """The test controls of the REST side."""

    planned: list[Fault] = field(default_factory=list)
    requests: deque[Recorded] = field(default_factory=lambda: deque(maxlen=20_000))
    _windows: dict[str, Window] = field(default_factory=dict)

    def take(self, method: str, path: str) -> Fault | None:
        """The first planned fault for this request, used up once."""
        for fault in self.planned:
            if fault.matches(method, path):
                fault.times -= 1
                if fault.times == 0:
                    self.planned.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        """Forget what is planned, and begin all buckets anew."""
        self.planned.clear()
        self._windows.clear()

    def spend(self, method: str, path: str) -> tuple[bool, dict[str, str]]:
        """Take one request from its bucket: whether it is within the limit, and the headers that
        tell so.
        """
        limit, seconds = _OTHERS
        kind = f"{method} {re.sub(r'[0-9]+', 'n', path)}"
        for wanted, pattern, number, span in _LIMITS:
            if wanted in ("", method) and re.search(pattern, path):
                limit, seconds, kind = number, span, f"{wanted} {pattern}"
                break
        if limit == 0:
            return True, {}
        major = _MAJOR.search(path)
        key = f"{kind} {major.group() if major else ''}"
        now = time.time()
        window = self._windows.get(key)
        if window is None or window.reset <= now:
            window = self._windows[key] = Window(limit, seconds, now + seconds)
        allowed = window.used < window.limit
        window.used += allowed
        return allowed, {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(window.limit - window.used),
            "X-RateLimit-Reset": f"{window.reset:.3f}",
            "X-RateLimit-Reset-After": f"{window.reset - now:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash(kind)):016x}",
        }


def limited_body(retry_after: float, scope: str) -> Json:
    """The body of a 429."""
    return {
        "message": "You are being rate limited.",
        "retry_after": round(retry_after, 3),
        "global": scope == "global",
    }


def limited_headers(retry_after: float, scope: str) -> dict[str, str]:
    """The headers of a 429.

    discord.py repeats only what bears a `Via`: Discord's own refusals do, a proxy's ban does not.
    """
    headers = {
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": scope,
        "Via": "1.1 google",
    }
    if scope == "global":
        return headers | {"X-RateLimit-Global": "true"}
    return {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": f"{time.time() + retry_after:.3f}",
        "X-RateLimit-Reset-After": f"{retry_after:.3f}",
        "X-RateLimit-Bucket": "planned",
    } | headers
