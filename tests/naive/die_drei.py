"""Die Drei by brute force: squares walked one by one, the valid continuation by plain recursion.

Standard library only, and deliberately separate from the real game: they share nothing but the
rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

KEY = "die-drei"
SEATS = (2,)

PIECES = 16  # of both seats together
TILES = {
    "1": "RYBG GRGB YYBR BGRY",
    "2": "RYGB GYRY BBGR YRBG",
    "3": "RGBY YYGR BBRG GRYB",
    "4": "RGBY YYBR BGRG GRYB",
}
# North-west, north-east, south-west, south-east: the top left corner as (column, row) from 0.
QUADRANTS = ((0, 7), (4, 7), (0, 3), (4, 3))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = tuple(
    (dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if {abs(dx), abs(dy)} == {1, 2}
)

Square = tuple[int, int]  # column and row, each from 0 at a1
Squares = frozenset[Square]
Colours = dict[Square, str]
Memo = dict[tuple[Squares, Squares, Square], bool]


class State(NamedTuple):
    """A position; never changed in place."""

    colours: Colours
    extended: bool
    men: dict[int, Squares]
    last: Square | None
    seat: int | None
    moves: tuple[str, ...]
    history: tuple[tuple[Squares, Squares, Square | None, int], ...]  # from the 16th piece on
    result: tuple[tuple[int, ...], str] | None


def start(seats: int, options: dict[str, str]) -> State:
    """Return the empty board of this code, White to place."""
    assert seats in SEATS
    state = State(
        colours=_colours(options["board"]),
        extended=options["extended"] == "true",
        men={1: frozenset(), 2: frozenset()},
        last=None,
        seat=1,
        moves=(),
        history=(),
        result=None,
    )
    return state._replace(moves=_placements(state))


def legal(state: State) -> list[str]:
    """Return the legal tokens, sorted; none if the game is over."""
    return list(state.moves)


def play(state: State, token: str) -> State:
    """Return the position after a legal token."""
    assert state.seat is not None
    seat, other = state.seat, 3 - state.seat
    source, _, target = token.rpartition("-")
    square = _square(target)
    own = state.men[seat] | {square}
    if source:
        own -= {_square(source)}
    men = {seat: own, other: state.men[other]}
    after = state._replace(men=men, last=square, seat=other, moves=())
    if _makes_three(own, square):
        return _over(after, (1, 2) if seat == 1 else (2, 1), "three")
    if len(men[1]) + len(men[2]) < PIECES:
        return after._replace(moves=_placements(after))
    if not state.extended:
        return _over(after, (1, 1), "all-placed")
    position = (men[1], men[2], square, other)
    after = after._replace(history=(*state.history, position))
    if after.history.count(position) == 3:
        return _over(after, (1, 1), "repetition")
    moves = _relocations(after)
    return after._replace(moves=moves) if moves else _over(after, (1, 1), "no-move")


def to_move(state: State) -> int | None:
    """Return the seat to act, None when the game is over."""
    return state.seat


def result(state: State) -> tuple[tuple[int, ...], str] | None:
    """Return the ranks by seat and the reason, None while the game goes on."""
    return state.result


def withdraw(state: State, seat: int, reason: str) -> State:
    """Return the end of the game: of two seats, the one that withdraws loses."""
    assert state.result is None
    return _over(state, (2, 1) if seat == 1 else (1, 2), reason)


def random_options(rng: Random, seats: int) -> dict[str, str]:
    """Return a board of the four tiles in any order, side and rotation, and either ending."""
    tiles = rng.sample(sorted(TILES), len(TILES))
    codes = [f"{tile}{rng.choice('ab')}{rng.choice('0123')}" for tile in tiles]
    return {"board": ".".join(codes), "extended": rng.choice(["false", "true"])}


def _over(state: State, ranks: tuple[int, ...], reason: str) -> State:
    return state._replace(seat=None, moves=(), result=(ranks, reason))


def _colours(code: str) -> Colours:
    """The colour letter of each square of the board with this code."""
    colours = {}
    for (left, top), placed in zip(QUADRANTS, code.split("."), strict=True):
        tile, side, turns = placed[0], placed[1], placed[2]
        rows = TILES[tile].split()
        if side == "b":
            rows = [row[::-1] for row in rows]
        for _ in range(int(turns)):
            # A quarter turn clockwise: each column, read upwards, becomes a row.
            rows = ["".join(row[column] for row in reversed(rows)) for column in range(4)]
        for down, row in enumerate(rows):
            for right, colour in enumerate(row):
                colours[left + right, top - down] = colour
    return colours


def _placements(state: State) -> tuple[str, ...]:
    assert state.seat is not None
    own, other = state.men[state.seat], state.men[3 - state.seat]
    targets = (
        state.colours if state.last is None else _reach(state.colours, state.last, own | other)
    )
    memo: Memo = {}
    return tuple(
        sorted(
            _name(target)
            for target in targets
            if _may_place(state.colours, own, other, target, memo)
        )
    )


def _may_place(colours: Colours, own: Squares, other: Squares, square: Square, memo: Memo) -> bool:
    """It wins, or is the 16th piece, or the opponent has a placement in reply, by this same
    rule.
    """
    own |= {square}
    if _makes_three(own, square) or len(own) + len(other) == PIECES:
        return True
    position = (own, other, square)
    if position not in memo:
        memo[position] = any(
            _may_place(colours, other, own, answer, memo)
            for answer in _reach(colours, square, own | other)
        )
    return memo[position]


def _relocations(state: State) -> tuple[str, ...]:
    """It wins, or the opponent has a relocation in reach in reply, legal itself or not."""
    assert state.seat is not None
    assert state.last is not None
    own, other = state.men[state.seat], state.men[3 - state.seat]
    moves = []
    for source, target in _in_reach(state.colours, own, other, state.last):
        moved = own - {source} | {target}
        if _makes_three(moved, target) or any(_in_reach(state.colours, other, moved, target)):
            moves.append(f"{_name(source)}-{_name(target)}")
    return tuple(sorted(moves))


def _in_reach(
    colours: Colours, own: Squares, other: Squares, last: Square
) -> Iterator[tuple[Square, Square]]:
    """Each of a player's pieces with each square it may move to, `last` being the opponent's."""
    for source in own:
        for target in _reach(colours, last, own - {source} | other):
            if target != source:
                yield source, target


def _reach(colours: Colours, square: Square, occupied: Squares) -> Iterator[Square]:
    """The free squares in the reach of a piece on `square`, by that square's colour."""
    colour = colours[square]
    if colour == "R":
        yield from _lines(colours, square, occupied, STRAIGHT)
    elif colour == "Y":
        yield from _lines(colours, square, occupied, DIAGONAL)
    else:
        column, row = square
        for dx, dy in LEAPS if colour == "G" else STRAIGHT + DIAGONAL:
            target = (column + dx, row + dy)
            if target in colours and target not in occupied:
                yield target


def _lines(
    colours: Colours, square: Square, occupied: Squares, directions: tuple[Square, ...]
) -> Iterator[Square]:
    """Free squares along the lines, up to and including the first of the colour of `square`."""
    for dx, dy in directions:
        column, row = square
        while True:
            column, row = column + dx, row + dy
            if (column, row) not in colours or (column, row) in occupied:
                break
            yield column, row
            if colours[column, row] == colours[square]:
                break


def _makes_three(men: Squares, new: Square) -> bool:
    """Whether `new` is an end or the middle of three men on a line with equal gaps."""
    for man in men - {new}:
        dx, dy = man[0] - new[0], man[1] - new[1]
        if dx != 0 and dy != 0 and abs(dx) != abs(dy):
            continue
        if (new[0] - dx, new[1] - dy) in men:
            return True
        if dx % 2 == 0 and dy % 2 == 0 and (new[0] + dx // 2, new[1] + dy // 2) in men:
            return True
    return False


def _square(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def _name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"
