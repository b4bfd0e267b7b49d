"""Tours: lines of play with stops for illegal input, found with the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from games.attangle.board import NAMES as POINTS
from games.die_drei.board import NAMES as SQUARES
from games.dreistein.board import NAMES as FIELDS
from games.errors import MoveError
from games.play import Line, play_turn
from games.protocol import AnyGame, Seat, Setup
from games.tyr.board import NAMES as TWO_DIGITS
from games.words import Refusal
from tests.bot.lines import Choice, Turn


class Stop(NamedTuple):
    """The input instead of a turn, its author, and its refusal."""

    seat: Seat
    text: str
    refusal: Refusal


class Leg(NamedTuple):
    """Turns to play, and the stops after them."""

    turns: Sequence[Turn]
    stops: Sequence[Stop]


Typing: TypeAlias = Callable[[Any, Random], Iterator[str]]
"""Input that somebody who does not know the rules might type in a position."""


def tour(
    game: AnyGame, setup: Setup, choice: Choice, wanted: set[str], *, seed: int, most: int
) -> list[Leg]:
    """At most this many turns of such choices, with a stop for each wanted refusal that arises
    there. Those found are removed from `wanted`.
    """
    rng, line = Random(seed), Line.begin(game, setup)
    start, legs, turns, stops = line, list[Leg](), list[Turn](), list[Stop]()
    while wanted and most and (seat := line.position.to_move) is not None:
        moves = game.legal_moves(line.position)
        begun = [str(move) for move in line.played]
        for typed in (*_anywhere(moves, rng), *TYPING[game.info.key](line.position, rng)):
            text = " ".join((*begun, typed))
            refusal = _refused(start, text)
            if refusal is not None and refusal.code in wanted:
                wanted.remove(refusal.code)
                stops.append(Stop(seat, text, refusal))
        move = choice(game, line.position, moves, rng)
        line = line.push(move)
        if not line.position.mid_turn:
            if stops:
                legs.append(Leg(turns, stops))
                turns, stops = [], []
            turns.append(Turn(seat, " ".join((*begun, str(move)))))
            start, most = line, most - 1
    return legs + ([Leg(turns, stops)] if stops else [])


def _refused(start: Line[Any, Any], text: str) -> Refusal | None:
    try:
        play_turn(start, text)
    except MoveError as error:
        return error.refusal
    return None


# The input


def _anywhere(moves: Sequence[Any], rng: Random) -> Iterator[str]:
    """Nothing, nonsense, a turn and something more, half a turn."""
    move = rng.choice(moves)
    yield from (".", "☃", f"{move} {move}", f"{move}.")


def _attangle(position: Any, rng: Random) -> Iterator[str]:
    yield from POINTS
    men = [name for point, name in enumerate(POINTS) if position.owner(point)]
    for _ in range(150 if len(men) > 2 else 0):
        one, other, target = rng.choices(men, k=3)
        yield f"{one},{other}-{target}"
    yield "a1,a1-b2"
    yield "a1,a2-d4"
    yield f"{rng.choice(POINTS)},{rng.choice(POINTS)}-{rng.choice(POINTS)}"


def _die_drei(position: Any, rng: Random) -> Iterator[str]:
    yield from SQUARES
    men = [SQUARES[square] for square in position.squares]
    for man in men:
        yield f"{man}-{man}"
        yield from (f"{man}-{square}" for square in rng.sample(SQUARES, 8))
    yield f"{rng.choice(SQUARES)}-{rng.choice(SQUARES)}"


def _tyr(position: Any, rng: Random) -> Iterator[str]:
    yield "3-21=1"  # The rulebook's example of a Pasch that cannot be resolved.
    for _ in range(60):
        at = rng.choice(TWO_DIGITS)
        for die in "345":
            face = rng.choice(("", *(f"={number}" for number in range(1, 10))))
            yield f"{die}{rng.choice('@---')}{at}{face}"


def _dreistein(position: Any, rng: Random) -> Iterator[str]:
    yield from ("pass", "a24-b11")
    men = [name for field, name in enumerate(FIELDS) if position.men.owner(field)]
    for man in men:
        yield f"{man}-{man}"
        yield from (f"{man}-{field}" for field in rng.sample(FIELDS, 6))
    yield f"{rng.choice(FIELDS)}-{rng.choice(FIELDS)}"
    yield "keep:" + ",".join(rng.sample(men, 2))
    if position.choosing:
        men = [name for name in men if position.men.owner(FIELDS.index(name)) == position.truce[1]]
    yield from ("keep:" + ",".join(rng.choices(men, k=3)) for _ in range(4))
    yield f"keep:{men[0]},{men[0]}"


def _turnier(position: Any, rng: Random) -> Iterator[str]:
    shapes = ("Cne", "Sh", "Sv")
    yield from (f"{rng.choice(shapes)}@{rng.randint(-9, 9)},{rng.randint(-9, 9)}" for _ in range(3))
    names = position.ground.names or ["a1", "b2"]
    near = [*names, "av99"]
    for at in (*rng.sample(names, min(6, len(names))), "av99"):
        other, third = rng.choice(near), rng.choice(_beside(position, at))
        yield from (at, f"x{at}", f"{at}-{at}", f"{at}-{other}", f"{at}-{third}")
        yield from (f"flag:{at}", f"flag:{at}-{at}", f"flag:{at}-{other}", f"flag:{at}-{third}")
    yield from ("pass", "end")


def _beside(position: Any, at: str) -> list[str]:
    """Points near this one."""
    ground = position.ground
    if at not in ground.point:
        return ["a1"]
    x, y = ground.places[ground.point[at]]
    places = zip(ground.places, ground.names, strict=True)
    return [name for (left, up), name in places if abs(left - x) + abs(up - y) <= 3]


TYPING: Mapping[str, Typing] = {
    "attangle": _attangle,
    "die-drei": _die_drei,
    "tyr": _tyr,
    "3stein": _dreistein,
    "turnier": _turnier,
}
