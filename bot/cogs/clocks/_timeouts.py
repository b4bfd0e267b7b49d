"""The timekeeper: acts on clocks that have run out, in a loop that survives errors.

It also writes heartbeats, and credits time during which no process was alive. Several processes may
run one each: every due match is taken from the database only once.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import matches
from bot.context import Bot
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from matches.effects.notices import board_key
from matches.model.errors import TableError
from matches.model.ids import MatchId
from matches.outbox import queue

log = logging.getLogger(__name__)


POLL = 1.0
"""Seconds between two looks at the clocks."""
BEAT = timedelta(seconds=5)
"""Time between two heartbeats."""


class Timekeeper:
    """Keeps the time, for as long as `run` runs."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._process = bot.process
        self._beat: datetime | None = None
        trouble = Trouble(log, "the clocks can't be kept")
        self.rounds = Poller("timekeeper", self._look, POLL, trouble=trouble)

    async def _look(self) -> None:
        """Writes a heartbeat if it is time for one, then acts on clocks that have run out."""
        await self._give_heartbeat()
        for match in await matches.due_now(self._bot.database):
            await self._expire(match)

    async def _give_heartbeat(self) -> None:
        """Must come before any time-out, because downtime may have to be credited."""
        database = self._bot.database
        now, jump = database.now(), database.jump
        if self._beat is not None and not jump and now - self._beat < BEAT:
            return
        act = matches.credit_downtime if self._beat is None else matches.heartbeat
        short = await act(database, self._process)
        self._beat = database.now()
        self._bot.pulse.beat()
        self._bot.share(1 / max(await matches.alive(database), 1))
        if jump:
            log.warning(
                "the machine's clock was set by %+.1f s; all clocks stood still",
                jump.total_seconds(),
            )
        if short:
            log.info("time was given back; %d matches are short of it", len(short))

    async def _expire(self, match_id: MatchId) -> None:
        try:
            played = await matches.expire(self._bot.database, match_id)
            if played is not None:
                log.info("match=%s seq=%d timeout", match_id, played.match.seq)
                # Nobody else shows this board, so it need not wait.
                await queue.hold(self._bot.database, [board_key(played.match)], timedelta())
        except TableError as error:
            log.warning("match=%s can't be timed out: %s", match_id, error)
        except Exception:
            log.exception("match=%s can't be timed out", match_id)
