"""Serves a session to a client that writes to a file descriptor.

Commands are answered in turn. A thread listens meanwhile, so that `stop` and `quit` are noticed
while the program thinks.
"""

from __future__ import annotations

import os
from queue import Queue
from threading import Event, Thread
from typing import TypeAlias

from opponents.protocol.commands import Refused
from opponents.protocol.lines import LONGEST, Lines
from opponents.protocol.session import Session

WAITING = 1_000
"""The most waiting commands. The client's further ones wait in its pipe, `stop` among them."""

_Asked: TypeAlias = "tuple[str | Refused, Event] | OSError | None"
"""A command or what is wrong with its line, and the event that stops it. None is the end, and so is
what keeps the input from being read.
"""


def serve(source: int = 0, sink: int = 1) -> None:
    """Answers commands until `quit`, until the input ends, or until nobody reads the answers.

    Raises OSError if the input can't be read, or answers can't be written.
    """
    asked: Queue[_Asked] = Queue(WAITING)
    Thread(target=_listen, args=(source, asked), daemon=True).start()
    session = Session()
    try:
        while isinstance(one := asked.get(), tuple):
            said, stop = one
            if isinstance(said, Refused):
                _write(sink, str(said))
            else:
                for line in session.answer(said, stop.is_set):
                    _write(sink, line)
    except BrokenPipeError:
        return
    if one is not None:
        raise one


def _write(sink: int, line: str) -> None:
    data = line.encode() + b"\n"
    while data:
        data = data[os.write(sink, data) :]


def _listen(source: int, asked: Queue[_Asked]) -> None:
    """Puts incoming commands into the queue, and at last their end, however they end."""
    end: OSError | None = None
    try:
        _hear(source, asked)
    except OSError as error:
        end = error
    finally:
        asked.put(end)


def _hear(source: int, asked: Queue[_Asked]) -> None:
    """Puts commands into the queue up to `quit`, or to the end of the input. It reads the
    descriptor itself, because a buffered file can't be closed at the program's end while a thread
    waits in it.
    """
    lines, stop, data = Lines(), Event(), b"-"
    while data:
        data = os.read(source, 1 << 16)
        for line in lines.cut(data):
            said = _read(line)
            if said in ("stop", "quit"):
                stop.set()
                stop = Event()
            if said == "quit":
                return
            asked.put((said, stop))


def _read(line: bytes | None) -> str | Refused:
    if line is None:
        return Refused("too-long", f"A line has at most {LONGEST} bytes.")
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        return Refused("syntax", "That is not UTF-8.")
