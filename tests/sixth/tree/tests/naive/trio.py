"""Trio by brute force: fields are pairs of numbers, a state is a dictionary."""

from __future__ import annotations

from itertools import product
from typing import Any

SEATS = (2,)
FIELDS = {f"{'abc'[x]}{y + 1}": (x, y) for x, y in product(range(3), repeat=2)}


def start(seats: int, options: dict[str, str]) -> dict[str, Any]:
    """An empty board."""
    return {"stones": {}, "seat": 1, "first": None, "result": None}


def to_move(state: dict[str, Any]) -> int | None:
    """The seat to act."""
    seat: int = state["seat"]
    return None if state["result"] else seat


def result(state: dict[str, Any]) -> Any:
    """Ranks and reason."""
    return state["result"]


def legal(state: dict[str, Any]) -> list[str]:
    """The tokens, sorted."""
    if state["result"]:
        return []
    free = [name for name, place in FIELDS.items() if place not in state["stones"]]
    if state["first"] is None:
        return sorted(free)
    x, y = state["first"]
    near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return sorted(["end", *(name for name in free if FIELDS[name] in near)])


def play(state: dict[str, Any], token: str) -> dict[str, Any]:
    """The state after a legal move."""
    seat, stones = state["seat"], dict(state["stones"])
    after = {"stones": stones, "seat": 3 - seat, "first": None, "result": None}
    if token == "end":
        return after
    stones[FIELDS[token]] = seat
    for (x, y), (right, up) in product(stones, [(1, 0), (0, 1), (1, 1), (1, -1)]):
        if all(stones.get((x + right * step, y + up * step)) == seat for step in range(3)):
            return {**after, "result": ((1, 2) if seat == 1 else (2, 1), "three")}
    if len(stones) == 9:
        return {**after, "result": ((1, 1), "full")}
    begun = {**after, "seat": seat, "first": FIELDS[token]}
    return begun if state["first"] is None and legal(begun) != ["end"] else after


def withdraw(state: dict[str, Any], seat: int, reason: str) -> dict[str, Any]:
    """Who withdraws has lost."""
    return {**state, "result": ((1, 2) if seat == 2 else (2, 1), reason)}
