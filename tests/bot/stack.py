"""The processes under test: a playground, and the bot that is connected to it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TOKEN = "a-token-of-the-tests"
WARNINGS = "default,ignore:'audioop' is deprecated:DeprecationWarning"
"""All of them, but for one about voice in discord.py, which the bot does not use."""


def environment(**settings: str) -> dict[str, str]:
    """The environment of the tests with only these of the bot's settings."""
    ours = re.compile(r"DISCORD_|DATABASE_|PLAYGROUND_|SHARD_|GUILD_|LOG_LEVEL")
    kept = {key: value for key, value in os.environ.items() if not ours.match(key)}
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": WARNINGS} | settings


class Stack:
    """A playground process and a bot process with a database file; `url` is the page's address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "bot.log"
        command = [sys.executable, "-m", "playground", "--port", "0", "--token", TOKEN]
        self.playground = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment()
        )
        assert self.playground.stdout is not None
        self.url = self.playground.stdout.readline().split()[-1]
        self.bot = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Starts the bot, again if it has been stopped."""
        settings = environment(
            DISCORD_API_URL=f"{self.url}/api/v10",
            DISCORD_TOKEN=TOKEN,
            DATABASE_URL=f"sqlite:///{self.folder / 'bot.db'}",
        )
        with self.log.open("ab") as log:
            self.bot = subprocess.Popen(
                [sys.executable, "-m", "bot", "run"],
                cwd=self.folder,
                env=settings,
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
        return self.bot.wait(timeout=20)

    def close(self) -> None:
        """Ends both processes."""
        for process in (self.bot, self.playground):
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=20)
        assert self.playground.stdout is not None
        self.playground.stdout.close()

    def said(self) -> str:
        """The bot's log."""
        return self.log.read_text()
