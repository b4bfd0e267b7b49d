"""The timekeeper: ends the time of those who have run out of it, in a loop that survives anything.

It also says that the process is alive, and gives time back during which no process was. Several
processes may each have one: what is due is taken from the database, once.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import matches
from bot.config.settings import Settings
from bot.context import Bot
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from matches.effects.notices import board_key
from matches.model.errors import TableError
from matches.model.ids import MatchId
from matches.outbox import sending

log = logging.getLogger(__name__)


POLL = 1.0
"""Seconds between two looks at the clocks."""
BEAT = timedelta(seconds=5)
"""The time between two heartbeats."""


class Timekeeper:
    """Keeps the time, for as long as `run` runs."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._process = name_of(bot.settings)
        self._beat: datetime | None = None
        trouble = Trouble(log, "the clocks can't be kept")
        self.rounds = Poller("timekeeper", self._look, POLL, trouble=trouble)

    async def _look(self) -> None:
        """A heartbeat if it is time, then what is due."""
        await self._give_heartbeat()
        for match in await matches.due_now(self._bot.database):
            await self._expire(match)

    async def _give_heartbeat(self) -> None:
        """Goes before anything is declared over: time may have to be given back."""
        database = self._bot.database
        now, jump = database.now(), database.jump
        if self._beat is not None and not jump and now - self._beat < BEAT:
            return
        act = matches.credit_downtime if self._beat is None else matches.heartbeat
        short = await act(database, self._process)
        self._beat = database.now()
        self._bot.pulse.beat()
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
                # Nobody else shows the board: it need not be left to anybody.
                await sending.hold(self._bot.database, [board_key(played.match)], timedelta())
        except TableError as error:
            log.warning("match=%s can't be timed out: %s", match_id, error)
        except Exception:
            log.exception("match=%s can't be timed out", match_id)


def name_of(settings: Settings) -> str:
    """What this process is called each time it is started: by its share of the shards."""
    if not settings.shard_ids:
        return "all"
    return f"{','.join(map(str, settings.shard_ids))}/{settings.shard_count}"
