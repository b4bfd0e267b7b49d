"""The bot's process: killed, stopped, obstructed, and restarted whenever it has ended."""

from __future__ import annotations

import asyncio
import re
import resource
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from tests import PATIENCE
from tests.support.stack import TOKEN, blocked, environment

GENEROUS = dict.fromkeys(
    ("TABLE_LIMIT", "MATCH_LIMIT", "COMPUTER_LIMIT", "HOST_RATE", "PAIR_RATE", "SERVER_RATE"),
    "100000",
)
QUICK = {"COMPUTER_EFFORT": "0.02", "COMPUTER_PAUSE": "0"}
_GIVEN_UP = re.compile(r"notice=(\S+) is given up")
_DEALT_WITH = re.compile(r"DEBUG bot\.interactions\.pipeline: dealt with interaction=(\d+)$")
_UNFINISHED = re.compile(r"answers are not finished")
_READY = re.compile(r"INFO bot\.app\.client: ready as ")
_UNFORESEEN = re.compile(r"ERROR .*|Traceback .*")
_NEXT = re.compile(r"\d{4}-\d\d-\d\d ")
"""The beginning of a log line. Other lines continue the one before."""


class Bot:
    """The bot, as an operator runs it who always restarts it."""

    def __init__(self, folder: Path, api: str, database: str, tally: Counter[str]) -> None:
        self.folder = folder
        self.log = folder / "bot.log"
        self.tally = tally
        self.given_up: set[str] = set()
        self.errors: list[str] = []
        """Unexpected errors in its log, each with its traceback, and delays of the event loop."""
        self._in_error = False
        self.dealt_with: set[int] = set()
        """The interactions that a process had acknowledged and finished before it ended."""
        self.killed_at: list[datetime] = []
        self.ended_at: list[datetime] = []
        """When a process was killed, was asked to stop, or has ended."""
        self.ready = asyncio.Event()
        """Set once a process has connected all the shards that it has begun with."""
        self.settings = {
            "DISCORD_API_URL": api,
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": database,
            "LOG_LEVEL": "DEBUG",
            **GENEROUS,
            **QUICK,
        }
        self._process: Process | None = None
        self._wanted = False
        self._expected = False
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts it, and restarts it from now on."""
        self._wanted = True
        self._watching = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._wanted:
            self._expected = False
            self.ready.clear()
            self._process = process = await self._spawn("run")
            assert process.stdout is not None
            with self.log.open("ab") as log:
                async for line in process.stdout:
                    log.write(line)
                    self._read(line.decode(errors="replace"))
            status = await process.wait()
            self.ended_at.append(datetime.now(UTC))
            if not self._expected:
                self.killed_at.append(datetime.now(UTC))
                self.tally["ended by itself and started again"] += 1
                self.errors += [f"ended with status {status}"] if status not in (0, 1, 2) else []
                await asyncio.sleep(0.3)

    def _read(self, line: str) -> None:
        if found := _GIVEN_UP.search(line):
            self.given_up.add(found[1])
        if _READY.search(line):
            self.ready.set()
        if found := _DEALT_WITH.search(line):
            self.dealt_with.add(int(found[1]))
        if _UNFINISHED.search(line):
            self.killed_at.append(datetime.now(UTC))
        if self._in_error and not _NEXT.match(line):
            self.errors[-1] += f"\n{line.rstrip()}"
            return
        self._in_error = _UNFORESEEN.search(line) is not None or blocked(line) != []
        if self._in_error:
            self.errors.append(line.strip())

    async def _spawn(self, *command: str) -> Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *command),
            cwd=self.folder,
            env=environment(**self.settings),
            stdout=PIPE,
            stderr=STDOUT,
            limit=1 << 20,
        )

    async def say(self, *command: str) -> tuple[int, str]:
        """Runs another command of the bot's command line. Returns its status and output."""
        process = await self._spawn(*command)
        said, _ = await process.communicate()
        return process.returncode or 0, said.decode()

    # Faults

    def kill(self) -> None:
        """Kills it without warning; it is restarted."""
        if self._process is not None and self._process.returncode is None:
            self._expected = True
            self._process.kill()
            self.ended_at.append(datetime.now(UTC))
            self.killed_at.append(datetime.now(UTC))

    def end(self) -> None:
        """Asks it to stop; it is restarted."""
        if self._process is not None and self._process.returncode is None:
            self._expected = True
            self._process.terminate()
            self.ended_at.append(datetime.now(UTC))

    async def ended(self) -> None:
        """Returns once the present process has ended, after `kill` or `end`."""
        if self._process is not None:
            await self._process.wait()

    def limit(self, size: int | None) -> None:
        """From now on it cannot write files beyond this size, as on a full disk (None: no
        limit).
        """
        if self._process is None or self._process.returncode is not None:
            return
        soft = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))

    async def close(self) -> None:
        """Stops it for good."""
        self._wanted = False
        self.end()
        if self._watching is not None:
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.shield(self._watching)
            except TimeoutError:
                self.errors.append("did not stop in time")
                self.kill()
                await self._watching
