"""One table for all that is measured: each number beside its floor, and what has to hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

MISSED, MET, SHOWN = "missed", "met", ""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something to measure, and what it is measured against.

    `bound` is the ratio that has to be reached, such as "≤ 5" or "≥ 0.5"; without one the numbers
    are only shown. `unit` is that of the value and of the floor.
    """

    what: str
    against: str
    unit: str
    bound: str = ""
    note: str = ""
    """What is hoped for beyond the bound, and what of the measurement has to be known."""

    def holds(self, ratio: float) -> bool:
        """Whether a ratio is within the bound."""
        sign, _, limit = self.bound.partition(" ")
        return ratio <= float(limit) if sign == "≤" else ratio >= float(limit)


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: which case of its aim, the value and its floor, and their ratio."""

    aim: Aim
    case: str
    value: float
    floor: float
    ratio: float

    @property
    def name(self) -> str:
        """What was measured, with the case."""
        return f"{self.aim.what}: {self.case}" if self.case else self.aim.what

    @property
    def verdict(self) -> str:
        """Whether the bound is met; empty without one."""
        if not self.aim.bound:
            return SHOWN
        return MET if self.aim.holds(self.ratio) else MISSED

    def cells(self) -> tuple[str, ...]:
        """As the table shows it."""
        against = f"{number(self.floor)} {self.aim.unit}"
        value = f"{number(self.value)} {self.aim.unit}"
        return self.name, value, against, f"{self.ratio:.2f}", self.aim.bound, self.verdict

    def json(self) -> dict[str, Any]:
        """As the file of results holds it."""
        told = asdict(self.aim) | {"case": self.case, "verdict": self.verdict}
        return told | {"value": self.value, "floor": self.floor, "ratio": self.ratio}

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Row:
        """What `json` made."""
        aim = Aim(*(stored[name] for name in Aim.__dataclass_fields__))
        return cls(aim, *(stored[name] for name in ("case", "value", "floor", "ratio")))


def row(aim: Aim, case: str, value: float, floor: float, ratio: float | None = None) -> Row:
    """A row whose ratio is the value by the floor, unless it was measured otherwise."""
    return Row(aim, case, value, floor, value / floor if ratio is None else ratio)


def faster(aim: Aim, case: str, value: float, floor: float) -> Row:
    """A row whose ratio says how many times faster the value is than what it stands against."""
    return Row(aim, case, value, floor, floor / value)


def number(value: float) -> str:
    """Three digits that count, and thousands apart."""
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
    """Prints the rows as they come, and returns them."""
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
    """What is not as it should be: bounds that were missed, or not measured at all."""
    measured = {one.aim for one in rows}
    missed = [one.name for one in rows if one.verdict == MISSED]
    return missed + [
        f"{aim.what} (not measured)" for aim in aims if aim.bound and aim not in measured
    ]
