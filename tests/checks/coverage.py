"""`python -m tests.checks.coverage`: the tests' branch coverage by package, each with a floor.

Reads what the tests have measured last. The status is 1 if a package is below its floor; then the
lines that were not run are listed, too.
"""

from __future__ import annotations

import sys
from io import StringIO

from coverage import Coverage

FLOORS = {
    "games": 100.0,
    "bot": 90.0,
    "matches": 90.0,
    "opponents": 90.0,
    "playground": 90.0,
    "render": 90.0,
    "storage": 90.0,
}
"""Percents of lines and branches together."""


def main() -> int:
    """Prints the table; returns the status."""
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
