"""Attangle by brute force: every pair of men against every enemy man, along lines walked stepwise.

Standard library only, and deliberately separate from the real game: they share nothing but the
rulebook.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import NamedTuple

KEY = "attangle"
SEATS = (2,)

CENTRE = "d4"
STOCK = 18
TRIPLES_TO_WIN = 3
WIDTHS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}

# A step along the row is two half columns; a step to the next row shifts by one half column.
DIRECTIONS = ((2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
PLACES = {
    f"{row}{number}": (7 - width + 2 * (number - 1), height)
    for height, (row, width) in enumerate(WIDTHS.items())
    for number in range(1, width + 1)
}
POINTS = {place: point for point, place in PLACES.items()}

Board = dict[str, tuple[int, int]]  # point -> (seat that owns the stack, height)


class State(NamedTuple):
    """A position; never changed in place."""

    board: Board
    stocks: dict[int, int]
    seat: int | None
    moves: tuple[str, ...]
    result: tuple[tuple[int, ...], str] | None


def start(seats: int, options: dict[str, str]) -> State:
    """Return the empty board with both stocks full, White to move."""
    assert seats in SEATS
    assert not options
    return _to_act({}, {1: STOCK, 2: STOCK}, 1)


def legal(state: State) -> list[str]:
    """Return the legal tokens, sorted; none if the game is over."""
    return list(state.moves)


def play(state: State, token: str) -> State:
    """Return the position after a legal token."""
    assert state.seat is not None
    seat = state.seat
    board, stocks = dict(state.board), dict(state.stocks)
    if "-" not in token:
        board[token] = (seat, 1)
        stocks[seat] -= 1
    else:
        sources, target = token.split("-")
        first, second = sources.split(",")
        height = board.pop(first)[1] + board.pop(second)[1] + board[target][1]
        board[target] = (seat, height - 1)  # the top single goes back to the stock
        stocks[seat] += 1
        if list(board.values()).count((seat, 3)) == TRIPLES_TO_WIN:
            return State(board, stocks, None, (), (_ranks(seat), "third-triple"))
    return _to_act(board, stocks, _other(seat))


def to_move(state: State) -> int | None:
    """Return the seat to act, None when the game is over."""
    return state.seat


def result(state: State) -> tuple[tuple[int, ...], str] | None:
    """Return the ranks by seat and the reason, None while the game goes on."""
    return state.result


def withdraw(state: State, seat: int, reason: str) -> State:
    """Return the end of the game: of two seats, the one that withdraws loses."""
    assert state.result is None
    return State(state.board, state.stocks, None, (), (_ranks(_other(seat)), reason))


def random_options(rng: Random, seats: int) -> dict[str, str]:
    """Return the options of a match: there are none."""
    return {}


def _to_act(board: Board, stocks: dict[int, int], seat: int) -> State:
    """The position with `seat` to move: without a legal move it has lost at once."""
    moves = sorted(_placings(board, stocks[seat]) + _captures(board, seat))
    if moves:
        return State(board, stocks, seat, tuple(moves), None)
    return State(board, stocks, None, (), (_ranks(_other(seat)), "no-move"))


def _placings(board: Board, stock: int) -> list[str]:
    if stock == 0:
        return []
    return [point for point in PLACES if point != CENTRE and point not in board]


def _captures(board: Board, seat: int) -> list[str]:
    own = sorted(point for point, (owner, _) in board.items() if owner == seat)
    victims = [point for point, (owner, _) in board.items() if owner != seat]
    approach = {man: _first_met(board, man) for man in own}
    captures = []
    for victim in victims:
        for one, two in combinations(own, 2):
            if victim not in approach[one] or victim not in approach[two]:
                continue
            if approach[one][victim] == approach[two][victim]:
                continue
            if _heights_allow(board[one][1], board[two][1], board[victim][1]):
                captures.append(f"{one},{two}-{victim}")
    return captures


def _first_met(board: Board, man: str) -> dict[str, tuple[int, int]]:
    """The men that `man` meets first, each with its direction."""
    met = {}
    for dx, dy in DIRECTIONS:
        x, y = PLACES[man]
        while True:
            x, y = x + dx, y + dy
            point = POINTS.get((x, y))
            if point is None:
                break
            if point in board:
                met[point] = (dx, dy)
                break
    return met


def _heights_allow(one: int, two: int, victim: int) -> bool:
    """No triple takes part, and at most one double, victim included."""
    heights = [one, two, victim]
    return 3 not in heights and heights.count(2) <= 1


def _other(seat: int) -> int:
    return 3 - seat


def _ranks(winner: int) -> tuple[int, ...]:
    return (1, 2) if winner == 1 else (2, 1)
