"""The table of benchmarks: bounds, missed bounds, and the pages that report them.

No benchmark runs here, since a slow machine is not a defect.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import __main__ as bench
from benchmarks import results
from benchmarks.table import Aim, Row, faster, missing, row

MOST = Aim("a turn", "its rows", "µs", "≤ 1.5")
LEAST = Aim("a turn, times as fast", "the usual way", "ms", "≥ 8")
SHOWN = Aim("a cold picture", "a warm one", "ms")


def test_bounds() -> None:
    """A bound includes its limit. Without a bound a row is neither met nor missed."""
    assert row(MOST, "", 15, 10).verdict == "met"
    assert row(MOST, "", 15.1, 10).verdict == "missed"
    assert faster(LEAST, "", 1, 8).verdict == "met"
    assert faster(LEAST, "", 1, 7.9).verdict == "missed"
    assert row(SHOWN, "", 100, 1).verdict == ""


def test_what_was_not_measured_is_missed() -> None:
    """A bound holds only if there are cases and all of them meet it."""
    rows = [row(MOST, "one", 1, 1), row(MOST, "other", 2, 1)]
    assert missing([MOST, LEAST, SHOWN], rows) == [
        "a turn: other",
        "a turn, times as fast (not measured)",
    ]


def test_every_bound_is_named() -> None:
    """The page that explains the benchmarks has the table of all aims in the code, and no two aims
    are the same.
    """
    readme = Path(bench.__file__).with_name("README.md").read_text("utf-8")
    assert bench.listed() in readme
    assert len(set(bench.aims())) == len(bench.aims())


@pytest.fixture
def part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Row]:
    """A run has only one part, which measures the contents of this list."""
    rows: list[Row] = []
    made = SimpleNamespace(AIMS=(MOST,), rows=lambda: iter(rows))
    monkeypatch.setattr(bench, "PARTS", {"turns": made})
    monkeypatch.setattr(bench, "STORED", tmp_path / "results.json")
    monkeypatch.setattr(results, "PAGE", tmp_path / "RESULTS.md")
    (tmp_path / "RESULTS.md").write_text("# Results\n\n## Benchmarks\n\nold\n\n## Faults\n\nnone\n")
    return rows


def test_a_missed_bound_ends_with_status_1(
    part: list[Row], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missed bound makes the exit status 1, and is named at the end."""
    part.append(row(MOST, "late", 2, 1))
    assert bench.main() == 1
    assert capsys.readouterr().out.endswith("missed: a turn: late\n")
    part[:] = [row(MOST, "late", 1, 1)]
    assert bench.main() == 0


def test_results_are_kept(part: list[Row], tmp_path: Path) -> None:
    """The file has the measurements, and so has the page, whose other sections stay. A run of only
    some parts changes neither.
    """
    part.append(row(MOST, "late", 2, 1))
    bench.main()
    page = (tmp_path / "RESULTS.md").read_text("utf-8")
    read = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert Row.read(read["parts"]["turns"][0]) == part[0]
    assert f"## Benchmarks\n\n{bench.page(read)}\n\n## Faults\n\nnone\n" in page
    assert "| a turn: late | 2 µs | 1 µs | 2.00 | ≤ 1.5 | **missed** |" in page
    part.clear()
    bench.main("turns")
    assert (tmp_path / "RESULTS.md").read_text("utf-8") == page


def test_results_of_one_part_are_replaced(
    part: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If that is asked for. The others stay, and the page says when the new ones were taken."""
    part.append(row(MOST, "late", 2, 1))
    bench.main()
    path = tmp_path / "results.json"
    old = json.loads(path.read_text("utf-8"))
    old["parts"]["path"] = [row(MOST, "other", 3, 1).json()]
    monkeypatch.setitem(bench.PARTS, "path", bench.PARTS["turns"])
    path.write_text(json.dumps(old), "utf-8")
    part[:] = [row(MOST, "late", 1, 1)]
    bench.main("turns", keep=True)
    read = json.loads(path.read_text("utf-8"))
    assert [*map(Row.read, read["parts"]["turns"])] == part
    assert read["parts"]["path"] == old["parts"]["path"]
    page = (tmp_path / "RESULTS.md").read_text("utf-8")
    assert f"### turns\n\n{read['later']['turns']}\n\n| " in page
    assert "### path\n\n| " in page


def test_sections_of_a_part_are_kept_one_by_one(
    part: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each replaces its own rows, in the order of the sections, and the page says when that was. A
    run of the whole part replaces all of them.
    """
    sections = {
        f"turns.{name}": SimpleNamespace(AIMS=(aim,), rows=lambda aim=aim: [row(aim, "", 1, 1)])
        for name, aim in (("first", MOST), ("second", SHOWN))
    }
    monkeypatch.setattr(bench, "SECTIONS", sections)
    monkeypatch.setitem(
        bench.PARTS, "turns", SimpleNamespace(AIMS=(MOST, SHOWN), rows=lambda: part)
    )
    bench.main()
    path, whats = tmp_path / "results.json", list[list[str]]()
    for name in ("turns.second", "turns.first", "turns.first"):
        assert bench.main(name, keep=True) == 0
        read = json.loads(path.read_text("utf-8"))
        whats.append([one["what"] for one in read["parts"]["turns"]])
    assert whats == [[SHOWN.what], [MOST.what, SHOWN.what], [MOST.what, SHOWN.what]]
    page = (tmp_path / "RESULTS.md").read_text("utf-8")
    assert f"turns.second: {read['later']['turns.second']}\n\nturns.first: " in page
    part.append(row(MOST, "late", 1, 1))
    bench.main("turns", keep=True)
    read = json.loads(path.read_text("utf-8"))
    assert [*read["later"]] == ["turns"]
    assert [one["case"] for one in read["parts"]["turns"]] == ["late"]
