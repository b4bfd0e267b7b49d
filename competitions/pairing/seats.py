"""Evens out seats without changing who sits at which table.

Two of the seats, over all tables, form a graph: each table is an edge from whoever has the one seat
to whoever has the other. If the two change seats at every table along a path, everybody inside it
has both seats as often as before; only its two ends change, in opposite ways. So an entrant who has
a seat too often can be helped wherever in the schedule another has it too rarely, however long the
path is. Once no path helps, the seats are as even as these tables allow.

With seats that are drawn, in twelve rounds of 64 entrants at tables for four, somebody has one seat
seven times more often than another; with paths, everybody has each seat three times.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations

from competitions.pairing.costs import GAME
from competitions.pairing.layouts import SEATS

OPPOSITE = [(0, 2), (1, 3)]
"""The seats of partners."""


def even_out(tables: Sequence[list[int]], dues: Sequence[list[int]], partners: bool) -> None:
    """Changes the order of seats at tables of one game each, and updates the `dues`, which already
    count these tables. With `partners`, only partners change seats with each other.

    If all tables have one size, nothing else was played, and there are no partners, everybody has
    every seat equally often afterwards, or one of them once more than another.
    """
    pairs = OPPOSITE if partners else list(combinations(range(SEATS), 2))
    while any(_even_pair(tables, dues, one, other) for one, other in pairs):
        pass


def _even_pair(
    tables: Sequence[list[int]], dues: Sequence[list[int]], one: int, other: int
) -> bool:
    """Evens out two of the seats. Returns whether anything has changed."""
    both = [table for table in tables if len(table) > other]
    changed = False
    for entrant in sorted({table[one] for table in both}):
        while path := _path(both, dues, entrant, one, other):
            changed = True
            for table in path:
                for seat, by in ((one, GAME), (other, -GAME)):
                    dues[table[seat]][one] -= by
                    dues[table[seat]][other] += by
                table[one], table[other] = table[other], table[one]
    return changed


def _path(
    tables: Sequence[list[int]], dues: Sequence[list[int]], start: int, one: int, other: int
) -> list[list[int]]:
    """The tables of a shortest path that helps an entrant who has `one` seat too often."""
    enough = dues[start][one] - dues[start][other] - 2 * GAME
    if all(dues[table[other]][one] - dues[table[other]][other] >= enough for table in tables):
        return []
    out = dict[int, list[list[int]]]()
    for table in tables:
        out.setdefault(table[one], []).append(table)
    came, queue = dict[int, list[int]](), deque([start])
    while queue:
        for table in out.get(queue.popleft(), []):
            end = table[other]
            if end not in came and end != start:
                came[end] = table
                queue.append(end)
                if dues[end][one] - dues[end][other] < enough:
                    return _back(came, end, start, one)
    return []


def _back(came: dict[int, list[int]], end: int, start: int, one: int) -> list[list[int]]:
    path = list[list[int]]()
    while end != start:
        path.append(came[end])
        end = came[end][one]
    return path
