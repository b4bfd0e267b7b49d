"""Which puzzle comes next, and which is that of a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import games
from bot.cogs.learning._puzzle_choice import APART, NEAREST, beginning, choice, of_day
from matches.learning.puzzles import Progress
from matches.model.ids import PlayerId
from opponents.puzzles import collection
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
    """It changes daily, and all puzzles get their turn."""
    for key in GAMES:
        count = len(collection(key))
        days = {of_day(key, day) for day in range(1000, 1000 + count)}
        assert len(days) == count
        assert all(one is not None for one in days)
