"""Whether a program conforms to the engine protocol: questions that every engine has to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import games
from games import play
from games.play import AnyLine, Line
from games.protocol import AnyGame, Setup
from opponents.programs.contest import read
from opponents.programs.engine import Engine
from opponents.programs.program import Failure
from opponents.protocol.commands import NODES, Go

FEW = Go(nodes=50, seed=1)
"""How long a program may think."""
GAMES = 2
"""The number of random games of each kind from which positions are taken."""
_LONGEST = 3_000
"""The most moves of such a game."""


@dataclass(frozen=True, slots=True)
class Check:
    """A question that a program was asked. `fault` says what was wrong, or is ""."""

    name: str
    fault: str


Question: TypeAlias = Callable[[Engine], None]
"""Asks a program that is running. Raises Failure if it answers wrongly."""


def checks(command: Sequence[str], seconds: float) -> Iterator[Check]:
    """Puts all questions to a program, which has this many seconds for each answer.

    After a wrong answer the program is restarted. A program that does not start is asked nothing
    more.
    """
    engine = Engine(command, seconds)
    try:
        first = _put(engine, "starts, and says what it plays", _starts)
        yield first
        if not first.fault:
            for name, question in _questions(engine):
                yield _put(engine, name, question)
    finally:
        engine.drop()


def _put(engine: Engine, name: str, question: Question) -> Check:
    try:
        engine.start()
        question(engine)
    except Failure as failure:
        return Check(name, engine.drop(failure))
    return Check(name, "")


def _questions(engine: Engine) -> Iterator[tuple[str, Question]]:
    kinds = _kinds(engine)
    yield "passes over what it does not know", _passes_over
    for game, seats in kinds:
        yield f"plays {game.info.key} with {seats} seats", _plays(game, seats)
    yield "stops when it is told to", _stops(*kinds[0])
    yield "ends when it is told to", _ends("quit")
    yield "ends with its input", _ends("")


def _kinds(engine: Engine) -> Sequence[tuple[AnyGame, int]]:
    """The games of the program that we know, too, with their numbers of seats."""
    return [
        (game, seats)
        for game in games.all_games()
        for seats in game.info.seats
        if seats in engine.plays.get(game.info.key, ())
    ]


def _starts(engine: Engine) -> None:
    engine.settle()
    if not _kinds(engine):
        raise Failure("refused", "It plays none of the games.")


def _passes_over(engine: Engine) -> None:
    """Empty lines, unknown words and superfluous blanks are ignored. The program may say that it
    does not know a word.
    """
    for line in ("", "  ", "xyzzy 1 2 3", "größer × ✓"):
        engine.running.tell(line)
    engine.running.ask("  isready ", "readyok")


def _plays(game: AnyGame, seats: int) -> Question:
    """The program plays whole legal turns at the start and near the end of games, within turns,
    forwards and backwards, with all kinds of options.
    """

    def question(engine: Engine) -> None:
        rng = Random(f"{game.info.key}/{seats}")
        for _ in range(GAMES):
            setup = _setup(game, seats, rng)
            engine.begin(game, setup)
            for tokens, line in _positions(game, setup, rng):
                _check(line, setup, tokens, engine.turn(tokens, FEW))
                engine.settle()

    return question


def _setup(game: AnyGame, seats: int, rng: Random) -> Setup:
    options = {
        option.key: rng.choice(option.values)
        for option in game.info.options
        if option.values and (option.seats is None or seats in option.seats)
    }
    return play.setup(game, seats, options, rng)


def _positions(game: AnyGame, setup: Setup, rng: Random) -> list[tuple[Sequence[str], AnyLine]]:
    """Some positions of a random game, in random order, with the tokens that lead there."""
    moves = play.random_line(game, setup, rng, _LONGEST)
    lines: list[AnyLine] = [Line.begin(game, setup)]
    for move in moves[:-1]:
        lines.append(lines[-1].push(move))
    begun = [number for number, line in enumerate(lines) if line.played]
    chosen = {0, rng.randrange(len(lines)), len(lines) - 1, *rng.sample(begun, min(1, len(begun)))}
    places = rng.sample(sorted(chosen), len(chosen))
    return [([str(move) for move in moves[:place]], lines[place]) for place in places]


def _check(line: AnyLine, setup: Setup, tokens: Sequence[str], said: str) -> None:
    try:
        read(line, setup, said)
    except Failure as failure:
        raise Failure(
            failure.kind, f"{failure} After: {' '.join(tokens) or 'nothing'}"
        ) from failure


def _stops(game: AnyGame, seats: int) -> Question:
    """A long search that is stopped answers with the best turn so far. `stop` without a search does
    nothing.
    """

    def question(engine: Engine) -> None:
        setup = _setup(game, seats, Random(f"{game.info.key}/{seats}"))
        engine.begin(game, setup)
        engine.place(())
        engine.running.tell(str(Go(nodes=NODES, seed=1)))
        _check(Line.begin(game, setup), setup, (), engine.answer("stop"))
        engine.running.tell("stop")
        engine.settle()

    return question


def _ends(line: str) -> Question:
    """The program ends after the last command, and when its input ends."""

    def question(engine: Engine) -> None:
        engine.settle()
        if not engine.running.ends(line, engine.seconds):
            raise Failure("late", f"It goes on after {line or 'the end of its input'}.")
        engine.drop()

    return question
