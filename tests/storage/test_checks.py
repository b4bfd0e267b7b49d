"""The database's check constraints."""

from __future__ import annotations

import re
from functools import partial
from typing import get_args

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from competitions.ladders import queries as ladders
from competitions.model import competition, texts
from competitions.model.ladder import texts as ladder_texts
from competitions.model.league import league
from competitions.model.league import texts as league_texts
from competitions.tournaments.held import Unfinished
from matches.learning.puzzles import Outcome
from matches.model.clock import AtEnd
from matches.model.entries import ORIGINS
from matches.model.log import Log
from matches.model.match import Seating, Status
from matches.outbox.queue import NoticeKind
from storage import checks
from storage.database import Database
from storage.transactions import transaction
from storage.wishes import Status as WishStatus
from tests.storage.rows import fill


def test_the_words_are_those_of_the_code() -> None:
    """The database accepts every value that the code can write."""
    assert set(get_args(Status)) == set(checks.STATUSES)
    assert set(get_args(Seating)) == set(checks.SEATINGS)
    assert set(get_args(AtEnd)) == set(checks.AT_ENDS)
    assert {*Log._KINDS, *ORIGINS} == set(checks.ENTRIES)
    assert set(get_args(NoticeKind)) <= set(checks.NOTICES)
    assert {"open", *get_args(Outcome)} - {"wrong"} == set(checks.TRIES)
    assert set(get_args(competition.Status)) == set(checks.COMPETITIONS)
    assert set(get_args(Unfinished)) == set(checks.UNFINISHED)
    assert set(texts._FORMS) == set(checks.EVENTS)
    assert set(ladder_texts.KINDS) == set(checks.LADDER_EVENTS)
    assert set(get_args(ladders.Status)) == set(checks.LADDERS)
    assert set(league_texts.FORMS) == set(checks.LEAGUE_EVENTS)
    assert set(get_args(league.Status)) == set(checks.LEAGUES)
    assert set(get_args(WishStatus)) == set(checks.WISHES)


BROKEN = [
    "UPDATE match SET status = 'lost'",
    "UPDATE match SET seats = 5",
    "UPDATE match SET seating = 'asleep'",
    "UPDATE match SET at_end = 'never'",
    "UPDATE match SET clock = NULL",
    "UPDATE match SET base = seq + 1",
    "UPDATE match SET turn_count = -1",
    "UPDATE match SET to_move = 3",
    "UPDATE match SET rules_version = 0",
    "UPDATE match SET ending = '{}'",
    "UPDATE match SET status = 'finished'",
    "UPDATE seat SET seat = 0",
    "UPDATE seat SET rank = 0",
    "UPDATE seat SET clock = -1",
    "UPDATE entry SET kind = 'twist'",
    "UPDATE entry SET seat = 5",
    "UPDATE entry SET batch = 0",
    "UPDATE former_holder SET seat = 5",
    "UPDATE former_holder SET until = 0",
    "UPDATE draft SET seat = 5",
    "UPDATE draft SET base = -1",
    "UPDATE notice SET kind = 'rumour'",
    "UPDATE notice SET seat = 0",
    "UPDATE notice SET attempts = -1",
    "UPDATE vacation SET ends_at = starts_at",
    "UPDATE rating SET sigma = 0",
    "UPDATE rating SET wins = games + 1",
    "UPDATE rating_change SET seat = 0",
    "UPDATE rating_change SET after_sigma = 0",
    "UPDATE rating_change SET period = -1",
    "UPDATE seat_advantage SET value = 7",
    "UPDATE standing SET games = -1",
    "UPDATE conduct SET pace = -1",
    "UPDATE puzzle_try SET state = 'eaten'",
    "UPDATE puzzle_rating SET tries = 0",
    "UPDATE daily SET hour = 24",
    "UPDATE competition SET status = 'lost'",
    "UPDATE competition SET unfinished = 'never'",
    "UPDATE competition SET at_end = 'never'",
    "UPDATE competition SET team = 0",
    "UPDATE competition SET told = -1",
    "UPDATE competition SET status = 'over'",
    "UPDATE competition SET tell_at = NULL",
    "UPDATE competition_entry SET kind = 'twist'",
    "UPDATE competition_entry SET seq = 0",
    "UPDATE entrant_member SET entrant = 0",
    "UPDATE entrant_member SET place = 5",
    "UPDATE entrant_member SET until = 0",
    "UPDATE entrants_apart SET other = one",
    "UPDATE competition_game SET round = 0",
    "UPDATE competition_game SET pairing = 0",
    "UPDATE competition_game SET game = 4",
    "UPDATE competition_table SET seq = 0",
    "UPDATE competition_table SET entrants = 0",
    "UPDATE competition_place SET place = 0, rank = 0",
    "UPDATE competition_place SET entrant = 0",
    "UPDATE competition_place SET rank = place + 1",
    "UPDATE ladder SET status = 'lost'",
    "UPDATE ladder SET status = 'over'",
    "UPDATE ladder SET at_end = 'never'",
    "UPDATE ladder SET told = -1",
    "UPDATE ladder SET tell_at = NULL",
    "UPDATE ladder_entry SET kind = 'twist'",
    "UPDATE ladder_entry SET seq = 0",
    "UPDATE ladder_member SET member = 0",
    "UPDATE ladder_member SET until = 0",
    "UPDATE ladder_challenge SET number = 0",
    "UPDATE ladder_challenge SET ended = seq",
    "UPDATE league SET status = 'lost'",
    "UPDATE league SET unfinished = 'never'",
    "UPDATE league SET at_end = 'never'",
    "UPDATE league SET told = -1",
    "UPDATE league SET tell_at = NULL",
    "UPDATE league_entry SET kind = 'twist'",
    "UPDATE league_entry SET seq = 0",
    "UPDATE league_member SET member = 0",
    "UPDATE wish SET status = 'lost', next_at = NULL",
    "UPDATE wish SET seq = 0",
    "UPDATE wish SET next_at = NULL",
    "UPDATE wish SET match_id = 1",
    "UPDATE wish SET channel = NULL",
    "UPDATE wish_member SET place = 0",
    "UPDATE sought SET seats = 5",
    "UPDATE study SET seats = 5",
    "UPDATE study SET here = -1",
    "UPDATE variation SET after = -1",
]


async def test_rules_are_kept(db: Database) -> None:
    """A violation is an error, not a lost race, which would be retried. Nothing is changed."""
    await db.write(fill)

    def spoil(connection: Connection, statement: str) -> None:
        with transaction(connection):
            assert connection.exec_driver_sql(statement).rowcount == 1

    kept = set()
    for statement in BROKEN:
        with pytest.raises(IntegrityError) as refused:
            await db.write(partial(spoil, statement=statement))
        kept |= set(re.findall(r"ck_\w+", str(refused.value.orig)))
    assert kept == {f"ck_{table}_{name}" for table in checks.RULES for name in checks.RULES[table]}
    await db.write(partial(spoil, statement="UPDATE match SET seats = 3"))
