"""The alerts for Prometheus and the dashboard for Grafana ask only for what the bot tells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.observability.metrics import METRICS, Metrics
from bot.observability.pulse import Pulse

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/operations.md").read_text()
OF_PROMETHEUS = {"up": frozenset({"job", "instance"})}
"""What Prometheus adds itself."""
_SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
_WITHIN = ("expr", "lhs", "rhs", "param", "vector_selector")


def _told() -> dict[str, frozenset[str]]:
    """The labels of each series at `/metrics`, with those that Prometheus adds."""
    page = Metrics(dict, Pulse()).text(None).decode()
    found = dict(OF_PROMETHEUS)
    for family in text_string_to_metric_families(page):
        for suffix in _SUFFIXES[family.type]:
            labels = {*METRICS[family.name][1], "job", "instance"}
            labels |= {"le"} if suffix == "_bucket" else set()
            found[family.name + suffix] = frozenset(labels)
    return found


def _rules() -> list[dict[str, Any]]:
    whole = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yml").read_text())
    return [rule for group in whole["groups"] for rule in group["rules"]]


def _panels() -> list[dict[str, Any]]:
    whole = json.loads((ROOT / "deploy/grafana/dreierlei.json").read_text())
    found: list[dict[str, Any]] = whole["panels"]
    return found


def _selectors(node: Any) -> Iterator[Any]:
    if isinstance(node, promql_parser.VectorSelector):
        yield node
    inner = [getattr(node, name, None) for name in _WITHIN]
    for one in (*inner, *getattr(node, "args", ())):
        if one is not None:
            yield from _selectors(one)


def _kept(node: Any) -> frozenset[str] | None:
    """The labels that a query's result has; None if that is not known here."""
    if isinstance(node, promql_parser.BinaryExpr):
        return _kept(node.lhs)
    if isinstance(node, promql_parser.AggregateExpr) and node.modifier is not None:
        return frozenset(node.modifier.labels)
    if isinstance(node, promql_parser.VectorSelector):
        return _told()[str(node.name)]
    if isinstance(node, promql_parser.MatrixSelector):
        return _kept(node.vector_selector)
    if isinstance(node, promql_parser.Call):
        return _kept(node.args[-1])
    return None


QUERIES = [
    *((rule["alert"], rule["expr"]) for rule in _rules()),
    *((panel["title"], one["expr"]) for panel in _panels() for one in panel["targets"]),
]


@pytest.mark.parametrize(("name", "query"), QUERIES)
def test_queries_ask_for_what_is_told(name: str, query: str) -> None:
    """They are PromQL, and name series and labels that exist."""
    told = _told()
    selectors = [*_selectors(promql_parser.parse(query))]
    assert selectors
    for one in selectors:
        assert one.name in told
        assert {matcher.name for matcher in one.matchers.matchers} <= told[one.name]


@pytest.mark.parametrize("rule", _rules(), ids=lambda rule: str(rule["alert"]))
def test_alerts_say_what_to_do(rule: dict[str, Any]) -> None:
    """How urgent it is, what is wrong, and what helps, with labels that the alert has."""
    assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
    assert rule["annotations"].keys() == {"summary", "description"}
    labels = _kept(promql_parser.parse(rule["expr"]))
    assert labels is not None
    named = set(re.findall(r"\$labels\.(\w+)", " ".join(rule["annotations"].values())))
    assert named <= labels


@pytest.mark.parametrize("series", ["dreierlei_invalid_requests", "dreierlei_requests"])
def test_what_all_processes_share_is_summed(series: str) -> None:
    """Discord has limits for an address, and for a bot, however many processes it has."""
    queries = [rule["expr"] for rule in _rules() if f"{series}_total" in rule["expr"]]
    assert [_kept(promql_parser.parse(one)) for one in queries] == [frozenset({"job"})]


def test_shards_are_counted_for_all_processes() -> None:
    """Each process counts only those that it has connected, so they are summed; how many there are
    in all, every process knows.
    """
    (rule,) = [one for one in _rules() if "dreierlei_shards" in one["expr"]]
    connected, there_are = (part.strip() for part in rule["expr"].split("<"))
    assert connected == 'sum by (job) (dreierlei_shards{what="connected"})'
    assert there_are == 'max by (job) (dreierlei_shards{what="all"})'


def test_each_number_is_watched() -> None:
    """Those that operators are to look at when they are too high have an alert, and all have a
    panel.
    """
    rows = re.findall(r"^\| `(dreierlei_\w+)(?:\{[^}]*\})?` \|.*\|([^|]*)\|$", PAGE, re.MULTILINE)
    assert {name.removesuffix("_total") for name, _ in rows} == METRICS.keys()
    alerts = " ".join(rule["expr"] for rule in _rules())
    shown = " ".join(one["expr"] for panel in _panels() for one in panel["targets"])
    for name, worth in rows:
        assert name in shown
        assert not worth.strip() or name in alerts
