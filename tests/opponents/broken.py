"""Engines with a defect each: `python -m tests.opponents.broken KIND`.

But for that they are whole: they answer as our own server does.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from opponents.protocol import Session


def hang() -> None:
    """Waits for ever."""
    while True:
        signal.pause()


def hangs(session: Session, line: str) -> Iterator[str]:
    """Thinks for ever."""
    hang()
    return iter(())


def lies(session: Session, line: str) -> Iterator[str]:
    """Plays what is not legal."""
    yield "bestmove c3 z99"


def withdraws(session: Session, line: str) -> Iterator[str]:
    """Plays an event, as if it were a turn."""
    yield "bestmove withdraw:2"


def halves(session: Session, line: str) -> Iterator[str]:
    """Plays nothing but the first move of a turn."""
    (answer,) = thinks(session, line)
    yield " ".join(answer.split()[:2])


def dies(session: Session, line: str) -> Iterator[str]:
    """Dies while it thinks, and writes why."""
    sys.exit("out of cheese\n\n")


def floods(session: Session, line: str) -> Iterator[str]:
    """Says more than anybody wants to know."""
    while True:
        yield "info " + "x" * 1_000


def drones(session: Session, line: str) -> Iterator[str]:
    """Says a line that does not end."""
    while True:
        os.write(1, b"x" * 10_000)


def repeats(session: Session, line: str) -> Iterator[str]:
    """Answers twice."""
    (answer,) = thinks(session, line)
    yield answer
    yield answer


def gives_up(session: Session, line: str) -> Iterator[str]:
    """Answers that it has no turn."""
    yield "error none I don't know."


def talks(session: Session, line: str) -> Iterator[str]:
    """Plays as it should, and says what it thinks."""
    yield "info depth 1 ÄÖÜ"
    yield "Certainly!"
    yield from thinks(session, line)


def thinks(session: Session, line: str) -> Iterator[str]:
    """Plays as it should."""
    yield from session.answer("go nodes 20")


PLAYED = ("game attangle seats 2", "game turnier seats 2 3 4")
"""What they say that they play: one game with short turns, one with long ones."""
PLAYERS: dict[str, Callable[[Session, str], Iterator[str]]] = {
    one.__name__: one
    for one in (
        hangs,
        lies,
        withdraws,
        halves,
        dies,
        floods,
        drones,
        repeats,
        gives_up,
        talks,
        thinks,
    )
}


def main(kind: str, *rest: str) -> None:
    """Answers until the input ends, with this defect."""
    if rest:  # Where it tells that it has started, and as which process.
        Path(rest[0]).write_text(f"{os.getpid()}")
    begin(kind)
    session = Session()
    for line in sys.stdin:
        for answer in answers(kind, session, line):
            if answer in PLAYED or not answer.startswith("game "):
                os.write(1, f"{answer}\n".encode())
        if line.split() == ["quit"]:
            break
    if kind == "stays":
        hang()


def begin(kind: str) -> None:
    """What some do before they listen, if they do."""
    if kind == "mute":
        os.close(1)
    if kind in ("deaf", "mute"):
        hang()
    if kind == "parent":
        child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
        os.write(2, f"{child.pid}\n".encode())


def answers(kind: str, session: Session, line: str) -> Iterator[str]:
    """What a program of this kind answers."""
    word = line.split(maxsplit=1)[0] if line.split() else ""
    if word == "go":
        return PLAYERS.get(kind, thinks)(session, line)
    if kind == "other" and word == "ugi":
        return iter(("protocol 9", "ugiok"))
    if kind == "refuses" and word == "game":
        return iter(("error setup I don't like that.",))
    if kind == "fragile" and word not in ("ugi", "isready", "game", "position"):
        sys.exit(1)
    return iter(()) if word == "quit" else session.answer(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
