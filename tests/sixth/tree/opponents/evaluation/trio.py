"""Trio: lines that are still open count, the more so the fuller they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.trio.board import LINES
from games.trio.notation import Move
from games.trio.position import TrioPosition
from opponents.mind import Mind, Shares


def evaluate(position: TrioPosition) -> Shares:
    """By the lines that only one of them has stones in."""
    lead = 0
    for line in LINES:
        seats = [position.stones[field] for field in line]
        if 2 not in seats:
            lead += seats.count(1) ** 2
        if 1 not in seats:
            lead -= seats.count(2) ** 2
    first = 1 / (1 + exp(-0.3 * lead))
    return first, 1 - first


def candidates(position: TrioPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """All of them: there are few."""
    return moves


MIND = Mind("trio", evaluate, candidates, nodes=2_000)
