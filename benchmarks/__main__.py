"""`make bench`: all benchmarks, one after the other. Fails if a bound is missed.

`python -m benchmarks turns pictures` runs only those, and leaves the results page unchanged. With
`--keep` it replaces their results there, and the page says when they were taken. A part that takes
long has sections, which can be run and kept one by one: `benchmarks competitions.swiss`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import (
    competitions,
    guilds,
    handovers,
    memory,
    mob,
    pages,
    path,
    pictures,
    plans,
    restarts,
    results,
    rules,
    searches,
    seeking,
    sheets,
    sizes,
    standings,
    studies,
    table,
    thinkers,
    threads,
    touched,
    turns,
    waiting,
    watchers,
    whole,
)
from benchmarks.table import Aim, Row

PARTS = {
    "rules": rules,
    "pictures": pictures,
    "threads": threads,
    "turns": turns,
    "standings": standings,
    "sheets": sheets,
    "plans": plans,
    "sizes": sizes,
    "whole": whole,
    "path": path,
    "memory": memory,
    "guilds": guilds,
    "waiting": waiting,
    "mob": mob,
    "searches": searches,
    "thinkers": thinkers,
    "restarts": restarts,
    "competitions": competitions,
    "seeking": seeking,
    "handovers": handovers,
    "studies": studies,
    "pages": pages,
    "touched": touched,
    "watchers": watchers,
}
SECTIONS = {f"competitions.{one.__name__.rpartition('.')[2]}": one for one in competitions.PARTS}
TITLE = "Benchmarks"
KEEP = "--keep"
STORED = Path(__file__).parent / "results.json"


def aims(*names: str) -> list[Aim]:
    """All aims, or those of these parts and sections."""
    return [aim for name in names or PARTS for aim in _named(name).AIMS]


def _named(name: str) -> Any:
    """A part, or a section of one."""
    return SECTIONS[name] if name in SECTIONS else PARTS[name]


def listed() -> str:
    """All aims as a table, for the page that explains them."""
    lines = ["| part | what | against | bound |", "| --- | --- | --- | --- |"]
    for name, part in PARTS.items():
        for aim in part.AIMS:
            bound = f"{aim.bound} ×" if aim.bound else "shown"
            notes = f" ({aim.note})" if aim.note else ""
            lines.append(f"| `{name}` | {aim.what}{notes} | {aim.against} | {bound} |")
    return "\n".join(lines)


def stored(
    found: Mapping[str, Sequence[Row]], before: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The contents of the results file. Results from `before` that were not measured again stay."""
    rows = {name: [one.json() for one in some] for name, some in found.items()}
    if before is None:
        return {"taken": results.taken(), "parts": rows}
    later, kept = dict(before.get("later", {})), dict(before["parts"])
    for name, new in rows.items():
        part = _part(name)
        kept[part] = new if part == name else _with_section(name, new, kept.get(part, []))
        later = {one: at for one, at in later.items() if part != name or _part(one) != name}
        later[name] = results.taken()
    in_order = {name: kept[name] for name in PARTS if name in kept}
    return {"taken": before["taken"], "later": later, "parts": in_order}


def _part(name: str) -> str:
    """To which part a section belongs; a part is its own."""
    return name.partition(".")[0]


def _with_section(name: str, new: Sequence[Any], old: Sequence[Any]) -> list[Any]:
    """A part's rows, with those of one section replaced, in the order of the sections."""
    of = {
        aim.what: one for one in SECTIONS if _part(one) == _part(name) for aim in SECTIONS[one].AIMS
    }
    order = [*SECTIONS]
    rows = [row for row in old if of.get(row["what"]) not in (name, None)] + [*new]
    return sorted(rows, key=lambda row: order.index(of[row["what"]]))


def page(read: Mapping[str, Any]) -> str:
    """The section of the results page, from the contents of the file."""
    sections, later = [str(read["taken"])], read.get("later", {})
    for name, rows in read["parts"].items():
        sections.append(f"### {name}")
        for one, taken in later.items():
            if _part(one) == name:
                sections.append(taken if one == name else f"{one}: {taken}")
        sections.append(table.markdown(map(Row.read, rows)))
    return "\n\n".join(sections)


def main(*names: str, keep: bool = False) -> int:
    """Runs all parts, or those parts and sections that are named, and keeps the results of all, or
    of these if asked to. The exit status is 1 if a bound is missed.
    """
    found: dict[str, list[Row]] = {}
    for name in names or PARTS:
        print(f"\n{name}", flush=True)
        found[name] = table.show(_named(name).rows())
    missed = table.missing(aims(*names), [one for rows in found.values() for one in rows])
    if keep or not names:
        before = json.loads(STORED.read_text("utf-8")) if names else None
        told = stored(found, before)
        STORED.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
        results.replace_section(results.PAGE, TITLE, page(told))
    print(f"\nmissed: {'; '.join(missed)}" if missed else "\nall bounds are met")
    return 1 if missed else 0


if __name__ == "__main__":
    asked = [name for name in sys.argv[1:] if name != KEEP]
    unknown = [name for name in asked if name not in PARTS and name not in SECTIONS]
    if unknown:
        known = ", ".join((*PARTS, *SECTIONS))
        sys.exit(f"no such part: {', '.join(unknown)}; there are {known}")
    sys.exit(main(*asked, keep=KEEP in sys.argv))
