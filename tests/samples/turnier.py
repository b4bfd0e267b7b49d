"""Turnier, for the general tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.protocol import END, AnyGame, Seat, Setup
from tests.bot.lines import (
    Choice,
    Turn,
    anything,
    following,
    happened,
    quiet,
    shuffling,
    unchanging,
)
from tests.samples.sample import End, Sample, Short, Tour, found

STRIP = "Sh@0,0 Sh@6,0 Sh@12,0 Sh@18,0 Csw@24,0"
"""A ground of 24 columns of two points each, a to x, with a corner at its right end."""


def duel(setup: Setup, then: Choice, *, apart: bool = False) -> Choice:
    """Lays the ground and draws up, `apart` if the side of seat 1 is to have enough boards to win.
    The other choice then fights.
    """
    partners = setup.options.get("partners") == "true"
    first = {0: 1, 1: 1, 2: 1} | ({3: 3, 4: 3} if partners else {})

    def choose(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
        if position.phase == "fight":
            return then(game, position, moves, rng)
        if position.phase != "drawing-up" or not apart:
            return rng.choice(moves)
        seat, ground = position.to_move, position.ground
        board = {str(move): ground.board_of[ground.point[str(move)]] for move in moves}
        own = [move for move in moves if first.get(board[str(move)]) == seat]
        nobodys = [move for move in moves if board[str(move)] not in first]
        return rng.choice(own if seat in first.values() else nobodys)

    return choose


def planting(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
    """Flags are planted, and nothing else happens."""
    flags = [move for move in moves if str(move).startswith("flag:") and "-" not in str(move)]
    return (flags or [next(unchanging(game, position, moves, rng))])[0]


def hunting(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
    """The side of seat 1 captures whenever it can; the others move to where they can be captured.
    No flags.
    """
    hunters = position.side(1)
    fights = [move for move in moves if not str(move).startswith("flag:")]
    if position.to_move not in hunters:
        calm = list(unchanging(game, position, fights, rng)) or fights
        return max(calm[:12], key=lambda move: _prey(game, game.apply(position, move), hunters))
    catching = [move for move in fights if "captured" in happened(game, position, move)]
    if catching:
        return rng.choice(catching)
    ends = [move for move in fights if str(move) == END]
    some = ends or rng.sample(fights, min(len(fights), 12))
    return max(some, key=lambda move: _prey(game, game.apply(position, move), hunters))


def _prey(game: AnyGame, position: Any, hunters: Sequence[Seat]) -> int:
    """The number of captures that the hunters could make now; 0 if it is not their turn."""
    if position.result is not None:
        return 1000
    able = position.but(seat=hunters[0])
    return sum("captured" in happened(game, able, move) for move in game.legal_moves(able))


def _points(columns: str) -> list[str]:
    return [f"{column}{row}" for column in columns for row in (1, 2)]


def shut_in() -> list[Turn]:
    """Violet's fighters fill the left end of the strip, and Rose stands before them two deep."""
    bait, spare = ["y1", "y2", "z1", "z2"], _points("tuvwx")
    rose = [*_points("hi"), *spare, *_points("qr")]
    violet = [*_points("abcdefg"), *bait]
    turns = [Turn(1 + number % 2, text) for number, text in enumerate(STRIP.split())]
    for one, other in zip(rose, violet, strict=True):
        turns += [Turn(1, one), Turn(2, other)]
    return [
        *turns,
        Turn(1, " ".join(f"x{point}" for point in bait)),
        Turn(2, " ".join(f"x{point}" for point in spare[-4:])),
    ]


SHUT_IN = " ".join((*(turn.text for turn in shut_in()), "r2-s2", "end"))


def _ends(seats: int, **options: str) -> list[End]:
    """Each end with flags and, where people alone can come to it, without."""
    plain = {**options, "flags": "false"}
    ends = [
        found("turnier", "fields-held", seats, lambda s: duel(s, planting, apart=True), **options),
        found("turnier", "fields-held", seats, lambda s: duel(s, quiet(), apart=True), **plain),
        found("turnier", "last-standing", seats, lambda s: duel(s, hunting), **options),
        found("turnier", "repetition", seats, lambda s: duel(s, shuffling()), **options),
        found("turnier", "no-progress", seats, lambda s: duel(s, quiet()), **options),
        found("turnier", "no-progress", seats, lambda s: duel(s, quiet()), **plain),
    ]
    if options.get("partners") == "true":
        ends.append(found("turnier", "last-standing", seats, lambda s: duel(s, hunting), **plain))
    return ends


def _fight(setup: Setup) -> Choice:
    return duel(setup, anything)


def _slips(position: Any, rng: Random) -> Iterator[str]:
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
    """Points not far from one."""
    ground = position.ground
    if at not in ground.point:
        return ["a1"]
    x, y = ground.places[ground.point[at]]
    places = zip(ground.places, ground.names, strict=True)
    return [name for (left, up), name in places if abs(left - x) + abs(up - y) <= 3]


SAMPLE = Sample(
    short=Short(
        "turnier",
        2,
        "Csw@0,0; Sh@-2,4; Cne@-4,6; Cse@4,5; Sh@4,3; g1; k6; c9; i6; h5; i4; f2; i7; c7; i5; f6; "
        "j4; c5; n5; f4; j6; c8; l9; e4; l5; e6; m4; d10; l6; d7; j5; f1; j7; g5; k4; b9; k8; f3; "
        "k5; h6; k9; xk9 xj4 xj5 xl9; xe4 xf3 xe6 xc8; flag:b9 flag:c5 flag:f1",
        "by planting enough flags",
    ),
    ends=[
        *_ends(2),
        *_ends(3),
        *_ends(4, partners="true"),
        *_ends(4, partners="false"),
    ],
    tours=[
        Tour(0, _fight, 110, {"partners": "true"}, 4),
        Tour(0, _fight, 75, seats=2),
        Tour(1, _fight, 100, seats=2),
        Tour(2, _fight, 110, seats=2),
        Tour(0, lambda s: duel(s, quiet()), 60, {"flags": "false"}, 2, ("no-flags",)),
        Tour(1, lambda _: following(SHUT_IN), 60, {"flags": "true"}, 2, ("end-is-pass",)),
    ],
    slips=_slips,
)
