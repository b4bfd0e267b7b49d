"""What all pages need: the database, the public address, names, secrets, and a worker."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import TypeAlias
from urllib.parse import urlsplit

from yarl import URL

from bot.i18n.catalogues import language, languages
from matches.model.ids import GuildId, MatchId, PlayerId
from storage.database import Database

Names: TypeAlias = Callable[[GuildId | None, PlayerId], Awaitable[str | None]]
"""The name of a person in a guild (None: anywhere); None if it isn't known."""

_HALF = 8
"""The bytes of either half of a key."""


AT_ONCE = 8
"""How many names all pages together ask for at a time."""


@dataclass(frozen=True)
class Address:
    """The public address of the pages: an origin and a path below it, without a trailing slash."""

    origin: str
    path: str

    @classmethod
    def read(cls, url: str) -> Address:
        """The parts of an address such as `https://example.org/play`. Browsers name a host with
        letters beyond ASCII in Punycode, and no usual port.
        """
        parts = URL(url)
        return cls(str(parts.origin()).lower(), urlsplit(url).path.rstrip("/"))

    @property
    def host(self) -> str:
        """The name, and the port if it is an unusual one, as browsers send it."""
        return self.origin.partition("://")[2]

    def __str__(self) -> str:
        return self.origin + self.path


@dataclass(frozen=True)
class Site:
    """The pages of one installation."""

    database: Database
    address: Address
    names: Names
    key: bytes
    bug: Callable[[], str]
    """Counts an internal error, and returns the number that it is logged with."""
    trusted: bool = False
    """Whether the last entry of `X-Forwarded-For` is trusted, because a proxy is in front of the
    pages.
    """
    worker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="web")
    )
    """Boards of pages are drawn here, one at a time, so that the event loop can answer others
    meanwhile. People who touch a board never wait for them.
    """
    asking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    """Held while a name is asked for: Discord may have to be, and what is owed waits behind it."""

    def url(self, *parts: object) -> str:
        """The path of a page, for links in pages."""
        return "/".join((self.address.path, *map(str, parts)))

    def player_key(self, player: PlayerId) -> str:
        """A player's key in addresses. Only this installation can decode it."""
        number = player.to_bytes(_HALF, "big", signed=True)
        seal = self._hash(b"seal", number)
        return (seal + _mixed(number, self._hash(b"mask", seal))).hex()

    def mark(self, match_id: MatchId, base: int) -> str:
        """The mark of a match whose position this entry was the last to change. It doesn't tell the
        entry's number, since entries between two turns are hidden from others, such as turns that
        somebody prepares.
        """
        return self._hash(b"mark of match", f"{match_id}.{base}".encode()).hex()

    def player_of(self, key: str) -> PlayerId | None:
        """The player that a key belongs to; None for anything that is not a key."""
        try:
            whole = bytes.fromhex(key)
        except ValueError:
            return None
        seal, hidden = whole[:_HALF], whole[_HALF:]
        number = _mixed(hidden, self._hash(b"mask", seal))
        if len(whole) != 2 * _HALF or key != key.lower():
            return None
        if not hmac.compare_digest(seal, self._hash(b"seal", number)):
            return None
        return PlayerId(int.from_bytes(number, "big", signed=True))

    def _hash(self, purpose: bytes, data: bytes) -> bytes:
        return hmac.digest(self.key, purpose + data, hashlib.sha256)[:_HALF]


def _mixed(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=False))


def spoken(query: Mapping[str, str], accepted: str) -> tuple[str, NullTranslations]:
    """The language of a page: the one in its address, else the first available one that the browser
    asks for, else English.
    """
    known = languages()
    asked = [query.get("lang", ""), *_preferred(accepted)]
    code = next((one for one in asked if one in known), "en")
    return code, language(code)


def _preferred(accepted: str) -> Sequence[str]:
    """The languages of an `Accept-Language`, the most wanted first."""
    found = []
    for part in accepted[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            found.append((-float(weight or 1), name.partition("-")[0].lower()))
        except ValueError:
            continue
    return [name for _, name in sorted(found, key=lambda one: one[0])]
