"""`python -m tests.checks.dependencies`: whether a pinned version has a known vulnerability.

Asks the advisories of the package index through pip-audit. If they are unreachable, or do not know
a package, it says so and does not fail. The status is 1 if something is vulnerable.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parent.parent.parent / "requirements-dev.lock"
"""Contains everything in `requirements.lock`, and more."""
PATIENCE = 60.0
"""Seconds for all answers together."""
EACH = 5
"""Seconds for one answer."""


def main() -> int:
    """Prints the findings. Returns the status."""
    try:
        audited = _audited()
    except (subprocess.TimeoutExpired, ValueError) as error:
        print(f"SKIPPED: the advisories can't be reached from here ({error})")
        return 0
    unknown = [one["name"] for one in audited if "skip_reason" in one]
    unsafe = [one for one in audited if one.get("vulns")]
    for one in unsafe:
        known = ", ".join(advisory["id"] for advisory in one["vulns"])
        print(f"{one['name']} {one['version']}: {known}")
    if len(unknown) == len(audited):
        print("SKIPPED: no advisories can be reached from here")
    else:
        print(f"{len(audited) - len(unknown)} packages looked up, {len(unsafe)} of them unsafe")
        if unknown:
            print(f"SKIPPED, since the index does not know them: {', '.join(unknown)}")
    return 1 if unsafe else 0


def _audited() -> list[dict[str, Any]]:
    """The findings of pip-audit for each package. Raises TimeoutExpired, or ValueError if pip-audit
    fails.
    """
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip_audit", "--requirement", str(LOCK)),
            *("--require-hashes", "--disable-pip", "--progress-spinner", "off"),
            *("--format", "json", "--timeout", str(EACH)),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        said = done.stderr.strip().splitlines()
        reason = said[-1].partition(":")[0] if said else f"status {done.returncode}"
        raise ValueError(reason) from None
    return found


if __name__ == "__main__":
    sys.exit(main())
