"""Somebody else's program as a child process, for which nobody waits longer than agreed.

Whatever it does with its pipes, it can neither block us nor fill our memory: we read and write only
when the pipes are ready, up to a time and a number of bytes.
"""

from __future__ import annotations

import os
import selectors
import signal
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import IO, Literal, TypeAlias

from opponents.protocol.lines import Lines

FaultKind: TypeAlias = Literal["late", "died", "flooded", "refused", "illegal", "unasked"]
"""What is wrong with a program: no answer in time; process gone; too much output; a command
refused; an illegal turn; an answer that nobody asked for.
"""

MOST = 1_000_000
"""The most bytes that a program may write before it has answered."""
_CHUNK = 1 << 16
_LAST_WORDS = 2_000
"""The number of bytes that are kept of what a program writes to its standard error."""
_LAST_CHUNKS = 16
"""The most reads of standard error after the program's death: a descendant that has escaped could
write for ever.
"""


class Failure(Exception):
    """A program does not behave as it should. The text is for people."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind: FaultKind = kind


class Program:
    """A running program. After a Failure only `kill` may be called."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """Starts the program in its own process group, so that its children die with it.

        An answer may take `seconds`. Raises Failure.
        """
        self.seconds = seconds
        self._lines, self._heard = Lines(), deque[bytes | None]()
        self._unsaid, self._last_words = bytearray(), b""
        self._left = MOST
        try:
            self._process = Popen(  # noqa: S603 - that it runs programs is what it is for
                [*command], stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise Failure("died", f"It can't be started: {error}") from error
        self._in, self._out, self._err = map(
            _unblocked, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ, self._read)
        self._selector.register(self._err, selectors.EVENT_READ, self._read_error)

    def ask(self, line: str, *ends: str) -> list[str]:
        """Writes a line and returns the lines of the answer, up to the first that begins with one
        of the words `ends`. Earlier output counts, too. Raises Failure.
        """
        self.tell(line)
        answers: list[str] = []
        self._left, until = MOST, monotonic() + self.seconds
        while not answers or answers[-1].split()[:1] not in [[end] for end in ends]:
            answers.append(self._next(until))
        return answers

    def tell(self, line: str) -> None:
        """Writes a line that has no answer. It is sent with the next question at the latest."""
        if not self._unsaid:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._write)
        self._unsaid += line.encode() + b"\n"

    def _next(self, until: float) -> str:
        while not self._heard:
            self._exchange(until)
        line = self._heard.popleft()
        if line is None:
            raise Failure("flooded", "It has said a line that is too long.")
        return line.decode(errors="replace")

    def _exchange(self, until: float) -> None:
        """Reads and writes what is possible now, or as soon as something is possible.

        Output that has arrived counts, even if we only read it after the time is over.
        """
        ready = self._selector.select(max(0.0, until - monotonic()))
        for key, _ in ready:
            key.data()
        if not self._heard and (not ready or monotonic() > until):
            raise Failure("late", f"It has not answered within {self.seconds:g} seconds.")

    def _read(self) -> None:
        data = os.read(self._out.fileno(), _CHUNK)
        self._heard.extend(self._lines.cut(data))
        self._left -= len(data)
        if self._left < 0:
            raise Failure("flooded", f"It has said more than {MOST} bytes without an answer.")
        if not data and not self._heard:
            raise Failure("died", "It has ended, or closed its output.")

    def _read_error(self) -> None:
        data = os.read(self._err.fileno(), _CHUNK)
        self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        if not data:
            self._selector.unregister(self._err)

    def _write(self) -> None:
        try:
            written = os.write(self._in.fileno(), self._unsaid[:_CHUNK])
        except BrokenPipeError:
            raise Failure("died", "It has ended, or closed its input.") from None
        del self._unsaid[:written]
        if not self._unsaid:
            self._selector.unregister(self._in)

    def ends(self, line: str, seconds: float) -> bool:
        """Writes a last line, and closes the program's input if the line is empty. Returns whether
        the program ends within this many seconds.
        """
        until = monotonic() + seconds
        if line:
            self.tell(line)
        else:
            with suppress(KeyError):
                self._selector.unregister(self._in)
            self._in.close()
        try:
            while True:
                self._heard.clear()
                self._exchange(until)
        except Failure as failure:
            if failure.kind != "died":
                return False
        try:
            self._process.wait(max(0.0, until - monotonic()))
        except TimeoutExpired:
            return False
        return True

    def kill(self) -> str:
        """Kills the program and everything that it has started. Returns the last line that it has
        written to its standard error, or "".
        """
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with suppress(BlockingIOError, KeyError):
            for _ in range(_LAST_CHUNKS):
                self._selector.get_key(self._err)
                self._read_error()
        self._selector.close()
        for pipe in (self._in, self._out, self._err):
            pipe.close()
        said = self._last_words.decode(errors="replace").splitlines()
        return next((line.strip() for line in reversed(said) if line.strip()), "")


def _unblocked(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe
