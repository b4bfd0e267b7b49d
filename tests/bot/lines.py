"""Lines of play from the first move to a desired end, found with the engine.

The players of these lines cooperate: each chooses moves that lead to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

from games.play import Line
from games.protocol import END, AnyGame, Result, Seat, Setup
from games.texts import result_of
from tests.support.matches import Game

Choice: TypeAlias = Callable[[AnyGame, Any, Sequence[Any], Random], Any]
"""Picks one of the legal moves of a position."""

_PROGRESS = {"captured", "promoted", "flag-planted", "flag-left", "line"}
"""Events that a quiet move does not have."""
_SEEDS = 60
_AT_ONCE = 300
"""The number of turns to prepare before they are played. A seat may have 200; 400 are played
automatically at a time.
"""


class Turn(NamedTuple):
    """One turn of a line: its player and its tokens."""

    seat: Seat
    text: str


class Whole(NamedTuple):
    """A complete line: its turns, its end, and the setup in which it is legal."""

    turns: tuple[Turn, ...]
    result: Result
    setup: Setup


def whole(game: AnyGame, setup: Setup, tokens: str) -> Whole:
    """The line with these tokens, which end the game."""
    waiting = iter(tokens.split())
    return _whole(game, setup, lambda _: next(waiting))


def leading_to(
    reason: str, game: AnyGame, setup: Setup, choices: Callable[[], Choice], least: int = 1
) -> Whole:
    """The first line of such choices that ends for this reason, after at least this many turns."""
    for seed in range(_SEEDS):
        rng, choice = Random(seed), choices()

        def pick(position: Any, rng: Random = rng, choice: Choice = choice) -> str:
            return str(choice(game, position, game.legal_moves(position), rng))

        line = _whole(game, setup, pick)
        if line.result.reason == reason and len(line.turns) >= least:
            return line
    raise AssertionError(f"{game.info.key}: no line leads to {reason}")


def _whole(game: AnyGame, setup: Setup, pick: Callable[[Any], str]) -> Whole:
    line: Line[Any, Any] = Line.begin(game, setup)
    turns: list[Turn] = []
    while (seat := line.position.to_move) is not None:
        turn = ""
        while not turn or line.position.mid_turn:
            token = pick(line.position)
            turn, line = f"{turn} {token}".strip(), line.read(token)[1]
        turns.append(Turn(seat, turn))
    return Whole(tuple(turns), line.position.result, setup)


# Playing the lines


async def typed(game: Game, turns: Sequence[Turn]) -> None:
    """Each turn is typed by its player, on their turn."""
    for seat, text in turns:
        reply = await game.move(seat, text)
        assert reply.ephemeral
        assert f"`{text}`" in reply.content, reply.content


async def prepared(game: Game, turns: Sequence[Turn]) -> None:
    """Each player prepares all their turns, the last player to move last. Then the turns are played
    automatically, in as many batches as the limits on prepared turns require.
    """
    waiting = iter(turns)
    while some := list(islice(waiting, _AT_ONCE)):
        texts: dict[Seat, list[str]] = {}
        for seat, text in some:
            texts.setdefault(seat, []).append(text)
        for seat in sorted(texts, key=lambda seat: seat == some[0].seat):
            reply = await game.move(seat, "; " + "; ".join(texts[seat]))
            assert reply.ephemeral


def verdict(rules: AnyGame, setup: Setup, result: Result, game: Game) -> str:
    """The English sentence that ends a match."""
    reason = result_of(rules, setup, result.reason)
    first = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
    if len(first) == setup.seats:
        return f"The match is drawn {reason}."
    names = rules.seat_names(setup)
    named = _listed([f"{game.players[seat].mention} ({names[seat]})" for seat in first])
    if len({side for side in rules.sides(setup) for seat in first if seat + 1 in side}) > 1:
        return f"{named} share first place {reason}."
    return f"🏆 {named} {'win' if len(first) > 1 else 'wins'} {reason}."


def _listed(names: Sequence[str]) -> str:
    """`A`, `A and B`, or `A, B, and C`."""
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


# The choices


def following(tokens: str) -> Choice:
    """These moves first, then any."""
    waiting = iter(tokens.split())

    def choose(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
        token = next(waiting, "")
        return next((move for move in moves if str(move) == token), None) or rng.choice(moves)

    return choose


def anything(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
    """Any move."""
    return rng.choice(moves)


def winning(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
    """A move that ends the game, if one of these does."""
    some = rng.sample(moves, min(len(moves), 400))
    ends = (move for move in some if game.apply(position, move).result is not None)
    return next(ends, some[0])


def relocating(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
    """Avoids moves that end the game, as long as there are others, until pieces are relocated."""
    if position.phase == "relocating":
        return winning(game, position, moves, rng)
    calm = [move for move in moves if game.apply(position, move).result is None]
    return rng.choice(calm or moves)


def eager(*codes: str) -> Choice:
    """A move with the first of these events that is possible, otherwise any."""

    def choose(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
        done = {move: happened(game, position, move) for move in moves}
        for code in codes:
            if able := [move for move in moves if code in done[move]]:
                return rng.choice(able)
        return rng.choice(moves)

    return choose


def happened(game: AnyGame, position: Any, move: Any) -> set[str]:
    """The event codes of a move, "lord" if it captures one."""
    events = game.events(position, move, game.apply(position, move))
    taken = {str(event.fields["victim"]) for event in events if "victim" in event.fields}
    return {event.code for event in events} | taken


def quiet() -> Choice:
    """Moves without progress that never return to an earlier place."""
    seen: set[str] = set()

    def choose(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
        for move in unchanging(game, position, moves, rng):
            after = " ".join(str(game.apply(position, move)).split()[:6])
            if after not in seen:
                seen.add(after)
                return move
        return rng.choice(moves)

    return choose


def shuffling() -> Choice:
    """Moves back and forth without progress: each seat undoes its last move if it can."""
    last: dict[Seat, str] = {}

    def choose(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
        able = list(unchanging(game, position, moves, rng))
        back = last.get(position.to_move, "")
        again = [move for move in able if str(move) == back]
        move = (again or able or list(moves))[0]
        source, _, target = str(move).partition("-")
        if target:
            last[position.to_move] = f"{target}-{source}"
        return move

    return choose


def unchanging(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Iterator[Any]:
    """The moves without progress in any order, the one that ends the turn first."""
    yield from (move for move in moves if str(move) == END)
    for move in rng.sample(moves, len(moves)):
        if not happened(game, position, move) & _PROGRESS:
            yield move
