"""Which puzzle comes next, and which is that of a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

import games
from bot.cogs.learning._puzzle_choice import (
    APART,
    NEAREST,
    YEAR,
    beginning,
    calendar,
    choice,
    of_day,
)
from matches.learning.puzzles import Progress
from matches.model.ids import PlayerId
from opponents.puzzles import Puzzle, collection, stored
from storage.learning import Try

NOW = datetime(2030, 5, 6, tzinfo=UTC)
GAMES = [game.info.key for game in games.all_games()]


def _tried(key: str, number: int = 0, gain: float = 0.0, again: int | None = None) -> Try:
    """A puzzle that was solved at this minute, and once more at another."""
    when = None if again is None else NOW + timedelta(minutes=again)
    return Try(
        PlayerId(7), key, "die-drei", "solved", True, NOW + timedelta(minutes=number), gain, when
    )


def test_puzzles_near_ones_rating() -> None:
    """Whoever has solved some gets what is rated as they are: people's answers count, not only the
    level. The harder ones come later.
    """
    every = sorted(collection("die-drei"), key=beginning)
    got = list[float]()
    for rating in (1000, 1300, 1700):
        had = Progress((_tried("some", gain=float(rating - 1000)),))
        found = choice(every, PlayerId(7), had, {})
        got.append(beginning(found))
        nearest = sorted(every, key=lambda one: abs(beginning(one) - rating))[:NEAREST]
        assert found in nearest
        away = {one.key: 5000.0 for one in nearest}
        assert choice(every, PlayerId(7), had, away) not in nearest
        near = {one.key: rating - beginning(one) for one in every[-NEAREST:]}
        far = {one.key: 5000.0 for one in every[:-NEAREST]}
        assert choice(every, PlayerId(7), had, far | near) in every[-NEAREST:]
    assert got == sorted({*got})


@pytest.mark.parametrize("key", GAMES)
def test_the_first_is_easy(key: str) -> None:
    """As long as they have solved none: one of the shortest, which weak computer players solve."""
    every = collection(key)
    short = [one for one in every if one.effort == min(other.effort for other in every)]
    easiest = sorted(one.level for one in short)[:NEAREST]
    got = [choice(every, PlayerId(player), Progress(), {}) for player in range(50)]
    assert {*got} <= {*short}
    assert max(one.level for one in got) <= easiest[-1]
    assert len({*got}) > 1


@pytest.mark.parametrize("number", [1, 30, APART + 30])
def test_none_twice_among_a_hundred(number: int) -> None:
    """As long as there are puzzles that the player hasn't had, none comes again. After that it
    differs from the last hundred, or is the one that they had longest ago if there are fewer.
    """
    offered, got, tries = collection("die-drei")[:number], list[str](), dict[str, Try]()
    for minute in range(2 * number + APART):
        found = choice(offered, PlayerId(7), Progress(tuple(tries.values())), {}).key
        apart = min(APART, number - 1)
        assert found not in got[len(got) - apart :]
        got.append(found)
        first = tries.get(found)
        tries[found] = (
            _tried(found, minute)
            if first is None
            else replace(first, again=NOW + timedelta(minutes=minute))
        )
        assert len({*got}) == min(len(got), number)


def test_the_puzzle_of_a_day() -> None:
    """It changes daily, and none comes twice within a year. Each is one that is offered."""
    for key in GAMES:
        days = [of_day(key, day) for day in range(1000, 1000 + YEAR)]
        assert {*days} <= {*collection(key)}
        assert len({*days}) == YEAR
        assert of_day(key, 1000 + YEAR) == days[0]


@pytest.mark.parametrize("more", [1, 40, YEAR, 3 * YEAR])
def test_new_puzzles_repeat_none(more: int) -> None:
    """Even if the collection has grown overnight, none of the last year comes again within it."""
    before = [_line(number) for number in range(YEAR + 100)]
    _none_within_a_year(before, before + [_line(len(before) + one) for one in range(more)])


@pytest.mark.parametrize("key", GAMES)
def test_more_of_the_collection_repeats_none(key: str) -> None:
    """Nor do spare puzzles, which stand in for retired ones, as long as they are spare."""
    lines, spare = stored(key), YEAR - len(stored(key)) % YEAR - 1
    for more in (1, spare // 2, spare):
        _none_within_a_year(lines, [*lines, *map(_line, range(more))])


def _none_within_a_year(before: Sequence[Puzzle], after: Sequence[Puzzle]) -> None:
    assert not _again(before, after)


def _again(before: Sequence[Puzzle], after: Sequence[Puzzle]) -> int:
    """How many puzzles come twice within a year, in the worst case, if these lines are replaced by
    those on some day.
    """
    old, new = calendar(before, Random("x")), calendar(after, Random("x"))
    worst = 0
    for today in range(5 * YEAR, 6 * YEAR, 7):
        last = {old[day % len(old)].key: day for day in range(today - YEAR, today)}
        coming = [(new[day % len(new)].key, day) for day in range(today, today + YEAR)]
        worst = max(worst, sum(day - last.get(one, day - YEAR) < YEAR for one, day in coming))
    return worst


def test_a_retired_puzzle_repeats_hardly_any() -> None:
    """A spare one takes its day, and hardly any other one moves."""
    before = [replace(_line(number), level=number % 12) for number in range(YEAR + 100)]
    assert len({one.key for one in calendar(before, Random("x"))}) == YEAR
    rng, worst = Random(1), list[int]()
    for _ in range(8):
        gone = rng.choice([place for place in range(YEAR) if before[place].level])
        after = [*before]
        after[gone] = replace(before[gone], level=0)
        now = calendar(after, Random("x"))
        assert before[gone].key not in {one.key for one in now}
        assert len({one.key for one in now}) == YEAR
        worst.append(_again(before, after))
    assert sum(worst) / len(worst) < 4


def test_too_few_for_a_year() -> None:
    """Then they come in turn, and those that are retired don't."""
    assert calendar([], Random("x")) == []
    assert calendar([replace(_line(1), level=0)], Random("x")) == []
    few = [replace(_line(number), level=number % 3) for number in range(30)]
    assert {one.key for one in calendar(few, Random("x"))} == {one.key for one in few if one.level}


def _line(number: int) -> Puzzle:
    return Puzzle("die-drei", "win-in-one", f"position {number}", "a1", 1)
