"""The processes under test: a playground, and the bot that is connected to it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from coverage import Coverage

from matches.archive.verify import replays
from matches.ratings.recompute import recompute
from storage.database import Database
from tests import PATIENCE

ROOT = Path(__file__).parent.parent.parent
TOKEN = "a-token-of-the-tests"
COVERAGE = Path(__file__).parent / "coverage.toml"
"""What is measured in the bot's processes."""
DEADLINE = 240.0
"""Seconds that a bot has for its first answer, instead of Discord's three. Those are meant for a
machine that a bot does not share with a playground, browsers and other tests.
"""
_BLOCKED = re.compile(r"blocked ms=(\d+) of=(\d+) .*")
WARNINGS = "default,ignore:'audioop' is deprecated:DeprecationWarning"
"""All of them, but for one about voice in discord.py, which the bot does not use."""


def environment(**settings: str) -> dict[str, str]:
    """The environment of the tests with only these of the bot's settings. Where the tests' coverage
    is measured, that of the process is, too.
    """
    ours = re.compile(
        r"COMPUTER_|DISCORD_|DATABASE_|PLAYGROUND_|SHARD_|GUILD_|LOG_|METRICS_"
        r"|HOST_RATE|PAIR_RATE|SERVER_RATE"
        r"|PYTHONDONTWRITEBYTECODE"  # Started a hundred times, compiled once.
    )
    kept = {key: value for key, value in os.environ.items() if not ours.match(key)}
    if Coverage.current() is not None and sys.gettrace() is not None:
        kept |= {"COVERAGE_PROCESS_START": str(COVERAGE), "COVERAGE_FILE": str(ROOT / ".coverage")}
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": WARNINGS} | settings


def blocked(log: str) -> list[str]:
    """What has kept a bot from answering others for longer than is allowed on a machine that was as
    slow as this one just then.
    """
    return [one[0] for one in _BLOCKED.finditer(log) if int(one[1]) > int(one[2])]


class Bot:
    """A bot's process, connected to the playground at `url`; it can be started several times."""

    def __init__(self, folder: Path, url: str, **settings: str) -> None:
        self.folder = folder
        self.log = folder / "bot.log"
        self.url = url
        self.settings = {
            "DISCORD_API_URL": f"{url}/api/v10",
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite:///{folder / 'bot.db'}",
            **dict.fromkeys(("HOST_RATE", "PAIR_RATE", "SERVER_RATE"), "1000"),
        } | settings
        self.bot = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Starts the bot, again if it has been stopped."""
        with self.log.open("ab") as log:
            self.bot = subprocess.Popen(
                [sys.executable, "-m", "bot", "run"],
                cwd=self.folder,
                env=environment(**self.settings),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return self.bot

    def kill(self) -> None:
        """Kills the bot without any warning."""
        self.bot.kill()
        self.bot.wait()

    def stop(self) -> int:
        """Asks the bot to stop; its exit status."""
        self.bot.send_signal(signal.SIGTERM)
        return self.bot.wait(timeout=PATIENCE)

    def close(self) -> None:
        """Ends the process."""
        _end(self.bot)

    def said(self) -> str:
        """The bot's log."""
        return self.log.read_text()

    def run(self, *command: str) -> subprocess.Popen[str]:
        """Another command of the bot's command line, with the same settings."""
        return subprocess.Popen(
            [sys.executable, "-m", "bot", *command],
            cwd=self.folder,
            env=environment(**self.settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def check(self) -> None:
        """The log is free of errors and of secrets, and all that was stored reproduces: every match
        from its log, every rating from the matches. For after a test, with the bot stopped.
        """
        log = self.said()
        assert "Traceback" not in log, log
        assert "Warning:" not in log, log
        assert TOKEN not in log
        self.check_loop()
        self.verify()

    def check_loop(self) -> None:
        """Nothing has kept the bot from answering others."""
        assert blocked(self.said()) == [], self.said()

    def verify(self) -> None:
        """All that was stored reproduces: what `verify` and `ratings recompute` do, in here."""
        work = _reproduces(self.settings["DATABASE_URL"])
        with ThreadPoolExecutor(1) as elsewhere:  # The caller may have a running loop.
            elsewhere.submit(asyncio.run, work).result()


async def _reproduces(url: str) -> None:
    database = Database.connect(url)
    try:
        assert [one async for one in replays(database) if one.fault is not None] == []
        assert (await recompute(database)).changed == 0
    finally:
        await database.close()


class Stack(Bot):
    """A playground process and a bot process with a database file; `url` is the page's address."""

    def __init__(self, folder: Path, **settings: str) -> None:
        command = [sys.executable, "-m", "playground", "--port", "0"]
        variables = environment(PLAYGROUND_TOKEN=TOKEN)
        variables.pop("COVERAGE_PROCESS_START", None)  # It is no part of what is measured there.
        self.playground = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=variables
        )
        assert self.playground.stdout is not None
        url = self.playground.stdout.readline().split()[-1]
        _set(url, deadline=DEADLINE)
        super().__init__(folder, url, **settings)

    def close(self) -> None:
        """Ends both processes."""
        super().close()
        _end(self.playground)
        assert self.playground.stdout is not None
        self.playground.stdout.close()


def _set(url: str, **settings: float) -> None:
    """Changes settings of the playground there."""
    body = json.dumps(settings).encode()
    request = Request(f"{url}/playground/control/settings", body, method="PATCH")
    urlopen(request, timeout=PATIENCE).close()


def _end(process: subprocess.Popen[Any]) -> None:
    if process.poll() is None:
        process.terminate()
    process.wait(timeout=PATIENCE)
