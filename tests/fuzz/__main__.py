"""Runs the fuzzer over some or all targets: `python -m tests.fuzz [NAME]… [--seconds N] [--keep]`.

It works in `build/fuzz`. Inputs that make a target fail are left there, named after it, and the
exit status is then 1. `--keep` adds to the corpus inputs that reach more of the code, and removes
those no longer needed.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.fuzz import seeds
from tests.fuzz.targets import CORPUS, TARGETS

WORK = Path("build/fuzz")
LONGEST = {"record": 4_000, "environment": 600}
"""The most bytes of an input; 400 for all other targets."""
SLOW = 10
"""An input that takes this many seconds also counts as a failure."""


def main() -> int:
    """Fuzzes one target after the other. Returns whether one failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60, help="for each target (60)")
    parser.add_argument("--keep", action="store_true", help="bring the corpus up to date")
    asked = parser.parse_args()
    failed = []
    for name in asked.names or TARGETS:
        if name not in TARGETS:
            parser.error(f"no target: {name}")
        print(f"{name:22}", end="", flush=True)
        said, fine = _fuzz(name, asked.seconds)
        print(said)
        if not fine:
            failed.append(name)
        elif asked.keep:
            _keep(name)
    return bool(failed)


def _fuzz(name: str, seconds: int) -> tuple[str, bool]:
    """Fuzzes a target for this long. Returns a line about it, and whether it passed."""
    found, given = WORK / name, CORPUS / name
    for folder in (found, given):
        folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds.of(name):
        data = seed.encode()
        (found / hashlib.sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    log = WORK / f"{name}.log"
    options = [f"-max_total_time={seconds}", f"-timeout={SLOW}", "-print_final_stats=1"]
    options += [f"-artifact_prefix={WORK}/{name}-", f"-max_len={LONGEST.get(name, 400)}"]
    status = _run(name, log, *options, str(found), str(given))
    said = log.read_text(errors="replace")
    if status:
        lines = [line for line in said.splitlines() if re.match(r"\w*(Error|Exception)\b", line)]
        return f"FAILED {' '.join(lines[-1:])} (see {log})", False
    runs = re.findall(r"number_of_executed_units: (\d+)", said) or ["0"]
    covered = re.findall(r"cov: (\d+)", said) or ["0"]
    return f"{runs[-1]:>9} inputs, {covered[-1]:>6} edges, {len([*given.iterdir()])} kept", True


def _keep(name: str) -> None:
    """Replaces the corpus by the smallest set of inputs with the same coverage."""
    fewest, given = WORK / f"{name}.kept", CORPUS / name
    shutil.rmtree(fewest, ignore_errors=True)
    fewest.mkdir()
    options = ["-set_cover_merge=1", "-use_counters=0", f"-timeout={SLOW}"]
    log = WORK / f"{name}.merge.log"
    if _run(name, log, *options, str(fewest), str(WORK / name), str(given)):
        raise SystemExit(f"{name}: the corpus could not be made smaller (see {log})")
    shutil.rmtree(given)
    shutil.move(fewest, given)
    print(f"{'':22}kept {len([*given.iterdir()])}")


def _run(name: str, log: Path, *arguments: str) -> int:
    with log.open("wb") as output:
        command = [sys.executable, "-m", "tests.fuzz.one", name, *arguments]
        return subprocess.run(command, stdout=output, stderr=output, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
