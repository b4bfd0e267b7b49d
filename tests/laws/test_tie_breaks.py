"""Laws of how tie-breaks are told: what is listed adds up to the number before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from gettext import NullTranslations
from itertools import pairwise
from random import Random

import pytest

from bot.i18n.catalogues import language as catalogue
from bot.i18n.catalogues import languages
from bot.text import competition as text
from bot.text import tie_breaks
from bot.text.numbers import number
from bot.text.standings import TIE_BREAKS
from competitions.formats.rounds import all_standings
from competitions.model.settings import Settings
from competitions.standings.table import Row, Standings
from competitions.tournaments.held import Held
from games.words import say
from tests.competitions.events import random_event
from tests.competitions.play import game_by_game, rated, started
from tests.support.held import held_of

FORMATS = [
    Settings("round-robin"),
    Settings("swiss", games=2, rounds=4),
    Settings("groups", groups=2),
    Settings("tables", seats=3, mixed=True),
    Settings("tables", seats=4),
]
_NUMBER = r"\d+[.,]\d\d|\d*[¼½¾]|\d+"
_VALUE = re.compile(rf"`\s*\d+` .*?: \*\*({_NUMBER})\*\*")
_TERM = re.compile(rf"(~~)?(?:({_NUMBER}) × )?({_NUMBER})†? \([^)]*\)")
_PARTS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}


def _read(said: str) -> Fraction:
    """A number as people write it."""
    part = _PARTS.get(said[-1])
    if part is not None:
        return int(said[:-1] or "0") + part
    return Fraction(said.replace(",", "."))


def _terms(line: str) -> list[Fraction]:
    """What counts of the terms in a line."""
    return [
        _read(share or "1") * _read(basis) for cut, share, basis in _TERM.findall(line) if not cut
    ]


def _check(told: list[str], shown: list[str]) -> None:
    """Each line with a value has terms that make it, rounded as they are; all values that the
    table shows are among them.
    """
    values = list[str]()
    for line in told:
        found = _VALUE.search(line)
        if found is None:
            continue
        values.append(found[1])
        terms, value = _terms(line[found.end() :]), _read(found[1])
        sums = [sum(terms, Fraction(0))]
        if terms:
            sums.append(sums[0] / len(terms))
        assert any(abs(one - value) <= Fraction(3 * len(terms) + 1, 100) for one in sums), line
    assert {*shown} <= {*values}


def _shown(table: Standings, rows: tuple[Row, ...], said: NullTranslations) -> Iterator[str]:
    """The values of some rows that stand in the table; who has met nobody has no encounters."""
    for row in rows:
        for name, value in zip(table.order, row.tie_breaks, strict=True):
            met = name != "direct" or table.working(row.entrant, name).parts
            if value is not None and met:
                yield number(value, said)


def _check_all(held: Held, said: NullTranslations) -> None:
    for table in all_standings(held.competition):
        for row in table.rows:
            rows = tie_breaks.compared(table, row.entrant)
            assert row in rows
            assert len(rows) <= 3
            assert len({one.points for one in rows}) == 1
            told = [*tie_breaks.lines(held, table, rows, said)]
            _check(told, [*_shown(table, rows, said)])


@pytest.mark.parametrize("said", languages())
@pytest.mark.parametrize("settings", FORMATS, ids=str)
def test_what_is_listed_adds_up(settings: Settings, said: str) -> None:
    """For everybody, at several times of a competition, in every language."""
    rng = Random(4)
    begun = rated(started(settings, 8), rng)
    for at, now in enumerate(game_by_game(begun, rng)):
        if at % 5 == 0:
            _check_all(held_of(now, 1), catalogue(said))


@pytest.mark.parametrize("said", languages())
@pytest.mark.parametrize("settings", FORMATS, ids=str)
def test_the_answer_comes_first(settings: Settings, said: str) -> None:
    """By what each is ahead of the next one; then the tie-breaks that decide, with what they mean,
    and the bare values of the others.
    """
    rng, language = Random(4), catalogue(said)
    *_, now = game_by_game(rated(started(settings, 8), rng), rng)
    for table in all_standings(now):
        for row in table.rows:
            rows = tie_breaks.compared(table, row.entrant)
            answer, first, rest = tie_breaks.in_short(held_of(now, 1), table, rows, language)
            level = sum(one.points == row.points for one in table.rows)
            others = say(tie_breaks.OTHERS, {"count": level - len(rows)}, language=language)
            assert (others in answer) == (level > len(rows))
            lines = [*filter(None, (*first.split("\n"), *rest.split("\n")))]
            at = table.order.index("direct")
            told = next(one for one in lines if one.startswith((f"{at + 1}. ", f"-# {at + 1}. ")))
            needed = any(one.tie_breaks[at] is not None for one in rows)
            unmet = [one for one in rows if not table.working(one.entrant, "direct").parts]
            assert told.count("–") == (len(unmet) if needed else 0)
            by = [table.apart_by(one.entrant, other.entrant) for one, other in pairwise(rows)]
            decisive = [name for name in table.order if name in by]
            for name in table.order:
                told_by = re.search(rf": {language.gettext(TIE_BREAKS[name])} [\d¼½¾]", answer)
                assert (told_by is not None) == (name in decisive)
            assert answer.count("<@") == len(rows) + 2 * len(by)
            assert len(lines) == len(table.order) + len(decisive)
            shown = [number(value, language) for one in rows for value in one.tie_breaks if value]
            assert all(f" {value}" in f"{first} {rest}".replace("*", "") for value in shown)
            for one in rows:
                named = text.entrant(held_of(now, 1).teams, one.entrant, language)
                assert first.count(f"{named} **") == len(decisive)
            assert rest.count("-# ") == len(table.order) - len(decisive)


def test_unplayed_rounds_add_up() -> None:
    """Byes, forfeits, excuses and withdrawals; what is cut or has no opponent is remarked."""
    said, remarks = NullTranslations(), set[str]()
    for seed in range(6):
        for now, _, _, _ in random_event(seed, 12):
            held = held_of(now, 1)
            _check_all(held, said)
            (table,) = all_standings(now)
            for row in table.rows:
                told = tie_breaks.lines(held, table, [row], said)
                remarks |= {one.removeprefix("-# ") for one in told if one.startswith("-# ")}
    assert {tie_breaks.CUT, tie_breaks.DUMMY} <= remarks


def test_the_reader_stands_beside_whom_they_choose() -> None:
    """If both have the same points; else there are the neighbours of the one they choose."""
    now = started(Settings("round-robin"), 6)
    (table,) = all_standings(next(game_by_game(now, Random(1))))
    first, second, third, *_, last = [row.entrant for row in table.rows]

    def shown(*asked: int) -> list[int]:
        return [row.entrant for row in tie_breaks.compared(table, *asked)]  # type: ignore[arg-type]

    assert shown(last, first) == shown(first, last) == [first, last]
    assert shown(first, first) == shown(first) == [first, second]
    assert shown(second, 99) == [first, second, third]
