"""`make bench`: all benchmarks, one after the other. Fails if a bound is missed.

`python -m benchmarks turns pictures` runs only those, and leaves the results page unchanged.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks import (
    competitions,
    handovers,
    memory,
    mob,
    path,
    pictures,
    plans,
    results,
    rules,
    searches,
    seeking,
    sizes,
    standings,
    table,
    threads,
    turns,
    waiting,
    whole,
)
from benchmarks.table import Aim, Row

PARTS = {
    "rules": rules,
    "pictures": pictures,
    "threads": threads,
    "turns": turns,
    "standings": standings,
    "plans": plans,
    "sizes": sizes,
    "whole": whole,
    "path": path,
    "memory": memory,
    "waiting": waiting,
    "mob": mob,
    "searches": searches,
    "competitions": competitions,
    "seeking": seeking,
    "handovers": handovers,
}
TITLE = "Benchmarks"
STORED = Path(__file__).parent / "results.json"


def aims(*names: str) -> list[Aim]:
    """All aims, or those of these parts."""
    return [aim for name in names or PARTS for aim in PARTS[name].AIMS]


def listed() -> str:
    """All aims as a table, for the page that explains them."""
    lines = ["| part | what | against | bound |", "| --- | --- | --- | --- |"]
    for name, part in PARTS.items():
        for aim in part.AIMS:
            bound = f"{aim.bound} ×" if aim.bound else "shown"
            notes = f" ({aim.note})" if aim.note else ""
            lines.append(f"| `{name}` | {aim.what}{notes} | {aim.against} | {bound} |")
    return "\n".join(lines)


def stored(found: Mapping[str, Sequence[Row]]) -> dict[str, object]:
    """The contents of the results file."""
    rows = {name: [one.json() for one in some] for name, some in found.items()}
    return {"taken": results.taken(), "parts": rows}


def page(read: Mapping[str, object]) -> str:
    """The section of the results page, from the contents of the file."""
    parts, sections = read["parts"], [str(read["taken"])]
    assert isinstance(parts, dict)
    for name, rows in parts.items():
        sections.append(f"### {name}\n\n{table.markdown(map(Row.read, rows))}")
    return "\n\n".join(sections)


def main(*names: str) -> int:
    """Runs all parts, or those named. The exit status is 1 if a bound is missed."""
    found: dict[str, list[Row]] = {}
    for name in names or PARTS:
        print(f"\n{name}", flush=True)
        found[name] = table.show(PARTS[name].rows())
    missed = table.missing(aims(*names), [one for rows in found.values() for one in rows])
    if not names:
        told = stored(found)
        STORED.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
        results.replace_section(results.PAGE, TITLE, page(told))
    print(f"\nmissed: {'; '.join(missed)}" if missed else "\nall bounds are met")
    return 1 if missed else 0


if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in PARTS]
    if unknown:
        sys.exit(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    sys.exit(main(*sys.argv[1:]))
