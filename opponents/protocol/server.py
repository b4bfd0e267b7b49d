"""Serves a session to whoever writes to a file descriptor.

Commands are worked off one after the other. A thread listens meanwhile, so that `stop` and `quit`
are heard while the program thinks.
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
"""The most commands that wait for their turn. The client's next ones wait in its pipe."""

_Asked: TypeAlias = "tuple[str | Refused, Event] | None"
"""A command, or what is wrong with its line, and what stops it. None is the end."""


def serve(source: int = 0, sink: int = 1) -> None:
    """Answers commands until `quit`, or until there are no more, or nobody reads the answers."""
    asked: Queue[_Asked] = Queue(WAITING)
    Thread(target=_listen, args=(source, asked), daemon=True).start()
    session = Session()
    try:
        while (one := asked.get()) is not None:
            said, stop = one
            if isinstance(said, Refused):
                _write(sink, str(said))
            else:
                for line in session.answer(said, stop.is_set):
                    _write(sink, line)
    except BrokenPipeError:
        pass


def _write(sink: int, line: str) -> None:
    data = line.encode() + b"\n"
    while data:
        data = data[os.write(sink, data) :]


def _listen(source: int, asked: Queue[_Asked]) -> None:
    """Puts what comes in into the queue. Reads the descriptor itself: a buffered file could not be
    closed at the program's end while somebody waits in it.
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
                asked.put(None)
                return
            asked.put((said, stop))
    asked.put(None)


def _read(line: bytes | None) -> str | Refused:
    if line is None:
        return Refused("too-long", f"A line has at most {LONGEST} bytes.")
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        return Refused("syntax", "That is not UTF-8.")
