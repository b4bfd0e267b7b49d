"""PgBouncer in front of a PostgreSQL server: few connections, passed on after each transaction."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.support.ports import free_port
from tests.support.postgres import started

MISSING = "PgBouncer is not installed (Debian's package: pgbouncer)"
CONNECTIONS = 2
"""How many connections to the server it has for each database."""

_SETTINGS = """\
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 500
server_login_retry = 1
log_connections = 0
log_disconnections = 0
log_stats = 0
log_pooler_errors = 0
"""


class Pooler:
    """PgBouncer as it runs before a server, and the address of a database behind it."""

    def __init__(self, folder: Path, direct: str, connections: int) -> None:
        self._folder, self._connections = folder, connections
        self._server = make_url(direct)
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """The address that the program under test is given."""
        found = self._server.set(port=self._port, query={"pooler": "transaction"})
        return found.render_as_string(hide_password=False)

    def run(self, program: str) -> subprocess.Popen[str]:
        """Starts it. A port that is free may be taken by the time it is used, so there are several
        attempts.
        """
        (self._folder / "users").write_text(f'"{self._server.username}" ""\n')
        command = ["sh", "-c", 'exec "$0" "$1" 2>&1', program, str(self._folder / "ini")]
        for _ in range(5):
            self._port = free_port()
            self._settings(self._server.port or 0)
            self._process = started(command, str(self._folder))
            assert self._process.stdout is not None
            if any("process up" in line for line in self._process.stdout):
                return self._process
            self._process.communicate()
        raise RuntimeError("PgBouncer does not start")

    def lead_to(self, port: int) -> None:
        """Switches to the server at this port."""
        self._settings(port)
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def _settings(self, server: int) -> None:
        (self._folder / "ini").write_text(
            _SETTINGS.format(
                server=server,
                port=self._port,
                folder=self._folder,
                connections=self._connections,
            )
        )


@contextmanager
def pooler(direct: str, connections: int = CONNECTIONS) -> Iterator[Pooler]:
    """PgBouncer before the server of a database, with so many connections to it. Fails the test if
    it is not installed.
    """
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.fail(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="dreierlei-pgbouncer-"))
    one = Pooler(folder, direct, connections)
    with one.run(program) as process:
        try:
            yield one
        finally:
            process.terminate()
    shutil.rmtree(folder)


@contextmanager
def pooled(direct: str) -> Iterator[str]:
    """The address of a database behind PgBouncer, which hands on the connections to its server."""
    with pooler(direct) as one:
        yield one.url
