"""What the director decides and corrects, and what waits for them."""

from __future__ import annotations

import pytest

import matches
from competitions.model.errors import CompetitionError
from competitions.model.events import Corrected, Decided, Stalled
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.tournaments import news, queries, verify
from competitions.tournaments.direction import cancel, end, start
from competitions.tournaments.rulings import correct, decide, take_back
from competitions.tournaments.upkeep import advance, take_due
from matches.course.official import stop
from matches.model.errors import OfficialEnd
from storage.database import Database
from tests.competitions.tournaments.conftest import (
    ANN,
    EVE,
    HOST,
    Open,
    join,
    play_out,
    play_round,
    ruled,
    win,
)


async def test_director_decides_and_corrects(db: Database, hold: Open) -> None:
    """A match that is decided otherwise is stopped; a decided game is corrected, with a reason."""
    held = await hold()
    tied = dict.fromkeys(held.competition.pairing((1, 1, 0)).seats, 1)
    with pytest.raises(CompetitionError, match="not-director"):
        await decide(db, held.id, ANN, (1, 1, 0), tied, seen=held.seq, reason="why not")
    with pytest.raises(CompetitionError, match="no-reason"):
        await decide(db, held.id, HOST, (1, 1, 0), tied, seen=held.seq, reason=" ")
    await ruled(db, held, (1, 1, 0), 1, 1, reason="They were ill.")
    with pytest.raises(CompetitionError, match="already-decided"):
        await ruled(db, held, (1, 1, 0), 1, 1, reason="Again.")
    held = await advance(db, held.id)
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.ending is not None
    assert (match.status, match.ending.reason) == ("aborted", "adjudged")
    await win(db, held, (1, 2, 0))
    first, second = held.competition.pairing((1, 2, 0)).seats
    with pytest.raises(CompetitionError, match="already-decided"):
        await ruled(db, held, (1, 2, 0), 2, 1, reason="Late.")
    held = await advance(db, held.id)
    held = await correct(
        db,
        held.id,
        ANN,
        (1, 2, 0),
        {first: 2, second: 1},
        seen=held.seq,
        reason="They erred.",
        manager=True,
    )
    assert held.competition.outcomes[1, 2, 0] == Outcome((2, 1), "adjudged")
    told = [one.event for one in await news.news(db, held)]
    assert [one.reason for one in told if isinstance(one, Corrected)] == ["They erred."]
    assert len((await advance(db, held.id)).competition.rounds) == 2


async def test_cancelled_and_ended(db: Database, hold: Open) -> None:
    """Matches of a cancelled competition are ordinary ones; it can't be ended while games go on."""
    held = await hold()
    with pytest.raises(CompetitionError, match="unfinished"):
        await end(db, held.id, HOST, reason="Enough.")
    await win(db, held, (1, 2, 0))
    held = await cancel(db, held.id, HOST, reason="Rain.")
    assert (await matches.get(db, held.matches[1, 2, 0])).official
    match = await matches.get(db, held.matches[1, 1, 0])
    assert (match.status, match.official) == ("running", False)
    assert (await matches.abort(db, match.id, match.seated[0])).status == "aborted"
    assert (await advance(db, held.id)).competition.status == "cancelled"
    assert [one.fault async for one in verify.checks(db)] == [None]
    with pytest.raises(CompetitionError, match="not-open"):
        await start(db, held.id, HOST)
    with pytest.raises(CompetitionError, match="not-running"):
        await join(db, held.id, EVE)


async def test_games_that_wait_for_the_director(db: Database, hold: Open) -> None:
    """A match that is over without a result stalls its round. It is announced once, and listed."""
    held = await hold()
    await stop(db, held.matches[1, 1, 0])
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    held = await advance(db, held.id)
    assert held.competition.stalled == {(1, 1, 0)}
    events = [one.event for one in await news.news(db, held)]
    assert [one for one in events if isinstance(one, Stalled)] == [Stalled(((1, 1, 0),))]
    (line,) = (await queries.of_player(db, HOST)).lines
    assert (line.id, line.stalled) == (held.id, 1)
    held = await ruled(db, held, (1, 1, 0), 1, 2, how="forfeit", reason="Absent.")
    assert held.competition.outcomes[1, 1, 0] == Outcome((1, 2), "forfeit")
    (line,) = (await queries.of_player(db, HOST)).lines
    assert line.stalled == 0
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_managers_do_not_end_games_of_competitions(db: Database, hold: Open) -> None:
    """The director decides their result."""
    held = await hold()
    with pytest.raises(OfficialEnd):
        await matches.end(db, held.matches[1, 1, 0], held.terms.guild)


async def test_two_directors(db: Database, hold: Open) -> None:
    """Somebody who corrects what another director has corrected meanwhile is told so. Byes can be
    corrected.
    """
    held = await play_round(db, await hold(Settings("swiss", rounds=2), 5))
    seen, game = held.seq, (1, 1, 0)
    one, other = held.competition.pairing(game).seats
    held = await correct(db, held.id, HOST, game, {one: 1, other: 1}, seen=seen, reason="Draw.")
    with pytest.raises(CompetitionError, match="already-decided"):
        await correct(db, held.id, HOST, game, {one: 2, other: 1}, seen=seen, reason="No.")
    with pytest.raises(CompetitionError, match="wrong-ranks"):
        await correct(db, held.id, HOST, game, {one: 1}, seen=held.seq, reason="No.")
    bye = held.competition.rounds[0][-1]
    held = await correct(
        db,
        held.id,
        HOST,
        (1, bye.number, 0),
        {bye.seats[0]: 1},
        seen=seen,
        how="excused",
        reason="They had asked.",
    )
    assert held.competition.outcomes[1, bye.number, 0].how == "excused"
    kinds = [type(entry.event) for entry in await news.news(db, held)]
    assert (kinds.count(Decided), kinds.count(Corrected)) == (2, 2)
    held = await play_out(db, held)
    before = held.competition.places
    game = (2, 1, 0)
    one, other = held.competition.pairing(game).seats
    held = await correct(
        db, held.id, HOST, game, {one: 2, other: 1}, seen=held.seq, reason="Read wrongly."
    )
    assert held.competition.status == "over"
    assert held.competition.places != before


async def test_a_round_that_was_paired_anew_is_looked_at_again(db: Database, hold: Open) -> None:
    """A form for a pairing that no longer exists doesn't decide another one. Nor can any round but
    the last be taken back.
    """
    held = await hold(Settings("swiss", rounds=2), 5)
    bye = held.competition.rounds[0][-1]
    await take_back(db, held.id, HOST, 1, reason="Wrong seeds.")
    with pytest.raises(CompetitionError, match="outdated"):
        await ruled(db, held, (1, 1, 0), 1, 2)
    again = await advance(db, held.id)
    with pytest.raises(CompetitionError, match="outdated"):
        await ruled(db, held, (1, 1, 0), 1, 2)
    given = {bye.seats[0]: 1}
    with pytest.raises(CompetitionError, match="outdated"):
        await correct(
            db, held.id, HOST, (1, bye.number, 0), given, seen=held.seq, reason="x", how="excused"
        )
    await ruled(db, again, (1, 1, 0), 1, 2)
    for round_ in (0, 2):
        with pytest.raises(CompetitionError, match="outdated"):
            await take_back(db, held.id, HOST, round_, reason="Again.")
