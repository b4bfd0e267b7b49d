"""Databases for the tests: each that asks for one runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import shutil
import sys
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from storage.database import migrate
from tests import sections
from tests.support import postgres
from tests.support.postgres import Cluster

# No example has to be found, or tried, within some time.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Lets one line of the summary stand for all tests that are skipped without PostgreSQL."""
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measures the coverage of what runs on both databases on SQLite alone."""
    for item in items:
        if (
            isinstance(item, pytest.Function)
            and "postgresql" in getattr(getattr(item, "callspec", None), "params", {}).values()
        ):
            item.add_marker("untraced")


def pytest_collection_finish() -> None:
    """What is loaded now stays: thousands of tests need not look for garbage in it."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says of what there were how many tests: the steps that all run as one."""
    stats = terminalreporter.stats
    counts = {one: sections.count(stats.get(one, ())) for one in sections.OUTCOMES}
    terminalreporter.section("steps")
    for section in sections.names():
        found = ", ".join(f"{counts[one][section]} {one}" for one in counts if counts[one][section])
        if found:
            terminalreporter.write_line(f"{section:12} {found}")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of this process, which are skipped where there is none."""
    if postgres.programs() is None:
        pytest.skip(postgres.MISSING)
    with postgres.running() as server:
        yield server


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database with the whole schema and no rows, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "template.db"
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(migrate(f"sqlite:///{path}"))
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of database that the test runs on: it runs on each."""
    return str(request.param)


@pytest.fixture
def url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of the test's own, with the whole schema and no rows."""
    if backend == "sqlite":
        path = tmp_path / "test.db"
        shutil.copy(request.getfixturevalue("migrated_file"), path)
        yield f"sqlite:///{path}"
    else:
        with request.getfixturevalue("cluster").database() as address:
            yield address


@pytest.fixture
def empty_url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database in which there is nothing yet."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
    else:
        with request.getfixturevalue("cluster").database(migrated=False) as address:
            yield address
