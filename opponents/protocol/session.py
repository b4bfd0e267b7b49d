"""The answers of a program that speaks the engine protocol: commands in, lines out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import games
from games.errors import ReplayError
from games.play import AnyLine, Line, advance
from games.protocol import AnyGame, Setup
from games.texts import in_english
from opponents.budget import Budget, Spent
from opponents.levels import LEVELS
from opponents.player import best_turn
from opponents.protocol import commands
from opponents.protocol.commands import Refused

Stopped = Callable[[], bool]
"""Whether the client has asked to stop thinking."""


@dataclass(frozen=True, slots=True)
class _Match:
    """The chosen game, and the current position in it."""

    game: AnyGame
    setup: Setup
    tokens: tuple[str, ...]
    line: AnyLine

    @classmethod
    def begun(cls, game: AnyGame, setup: Setup) -> _Match:
        return cls(game, setup, (), Line.begin(game, setup))

    def at(self, tokens: Sequence[str]) -> _Match:
        """The match after these tokens. Replays only the new tokens. Raises Refused."""
        known = len(self.tokens)
        if tuple(tokens[:known]) != self.tokens:
            return _Match.begun(self.game, self.setup).at(tokens)
        line = self.line
        for ply, token in enumerate(tokens[known:], start=known):
            try:
                line = advance(line, ply, token)
            except ReplayError as error:
                said = in_english(self.game, error.error.refusal, self.setup)
                raise Refused("illegal", f"token {ply + 1}, {token}: {said}") from error
        return _Match(self.game, self.setup, tuple(tokens), line)


class Session:
    """One conversation. It remembers only the game and the position."""

    def __init__(self) -> None:
        self._chosen: _Match | None = None
        """The game at its start; None before one is chosen, or after a refused choice."""
        self._match: _Match | None = None
        """The match at its position; None also after a refused position."""
        self._commands: dict[str, Callable[[Sequence[str], Stopped], Iterator[str]]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "game": self._game,
            "position": self._position,
            "query": self._query,
            "go": self._go,
            "stop": self._nothing,
        }

    def answer(self, text: str, stopped: Stopped = lambda: False) -> Iterator[str]:
        """The answers to one command, as they are found. Never raises, whatever the command."""
        word, *rest = text.split() or [""]
        try:
            yield from self._commands.get(word, _unknown(word))(rest, stopped)
        except Refused as refused:
            yield str(refused)

    def _ugi(self, words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        _alone(words)
        yield "id name Dreierlei"
        yield "id author the authors of Dreierlei"
        yield f"protocol {commands.VERSION}"
        for game in games.all_games():
            yield f"game {game.info.key} seats {' '.join(map(str, game.info.seats))}"
        yield "ugiok"

    def _isready(self, words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        _alone(words)
        yield "readyok"

    def _nothing(self, words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        _alone(words)
        return iter(())

    def _game(self, words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        self._chosen = self._match = None
        self._chosen = self._match = _Match.begun(*commands.game(words))
        return iter(())

    def _position(self, words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        before, self._match = self._match or self._chosen, None
        if before is None:
            raise Refused("no-position", "No game is chosen.")
        self._match = before.at(commands.position(words))
        return iter(())

    def _query(self, words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        what = words[0] if len(words) == 1 else ""
        if what not in _QUERIES:
            raise Refused("syntax", f"Queries: {', '.join(_QUERIES)}")
        yield f"response {_QUERIES[what](self._here().line)}".rstrip()

    def _go(self, words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        how, here = commands.go(words), self._here()
        if here.line.position.to_move is None:
            raise Refused("game-over", "The game is over.")
        turn = best_turn(
            here.line,
            here.setup,
            how.level or max(LEVELS),
            how.seed,
            budget=_budgets(how.nodes, stopped),
        )
        yield " ".join(["bestmove", *map(str, turn)])

    def _here(self) -> _Match:
        if self._match is None:
            raise Refused("no-position", "There is no position: none was given, or it was refused.")
        return self._match


def _unknown(word: str) -> Callable[[Sequence[str], Stopped], Iterator[str]]:
    def answer(words: Sequence[str], stopped: Stopped) -> Iterator[str]:
        if word:  # An empty line is no command.
            yield str(Refused("unknown-command", f"“{word}” is not a command."))

    return answer


def _alone(words: Sequence[str]) -> None:
    if words:
        raise Refused("syntax", f"“{words[0]}” is not expected.")


_QUERIES: dict[str, Callable[[AnyLine], str]] = {
    "turn": lambda line: str(line.position.to_move or "none"),
    "begun": lambda line: "true" if line.position.mid_turn else "false",
    "legal": lambda line: " ".join(map(str, line.game.legal_moves(line.position))),
    "gameover": lambda line: "false" if line.position.result is None else "true",
    "result": lambda line: str(line.position.result or "none"),
}


class _Stoppable(Budget):
    """A budget that is spent as soon as the client asks to stop."""

    __slots__ = ("_stopped",)

    def __init__(self, nodes: int, stopped: Stopped) -> None:
        super().__init__(nodes)
        self._stopped = stopped

    def spend(self) -> None:
        if self._stopped():
            raise Spent
        super().spend()

    def beside(self, nodes: int) -> Budget:
        return _Stoppable(nodes, self._stopped)


def _budgets(nodes: int | None, stopped: Stopped) -> Callable[[int], Budget]:
    """The budgets for the moves of a turn: those of the level, or `nodes` for the first move and
    half as many for each further one.
    """
    number = count()
    return lambda planned: _Stoppable(
        planned if nodes is None else max(1, nodes >> next(number)), stopped
    )
