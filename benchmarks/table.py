"""One table for all measurements: each number beside its floor, and its bound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

MISSED, MET, SHOWN = "missed", "met", ""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something to measure, and its floor.

    `bound` is the required ratio, such as "≤ 5" or "≥ 0.5"; without one the numbers are only shown.
    `unit` applies to the value and the floor.
    """

    what: str
    against: str
    unit: str
    bound: str = ""
    note: str = ""
    """What we hope for beyond the bound, and what readers should know about the measurement."""

    def holds(self, ratio: float) -> bool:
        """Whether a ratio is within the bound."""
        sign, _, limit = self.bound.partition(" ")
        return ratio <= float(limit) if sign == "≤" else ratio >= float(limit)


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: the case of its aim, the value and its floor, and their ratio."""

    aim: Aim
    case: str
    value: float
    floor: float
    ratio: float

    @property
    def name(self) -> str:
        """What was measured, with its case."""
        return f"{self.aim.what}: {self.case}" if self.case else self.aim.what

    @property
    def verdict(self) -> str:
        """Whether the bound is met; empty without a bound."""
        if not self.aim.bound:
            return SHOWN
        return MET if self.aim.holds(self.ratio) else MISSED

    def cells(self) -> tuple[str, ...]:
        """The cells of the table."""
        against = f"{number(self.floor)} {self.aim.unit}"
        value = f"{number(self.value)} {self.aim.unit}"
        return self.name, value, against, f"{self.ratio:.2f}", self.aim.bound, self.verdict

    def json(self) -> dict[str, Any]:
        """The row in the results file."""
        told = asdict(self.aim) | {"case": self.case, "verdict": self.verdict}
        return told | {"value": self.value, "floor": self.floor, "ratio": self.ratio}

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Row:
        """The inverse of `json`."""
        aim = Aim(*(stored[name] for name in Aim.__dataclass_fields__))
        return cls(aim, *(stored[name] for name in ("case", "value", "floor", "ratio")))


def row(aim: Aim, case: str, value: float, floor: float, ratio: float | None = None) -> Row:
    """A row whose ratio is the value divided by the floor, unless given otherwise."""
    return Row(aim, case, value, floor, value / floor if ratio is None else ratio)


def faster(aim: Aim, case: str, value: float, floor: float) -> Row:
    """A row whose ratio says how many times faster the value is than its floor."""
    return Row(aim, case, value, floor, floor / value)


def number(value: float) -> str:
    """Three significant digits, with thousands separated."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


HEAD = ("what", "value", "floor", "ratio", "bound", "")
_WIDTHS = (62, 16, 16, 8, 8, 6)


def line(cells: Sequence[str]) -> str:
    """A row for a terminal."""
    first, *others = zip(cells, _WIDTHS, strict=True)
    return f"{first[0]:{first[1]}}" + "".join(f" {cell:>{width}}" for cell, width in others)


def show(rows: Iterable[Row]) -> list[Row]:
    """Prints rows as they arrive, and returns them."""
    print(line(HEAD), flush=True)
    found = []
    for one in rows:
        print(line(one.cells()), flush=True)
        found.append(one)
    return found


def markdown(rows: Iterable[Row]) -> str:
    """The rows for a page."""
    lines = ["| " + " | ".join(HEAD) + " |", "| --- |" + " ---: |" * 4 + " --- |"]
    for one in rows:
        *cells, verdict = one.cells()
        shown = f"**{verdict}**" if verdict == MISSED else verdict
        lines.append("| " + " | ".join([*cells, shown]) + " |")
    return "\n".join(lines)


def missing(aims: Iterable[Aim], rows: Sequence[Row]) -> list[str]:
    """The failures: bounds that were missed or not measured."""
    measured = {one.aim for one in rows}
    missed = [one.name for one in rows if one.verdict == MISSED]
    return missed + [
        f"{aim.what} (not measured)" for aim in aims if aim.bound and aim not in measured
    ]
