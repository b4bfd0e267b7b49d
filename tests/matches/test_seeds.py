"""What computer players draw from: the same for the same question, and not to be guessed."""

from __future__ import annotations

import asyncio

import pytest

import matches
from matches.course import seeds
from matches.model.errors import UnknownMatch
from matches.model.ids import MatchId, MatchNumber, number_of, public_id
from storage.database import Database

ONE, OTHER = (public_id(MatchNumber(number)) for number in (1, 2))


async def test_the_same_question_has_the_same_seed(db: Database, url: str) -> None:
    """However often it is asked, by whatever process."""
    drawn = await matches.seed_of(db, ONE, 4)
    assert await matches.seed_of(db, ONE, 4) == drawn
    another = Database.connect(url)
    assert await matches.seed_of(another, ONE, 4) == drawn
    await another.close()


async def test_processes_that_begin_at_once_agree(url: str) -> None:
    """The key is made once, whoever needs it first."""
    opened = [Database.connect(url) for _ in range(4)]
    drawn = await asyncio.gather(*(matches.seed_of(one, ONE, 4) for one in opened))
    assert len({*drawn}) == 1
    for one in opened:
        await one.close()


async def test_every_entry_of_every_match_has_its_own(db: Database) -> None:
    """Neither another match nor another entry tells anything of a seed."""
    drawn = [await matches.seed_of(db, one, seq) for one in (ONE, OTHER) for seq in range(1, 13)]
    assert len({*drawn}) == len(drawn)


async def test_seeds_can_not_be_told_without_the_key(db: Database) -> None:
    """In another database the same match would have another one."""
    drawn = await matches.seed_of(db, ONE, 4)
    assert drawn != seeds.seed(b"another key", number_of(ONE), 4)


async def test_what_is_no_match_has_no_seed(db: Database) -> None:
    """A text that is no id is refused."""
    with pytest.raises(UnknownMatch):
        await matches.seed_of(db, MatchId("no match at all"), 1)
