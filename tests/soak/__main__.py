"""`python -m tests.soak`, for operators and developers. Exits with 1 if anything is wrong."""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.results import PAGE, replace_section
from tests.soak.earlier import name_of, tree_of
from tests.soak.report import section
from tests.soak.run import Options, Outcome, soak
from tests.soak.trouble import BY_PEOPLE, KINDS
from tests.support import pgbouncer, postgres, standby


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--users", type=int, default=500)
    parser.add_argument("--matches", type=int, default=300, help="at the same time")
    parser.add_argument("--at-once", type=int, default=16, help="people who do something")
    parser.add_argument("--seed", type=int, default=None, help="default: at random")
    parser.add_argument("--faults", default=",".join(KINDS), help="default: %(default)s")
    parser.add_argument(
        "--database",
        default="",
        help="its address, or “postgresql” for a server of its own; default: a new SQLite file",
    )
    parser.add_argument(
        "--fleet",
        action="store_true",
        help="three gateways and two thinkers, on a server of their own behind PgBouncer, whose "
        "standby takes over after half of the time",
    )
    parser.add_argument(
        "--from",
        dest="earlier",
        metavar="REVISION",
        help="the same, without losing the server: two processes of an earlier version, which are "
        "upgraded after half of the time",
    )
    parser.add_argument("--limits", action="store_true", help="Discord's limits on requests hold")
    parser.add_argument("--folder", type=Path, help="where to keep the log and the database")
    parser.add_argument("--results", action="store_true", help=f"write into {PAGE.name}")
    options = parser.parse_args(argv)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # The bot dies often.
    if unknown := {*filter(None, options.faults.split(","))} - {*KINDS}:
        parser.error(f"--faults: {unknown.pop()} is none of {', '.join(KINDS)}")
    return options


def main(argv: list[str] | None = None) -> int:
    """Runs the soak and prints its result."""
    given = arguments(argv)
    seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
    with ExitStack() as stack:
        made = stack.enter_context(tempfile.TemporaryDirectory(prefix="dreierlei-soak-"))
        folder = (given.folder or Path(made)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        fail_over = earlier = None
        if given.earlier is not None:
            earlier = tree_of(given.earlier, folder)
            server = stack.enter_context(postgres.running())
            given.database = stack.enter_context(server.database("template1"))
        elif given.fleet:
            given.database, fail_over = stack.enter_context(_replicated())
        elif given.database == "postgresql":
            server = stack.enter_context(postgres.running())
            given.database = stack.enter_context(server.database())
        options = Options(
            folder=folder,
            seconds=given.minutes * 60,
            users=given.users,
            matches=given.matches,
            seed=seed,
            faults=frozenset(filter(None, given.faults.split(","))),
            database=given.database,
            at_once=given.at_once,
            pace=min(30.0, given.minutes * 10),
            fleet=given.fleet or earlier is not None,
            earlier=earlier,
            revision=name_of(given.earlier) if given.earlier is not None else "",
            fail_over=fail_over,
            limits=given.limits,
        )
        outcome = asyncio.run(soak(options))
    return _verdict(outcome, write=given.results)


@contextmanager
def _replicated() -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a database behind PgBouncer, and what kills its server and leads to the
    standby.
    """
    with standby.replicated() as pair:
        pair.primary.execute(f"CREATE DATABASE soak TEMPLATE {postgres.MIGRATED}")
        with pgbouncer.pooler(pair.primary.url("soak"), connections=20) as front:

            def fail_over() -> None:
                pair.fail_over()
                front.lead_to(pair.standby)

            yield front.url, fail_over


def _verdict(outcome: Outcome, *, write: bool) -> int:
    text = section(outcome)
    sys.stdout.write(f"{text}\n")
    if write:
        replace_section(PAGE, _title(outcome.options), text)
    for problem in outcome.problems[:50]:
        sys.stderr.write(f"{problem}\n")
    if outcome.problems:
        sys.stderr.write(f"{len(outcome.problems)} problems; seed {outcome.options.seed}\n")
    return 1 if outcome.problems else 0


def _title(options: Options) -> str:
    """The heading on the page of results: each form of the soak has its own section."""
    if options.earlier is not None:
        return "Load and faults during an upgrade"
    if options.fleet:
        return "Load and faults with several processes"
    what = "Load without faults" if options.faults <= BY_PEOPLE else "Load and faults"
    return f"{what}{' on PostgreSQL' if options.database else ''}"


if __name__ == "__main__":
    raise SystemExit(main())
