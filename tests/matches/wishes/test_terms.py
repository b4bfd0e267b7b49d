"""What can be wished, how it is stored, and what is asked less of with time."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest

from matches.model.clock import Clock
from matches.model.errors import PartyTooLarge
from matches.wishes.concessions import CONCESSIONS, at, next_at
from matches.wishes.terms import CLOCKS, LIVE_LIFETIME, TableKind, fitting, kinds, read
from tests.matches.wishes.seekers import FOUR, LIVE, NOW, THREE, THREE_DAYS, TWO, WEEK, terms

HOUR = timedelta(hours=1)
DOCS = Path(__file__).parents[3] / "docs"


def test_kinds() -> None:
    """Every game with every number of players, as text and back."""
    assert {TWO, THREE, FOUR} <= {*kinds()}
    assert [TableKind.read(str(kind)) for kind in kinds()] == [*kinds()]
    for text in ("toy-5", "toy", "chess-2", "toy-", "-2", "toy-²"):
        with pytest.raises(ValueError, match="not a kind"):
            TableKind.read(text)


def test_stored_and_read_again() -> None:
    """All of it; kinds that are gone are left out."""
    wished = terms(TWO, FOUR, clocks=(LIVE, WEEK), within=100, where="server")
    assert read(wished.stored()) == wished
    stored = wished.stored()
    stored["kinds"].append("chess-2")
    assert read(stored) == wished


def test_what_can_not_be_wished() -> None:
    """Nothing, unknown tables, clocks and ranges."""
    for wrong in (
        terms(clocks=()),
        terms(clocks=(Clock.read("2d"),)),
        terms(TableKind("chess", 2)),
        terms(within=150),
        terms(where="nowhere"),
    ):
        with pytest.raises(ValueError, match=r"wish|nowhere"):
            fitting(wrong, 1)


def test_a_party_leaves_a_seat() -> None:
    """Tables that a party would fill are left out; if none is left it is too large."""
    assert fitting(terms(FOUR, TWO, THREE), 2).kinds == (THREE, FOUR)
    with pytest.raises(PartyTooLarge) as refused:
        fitting(terms(TWO, THREE), 3)
    assert refused.value.refusal.fields == {"limit": 1, "seats": 3}


def test_clocks_in_their_order() -> None:
    """However they were chosen."""
    assert fitting(terms(clocks=(WEEK, LIVE, WEEK)), 1).clocks == (LIVE, WEEK)
    assert terms(clocks=(LIVE,)).lifetime == LIVE_LIFETIME
    assert terms(clocks=(LIVE, THREE_DAYS)).lifetime == timedelta(days=14)
    assert [clock.live for clock in CLOCKS] == [True, False, False, False]


def test_less_and_less() -> None:
    """No concession asks for more than the one before."""
    for one, later in pairwise(CONCESSIONS):
        assert one.after < later.after
        assert one.reach < later.reach
        assert one.evenness >= later.evenness
        assert one.hours >= later.hours
        assert later.beside or not one.beside


def test_after_some_time() -> None:
    """From the very moment on; for live matches after minutes."""
    assert at(timedelta(0)) == at(-HOUR) == CONCESSIONS[0]
    assert at(HOUR) == CONCESSIONS[1]
    assert at(HOUR / 60, live=True) == CONCESSIONS[1]
    assert at(100 * HOUR) == CONCESSIONS[-1]
    assert next_at(NOW, NOW, live=False) == NOW + HOUR
    assert next_at(NOW, NOW + HOUR, live=False) == NOW + 4 * HOUR
    assert next_at(NOW, NOW + 48 * HOUR, live=False) is None


def test_the_page_says_so() -> None:
    """Its table has the same numbers."""
    lines = (DOCS / "seeking.md").read_text("utf-8").splitlines()
    found = [line.strip("| ").split(" | ") for line in lines if re.match(r"\| \d+ h \|", line)]
    assert len(found) == len(CONCESSIONS)
    for cells, one in zip(found, CONCESSIONS, strict=True):
        reach = {1.0: "as wished", inf: "any"}.get(one.reach, f"{one.reach:g} ×")
        clock = "one faster or slower" if one.beside else "as wished"
        waited = f"{one.after // HOUR} h"
        assert cells == [waited, reach, f"{one.evenness:g}", f"{one.hours:g}", clock]
