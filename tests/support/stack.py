"""The processes under test: a playground, and the bot connected to it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from coverage import Coverage

from matches.archive.verify import replays
from matches.ratings.recompute import recompute
from storage.database import Database
from tests import PATIENCE
from tests.support import launcher
from tests.support.launcher import ROOT, WARNINGS, Launched

TOKEN = "a-token-of-the-tests"
COVERAGE = Path(__file__).parent / "coverage.toml"
"""The coverage measured in the bot's processes."""
DEADLINE = 240.0
"""Seconds that a bot has for its first answer, instead of Discord's three. Those assume a machine
that the bot does not share with a playground, browsers and other tests.
"""
_BLOCKED = re.compile(r"blocked ms=(\d+) of=(\d+) .*")


def measured() -> dict[str, str]:
    """What a process needs in its environment to have its coverage measured with the tests'."""
    if Coverage.current() is None:
        return {}
    return {"COVERAGE_PROCESS_START": str(COVERAGE), "COVERAGE_FILE": str(ROOT / ".coverage")}


def environment(**settings: str) -> dict[str, str]:
    """The environment of the tests, with only these of the bot's settings. If the coverage of
    this test is measured, so is that of the process.
    """
    ours = re.compile(
        r"COMPUTER_|DISCORD_|EMOJIS|DATABASE_|PLAYGROUND_|SHARD_|GUILD_|LOG_|METRICS_|WEB_"
        r"|HOST_RATE|PAIR_RATE|SERVER_RATE|PICTURE_PATIENCE|ROLE"
        r"|PYTHONDONTWRITEBYTECODE"  # Compiled once for a hundred starts.
    )
    kept = {key: value for key, value in os.environ.items() if not ours.match(key)}
    if sys.gettrace() is not None:
        kept |= measured()
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": WARNINGS} | settings


