"""What is told of a soak, and the page where the last results stand."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

from tests.soak.run import Outcome


def section(outcome: Outcome) -> str:
    """Everything that was done and counted, in Markdown."""
    options = outcome.options
    lost = [one for one in outcome.problems if one.startswith("lost")]
    doubled = [one for one in outcome.problems if one.startswith("doubled")]
    missing = [one for one in outcome.problems if one.startswith("missing")]
    others = len(outcome.problems) - len(lost) - len(doubled) - len(missing)
    database = options.database.partition(":")[0] or "sqlite"
    what = (
        f"{options.seconds / 60:g} minutes, {options.users} users, {options.matches} matches at "
        f"the same time, {options.at_once} people acting at once, seed {options.seed}, {database}, "
        f"Python {platform.python_version()} on {os.cpu_count()} × {platform.machine()}. "
        f"With everything before and after it took {outcome.seconds:.0f} s."
    )
    lines = [
        what,
        "",
        f"**{len(lost)} lost, {len(doubled)} doubled, {len(missing)} missing, {others} others.**",
        "",
        "| what | times |",
        "| --- | ---: |",
        *(f"| {name} | {outcome.counts[name]:,} |" for name in sorted(outcome.counts)),
        *(
            f"| interactions {name} | {count:,} |"
            for name, count in sorted(outcome.answers.items())
        ),
    ]
    return "\n".join(lines)


def replace_section(page: Path, title: str, text: str) -> None:
    """Puts a text in the place of the section of that title, or at the end of the page."""
    old = page.read_text() if page.exists() else "# Results\n"
    new = f"## {title}\n\n{text.strip()}\n"
    pattern = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if pattern.search(old):
        written = pattern.sub(lambda _: f"{new}\n", old)
    else:
        written = f"{old.rstrip()}\n\n{new}"
    page.write_text(written.rstrip() + "\n")
