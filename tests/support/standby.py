"""A PostgreSQL server with a standby that stores every commit before it is acknowledged."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import PATIENCE
from tests.support import postgres
from tests.support.ports import free_port
from tests.support.postgres import Cluster, started

_PRIMARY = {"wal_level": "replica", "max_wal_senders": "4", "synchronous_commit": "on"}

_IN_STEP = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"

_OPTIONS = "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200"
"""The standby's own settings; it has to allow as many connections as the other server."""

# The standby stops when its standard input ends. A port that is free may be taken by the time it is
# used, so there are several.
_FOLLOW = """
"$1/pg_basebackup" -h 127.0.0.1 -p "$3" -U "$4" -D "$2/data" -R -X stream -c fast \\
  </dev/null >>"$2/log" 2>&1 &&
for port in $5; do
  "$1/pg_ctl" start -w -t 300 --pgdata="$2/data" --log="$2/log" --options="-p $port $6" \\
    </dev/null >>"$2/log" 2>&1 && echo "$port" && break
done && read _ || cat "$2/log"
"$1/pg_ctl" stop --silent --mode=immediate --pgdata="$2/data" </dev/null
rm -rf "$2"
"""


class Pair:
    """A server, and its standby at another port."""

    def __init__(self, primary: Cluster, programs: Path, folder: str, standby: int) -> None:
        self.primary, self.standby = primary, standby
        self._programs, self._folder = programs, folder
        self._data = Path(str(primary.execute("SHOW data_directory")))

    def follow(self) -> None:
        """From now on no commit is acknowledged before the standby has it."""
        self.primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.execute("SELECT pg_reload_conf()")
        end = time.monotonic() + PATIENCE
        while not self.primary.execute(_IN_STEP):
            if time.monotonic() > end:
                raise TimeoutError("the standby does not follow")
            time.sleep(0.01)

    def fail_over(self) -> None:
        """The server dies at once, and the standby takes its place."""
        pid = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        command = [str(self._programs / "pg_ctl"), "promote", "-w", "-D", f"{self._folder}/data"]
        with started(command, self._folder) as promotion:
            said, _ = promotion.communicate()
            assert promotion.returncode == 0, said


@contextmanager
def replicated() -> Iterator[Pair]:
    """Runs both. Raises LookupError if no server is installed."""
    programs, ports = postgres.programs(), " ".join(str(free_port()) for _ in range(5))
    if programs is None:
        raise LookupError(postgres.MISSING)
    with postgres.running(more=_PRIMARY) as primary:
        folder = tempfile.mkdtemp(prefix="dreierlei-standby-")
        here = (str(programs), folder, str(primary.port), postgres.SUPERUSER, ports, _OPTIONS)
        with started(["sh", "-c", _FOLLOW, "sh", *here], folder) as shell:
            assert shell.stdout is not None
            port = shell.stdout.readline()
            if not port.strip().isdigit():
                raise RuntimeError(port + shell.stdout.read())
            pair = Pair(primary, programs, folder, int(port))
            pair.follow()
            yield pair
