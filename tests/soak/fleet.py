"""Several processes, as an operator runs them who has outgrown one: gateways that share the shards,
and thinkers. One of them is killed or replaced at a time; an earlier version is upgraded as a
whole.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from random import Random

from tests import PATIENCE
from tests.soak.processes import Bot

GATEWAYS, THINKERS = 3, 2
SHARDS = 4
_GATEWAY = {"ROLE": "gateway", "SHARD_COUNT": str(SHARDS)}
_THINKER = {"ROLE": "thinker", "DISCORD_TOKEN": "", "DISCORD_API_URL": ""}
_EARLIER = tuple(
    {"ROLE": "all", "SHARD_COUNT": str(SHARDS), "SHARD_IDS": ids} for ids in ("0,1", "2,3")
)
"""Processes that know nothing of leases."""


class Fleet:
    """All processes, with the interface of one `Bot`. If there is the tree of an `earlier` version
    they are of that, until the `upgrade`.
    """

    def __init__(
        self,
        folder: Path,
        api: str,
        database: str,
        tally: Counter[str],
        *,
        seed: int,
        earlier: Path | None = None,
    ) -> None:
        self._where = folder, api, database, tally
        self._rng, self._made = Random(f"{seed} fleet"), 0
        self.tally = tally
        self._gone: list[Bot] = []
        self._gateways, self._thinkers = list[Bot](), list[Bot]()
        if earlier is None:
            self._make()
        else:
            path = {"PYTHONPATH": str(earlier)}
            self._gateways = [self._new(role | path) for role in _EARLIER]
        self._upgrading = False
        self._replaced = list[Bot]()
        self._retiring: set[asyncio.Task[None]] = set()

    def _make(self) -> None:
        self._gateways = [self._new(_GATEWAY) for _ in range(GATEWAYS)]
        self._thinkers = [self._new(_THINKER) for _ in range(THINKERS)]

    def _new(self, role: dict[str, str]) -> Bot:
        folder, api, database, tally = self._where
        self._made += 1
        name = f"{role['ROLE']}{self._made}"
        (folder / name).mkdir()
        made = Bot(folder / name, api, database, tally)
        made.settings |= role
        return made

    @property
    def _all(self) -> Iterable[Bot]:
        return (*self._gone, *self._gateways, *self._thinkers)

    @property
    def settings(self) -> dict[str, str]:
        """The settings of one of them."""
        return self._gateways[0].settings

    @property
    def given_up(self) -> set[str]:
        """The notices that one of them has given up."""
        return set().union(*(one.given_up for one in self._all))

    @property
    def errors(self) -> list[str]:
        """What stands in their logs."""
        return [error for one in self._all for error in one.errors]

    @property
    def dealt_with(self) -> set[int]:
        """The interactions that one of them has finished."""
        return set[int]().union(*(one.dealt_with for one in self._all))

    @property
    def killed_at(self) -> list[datetime]:
        """When a gateway was killed: what it was answering then may be left unanswered. Thinkers
        answer nobody.
        """
        return [at for one in self._speaking for at in one.killed_at]

    @property
    def ended_at(self) -> list[datetime]:
        """When one of those that answer was killed, was asked to stop, or has ended; not if it was
        replaced, since others answer meanwhile what it doesn't.
        """
        ends = (one.killed_at if one in self._replaced else one.ended_at for one in self._speaking)
        return [at for some in ends for at in some]

    @property
    def _speaking(self) -> Iterable[Bot]:
        """Those that speak with Discord."""
        return (one for one in self._all if one.settings["ROLE"] != "thinker")

    def start(self) -> None:
        """Starts them, and restarts each that ends."""
        for one in (*self._gateways, *self._thinkers):
            one.start()

    async def say(self, *command: str) -> tuple[int, str]:
        """Runs another command of the bot's command line."""
        return await self._gateways[0].say(*command)

    async def upgrade(self) -> None:
        """Starts the new version beside the earlier one, which stops once that is connected."""
        earlier, self._upgrading = [*self._gateways], True
        self._gone += earlier
        self._make()
        self.start()
        async with asyncio.timeout(PATIENCE):
            await self._gateways[0].ready.wait()
        for one in earlier:
            await one.close()
        self._upgrading = False
        self.tally["upgraded"] += 1

    # Faults

    def kill(self) -> None:
        """Kills one of them without warning; it is restarted. While both versions run, nobody does:
        the earlier one doesn't know how the newer one shows boards, and might show one again.
        """
        if self._upgrading:
            return
        one = self._rng.choice((*self._gateways, *self._thinkers))
        self.tally[f"killed: {one.settings['ROLE']}"] += 1
        one.kill()

    def end(self) -> None:
        """Replaces one of them by a new process: that starts first, and then the old one is asked
        to stop. The earlier version is only killed; while both versions run, nobody is replaced.
        """
        if self._upgrading:
            return
        if not self._thinkers:
            self.kill()
            return
        group = self._rng.choice((self._gateways, self._thinkers))
        old = group.pop(self._rng.randrange(len(group)))
        new = self._new(_GATEWAY if group is self._gateways else _THINKER)
        group.append(new)
        new.start()
        self._gone.append(old)
        self._replaced.append(old)
        task = asyncio.create_task(old.close(), name="retire")
        self._retiring.add(task)
        task.add_done_callback(self._retiring.discard)
        self.tally[f"replaced: {old.settings['ROLE']}"] += 1

    async def ended(self) -> None:
        """Returns at once: the others go on."""

    def limit(self, size: int | None) -> None:
        """Their disks are the server's."""

    async def close(self) -> None:
        """Stops all for good."""
        await asyncio.gather(*self._retiring)
        await asyncio.gather(*(one.close() for one in self._all))
