"""What the outbox owes: noted as sent, held while it is being sent, or to be sent at once.

A message about a match is owed by a row that was written with the entry of the log that it tells
of. Several processes may send from one outbox: they take what is due from it, not from each other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

import matches
from bot.context import Bot
from matches.model.errors import TableError
from matches.outbox import sending
from matches.outbox.sending import Notice

log = logging.getLogger(__name__)

_AT_LAST = timedelta(days=-1000)
"""Due for so long that nothing goes before it."""
_HOLD = sending.LEASE.total_seconds() / 3


class Outbox:
    """The outbox, as this process sees it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._busy: Counter[str] = Counter()
        self._held = 0.0
        self._sent: list[str] = []
        self._noting = asyncio.Lock()
        self._mended: set[str] = set()
        self.awake = asyncio.Event()
        """Set whenever there may be something to send."""
        bot.shut.when_open(self.mended)

    @contextmanager
    def busy_with(self, *keys: str) -> Iterator[None]:
        """While somebody in this process sends that, nobody else does, however long it takes."""
        for key in keys:
            self._busy[key] += 1
        try:
            yield
        finally:
            for key in keys:
                self._busy[key] -= 1
                if not self._busy[key]:
                    del self._busy[key]

    def is_busy_with(self, key: str) -> bool:
        """Whether somebody in this process sends that just now."""
        return key in self._busy

    async def done(self, *keys: str) -> None:
        """Notes that this has been sent. Where it can't be noted it is sent again, with the same
        nonce.

        What others have sent while the disk was busy is noted together, so that it is waited for
        once.
        """
        self._sent += keys
        async with self._noting:
            sent, self._sent = self._sent, []
            try:
                if sent:
                    await sending.done(self._bot.database, *sent)
            except TableError as error:
                log.warning("notice=%s is still owed: %s", ",".join(sent), error)
        self.awake.set()  # Whoever is sent a notice of the same turn gets it now.

    def wake(self) -> None:
        """There may be something to send."""
        self.awake.set()

    async def send_now(self, key: str) -> None:
        """Brings that at once, before all that is due: nobody else is going to, and somebody waits
        for it. Raises Unavailable.
        """
        await sending.hold(self._bot.database, [key], _AT_LAST)
        self.awake.set()

    def mended(self, keys: Iterable[str]) -> None:
        """What has waited for a channel, under these keys, can be sent now."""
        self._mended.update(keys)
        self.awake.set()

    async def keep(self) -> None:
        """Holds on to what takes long to send, and makes due what can be sent again. Raises
        Unavailable.
        """
        if self._busy and time.monotonic() - self._held > _HOLD:
            self._held = time.monotonic()
            await sending.hold(self._bot.database, list(self._busy))
        if self._mended:
            await sending.hold(self._bot.database, list(self._mended), timedelta())
            self._mended.clear()

    async def put_together(self, owed: Sequence[Notice], wait: timedelta | None = None) -> bool:
        """Where a match can't be shown, makes one of the boards that it owes, which tells of all;
        whether that was so. For whoever holds the lock of the match.
        """
        if len(owed) < 2:
            return False
        try:
            match = await matches.get(self._bot.database, owed[-1].match_id)
            pause = None if match.apart else self._bot.shut.pause_of(match.place, owed[-1].key)
            if pause is None:
                return False
            await sending.put_together(self._bot.database, owed, wait or pause)
        except TableError as error:
            log.warning("notice=%s stays alone: %s", owed[-1].key, error)
            return False
        return True
