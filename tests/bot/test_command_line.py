"""`dreierlei run` and the other commands as processes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from bot.app import run
from bot.config.database import CantStart
from playground.address import DEFAULT_TOKEN
from tests import PATIENCE
from tests.support.ports import free_port
from tests.support.stack import blocked, environment

pytestmark = pytest.mark.untraced

AS_OTHERS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if not os.getuid() else []
"""In front of a command: the administrator may write only what its permissions say, as others."""


@contextmanager
def _started(folder: Path, *command: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", *command],
        cwd=folder,
        env=environment(**settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        _, err = process.communicate()
    assert blocked(err) == [], err


def _ended(folder: Path, *command: str, **settings: str) -> tuple[int, str, str]:
    with _started(folder, *command, **settings) as process:
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_run_without_a_token(how: signal.Signals, tmp_path: Path) -> None:
    """Without a token a playground is served and its address printed. A signal stops both
    cleanly.
    """
    with _started(tmp_path, "run", PLAYGROUND_PORT="0") as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        with urlopen(found[0]) as page:
            assert page.status == 200
        process.send_signal(how)
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        assert "Traceback" not in err
        with pytest.raises(URLError):
            urlopen(found[0])
    assert (tmp_path / "data" / "dreierlei.db").is_file()


def test_pages_in_the_playground(tmp_path: Path) -> None:
    """They are on without any address for them, at a port of their own."""
    port = free_port()
    with _started(tmp_path, "run", PLAYGROUND_PORT="0", WEB_PORT=str(port)) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if f"pages at http://127.0.0.1:{port}," in line:
                break
        with urlopen(f"http://127.0.0.1:{port}/") as page:
            assert "3Stein" in page.read().decode()


def _playground(process: subprocess.Popen[str]) -> int:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    (found,) = (
        one for one in children if b"playground" in Path(f"/proc/{one}/cmdline").read_bytes()
    )
    return int(found)


def test_settings_that_others_can_read(tmp_path: Path) -> None:
    """The bot warns at the start. Its child processes have no token in their command line."""
    file = tmp_path / ".env"
    for mode, warned in ((0o644, True), (0o600, False)):
        file.write_text("PLAYGROUND_PORT=0\n")
        file.chmod(mode)
        said = ""
        with _started(tmp_path, "run") as process:
            assert process.stderr is not None
            while "ready as" not in said:
                said += process.stderr.readline()
            started = Path(f"/proc/{_playground(process)}/cmdline").read_bytes()
            assert b"token" not in started
            assert DEFAULT_TOKEN.encode() not in started.split(b"\0")[3:]
        assert (".env can be read by other users of this machine: chmod 600 it" in said) is warned


def test_the_playground_dies(tmp_path: Path) -> None:
    """The bot then exits, too, with status 2 and one line that says so."""
    with _started(tmp_path, "run", PLAYGROUND_PORT="0") as process:
        assert process.stderr is not None
        while "ready as" not in process.stderr.readline():
            pass
        os.kill(_playground(process), signal.SIGKILL)
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 2
        last = err.splitlines()[-1]
        assert last == "The playground has ended by itself (status -9), so the bot too."


def test_the_bot_dies(tmp_path: Path) -> None:
    """Its playground then exits, too, so that the next one finds the port free."""
    with _started(tmp_path, "run", PLAYGROUND_PORT="0") as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        playground = os.pidfd_open(_playground(process))
        process.kill()
        assert select.select([playground], [], [], PATIENCE)[0], "the playground is still there"
        os.close(playground)
        with pytest.raises(URLError):
            urlopen(found[0])


def test_migrate(tmp_path: Path) -> None:
    """The database is created. A second run changes nothing."""
    url = f"sqlite:///{tmp_path / 'other.db'}"
    for _ in range(2):
        assert _ended(tmp_path, "migrate", DATABASE_URL=url) == (0, "", "")
    with sqlite3.connect(tmp_path / "other.db") as database:
        tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
    database.close()
    assert "match" in tables


def test_playground_alone(tmp_path: Path) -> None:
    """`dreierlei playground` serves the page at the address in the settings, or the given one."""
    with _started(tmp_path, "playground", "--port", "0", PLAYGROUND_PORT="1") as process:
        assert process.stdout is not None
        with urlopen(process.stdout.readline().split()[-1]) as page:
            assert page.status == 200
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


@pytest.mark.parametrize(
    ("named", "settings"),
    [
        ("LOG_LEVEL", {"LOG_LEVEL": "LOUD"}),
        ("DISCORD_TOKEN", {"DISCORD_API_URL": "http://127.0.0.1:1/api/v10"}),
        ("DATABASE_URL", {"DATABASE_URL": "oracle://here/there"}),
        ("DATABASE_URL", {"DATABASE_URL": "sqlite:////proc/nowhere/file.db"}),
        (
            "DISCORD_API_URL",
            {"DISCORD_API_URL": "http://127.0.0.1:1/api/v10", "DISCORD_TOKEN": "x"},
        ),
    ],
)
def test_wrong_settings(named: str, settings: dict[str, str], tmp_path: Path) -> None:
    """A missing or wrong setting ends the bot with status 2 and one line that names it."""
    status, out, err = _ended(tmp_path, "run", **settings)
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"{named}: [^\n]+\n", err), err


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_database_that_can_not_be_written(what: str, tmp_path: Path) -> None:
    """One line says so, and nothing is made in its place."""
    url = f"sqlite:///{tmp_path / 'bot.db'}"
    assert _ended(tmp_path, "migrate", DATABASE_URL=url)[0] == 0
    here = tmp_path / "bot.db" if what == "file" else tmp_path
    here.chmod(0o400 if what == "file" else 0o500)
    if what == "folder":
        (tmp_path / "bot.db").chmod(0o400)
    before = sorted(tmp_path.iterdir())
    ended = subprocess.run(
        [*AS_OTHERS, sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env=environment(DATABASE_URL=url, DISCORD_TOKEN="x.y.z"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert "DATABASE_URL: can't open the database file" in line
    assert "it can't be read and written" in line
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["run", "migrate", "verify", "db backup copy.db"])
def test_passwords_are_not_told(command: str, tmp_path: Path) -> None:
    """Whatever fails with the database, and however verbose the log, its password is not shown."""
    secret = "hunter2-and-more"
    url = f"postgresql://anna:{secret}@127.0.0.1:1/matches"
    status, out, err = _ended(tmp_path, *command.split(), DATABASE_URL=url, LOG_LEVEL="DEBUG")
    assert status == 2
    assert err
    assert secret not in out + err


def test_a_token_that_is_refused(tmp_path: Path) -> None:
    """So does a token that the server rejects, and a server that is out of order."""
    with _started(tmp_path, "playground", "--port", "0") as playground:
        assert playground.stdout is not None
        url = playground.stdout.readline().split()[-1]
        settings = {"DISCORD_API_URL": f"{url}/api/v10", "DISCORD_TOKEN": "wrong"}
        status, _, err = _ended(tmp_path, "run", LOG_LEVEL="WARNING", **settings)
        assert status == 2
        assert err == "DISCORD_TOKEN: expected a token that Discord accepts\n"
        fault = json.dumps({"kind": "status", "path": "/users/@me", "status": 503}).encode()
        head = {"Content-Type": "application/json"}
        urlopen(Request(f"{url}/playground/control/faults", fault, head)).close()
        settings["DISCORD_TOKEN"] = DEFAULT_TOKEN
        status, _, err = _ended(tmp_path, "run", LOG_LEVEL="WARNING", **settings)
        assert (status, err) == (2, f"DISCORD_API_URL: {url}/api/v10 can't be reached\n")


def test_a_playground_for_others(tmp_path: Path) -> None:
    """So does an address that other machines can reach, unless explicitly allowed."""
    status, _, err = _ended(tmp_path, "run", PLAYGROUND_HOST="0.0.0.0", LOG_LEVEL="WARNING")
    assert status == 2
    assert err.startswith("PLAYGROUND_HOST: 0.0.0.0 can be reached from other machines.")
    assert "no passwords" in err
    assert "PLAYGROUND_PUBLIC=true" in err


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """And a port that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, _, err = _ended(tmp_path, "run", PLAYGROUND_PORT=port, LOG_LEVEL="WARNING")
    assert status == 2
    assert re.fullmatch(r"PLAYGROUND_HOST, PLAYGROUND_PORT: [^\n]+\n", err), err


