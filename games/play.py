"""Playing any game: setups, reading typed turns, withdrawals, replay and perft."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Generic, TypeAlias

from games.errors import IllegalMove, InvalidMove, MoveError, OptionError, ReplayError
from games.misnamed import misnamed
from games.protocol import (
    END,
    PASS,
    AnyGame,
    Game,
    Info,
    M,
    P,
    Position,
    Result,
    Seat,
    Setup,
    shared,
)
from games.words import Event, Refusal, Term

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | {"×": "x", "：": ":", "，": ",", "＝": "="})
_AROUND = re.compile(" ?([-,:=@]) ?")
_EVENT = re.compile(r"(withdraw|timeout|handover):([1-9])|agreement")
HANDOVER = "handover"
"""The event of a handover of a seat. It changes nothing in the position."""
_REASONS = {"withdraw": "resignation", "timeout": "timeout"}


# Setups


def setup(
    game: AnyGame,
    seats: int | None = None,
    options: Mapping[str, str | bool] | None = None,
    rng: Random | None = None,
    *,
    players: int = 1,
) -> Setup:
    """A complete, checked setup.

    `seats` defaults to the smallest number that fits the options and has room for `players`.
    An option without a default is drawn from `rng`; without `rng` it is required.
    Raises OptionError, which names what is allowed.
    """
    info = game.info
    given = {key: _as_text(value) for key, value in (options or {}).items()}
    seats = _fewest(info, given, players) if seats is None else seats
    if seats not in info.seats:
        raise OptionError(
            Refusal("wrong-seats", {"game": info.name, "allowed": _listed(info.seats)})
        )
    known = {option.key for option in info.options}
    for key in given:
        if key not in known:
            fields = {"game": info.name, "option": key, "allowed": _listed(sorted(known))}
            raise OptionError(Refusal("unknown-option", fields))
    chosen: dict[str, str] = {}
    for option in info.options:
        if option.seats is not None and seats not in option.seats:
            if option.key in given:
                fields = {"option": option.key, "allowed": _listed(option.seats)}
                raise OptionError(Refusal("option-not-here", fields))
            continue
        value = given.get(option.key, option.default)
        if value is None:
            if rng is None or option.draw is None:
                raise OptionError(Refusal("option-required", {"option": option.key}))
            value = option.draw(rng)
        elif option.values is not None and value not in option.values:
            fields = {"value": value, "option": option.key, "allowed": _listed(option.values)}
            raise OptionError(Refusal("wrong-value", fields))
        elif option.check is not None:
            try:
                value = option.check(value)
            except ValueError as error:
                fields = {"value": value, "option": option.key, "why": Term(error)}
                raise OptionError(Refusal("unfit-value", fields)) from None
        chosen[option.key] = value
    return Setup(seats, chosen)


def _fewest(info: Info, given: Mapping[str, str], players: int) -> int:
    """The smallest number of seats that has room for the players and offers all given options.

    If no number offers them all, the options are ignored. If no number is large enough, returns the
    largest.
    """
    enough = [seats for seats in info.seats if seats >= players] or [max(info.seats)]
    limits = [option.seats for option in info.options if option.key in given and option.seats]
    fitting = [seats for seats in enough if all(seats in limit for limit in limits)]
    return min(fitting or enough)


def _as_text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values)) or "-"


# Reading what was typed


def tidy(text: str) -> str:
    """The text with plain dashes and signs, single blanks, and no blanks around signs."""
    return _AROUND.sub(r"\1", " ".join(text.translate(_DASHES).split())).strip()


def parse(game: Game[P, M], position: P, text: str) -> M:
    """The legal move that one typed token means. Raises a MoveError that says what is wrong."""
    if position.to_move is None:
        raise IllegalMove(Refusal("game-over"), text, position)
    token = tidy(text)
    if not token:
        raise _no_token(game, position, text)
    try:
        move = game.read(position, token)
    except InvalidMove as error:
        raise _shown(error, game, position) from None
    if move not in game.legal_moves(position):
        refusal = game.objection(position, move) or Refusal("not-legal", {"text": str(move)})
        raise IllegalMove(refusal, text, position)
    return move


def _no_token(game: AnyGame, position: Position, text: str) -> InvalidMove:
    return _shown(InvalidMove(Refusal("no-token"), text, position), game, position)


def _shown(error: InvalidMove, game: AnyGame, position: Position) -> InvalidMove:
    """The error, with an example of a move in this position, unless it has one, and with the form
    of moves where the game describes it. Where only a name is wrong, it says which.
    """
    if error.refusal.code == "unknown-notation" and (
        refusal := misnamed(game, position, str(error.refusal.fields["text"]))
    ):
        return InvalidMove(refusal, error.text, position)
    code, fields = error.refusal.code, {"example": example(game, position), **error.refusal.fields}
    if code == "unknown-notation" and (form := game.texts.forms.get(position.phase)):
        code, fields = "unknown-form", {**fields, "form": Term(form)}
    return InvalidMove(Refusal(code, fields), error.text, position)


def example(game: AnyGame, position: Position, secret: str = "") -> str:
    """A legal move, as an example of the notation here; "" if the game is over.

    It is always the same one, and it is not checked whether it is any good. If possible, it is not
    a move of the turn that must be kept `secret`.
    """
    hidden = (PASS, END, *secret.split())
    moves = [str(move) for move in game.legal_moves(position)]
    typical = [text for text in moves if text not in hidden] or moves
    return typical[len(typical) // 2] if typical else ""


def closing(game: Game[P, M], position: P) -> M | None:
    """The move that ends the turn here, if the seat to act could also continue; else None."""
    if not position.mid_turn:
        return None
    return next((move for move in game.legal_moves(position) if str(move) == END), None)


def must_pass(line: Line[P, M]) -> bool:
    """Whether passing is the only move of the seat to act."""
    moves = line.game.legal_moves(line.position)
    return len(moves) == 1 and str(moves[0]) == PASS


# A line of play


@dataclass(frozen=True, slots=True)
class Line(Generic[P, M]):
    """A point in a running game: the current position, and the position where the running turn
    began.

    `played` holds the moves of the running turn so far. It is empty between turns.
    """

    game: Game[P, M]
    position: P
    turn_start: P
    played: tuple[M, ...] = ()

    @classmethod
    def begin(cls, game: Game[P, M], setup: Setup) -> Line[P, M]:
        """The line before the first move."""
        position = game.start(setup)
        return cls(game, position, position)

    @classmethod
    def at(cls, game: Game[P, M], position: P) -> Line[P, M]:
        """The line that continues from a position at the start of a turn."""
        return cls(game, position, position)

    def push(self, move: M) -> Line[P, M]:
        """The line after a legal move."""
        after = self.game.apply(self.position, move)
        if after.mid_turn:
            return Line(self.game, after, self.turn_start, (*self.played, move))
        return Line(self.game, after, after)

    def withdraw(self, seat: Seat, reason: str) -> Line[P, M]:
        """The line after the seat resigns or runs out of time. Its unfinished turn is discarded."""
        to_move, withdraw = self.position.to_move, self.game.withdraw
        after = withdraw(self.position, seat, reason, self.turn_start)
        if after.mid_turn and seat != to_move:
            start = withdraw(self.turn_start, seat, reason, self.turn_start)
            return Line(self.game, after, start, self.played)
        return Line(self.game, after, after)

    def agree(self) -> Line[P, M]:
        """The line after all seats that have not withdrawn agree on a draw."""
        start: Any = self.turn_start
        drawn = replace(start, result=Result(shared(start.seats, start.withdrawn), "agreement"))
        return Line(self.game, drawn, drawn)

    def read(self, text: str) -> tuple[tuple[M, ...], Line[P, M]]:
        """What one typed token means here: its moves and the line after them.

        A full stop adds the move that ends the turn, if one is needed. Raises MoveError.
        """
        stopped = text.rstrip().endswith(".")
        move = parse(self.game, self.position, text.rstrip().rstrip("."))
        line = self.push(move)
        if stopped and line.position.mid_turn:
            stop = closing(self.game, line.position)
            if stop is None:
                raise _unfinished(line, text)
            return (move, stop), line.push(stop)
        return (move,), line

    def event(self, token: str) -> Line[P, M] | None:
        """The line after an event token of a record, or None if the token is not an event.

        Raises IllegalMove for an event that can't happen here.
        """
        found = _EVENT.fullmatch(token.strip().lower())
        if found is None:
            return None
        if self.position.to_move is None:
            raise IllegalMove(Refusal("game-over"), token, self.position)
        if found[1] is None:
            return self.agree()
        seat = int(found[2])
        if seat > self.position.seats:
            raise IllegalMove(Refusal("no-such-seat", {"number": seat}), token, self.position)
        if seat in self.position.withdrawn:
            raise IllegalMove(Refusal("has-withdrawn", {"number": seat}), token, self.position)
        if found[1] == HANDOVER:
            if self.played:
                raise _unfinished(self, token)
            return self
        return self.withdraw(seat, _REASONS[found[1]])


def event_token(kind: str, seat: Seat | None = None) -> str:
    """The record's token for "resignation" or "timeout" of a seat, or its "handover"; or for
    "agreement".
    """
    words = {reason: word for word, reason in _REASONS.items()} | {HANDOVER: HANDOVER}
    return kind if seat is None else f"{words[kind]}:{seat}"


@dataclass(frozen=True, slots=True)
class Step(Generic[P, M]):
    """One ply: the position before it, the move, the position after it."""

    before: P
    move: M
    after: P


@dataclass(frozen=True, slots=True)
class Turn(Generic[P, M]):
    """A text that was read: its plies in order, and the line after them."""

    steps: tuple[Step[P, M], ...]
    line: Line[P, M]

    @property
    def complete(self) -> bool:
        """Whether the turn is over, so that it can be entered in the log."""
        return bool(self.steps) and not self.line.position.mid_turn

    @property
    def text(self) -> str:
        """The canonical tokens, separated by blanks."""
        return " ".join(str(step.move) for step in self.steps)


AnyLine: TypeAlias = Line[Position, Hashable]
AnyStep: TypeAlias = Step[Position, Hashable]
AnyTurn: TypeAlias = Turn[Position, Hashable]
"""A turn of a game that is known only by its contract."""


def play_turn(line: Line[P, M], text: str) -> Turn[P, M]:
    """Reads one turn, or the beginning of one. Raises MoveError unless all of it can be played.

    A full stop at the end ends the turn if the seat could still continue.
    """
    tokens = tidy(text).split()
    stopped = bool(tokens) and tokens[-1] == "."
    if stopped:
        tokens[-2:] = [tokens[-2] + "."] if len(tokens) > 1 else tokens
    if not tokens:
        raise _no_token(line.game, line.position, text)
    steps: list[Step[P, M]] = []
    for token in tokens:
        if steps and not line.position.mid_turn:
            fields = {"played": str(steps[-1].move), "text": token}
            raise IllegalMove(Refusal("turn-over", fields), text, line.position)
        moves, after = line.read(token)
        for move in moves:
            before, line = line.position, line.push(move)
            steps.append(Step(before, move, line.position))
        line = after
    return Turn(tuple(steps), line)


def whole_turn(line: Line[P, M], text: str) -> Turn[P, M]:
    """Like `play_turn`, but the turn must be complete."""
    turn = play_turn(line, text)
    if not turn.complete:
        raise _unfinished(turn.line, text)
    return turn


def _unfinished(line: Line[P, M], text: str) -> IllegalMove:
    played = " ".join(map(str, line.played))
    return IllegalMove(Refusal("turn-unfinished", {"played": played}), text, line.position)


def events(game: Game[P, M], steps: Iterable[Step[P, M]]) -> tuple[Event, ...]:
    """What these plies did, in order."""
    return tuple(
        event for step in steps for event in game.events(step.before, step.move, step.after)
    )


# Whole games


def replay(game: Game[P, M], setup: Setup, tokens: Sequence[str]) -> Line[P, M]:
    """The line after the moves and events of a record, one token each. Raises ReplayError."""
    line = Line.begin(game, setup)
    for ply, token in enumerate(tokens):
        line = advance(line, ply, token)
    return line


def advance(line: Line[P, M], ply: int, token: str) -> Line[P, M]:
    """The line after one more token of a record. Raises ReplayError with the index `ply`."""
    try:
        return line.event(token) or line.read(token)[1]
    except MoveError as error:
        raise ReplayError(ply, token, error) from error


def perft(game: Game[P, M], position: P, depth: int) -> list[int]:
    """The number of legal sequences of each length from 1 to `depth`."""
    counts = [0] * depth

    def walk(position: P, level: int) -> None:
        moves = game.legal_moves(position)
        counts[level] += len(moves)
        if level + 1 < depth:
            for move in moves:
                walk(game.apply(position, move), level + 1)

    if depth:
        walk(position, 0)
    return counts


def random_line(game: Game[P, M], setup: Setup, rng: Random, most: int = 100_000) -> list[M]:
    """The moves of a uniformly random game up to its end, at most `most`."""
    position, played = game.start(setup), list[M]()
    while len(played) < most and (moves := game.legal_moves(position)):
        move = rng.choice(moves)
        played.append(move)
        position = game.apply(position, move)
    return played
