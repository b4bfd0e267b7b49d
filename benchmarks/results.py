"""The page of the latest results, `RESULTS.md`: one section per suite, which each suite
replaces.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.machine import described

PAGE = Path(__file__).parent / "RESULTS.md"


def replace_section(page: Path, title: str, text: str) -> None:
    """Puts this text (Markdown, without headings of level 1 or 2) below the heading `## title`.

    It replaces the old section and leaves the others unchanged. A new title goes to the end.
    """
    old = page.read_text("utf-8") if page.exists() else ""
    section = f"## {title}\n\n{text.strip()}\n"
    heading = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    if found := heading.search(old):
        before, after = old[: found.start()], old[found.end() :]
    else:
        before, after = old, ""
    parts = [part.strip() for part in (before, section, after)]
    page.write_text("\n\n".join(part for part in parts if part) + "\n", "utf-8")


def taken() -> str:
    """The first sentence of a section: the date and machine of its results."""
    return f"Taken on {datetime.now(UTC):%Y-%m-%d}: {described()}."
