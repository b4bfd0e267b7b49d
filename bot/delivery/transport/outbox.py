"""The outbox as this process uses it: notes what was sent, extends leases, sends things early.

An owed message about a match is a row, written together with the log entries that it reports.
Several processes may send from one outbox: each due row is taken by only one of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

import matches
from bot.context import Bot
from matches.model.errors import TableError
from matches.model.ids import MatchId, MessageId
from matches.outbox import queue
from matches.outbox.queue import Notice

log = logging.getLogger(__name__)

_K = TypeVar("_K")
_V = TypeVar("_V")

_HOLD = queue.LEASE.total_seconds() / 3
_LIMIT = 10_000
"""How many of the messages that this process has tried to send are remembered, and how many of
those that it has sent and couldn't note."""


class Outbox:
    """The outbox, as this process sees it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._busy: Counter[str] = Counter()
        self._tried: OrderedDict[str, int] = OrderedDict()
        self._held = 0.0
        self._sent: OrderedDict[str, int | None] = OrderedDict()
        """What was sent and is not noted yet, by key, with its base if that has to be the same."""
        self._boards: OrderedDict[MatchId, MessageId] = OrderedDict()
        self._untried = False
        """Whether some of this came after the last attempt to note it."""
        self._noting = asyncio.Lock()
        self._mended: set[str] = set()
        self.awake = asyncio.Event()
        """Set when there may be something to send."""
        bot.shut.when_open(self.mended)

    @contextmanager
    def busy_with(self, *keys: str, ours: bool = True, attempt: int = 0) -> Iterator[None]:
        """Reserves these for the caller to send, however long that takes. Unless they are `ours`,
        another process may be about to send them. `attempt` counts how often they have been taken,
        including this time.
        """
        for key in keys:
            self._busy[key] += 1
            if ours:
                self._tried[key] = attempt
        _limit(self._tried)
        try:
            yield
        finally:
            for key in keys:
                self._busy[key] -= 1
                if not self._busy[key]:
                    del self._busy[key]

    def is_busy_with(self, key: str) -> bool:
        """Whether this process is sending it now."""
        return key in self._busy

    def has_sent(self, key: str) -> bool:
        """Whether this process has sent it, and only has to note that."""
        return key in self._sent

    def has_tried(self, key: str) -> bool:
        """Whether this process has tried to send it lately, or is about to, as its own."""
        return key in self._tried

    def put_back(self, key: str) -> None:
        """Notes that this process has given it back: that was no attempt."""
        if key in self._tried:
            self._tried[key] -= 1

    def last_attempt(self, key: str) -> int | None:
        """How often it had been taken when this process last tried to send it; None if it never
        has.
        """
        return self._tried.get(key)

    async def done(
        self,
        *keys: str,
        boards: Mapping[MatchId, MessageId] | None = None,
        base: int | None = None,
    ) -> None:
        """Notes that these have been sent, or never will be, and which messages show the `boards`
        of matches. With a `base`, they stay if a turn has renewed them. If this can't be stored,
        `keep` does it as soon as it can; a process that ends before has them sent again, with the
        same nonces.

        Everything sent while the disk was busy is noted in one transaction.
        """
        self._sent |= dict.fromkeys(keys, base)
        self._boards |= boards or {}
        self._untried = True
        _limit(self._sent)
        _limit(self._boards)
        async with self._noting:
            if self._untried:
                try:
                    await self._note()
                except TableError as error:
                    log.warning("notice=%s is noted later: %s", ",".join(keys), error)
        self.awake.set()  # Notices of the same turn can be sent now.

    async def _note(self) -> None:
        """Notes all that was sent. Raises Unavailable."""
        self._untried = False
        sent, shown = dict(self._sent), dict(self._boards)
        if sent or shown:
            await queue.done(self._bot.database, *sent, boards=shown, bases=sent)
        _forget(self._sent, sent)
        _forget(self._boards, shown)

    def wake(self) -> None:
        """Tells the sender that there may be something to send."""
        self.awake.set()

    async def send_now(self, key: str) -> None:
        """Makes this the next message to be sent, because somebody is waiting for it. Raises
        Unavailable.
        """
        await queue.hurry(self._bot.database, key)
        self.awake.set()

    def mended(self, keys: Iterable[str]) -> None:
        """Makes these due: they were waiting for a channel that is open now."""
        self._mended.update(keys)
        self.awake.set()

    async def keep(self) -> None:
        """Extends the leases of rows that take long to send, makes due those that can be sent
        again, and notes what was sent while the database was away.

        Raises Unavailable.
        """
        if self._busy and time.monotonic() - self._held > _HOLD:
            self._held = time.monotonic()
            await queue.hold(self._bot.database, list(self._busy))
        if self._mended:
            mended, self._mended = self._mended, set()
            try:
                await queue.hold(self._bot.database, list(mended), timedelta())
            except TableError:
                self._mended |= mended
                raise
        if (self._sent or self._boards) and not self._noting.locked():
            async with self._noting:
                await self._note()

    async def put_together(self, owed: Sequence[Notice], wait: timedelta | None = None) -> bool:
        """If a match can't be shown, merges its owed boards into one that covers them all. Returns
        whether that was done. The caller holds the lock of the match.
        """
        if len(owed) < 2:
            return False
        try:
            match = await matches.get(self._bot.database, owed[-1].match_id)
            pause = None if match.apart else self._bot.shut.pause_of(match.place, owed[-1].key)
            if pause is None:
                return False
            await queue.put_together(self._bot.database, owed, wait or pause)
        except TableError as error:
            log.warning("notice=%s stays alone: %s", owed[-1].key, error)
            return False
        return True


def _limit(kept: OrderedDict[_K, _V]) -> None:
    """Forgets what was kept first, if it is too much."""
    for _ in range(len(kept) - _LIMIT):
        kept.popitem(last=False)


def _forget(kept: dict[_K, _V], noted: Mapping[_K, _V]) -> None:
    """Forgets what is noted, unless it has changed since."""
    for key, value in noted.items():
        if kept.get(key) == value:
            kept.pop(key, None)
