"""A program that speaks the engine protocol, seen by its client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.protocol import AnyGame, Setup
from opponents.programs.program import Failure, Program
from opponents.protocol import commands
from opponents.protocol.commands import Go

PARTING = 2.0
"""Seconds that a program that is no longer needed has to shut down."""

_SEATS = tuple("123456789")
_UNASKED = ("bestmove", "response", "ugiok")


class Engine:
    """An engine: a program that is started when it is needed, and restarted after a failure."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """`command` starts the program. Each answer may take this many seconds."""
        self.command, self.seconds = tuple(command), seconds
        self.name = command[0] if command else ""
        self._plays: dict[str, list[int]] = {}
        self._program: Program | None = None

    def start(self) -> None:
        """Starts the program unless it is running, and asks what it plays. Raises Failure."""
        if self._program is not None:
            return
        self._program = Program(self.command, self.seconds)
        said = [line.split() for line in self._program.ask("ugi", "ugiok")]
        if ["protocol", str(commands.VERSION)] not in said:
            raise Failure("refused", f"It does not speak version {commands.VERSION}.")
        self._plays = {}
        for word, second, *rest in (words for words in said if len(words) > 2):
            if (word, second) == ("id", "name"):
                self.name = " ".join(rest)
            if (word, rest[0]) == ("game", "seats"):
                self._plays[second] = [int(seats) for seats in rest[1:] if seats in _SEATS]

    @property
    def plays(self) -> Mapping[str, Sequence[int]]:
        """The numbers of seats of each game that the program plays, as the program says."""
        return self._plays

    def begin(self, game: AnyGame, setup: Setup) -> None:
        """Starts the program if necessary, and begins a game. Raises Failure."""
        self.start()
        if setup.seats not in self.plays.get(game.info.key, ()):
            raise Failure("refused", f"It does not play {game.info.key} with {setup.seats} seats.")
        self.running.tell(commands.game_line(game, setup))
        self.settle()

    def place(self, tokens: Sequence[str]) -> None:
        """Sets the position after these tokens. Raises Failure."""
        self.running.tell(commands.position_line(tokens))
        self.settle()

    def turn(self, tokens: Sequence[str], how: Go) -> str:
        """The program's turn after these tokens, as text that has not been checked yet. Raises
        Failure.
        """
        self.place(tokens)
        return self.answer(str(how))

    def answer(self, go: str) -> str:
        """The program's turn in its current position. Raises Failure."""
        word, _, rest = self.running.ask(go, "bestmove", "error")[-1].strip().partition(" ")
        if word == "error":
            raise Failure("refused", f"It has no turn: {rest}")
        return rest

    def settle(self) -> None:
        """Waits until the program has done everything that it was told. Raises Failure, also if it
        has refused something or has answered without being asked.
        """
        for line in self.running.ask("isready", "readyok")[:-1]:
            word, _, rest = line.strip().partition(" ")
            if word == "error":
                raise Failure("refused", f"It has refused: {rest}")
            if word in _UNASKED:
                raise Failure("unasked", f"It has said without being asked: {line.strip()[:80]}")

    @property
    def running(self) -> Program:
        """The program while it runs."""
        assert self._program is not None
        return self._program

    def drop(self, failure: Failure | None = None) -> str:
        """Kills the program. Returns the failure, with the program's last words."""
        words = ""
        if self._program is not None:
            words = self._program.kill()
            self._program = None
        text = " ".join(filter(None, (str(failure or ""), words and f"It wrote: {words}")))
        return "".join(letter if letter.isprintable() else " " for letter in text)

    def close(self) -> None:
        """Lets the program end by itself if it will; otherwise kills it."""
        if self._program is not None:
            self._program.ends("quit", PARTING)
        self.drop()
