"""Databases for the tests: each test that uses one runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from storage.database import migrate
from tests import sections
from tests.support import postgres, statements
from tests.support.lacking import lacks
from tests.support.memory import use_memory
from tests.support.pgbouncer import pooled
from tests.support.postgres import EMPTY, Cluster

# No time limit for finding or running an example.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

use_memory()
statements.share()

LONGEST = (
    "tests/sixth/",
    "tests/soak/",
    "tests/storage/test_downgrades.py",
    "tests/storage/test_migrations.py",
)
"""Files that take minutes, one test after the other. Begun last, they would keep everybody
waiting.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--pooled` has tests reach PostgreSQL through PgBouncer."""
    parser.addoption("--pooled", action="store_true", help="reach PostgreSQL through PgBouncer")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Reports all tests skipped for lack of PostgreSQL in one line of the summary."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        if reason.endswith(postgres.MISSING):
            report.longrepr = (postgres.__file__, 1, reason)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Tests marked `untraced` are not traced, nor are their fixtures, threads and child processes.

    Tracing makes rules twice as slow. What a package needs for its floor of coverage comes from
    the tests that are traced. pytest-cov's own mark does not reach fixtures and threads.
    """
    trace, in_threads = sys.gettrace(), threading.gettrace()
    if item.get_closest_marker("untraced"):
        sys.settrace(None)
        threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(trace)
        threading.settrace(in_threads)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Traces collection in one process only: all of them import the same."""
    trace = sys.gettrace()
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0":
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(trace)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the longest files first. Measures the coverage of what runs on both databases on SQLite
    alone, and of laws about both languages in English alone.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        values = getattr(getattr(item, "callspec", None), "params", {}).values()
        if "postgresql" in values or ("de" in values and item.nodeid.startswith("tests/laws/")):
            item.add_marker("untraced")


def pytest_collection_finish() -> None:
    """Objects loaded so far are permanent, so thousands of tests need not scan them for garbage."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Reports the number of tests in each part of the suite."""
    stats = terminalreporter.stats
    counts = {one: sections.count(stats.get(one, ())) for one in sections.OUTCOMES}
    terminalreporter.section("sections")
    for section in sections.names():
        found = ", ".join(f"{counts[one][section]} {one}" for one in counts if counts[one][section])
        if found:
            terminalreporter.write_line(f"{section:12} {found}")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of this process. Where none is installed they are skipped;
    where one is required, as in CI, they fail.
    """
    if postgres.programs() is None:
        lacks(postgres.MISSING)
    with postgres.running() as server:
        yield server


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with the whole schema and no rows, for copying."""
    path = tmp_path_factory.mktemp("migrated") / "template.db"
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(migrate(f"sqlite:///{path}"))
    return path


@pytest.fixture
def address(cluster: Cluster) -> Iterator[str]:
    """The address of a database on a PostgreSQL server."""
    with cluster.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of database; the test runs once on each."""
    return str(request.param)


@pytest.fixture
def url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the test's own database, with the whole schema and no rows."""
    if backend == "sqlite":
        path = tmp_path / "test.db"
        shutil.copy(request.getfixturevalue("migrated_file"), path)
        yield f"sqlite:///{path}"
    else:
        with request.getfixturevalue("cluster").database() as address:
            through = pooled if request.config.getoption("--pooled") else nullcontext
            with through(address) as reached:
                yield reached


@pytest.fixture
def empty_url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database without a schema."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
    else:
        with request.getfixturevalue("cluster").database(EMPTY) as address:
            yield address
