"""Return matches: two matches at once with exchanged seats, one result; together or not at all."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sqlalchemy import select

import matches
from matches import Match
from matches.archive import verify
from matches.model import errors, halves
from matches.model.clock import Clock as TimeControl
from matches.model.match import Seating
from matches.model.ratings import is_rated
from matches.outbox import queue
from matches.unit_of_work import cache
from storage.database import Database
from storage.schema import match as table
from tests.competitions.kills import Killed, dies_after
from tests.matches.conftest import ANN, BOB, CAT, HERE, Play, same_everywhere

STATEMENTS = 100
"""More than the opening of two matches takes."""


async def _open(db: Database, *, seating: Seating = "chosen", clock: str = "3d") -> Match:
    return await matches.open_table(
        db,
        game="toy",
        host=ANN,
        place=HERE,
        seats=2,
        invited=[BOB],
        seating=seating,
        clock=TimeControl.read(clock),
        reliability=50,
        with_return=True,
    )


async def _both(db: Database) -> tuple[Match, Match]:
    first = await matches.accept(db, (await _open(db)).id, BOB)
    assert first.other_half is not None
    return first, await matches.get(db, first.other_half)


async def _end(db: Database, match: Match, loser: int) -> Match:
    """Ends a match: the player of this seat resigns, or a draw is agreed on."""
    if loser:
        return (await matches.resign(db, match.id, match.seated[loser - 1])).match
    await matches.offer_draw(db, match.id, match.seated[0])
    return await matches.accept_draw(db, match.id, match.seated[1])


async def _count(db: Database) -> int:
    return len(await db.read(lambda c: c.execute(select(table.c.id)).all()))


@pytest.mark.parametrize("seating", ["chosen", "random", "youngest"])
async def test_two_begin_at_once(db: Database, seating: Seating) -> None:
    """Whoever begins the first match is second in the other; all else is the same. Each names the
    other one, and both run. However seats are given out.
    """
    opened = await _open(db, seating=seating)
    assert (opened.with_return, opened.other_half, await _count(db)) == (True, None, 1)
    first = await matches.accept(db, opened.id, BOB)
    if seating == "youngest":
        assert (first.status, await _count(db)) == ("open", 1)
        first = await matches.begin_as_youngest(db, first.id, BOB)
    assert first.other_half is not None
    second = await matches.get(db, first.other_half)
    assert (second.other_half, second.with_return) == (first.id, True)
    assert second.players == first.players[::-1]
    assert (first.status, second.status) == ("running", "running")
    for name in ("game", "setup", "clock", "at_end", "rated", "private", "reliability", "host"):
        assert getattr(first, name) == getattr(second, name), name
    assert not second.official
    for one in (first, second):
        await same_everywhere(db, one)
    assert [one.fault async for one in verify.replays(db)] == [None, None]
    assert await _count(db) == 2


async def test_same_board(db: Database) -> None:
    """What is drawn for a match is drawn once: both are played on the same board."""
    boards = set[str]()
    for _ in range(3):
        opened = await matches.open_table(
            db, game="die-drei", host=ANN, place=HERE, invited=[BOB], with_return=True
        )
        first = await matches.accept(db, opened.id, BOB)
        assert first.other_half is not None
        second = await matches.get(db, first.other_half)
        assert str(first.position) == str(second.position)
        boards.add(str(first.position))
    assert len(boards) > 1


async def test_another_process_knows_the_other_half(db: Database) -> None:
    """Also one that remembers nothing."""
    first, second = await _both(db)
    cache.resize(db, 0)
    assert (await matches.get(db, first.id)).other_half == second.id
    assert (await matches.get(db, second.id)).other_half == first.id


async def test_pressed_twice(db: Database) -> None:
    """An acceptance that is delivered again opens nothing more."""
    opened = await _open(db)
    first = await matches.accept(db, opened.id, BOB, interaction=7)
    again = await matches.accept(db, opened.id, BOB, interaction=7)
    assert (again.other_half, await _count(db)) == (first.other_half, 2)


async def test_computer_player(db: Database) -> None:
    """It sits down at once, and plays both matches: the outbox owes its turn in one of them."""
    opened = await matches.open_table(
        db, game="attangle", host=ANN, place=HERE, computer_level=1, with_return=True
    )
    first = await matches.seat_invited(db, opened)
    assert first.other_half is not None
    second = await matches.get(db, first.other_half)
    assert second.players == first.players[::-1]
    assert (first.status, second.status) == ("running", "running")


async def test_boards_are_owed(db: Database) -> None:
    """Both matches are shown to everybody; the second at once, since nobody has acted in it."""
    _, second = await _both(db)
    (board,) = await queue.due(db)
    assert (board.kind, board.match_id) == ("board", second.id)


async def test_death_before_any_statement(db: Database) -> None:
    """Whoever has both opened dies before some statement that writes: there is no half a pair, and
    the next attempt opens both.
    """
    opened, died = await _open(db), 0
    for writes in range(STATEMENTS):
        try:
            with dies_after(db, writes):
                first = await matches.accept(db, opened.id, BOB, interaction=7)
            break
        except Killed:
            died += 1
            cache.resize(db, 100)
            assert await _count(db) == 1
            assert (await matches.get(db, opened.id)).status == "open"
    assert died > 5
    assert first.other_half is not None
    assert (await matches.get(db, first.other_half)).other_half == first.id


@pytest.mark.parametrize(
    ("losers", "score"),
    [
        ((1, 2), (0, 2)),
        ((2, 1), (2, 0)),
        ((1, 1), (1, 1)),
        ((0, 2), (Fraction(1, 2), Fraction(3, 2))),
        ((0, 0), (1, 1)),
    ],
)
async def test_one_result(
    db: Database, turns: Play, losers: tuple[int, int], score: tuple[Fraction, Fraction]
) -> None:
    """Wins and draws of both are added up by player, not by seat. Each match is rated by itself."""
    first, second = await _both(db)
    for half, loser in zip((first, second), losers, strict=True):
        going = (await turns(half, "step", "step", "step")).match
        assert halves.total(first, going) is None
        over = await _end(db, going, loser)
        assert over.status == "finished"
        assert is_rated(over)
    first, second = await matches.get(db, first.id), await matches.get(db, second.id)
    assert halves.total(first, second) == score
    assert halves.total(second, first) == score[::-1]


async def test_half_without_a_result(db: Database, turns: Play) -> None:
    """If one of them is broken off, there is no result of both."""
    first, second = await _both(db)
    aborted = await matches.abort(db, second.id, ANN)
    over = (await matches.resign(db, first.id, ANN)).match
    assert halves.total(over, aborted) is None


async def test_one_rematch_of_both(db: Database) -> None:
    """Whichever half it is asked for in. It has two halves, too."""
    first, second = await _both(db)
    await matches.resign(db, first.id, ANN)
    await matches.resign(db, second.id, ANN)
    new = await matches.rematch(db, second.id, BOB)
    assert (new.with_return, new.other_half) == (True, None)
    begun = await matches.rematch(db, first.id, ANN)
    assert (begun.id, begun.status) == (new.id, "running")
    assert begun.other_half is not None
    with pytest.raises(errors.RematchExists):
        await matches.rematch(db, second.id, ANN)


async def test_for_two_only(db: Database) -> None:
    """Three players can't exchange their seats."""
    with pytest.raises(errors.ReturnOfTwo):
        await matches.open_table(
            db, game="toy", host=ANN, place=HERE, invited=[BOB, CAT], with_return=True
        )


async def test_room_for_two(db: Database) -> None:
    """Who may play one match more can't begin two."""
    limits = matches.Limits(matches=1)
    with pytest.raises(errors.TooManyMatches):
        await matches.open_table(
            db, game="toy", host=ANN, place=HERE, invited=[BOB], with_return=True, limits=limits
        )
    opened = await _open(db)
    with pytest.raises(errors.TooManyMatches):
        await matches.accept(db, opened.id, BOB, limits=limits)
    assert await _count(db) == 1
