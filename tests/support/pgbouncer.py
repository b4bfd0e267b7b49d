"""PgBouncer before a PostgreSQL server: few connections, handed on after each transaction."""

from __future__ import annotations

import os
import shutil
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
log_connections = 0
log_disconnections = 0
log_stats = 0
"""


@contextmanager
def pooled(url: str) -> Iterator[str]:
    """The address of a database behind PgBouncer, which hands on the connections to its server."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.fail(MISSING)
    server, port = make_url(url), free_port()
    folder = tempfile.mkdtemp(prefix="dreierlei-pgbouncer-")
    settings = Path(folder, "pgbouncer.ini")
    known = {"server": server.port, "port": port, "folder": folder, "connections": CONNECTIONS}
    settings.write_text(_SETTINGS.format(**known))
    Path(folder, "users").write_text(f'"{server.username}" ""\n')
    command = ["sh", "-c", 'exec "$0" "$1" 2>&1', program, str(settings)]
    with started(command, folder) as process:
        assert process.stdout is not None
        said = next((line for line in process.stdout if "process up" in line), None)
        assert said is not None, "PgBouncer has ended"
        try:
            address = server.set(port=port, query={"pooler": "transaction"})
            yield address.render_as_string(hide_password=False)
        finally:
            process.terminate()
    shutil.rmtree(folder)