def run(folder: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs a command of the bot's command line to its end, in a folder and with these settings."""
    return launcher.run("bot", *command, cwd=folder, env=environment(**settings))


def blocked(log: str) -> list[str]:
    """Delays of the event loop much longer than allowed on a machine as slow as this one was at
    that moment. Its pace is measured after the delay; during it, it may have been half of that.
    """
    return [one[0] for one in _BLOCKED.finditer(log) if int(one[1]) > 2 * int(one[2])]


Process = subprocess.Popen[bytes] | Launched


class Bot:
    """A bot process, connected to the playground at `url`. It can be started several times."""

    def __init__(self, folder: Path, url: str, **settings: str) -> None:
        self.folder = folder
        self.log = folder / "bot.log"
        self.url = url
        self.settings = {
            "DISCORD_API_URL": f"{url}/api/v10",
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite:///{folder / 'bot.db'}",
            **dict.fromkeys(("HOST_RATE", "PAIR_RATE", "SERVER_RATE"), "1000"),
            "PICTURE_PATIENCE": str(PATIENCE),
            "EMOJIS": "false",  # A hundred uploads at each start, for the tests that look at them.
        } | settings
        self.bot: Process
        self.start()

    def start(self) -> Process:
        """Starts the bot, or restarts it after a stop."""
        env = environment(**self.settings)
        with self.log.open("ab") as log:
            out = log.fileno()
            if "LD_PRELOAD" in env:  # Only a newly started program reads it.
                command = [sys.executable, "-m", "bot", "run"]
                self.bot = subprocess.Popen(
                    command, cwd=self.folder, env=env, stdout=out, stderr=out
                )
            else:
                self.bot = launcher.launch(
                    "bot", "run", cwd=self.folder, env=env, stdout=out, stderr=out
                )
        return self.bot

    def kill(self) -> None:
        """Kills the bot without warning."""
        self.bot.kill()
        self.bot.wait()

    def stop(self) -> int:
        """Asks the bot to stop. Returns its exit status."""
        self.bot.send_signal(signal.SIGTERM)
        return self.bot.wait(timeout=PATIENCE)

    def close(self) -> None:
        """Ends the process."""
        _end(self.bot)

    def said(self) -> str:
        """The bot's log."""
        return self.log.read_text()

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Runs another command of the bot's command line with the same settings."""
        return run(self.folder, *command, **self.settings)

    def check(self) -> None:
        """The log has no errors and no secrets, and everything stored reproduces: every match from
        its log, every rating from the matches. Call this after a test, with the bot stopped.
        """
        log = self.said()
        assert "Traceback" not in log, log
        assert "Warning:" not in log, log
        assert TOKEN not in log
        self.check_loop()
        self.verify()

    def check_loop(self) -> None:
        """The event loop was never blocked for too long."""
        assert blocked(self.said()) == [], self.said()

    def verify(self) -> None:
        """Everything stored reproduces, by the same functions as `verify` and `ratings recompute`,
        in this process.
        """
        work = _reproduces(self.settings["DATABASE_URL"])
        with ThreadPoolExecutor(1) as elsewhere:  # The caller may have a running event loop.
            elsewhere.submit(asyncio.run, work).result()


async def _reproduces(url: str) -> None:
    database = Database.connect(url)
    try:
        assert [one async for one in replays(database) if one.fault is not None] == []
        assert (await recompute(database)).changed == 0
    finally:
        await database.close()


class Stack(Bot):
    """A playground process, and a bot process with a database file; `url` is the page's address."""

    def __init__(self, folder: Path, **settings: str) -> None:
        variables = environment(PLAYGROUND_TOKEN=TOKEN)
        variables.pop("COVERAGE_PROCESS_START", None)  # The playground is not measured.
        reader, writer = os.pipe()
        self._output = os.fdopen(reader)
        self.playground = launcher.launch(
            "playground", "--port", "0", cwd=ROOT, env=variables, stdout=writer, stderr=2
        )
        os.close(writer)
        url = self._output.readline().split()[-1]
        _control(url, "PATCH", "settings", deadline=DEADLINE)
        super().__init__(folder, url, **settings)

    def renew(self) -> None:
        """Replaces everybody and everything in the playground by what the bot has never met."""
        _control(self.url, "POST", "renew")

    def kill(self) -> None:
        """Kills the bot without warning, and waits until the playground has noticed."""
        super().kill()
        self._disconnected()

    def stop(self) -> int:
        """Asks the bot to stop, and waits until the playground has noticed. Returns the bot's exit
        status.
        """
        self.bot.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Waits until the bot has stopped and the playground has noticed. Returns the bot's exit
        status.
        """
        status = self.bot.wait(timeout=PATIENCE)
        self._disconnected()
        return status

    def _disconnected(self) -> None:
        """Waits until no shard of the bot has a session. Until then, an interaction could go to the
        process that has ended.
        """
        ours = {int(one) for one in self.settings.get("SHARD_IDS", "").split(",") if one}
        end = time.monotonic() + PATIENCE
        while any(
            one["connected"] and (not ours or one["shard"][0] in ours)
            for one in _control(self.url, "GET", "state")["sessions"]
        ):
            if time.monotonic() > end:
                raise TimeoutError("the playground has not noticed that the bot is gone")
            time.sleep(0.01)

    def close(self) -> None:
        """Ends both processes."""
        super().close()
        _end(self.playground)
        self._output.close()


def _control(url: str, method: str, path: str, **fields: float) -> Any:
    """Asks the playground there for something that no user can do. Returns its answer."""
    body = json.dumps(fields).encode() if fields else None
    request = Request(f"{url}/playground/control/{path}", body, method=method)
    with urlopen(request, timeout=PATIENCE) as answer:
        said = answer.read()
    return json.loads(said) if said else None


def _end(process: Process) -> None:
    if process.poll() is None:
        process.terminate()
    process.wait(timeout=PATIENCE)
