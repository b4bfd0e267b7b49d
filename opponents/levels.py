"""Levels of strength: how far a player looks, and how much it overlooks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """`effort` is the share of the positions that the strongest level looks at; `blind` and
    `blind_ahead` are the shares of moves that are overlooked, now and further on.
    """

    number: int
    effort: float
    blind: float
    blind_ahead: float


LEVELS = {
    level.number: level
    for level in (
        Level(1, 0.004, 0.45, 0.60),
        Level(2, 0.012, 0.25, 0.40),
        Level(3, 0.04, 0.12, 0.25),
        Level(4, 0.12, 0.05, 0.12),
        Level(5, 0.35, 0.01, 0.03),
        Level(6, 1.0, 0.0, 0.0),
    )
}
