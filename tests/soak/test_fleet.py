"""What the soak does with several processes, and what has to happen at half-time."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.soak.fleet import Fleet
from tests.soak.run import BEFORE, Options, missed


def test_nobody_ends_while_both_versions_run(tmp_path: Path) -> None:
    """The earlier one can't know how the newer one shows boards."""
    tally = Counter[str]()
    fleet = Fleet(tmp_path, "", "", tally, seed=1)
    fleet._upgrading = True
    fleet.kill()
    fleet.end()
    assert not tally
    assert not fleet._gone


def test_a_replaced_process_excuses_nothing(tmp_path: Path) -> None:
    """An interaction that nobody acknowledges while a process hands its shards over is missing."""
    fleet = Fleet(tmp_path, "", "", Counter[str](), seed=1)
    asked, killed = (datetime(2026, 1, 1, 12, minute, tzinfo=UTC) for minute in range(2))
    old = fleet._gateways[0]
    old.ended_at += [asked, killed]
    assert fleet.ended_at == [asked, killed]
    fleet._replaced.append(old)
    assert fleet.ended_at == []
    old.killed_at.append(killed)
    assert fleet.ended_at == [killed]


def test_what_did_not_happen(tmp_path: Path) -> None:
    """A soak that never came to its upgrade, or never lost its server, has not passed."""
    party: Any = SimpleNamespace(tally=Counter(["upgraded", BEFORE]))
    asked = Options(folder=tmp_path, earlier=tmp_path, fail_over=lambda: None)
    assert [*missed(party, asked)] == ["servers lost"]
    assert [*missed(party, Options(folder=tmp_path))] == []
