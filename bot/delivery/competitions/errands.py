"""Tasks for competitions, ladders and leagues, each running only once at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.processes.jobs import Engaged, Full
from bot.processes.pool import Crashed, TooLong
from bot.text.discord_codes import TROUBLES
from competitions.log.ids import KindName, kind_of
from competitions.model.errors import CompetitionError
from matches.model.errors import TableError

log = logging.getLogger(__name__)

Work: TypeAlias = Callable[[str], Awaitable[None]]


class Errands:
    """Tasks by what they do and for which id. Failures are logged.

    `done` is called after each task. A stopping bot waits for all of them.
    """

    def __init__(self, bot: Bot, done: Callable[[], None]) -> None:
        self._bot, self._done = bot, done
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._again: dict[tuple[str, str], Work] = {}

    def count(self, what: str, kind: KindName) -> int:
        """The number of tasks that do this for competitions of that kind."""
        return sum(doing == what and kind_of(id_) == kind for doing, id_ in self._running)

    def is_running(self, what: str, id_: str) -> bool:
        """Whether this is being done for the id."""
        return (what, id_) in self._running

    def begin(self, what: str, id_: str, work: Work, *, taken: bool = False) -> None:
        """Starts a task, unless the same one is still running.

        In that case a task for something just `taken` (leased) is run once more afterwards: it was
        leased because of something new, and no other process gets it until the lease is over.
        """
        if (key := (what, id_)) in self._running:
            if taken:
                self._again[key] = work
            return
        task = asyncio.create_task(self._run(key, work), name=f"{what} {id_}")
        self._running[key] = task
        self._bot.unfinished.add(task)

    async def _run(self, key: tuple[str, str], work: Work) -> None:
        what, id_ = key
        try:
            await work(id_)
        except (TableError, CompetitionError, Crashed, Engaged, Full, TooLong) as error:
            log.warning("competition=%s can't %s it: %r", id_, what, error)
        except TROUBLES as error:
            log.log(level_of(error), "competition=%s can't %s it: %s", id_, what, error)
        except Exception:
            self._bot.metrics.bugs.inc()
            log.exception("competition=%s can't %s it", id_, what)
        finally:
            del self._running[key]
            if (again := self._again.pop(key, None)) is not None and not self._bot.stopping:
                self.begin(what, id_, again)
            self._done()