def test_a_metrics_port_that_is_taken(tmp_path: Path) -> None:
    """So does a metrics port in use, in the last line of output."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = {"PLAYGROUND_PORT": "0", "METRICS_PORT": str(taken.getsockname()[1])}
        status, _, err = _ended(tmp_path, "run", LOG_LEVEL="WARNING", **settings)
    assert status == 2
    port = settings["METRICS_PORT"]
    said = f"METRICS_HOST, METRICS_PORT: can't listen at 127.0.0.1:{port}: "
    assert err.splitlines()[-1].startswith(said)


def test_a_metrics_host_that_is_not_ours(tmp_path: Path) -> None:
    """So does an address that is not of this machine."""
    settings = {"PLAYGROUND_PORT": "0", "METRICS_HOST": "192.0.2.1", "METRICS_PORT": "0"}
    status, _, err = _ended(tmp_path, "run", LOG_LEVEL="WARNING", **settings)
    assert status == 2
    said = "METRICS_HOST, METRICS_PORT: can't listen at 192.0.2.1:0: "
    assert err.splitlines()[-1].startswith(said)


async def test_a_playground_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait for its start is limited, and the error says where to look."""
    monkeypatch.setattr(run, "PATIENCE", 0.2)
    silent = "import os, sys, time; os.close(1); time.sleep(600)"
    for code in ("import time; time.sleep(600)", silent):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", code), stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        with pytest.raises(CantStart, match="PLAYGROUND_PORT: no answer"):
            await run._address(process)
        os.kill(process.pid, signal.SIGSTOP)
        await run._end(process)
        assert process.returncode in (-signal.SIGKILL, -signal.SIGTERM)
