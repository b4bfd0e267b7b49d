"""`python -m tests.checks.coverage`: the tests' branch coverage by package, each with a minimum.

Reads the latest measurement. The status is 1 if a package is below its minimum; the lines not run
are then listed, too.

Measuring makes tests two to three times as slow. So only some of them are measured: what these
run, all of them run, and a floor that these hold is held by all. If a floor is missed because of
lines that another file's tests run, that file belongs here, too.
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


def _files(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split())


MEASURED = (
    *("tests/bot/", "tests/competitions/", "tests/fuzz/", "tests/games/", "tests/playground/"),
    *_files("laws", "clock_words descriptions ladder_layouts layouts lines picks rules"),
    *_files("laws", "study_layouts suggestions teaching tie_breaks tournament_layouts"),
    *_files("laws", "wish_layouts"),
    *_files("matches", "computer_players handover leaderboards learning life records seeds table"),
    *_files("matches", "verify"),
    *("tests/matches/studies/", "tests/matches/wishes/"),
    *_files("opponents", "analysis decisions plans program_matches protocol puzzles"),
    *_files("render", "chart group pages svg themes trays"),
    *_files("storage", "addresses checks copies database postgres"),
    *_files("web", "pages proxy touch_whole trouble"),
    "tests/test_docs.py",
)
"""The beginnings of the names of the tests that are measured, unless they are marked `untraced`."""


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
