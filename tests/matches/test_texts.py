"""Every refusal and every ending has a sentence."""

from __future__ import annotations

import pytest

import matches
from matches import TableError
from matches.course.official import stop
from matches.model import answer_errors, errors, study_errors, texts
from matches.model.ids import GuildId, MatchId
from matches.model.log import Log
from storage.database import Database
from tests.matches.conftest import ANN, BOB, HERE, Clock, official
from tests.support.replay import replay_match

FIELDS = dict.fromkeys(("allowed", "game", "limit", "match", "needed", "number"), "x")
FIELDS |= dict.fromkeys(
    ("count", "example", "most", "player", "seats", "seq", "share", "text"), "x"
)
FIELDS |= dict.fromkeys(("due_at", "ends_at", "left", "other_player", "possible_at", "year"), "x")


def test_every_refusal_has_a_sentence() -> None:
    """The error codes are exactly the keys of the sentences."""
    codes = [error.code for error in TableError.__subclasses__()]
    assert len(codes) == len(set(codes))
    assert set(codes) == set(texts.REFUSALS)
    for sentence in texts.REFUSALS.values():
        assert isinstance(sentence, str)
        assert "{" not in sentence.format_map(FIELDS)


def test_every_error_is_in_the_overview() -> None:
    """The modules' docstrings name all errors."""
    modules = (answer_errors, errors, study_errors)
    named = " ".join(str(module.__doc__) for module in modules).split()
    for error in TableError.__subclasses__():
        assert error.__name__ in named


async def test_every_ending_without_result_has_a_sentence(db: Database, clock: Clock) -> None:
    """Aborted, closed, declined, ended by the server, expired: all have a sentence."""
    reasons = set()
    for use_case, player in ((matches.leave, ANN), (matches.decline, BOB)):
        opened = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
        ending = (await use_case(db, opened.id, player)).ending
        assert ending is not None
        reasons.add(ending.reason)
    opened = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
    await matches.accept(db, opened.id, BOB)
    ending = (await matches.abort(db, opened.id, BOB)).ending
    assert ending is not None
    reasons.add(ending.reason)
    opened = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    ended = (await matches.end(db, opened.id, GuildId(700))).ending
    assert ended is not None
    reasons.add(ended.reason)
    stopped = (await stop(db, (await official(db, ANN, BOB)).id)).ending
    assert stopped is not None
    reasons.add(stopped.reason)
    await matches.open_table(db, game="toy", host=ANN, place=HERE)
    clock.turn(hours=24)
    (expired,) = await matches.expire_tables(db)
    ending = expired.ending
    assert ending is not None
    assert {*reasons, ending.reason} == set(texts.ENDINGS)


async def test_database_without_tables_is_unavailable(empty_url: str) -> None:
    """Database failures are refusals like any other, in every use case."""
    db = Database.connect(empty_url)
    for attempt in (
        matches.open_table(db, game="toy", host=ANN, place=HERE),
        matches.play(db, MatchId("K7F2"), ANN, "step"),
        matches.get(db, MatchId("K7F2")),
        replay_match(db, MatchId("K7F2")),
        matches.matches_of(db, ANN),
    ):
        with pytest.raises(errors.Unavailable):
            await attempt
    await db.close()


def test_kinds_of_entries_fit_their_column() -> None:
    """The names of all kinds fit PostgreSQL's column."""
    assert max(map(len, Log._KINDS)) <= 12
