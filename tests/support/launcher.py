"""The bot and the playground as processes that start in a moment.

They are forked from a process that has imported both, with every feature and every game, and has
read the catalogues. Nearly all of a start is that, and the suite starts two hundred.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import json
import logging
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import coverage

import games
from bot import cogs
from bot.i18n.catalogues import language, languages
from tests import PATIENCE

ROOT = Path(__file__).parent.parent.parent
WARNINGS = "default,ignore:'audioop' is deprecated:DeprecationWarning"
"""All warnings are shown, except one about voice in discord.py, which the bot does not use."""
PRELOADED = (
    "bot.app.run",
    "bot.cli.database",
    "bot.observability.event_loop",
    "matches.archive.verify",
    "matches.ratings.recompute",
    "playground.server",
    "storage.backups",
    "storage.copies",
)
_LONGEST = 1 << 16
"""Bytes of a request."""


class Launched:
    """A process that has been launched, used like a `subprocess.Popen`."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.pid = int(line.recv(20))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, negative for a signal; None while it runs."""
        with suppress(TimeoutError):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status. Raises TimeoutError if it is still running after this many seconds."""
        if self.returncode is None:
            if not select.select([self._line], [], [], timeout)[0]:
                raise TimeoutError(f"process {self.pid} still runs")
            self.returncode = int(self._line.recv(20))
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Sends it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Asks it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it at once."""
        self.send_signal(signal.SIGKILL)


def launch(
    module: str, *arguments: str, cwd: Path, env: Mapping[str, str], stdout: int, stderr: int
) -> Launched:
    """Runs `python -m MODULE ARGUMENTS` in that process. Python does not read its own variables
    again; all warnings are shown (`WARNINGS`).
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    request = {"module": module, "arguments": arguments, "cwd": str(cwd), "env": dict(env)}
    with theirs:
        fds = [stdout, stderr, theirs.fileno()]
        socket.send_fds(_server(), [json.dumps(request).encode()], fds)
    return Launched(ours)


def run(
    module: str, *arguments: str, cwd: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """The same until its end, with what it has written."""
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        outputs = {"stdout": out.fileno(), "stderr": err.fileno()}
        status = launch(module, *arguments, cwd=cwd, env=env, **outputs).wait(PATIENCE)
        for one in (out, err):
            one.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), err.read())


@functools.cache
def _server() -> socket.socket:
    """The connection to the process that forks, one for each process of the tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], env=_untraced()
        )

    @atexit.register
    def end() -> None:
        ours.close()
        process.wait()

    return ours


def _untraced() -> dict[str, str]:
    env = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    return env | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": WARNINGS}


# The process that forks


def preload() -> None:
    """Imports what the programs import, and reads what each of them would otherwise read itself."""
    for name in (*PRELOADED, *cogs.extensions()):
        importlib.import_module(name)
    for game in games.all_games():
        game.texts  # noqa: B018 - loads the engine
    for code in languages():
        language(code)


class _Ending:
    """Ends a program without freeing everything that it shares with the forking process, which
    would take longer than most commands. Handlers registered later run before this one.
    """

    def __init__(self) -> None:
        self.status: int | None = None
        """The exit status; None in the process that forks, which ends as usual."""

    def __call__(self) -> None:
        if self.status is None:
            return
        logging.shutdown()
        gc.collect()  # Warns of what was forgotten.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(self.status)


def main() -> None:
    """Serves the requests of the tests, and is in the end one of the programs that they want."""
    ending = _Ending()
    atexit.register(ending)
    preload()
    gc.collect()
    gc.freeze()
    request = _forked(socket.socket(fileno=int(sys.argv[1])))
    if request is not None:
        _become(ending, **request)


def _forked(requests: socket.socket) -> dict[str, Any] | None:
    """What this child process has to run; None in the forking process, when it ends."""
    lines: dict[int, socket.socket] = {}
    waking, wakened = socket.socketpair()
    with ExitStack() as stack:
        for one in (requests, waking, wakened):
            stack.enter_context(one)
        stack.callback(_close, lines)
        waking.setblocking(False)
        signal.set_wakeup_fd(waking.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while True:
            ready, _, _ = select.select([requests, wakened], [], [])
            if wakened in ready:
                wakened.recv(_LONGEST)
                _report(lines)
            if requests not in ready:
                continue
            data, fds, _, _ = socket.recv_fds(requests, _LONGEST, 3)
            if not data:
                return None
            *outputs, line = fds
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                os.close(line)
                return {**json.loads(data), "outputs": outputs}
            for fd in outputs:
                os.close(fd)
            lines[pid] = socket.socket(fileno=line)
            lines[pid].send(str(pid).encode())


def _close(lines: Mapping[int, socket.socket]) -> None:
    for line in lines.values():
        line.close()


def _report(lines: dict[int, socket.socket]) -> None:
    """Reports the exit status of each child that has ended."""
    while lines:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with lines.pop(pid) as line, suppress(BrokenPipeError):
            line.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(
    ending: _Ending,
    *,
    module: str,
    arguments: Sequence[str],
    cwd: str,
    env: Mapping[str, str],
    outputs: Sequence[int],
) -> None:
    """Runs the module as the main program of this process."""
    ending.status = 1
    for fd, standard in zip(outputs, (1, 2), strict=True):
        os.dup2(fd, standard)
        os.close(fd)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    coverage.process_startup()
    sys.argv = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        ending.status = 0
    except SystemExit as reason:
        ending.status = (
            reason.code if isinstance(reason.code, int) else int(reason.code is not None)
        )
        raise


if __name__ == "__main__":
    main()
