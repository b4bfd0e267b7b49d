"""A PostgreSQL server for tests: its own cluster in a temporary folder, removed afterwards."""

from __future__ import annotations

import asyncio
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy.ext.asyncio import create_async_engine

from storage.database import address_of, migrate
from tests.support.memory import DISK

MISSING = "PostgreSQL's server is not installed (Debian's package: postgresql)"

_FOLDERS = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql@*/bin")
_PROGRAMS = ("initdb", "pg_ctl", "postgres")
SUPERUSER = "tests"
MIGRATED, EMPTY = "migrated", "template0"
"""Databases that others can be like: with the whole schema and no rows, and without a schema."""

# Nothing here has to survive a crash of the machine, which makes it fast. `fsync` and the like do
# not affect what other connections see, or what survives a crash of a client.
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "wal_level": "minimal",
    "max_wal_size": "64MB",
    "max_wal_senders": "0",
    "max_connections": "200",
    "autovacuum": "off",
    "jit": "off",
}

# The server stops when its standard input ends: after the tests, or when they are killed.
_SERVE = """
"$1/initdb" --pgdata="$2/data" --username="$3" -A trust -E UTF8 --locale=C --no-sync \\
  </dev/null >>"$2/log" 2>&1
while echo port && read port; do
  "$1/pg_ctl" start -w -t 300 --pgdata="$2/data" --log="$2/log" --options="-p $port $4" \\
    </dev/null >>"$2/log" 2>&1 && echo ready && break
done
read _
"$1/pg_ctl" stop --silent --mode=immediate --pgdata="$2/data" </dev/null
rm -rf "$2"
"""


def programs() -> Path | None:
    """The folder of the newest installed server."""
    found = [folder for pattern in _FOLDERS for folder in Path("/").glob(pattern)]
    found.sort(key=lambda folder: [int(number) for number in re.findall(r"\d+", str(folder))])
    if on_path := shutil.which("postgres"):
        found.insert(0, Path(on_path).resolve().parent)
    complete = [one for one in found if all(os.access(one / name, os.X_OK) for name in _PROGRAMS)]
    return complete[-1] if complete else None


_DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
"""The server's default settings."""


@contextmanager
def running(*, durable: bool = False, more: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """A new cluster, running until the end. Raises LookupError if no server is installed.

    With `durable`, committed data survive a crash of the machine, too, if the folder is on a disk.
    `more` are further settings of the server.
    """
    installed = programs()
    if installed is None:
        raise LookupError(MISSING)
    folder = _folder(on_disk=durable)
    settings = _SETTINGS | (_DURABLE if durable else {}) | dict(more or {})
    options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
    arguments = [str(installed), folder, SUPERUSER, options]
    with started(["sh", "-c", _SERVE, "sh", *arguments], folder) as shell:
        port = _ready(shell)
        if port is None:
            raise RuntimeError(Path(folder, "log").read_text())
        with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
            cluster = Cluster(port, runner)
            try:
                yield cluster
            finally:
                cluster.close()


def _folder(*, on_disk: bool) -> str:
    """A new temporary folder."""
    return tempfile.mkdtemp(prefix="dreierlei-postgres-", dir=DISK if on_disk else None)


def started(command: list[str], folder: str) -> subprocess.Popen[str]:
    """A process in the folder, as a user that the server accepts, since it refuses to run as
    root.
    """
    user = None
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        user = nobody.pw_uid
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        user=user,
        group=None if user is None else nobody.pw_gid,
        extra_groups=None if user is None else (),
        # Detached from the terminal, whose interrupts are for the tests only.
        start_new_session=True,
    )


def _ready(shell: subprocess.Popen[str]) -> int | None:
    """The port, once the server runs; None if it does not start. A port that is free may be taken
    by the time it is used, so there are several attempts.
    """
    assert shell.stdout is not None
    assert shell.stdin is not None
    port = 0
    for _ in range(5):
        said = shell.stdout.readline()
        if said != "port\n":
            return port if said == "ready\n" else None
        port = _free_port()
        shell.stdin.write(f"{port}\n")
        shell.stdin.flush()
    return None


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A running server. Its methods block, so call them outside asyncio."""

    def __init__(self, port: int, runner: asyncio.Runner) -> None:
        self.port = port
        self._runner = runner
        self._numbers = count(1)
        self._engine = create_async_engine(
            address_of(self.url("postgres")), isolation_level="AUTOCOMMIT"
        )
        data = Path(str(self.execute("SHOW data_directory")))
        self._server = int((data / "postmaster.pid").read_text().split()[0])
        # Since version 15 the faster way to copy a small database must be requested.
        new = int(str(self.execute("SHOW server_version_num"))) >= 150_000
        self._copying = "STRATEGY FILE_COPY" if new else ""
        self.execute(f"CREATE DATABASE {MIGRATED}")
        self._runner.run(migrate(self.url(MIGRATED)))

    def url(self, name: str) -> str:
        """The address of a database on this server."""
        return f"postgresql://{SUPERUSER}@127.0.0.1:{self.port}/{name}"

    @contextmanager
    def database(self, template: str = MIGRATED) -> Iterator[str]:
        """The address of a new database like another one to which nobody is connected. It is
        dropped at the end even if somebody still is.
        """
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} {self._copying}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Meanwhile the server, with all of its processes, takes whatever is sent to it, and
        answers nothing.
        """
        stopped = [self._server]
        os.kill(self._server, signal.SIGSTOP)  # From now on it starts no process, and buries none.
        try:
            children = Path(f"/proc/{self._server}/task/{self._server}/children").read_text()
            for one in map(int, children.split()):
                os.kill(one, signal.SIGSTOP)
                stopped.append(one)
            yield
        finally:
            for one in reversed(stopped):
                os.kill(one, signal.SIGCONT)

    def close(self) -> None:
        """Closes the connection that creates databases."""
        self._runner.run(self._engine.dispose())

    def execute(self, statement: str) -> object:
        """The result of a superuser's statement, outside any transaction."""

        async def run() -> object:
            async with self._engine.connect() as connection:
                result = await connection.exec_driver_sql(statement)
                return result.scalar() if result.returns_rows else None

        return self._runner.run(run())
