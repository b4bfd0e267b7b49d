"""The server of the engine protocol: what it hears, and when it ends."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from opponents.protocol import commands, serve
from tests import PATIENCE

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "engine-protocol.md"
ENDLESS = 10**15
"""More positions than can be looked at."""


class Client:
    """Speaks with a server in a thread, over pipes."""

    def __init__(self) -> None:
        source, sink = os.pipe()
        out, answers = os.pipe()
        self.pipe, self.answers = os.fdopen(sink, "wb", 0), os.fdopen(out, "rb")
        self.thread = threading.Thread(target=self._serve, args=(source, answers))
        self.thread.start()

    def _serve(self, source: int, answers: int) -> None:
        serve(source, answers)
        os.close(answers)

    def say(self, data: bytes) -> None:
        """Says some bytes."""
        self.pipe.write(data)

    def hear(self) -> str:
        """The next answer; "" if there are no more."""
        return self.answers.readline().decode().rstrip("\n")

    def hears(self) -> bool:
        """Whether the next answer comes. All those before it must have been heard."""
        return bool(select.select([self.answers], [], [], PATIENCE)[0])

    def close(self) -> None:
        """Says no more, and waits until the server has ended."""
        self.pipe.close()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.answers.close()


@pytest.fixture
def client() -> Iterator[Client]:
    """A client of a server of its own."""
    one = Client()
    yield one
    one.close()


def test_commands_are_answered_in_order(client: Client) -> None:
    """Whatever comes at once is worked off in its order, behind a search, too."""
    client.say(b"game attangle\ngo nodes 50\nposition startpos moves c3\nquery turn\nisready\n")
    assert client.hear().startswith("bestmove ")
    assert client.hear() == "response 2"
    assert client.hear() == "readyok"


def test_stop_ends_the_search_that_runs(client: Client) -> None:
    """A search is given up for what it has found; `stop` where nobody thinks does nothing."""
    client.say(b"stop\ngame turnier\ngo nodes 1000000\n")
    client.say(b"stop\nstop\nisready\n")
    assert client.hear().startswith("bestmove ")
    assert client.hear() == "readyok"
    client.say(b"go nodes 20\nisready\n")
    assert client.hear().startswith("bestmove ")
    assert client.hear() == "readyok"


def test_quit_ends_the_server(client: Client) -> None:
    """What stands before it is answered, a search is given up, and nothing follows."""
    client.say(b"game tyr\ngo nodes 1000000\nquery turn\nquit\nisready\n")
    assert client.hear().startswith("bestmove ")
    assert client.hear() == "response 1"
    assert client.hear() == ""


def test_the_end_of_the_input_waits_for_the_answer(client: Client) -> None:
    """A script that only writes still gets its turn; the last line needs no end."""
    client.say(b"game attangle\ngo nodes 60")
    client.pipe.close()
    assert client.hear().startswith("bestmove ")
    assert client.hear() == ""


def test_lines_that_are_none(client: Client) -> None:
    """What is too long or no text is refused; the next line is answered."""
    client.say(b"x" * 60_000)
    client.say(b"x" * 60_000 + b"\n\xff\xfe\nisready\r\n")
    assert client.hear().startswith("error too-long ")
    assert client.hear().startswith("error syntax ")
    assert client.hear() == "readyok"


def test_nobody_listens(client: Client) -> None:
    """A server whose answers nobody reads any more ends by itself."""
    client.answers.close()
    client.say(b"ugi\n")
    client.thread.join(PATIENCE)
    assert not client.thread.is_alive()


def test_stop_is_heard_behind_many_commands(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as the page says may wait before it, and nothing else ends the search."""
    (said,) = re.findall(r"behind more than ([\d,]+) commands that wait", PAGE.read_text())
    waiting = int(said.replace(",", ""))
    monkeypatch.setattr(commands, "NODES", ENDLESS)
    search = f"game turnier\ngo nodes {ENDLESS}\n".encode()
    client.say(search + b"isready\n" * waiting + b"stop\n")
    assert client.hears(), "it is still searching"
    assert client.hear().startswith("bestmove ")
    assert {client.hear() for _ in range(waiting)} == {"readyok"}


each_command = pytest.mark.parametrize(
    "command", [["-m", "opponents.protocol"], ["-m", "bot", "engine", "serve"]]
)


@each_command
def test_an_input_that_cannot_be_read(command: list[str]) -> None:
    """The server says so and ends: it would hear no end, either."""
    closing = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, *command]
    done = subprocess.run(
        closing, capture_output=True, encoding="utf-8", cwd=ROOT, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "Bad file descriptor" in done.stderr


@each_command
def test_the_server_as_a_process(command: list[str]) -> None:
    """Both commands serve the protocol, and end with their input, without a word of complaint."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *command],
        input="game attangle\nposition startpos moves c3\nquery turn\ngo level 1",
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=PATIENCE,
        check=True,
    )
    first, second = done.stdout.splitlines()
    assert (first, second.split()[0], done.stderr) == ("response 2", "bestmove", "")
