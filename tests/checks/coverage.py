"""`python -m tests.checks.coverage`: the tests' branch coverage by package, each with a minimum.

Reads the latest measurement. The status is 1 if a package is below its minimum; the lines not run
are then listed, too.
"""

from __future__ import annotations

import sys
from io import StringIO

from coverage import Coverage

FLOORS = {
    "competitions": 100.0,
    "games": 100.0,
    "bot": 90.0,
    "matches": 90.0,
    "opponents": 90.0,
    "playground": 90.0,
    "render": 90.0,
    "storage": 90.0,
    "web": 90.0,
}
"""Percentages of lines and branches together."""


def main() -> int:
    """Prints the table. Returns the status."""
    measured, low = Coverage(), []
    measured.load()
    for package, floor in FLOORS.items():
        percent = measured.report(include=[f"{package}/*"], file=StringIO())
        print(f"{package:12} {percent:6.2f} %   at least {floor:g} %")
        if percent < floor:
            low.append(package)
    if low:
        print()
        measured.report(include=[f"{name}/*" for name in low], show_missing=True, skip_covered=True)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
