"""The parts of the whole suite, which runs in one go: which test belongs to which part."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest

OUTCOMES = ("passed", "failed", "error", "skipped")

_SECTIONS = {
    "Layering": r"^tests/test_layering",
    "Catalogue": r"^tests/test_translations",
    "Migrations": r"^tests/storage/test_migrations",
    "PostgreSQL": r"postgres|^tests/bot/test_many_processes",
    "Browser": r"^tests/playground/test_browser|^tests/bot/test_page|_browser",
    "Short soak": r"^tests/soak/",
}
_OTHERS = "All others"


def names() -> tuple[str, ...]:
    """The parts in order."""
    return (*_SECTIONS, _OTHERS)


def count(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """The number of these tests in each part. Some, such as those of migrations, belong to two."""
    counts = Counter[str]()
    for report in reports:
        if getattr(report, "when", "call") == "call" or report.outcome != "passed":
            found = [name for name, ours in _SECTIONS.items() if re.search(ours, report.nodeid)]
            counts.update(found or [_OTHERS])
    return counts
