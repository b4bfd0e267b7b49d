"""Ladders from the first challenge to the last, played in real matches."""

from __future__ import annotations

from datetime import timedelta

import pytest

import matches
from competitions.ladders import acts, challenges, direction, news, queries, verify
from competitions.ladders.games import open_game
from competitions.ladders.settlement import NO_RESULT
from competitions.ladders.upkeep import advance, take_due
from competitions.log.admission import Membership
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import Annulled, LadderSettings
from matches import privacy
from matches.course.official import ADJOURNED, stop
from matches.lobby.cooldowns import DEPARTURES, Rate, Rates
from matches.model.computer_players import of_level
from matches.model.errors import InvitedTooOften, LeftTooOften, OfficialMatch
from matches.model.ids import GuildId
from matches.settings import guilds, players
from storage.database import Database
from tests.competitions.ladders.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    MEMBER,
    Open,
    accepted,
    challenged,
    join,
    members,
    places,
    won,
)
from tests.matches.conftest import Clock
from tests.matches.test_conduct import as_if_played


async def test_who_joins_comes_in_at_the_bottom(db: Database, hold: Open) -> None:
    """In the order of joining; nobody can join twice."""
    held = await hold()
    assert places(held) == [ANN, BOB, CAT, DAN]
    assert [held.place_of(id_) for id_ in members(held, ANN, DAN)] == [1, 4]
    with pytest.raises(CompetitionError, match="on-ladder"):
        await join(db, held.id, ANN)
    held = await join(db, held.id, EVE)
    assert places(held)[-1] == EVE


async def test_a_challenge_that_is_won(db: Database, hold: Open) -> None:
    """All accept, the match is official, and its winner takes the place."""
    held = await challenged(db, await hold(), DAN, BOB)
    assert held.match_of(held.ladder.challenges[1]) is None
    held = await challenges.accept(db, held.id, BOB, 1)
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    match = await matches.get(db, match_id)
    assert {*match.seated} == {BOB, DAN}
    assert (match.status, match.official, match.rated) == ("running", True, True)
    with pytest.raises(OfficialMatch):
        await matches.abort(db, match.id, DAN)
    assert await queries.belonging(db, match_id) == (held.id, held.terms.name)
    assert await take_due(db) == []
    held = await won(db, held, 1, DAN)
    assert places(held) == [ANN, DAN, BOB, CAT]
    assert held.ladder.challenges == {}
    assert held.played == {}


async def test_a_challenge_that_is_lost(db: Database, hold: Open) -> None:
    """The places stay as they are; the two can't meet again right away."""
    held = await accepted(db, await hold(), DAN, BOB)
    held = await won(db, held, 1, BOB)
    assert places(held) == [ANN, BOB, CAT, DAN]
    with pytest.raises(CompetitionError, match="cooling-down") as caught:
        await challenged(db, held, DAN, BOB)
    assert caught.value.fields["player"] == BOB


async def test_who_may_refuse(db: Database, hold: Open) -> None:
    """Those who are asked. Others aren't even asked to confirm."""
    held = await challenged(db, await hold(), DAN, BOB)
    now = db.now()
    assert challenges.require_asked(held, BOB, 1, now) == held.ladder.challenges[1]
    for player, number, code in (
        (EVE, 1, "off-ladder"),
        (DAN, 1, "not-asked"),
        (BOB, 2, "unknown-challenge"),
    ):
        with pytest.raises(CompetitionError, match=code):
            challenges.require_asked(held, player, number, now)


async def test_the_end_of_a_match_makes_its_ladder_due(db: Database, hold: Open) -> None:
    """The transaction that ends a match notes it; the result enters the log exactly once."""
    held = await accepted(db, await hold(), DAN, BOB)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    await matches.resign(db, match_id, BOB)
    assert await take_due(db) == [held.id]
    assert await take_due(db) == [], "it is left to whoever took it"
    held = await advance(db, held.id)
    assert places(held) == [ANN, DAN, BOB, CAT]
    assert (await advance(db, held.id)).seq == held.seq


async def test_results_count_in_the_order_of_their_matches(
    db: Database, hold: Open, clock: Clock
) -> None:
    """Several are entered at once: the one that ended first moves members first."""
    held = await accepted(db, await hold(), CAT, ANN)
    held = await accepted(db, held, DAN, CAT)
    of_ann, of_cat = (held.match_of(held.ladder.challenges[number]) for number in (1, 2))
    assert of_ann is not None
    assert of_cat is not None
    await matches.resign(db, of_cat, CAT)
    clock.turn(seconds=30)
    await matches.resign(db, of_ann, ANN)
    held = await advance(db, held.id)
    assert places(held) == [CAT, ANN, BOB, DAN]


async def test_a_table_of_three(db: Database, hold: Open) -> None:
    """Those at it share out their places by rank, whatever their seats."""
    held = await hold(LadderSettings(seats=3), 4)
    with pytest.raises(CompetitionError, match="wrong-tables"):
        await challenged(db, held, DAN, BOB)
    held = await challenged(db, held, DAN, BOB, CAT)
    await challenges.accept(db, held.id, BOB, 1)
    assert (await advance(db, held.id)).played == {}
    await challenges.accept(db, held.id, CAT, 1)
    held = await advance(db, held.id)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    await matches.resign(db, match_id, BOB)
    await matches.resign(db, match_id, CAT)
    held = await advance(db, held.id)
    assert places(held) == [ANN, DAN, CAT, BOB]


async def test_who_declines_loses(db: Database, hold: Open) -> None:
    """And so does who does not answer in time."""
    held = await challenged(db, await hold(), DAN, CAT)
    held = await challenges.refuse(db, held.id, CAT, 1)
    assert places(held) == [ANN, BOB, DAN, CAT]
    with pytest.raises(CompetitionError, match="unknown-challenge"):
        await challenges.refuse(db, held.id, CAT, 1)


async def test_who_does_not_answer_in_time_loses(db: Database, hold: Open, clock: Clock) -> None:
    """The ladder is due when the time to answer is over."""
    held = await advance(db, (await challenged(db, await hold(), DAN, BOB)).id)
    assert held.next_at == held.until[1] == clock() + timedelta(days=3)
    clock.turn(days=2)
    assert await take_due(db) == []
    clock.turn(days=1)
    with pytest.raises(CompetitionError, match="too-late"):
        await challenges.accept(db, held.id, BOB, 1)
    assert await take_due(db) == [held.id]
    assert places(await advance(db, held.id)) == [ANN, DAN, BOB, CAT]


async def test_a_challenge_is_taken_back(db: Database, hold: Open) -> None:
    """Until all have accepted; then it is played."""
    held = await challenged(db, await hold(), DAN, BOB)
    held = await challenges.recall(db, held.id, DAN)
    assert held.ladder.challenges == {}
    with pytest.raises(CompetitionError, match="unknown-challenge"):
        await challenges.recall(db, held.id, DAN)
    held = await accepted(db, held, DAN, CAT)
    with pytest.raises(CompetitionError, match="being-played"):
        await challenges.recall(db, held.id, DAN)


async def test_who_is_idle_drops(db: Database, hold: Open, clock: Clock) -> None:
    """Behind the next active members; the ladder is due when that time comes."""
    held = await hold(LadderSettings(drop=1), 3)
    clock.turn(days=20)
    held = await accepted(db, held, CAT, BOB)
    clock.turn(days=10)
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    assert places(held) == [BOB, ANN, CAT]
    assert held.next_at is not None
    assert held.next_at > clock()


async def test_adjourned_matches_go_on(db: Database, hold: Open, clock: Clock) -> None:
    """After the same time as in any competition."""
    held = await accepted(db, await hold(), DAN, CAT)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    await matches.ask_to_adjourn(db, match_id, DAN)
    await matches.ask_to_adjourn(db, match_id, CAT)
    assert (await matches.get(db, match_id)).status == "adjourned"
    held = await advance(db, held.id)
    assert held.next_at == clock() + ADJOURNED
    clock.turn(seconds=ADJOURNED.total_seconds())
    assert await take_due(db) == [held.id]
    await advance(db, held.id)
    assert (await matches.get(db, match_id)).status == "running"


async def test_who_leaves(db: Database, hold: Open) -> None:
    """Their challenge ends without a result, and its match goes on as an ordinary one. They can
    come back, at the bottom and under the same number.
    """
    held = await accepted(db, await hold(), DAN, CAT)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    held = await challenges.leave(db, held.id, CAT)
    assert places(held) == [ANN, BOB, DAN]
    assert held.ladder.challenges == {}
    match = await matches.get(db, match_id)
    assert (match.status, match.official) == ("running", False)
    with pytest.raises(CompetitionError, match="off-ladder"):
        await challenges.leave(db, held.id, CAT)
    held = await join(db, held.id, CAT)
    assert places(held) == [ANN, BOB, DAN, CAT]
    assert members(held, CAT) == (MemberId(3),)


ELSEWHERE = GuildId(99)


async def test_whom_a_ladder_is_for(db: Database, hold: Open) -> None:
    """Members of its server who have its role, up to the number of games they want."""
    held = await hold(count=0, role=7)
    for membership, code in ((Membership(roles=[7]), "members-only"), (MEMBER, "wrong-role")):
        with pytest.raises(CompetitionError, match=code):
            await join(db, held.id, ANN, membership=membership)
    with pytest.raises(CompetitionError, match="no-person"):
        await join(db, held.id, of_level(1))
    admitted = Membership(member=True, roles=[7])
    await join(db, held.id, ANN, membership=admitted)
    await players.prefer(db, BOB, at_once=3)
    open_ = await hold(count=0, anywhere=True)
    await guilds.configure(db, ELSEWHERE, outside=False)
    with pytest.raises(CompetitionError, match="not-from-here"):
        await join(db, open_.id, BOB, membership=Membership(here=ELSEWHERE))
    await join(db, open_.id, BOB, membership=Membership())
    with pytest.raises(CompetitionError, match="too-many-games"):
        await join(db, held.id, BOB, membership=admitted)


async def test_how_reliable_one_has_to_be(db: Database, hold: Open) -> None:
    """Required of those who join; newcomers are trusted."""
    held = await hold(count=0, reliability=90)
    assert (await queries.get(db, held.id)).terms.reliability == 90
    await as_if_played(db, ANN, [True] * 8 + [False] * 2)
    with pytest.raises(CompetitionError, match="unreliable"):
        await join(db, held.id, ANN)
    assert (await join(db, held.id, BOB)).concerns(BOB)


async def test_an_interaction_that_is_delivered_again(db: Database, hold: Open) -> None:
    """It changes nothing and is not refused."""
    held = await hold()
    one = await challenged(db, held, DAN, CAT, interaction=5)
    again = await challenged(db, held, DAN, CAT, interaction=5)
    assert (one.seq, one.ladder) == (again.seq, again.ladder)


async def test_strangers_do_nothing(db: Database, hold: Open) -> None:
    """Only members can challenge and answer."""
    held = await challenged(db, await hold(), DAN, CAT)
    for done in (
        challenges.accept(db, held.id, EVE, 1),
        challenges.refuse(db, held.id, EVE, 1),
        challenges.recall(db, held.id, EVE),
        challenges.challenge(db, held.id, EVE, members(held, ANN)),
    ):
        with pytest.raises(CompetitionError, match="off-ladder"):
            await done
    with pytest.raises(CompetitionError, match="not-asked"):
        await challenges.accept(db, held.id, BOB, 1)


async def test_what_is_offered(db: Database, hold: Open) -> None:
    """Only what would not be refused."""
    held = await hold()
    now = db.now()
    assert acts.possible(held, EVE, now) == ("join",)
    assert acts.possible(held, ANN, now) == ("leave",), "nobody stands above"
    assert acts.possible(held, DAN, now) == ("challenge", "leave")
    assert acts.possible(held, HOST, now) == (
        *("join", "remove", "move", "close", "change", "hand-over"),
    )
    held = await challenged(db, held, DAN, CAT)
    assert acts.possible(held, CAT, now)[:2] == ("accept", "refuse")
    assert acts.possible(held, DAN, now) == ("recall", "leave")
    assert "annul" in acts.possible(held, EVE, now, manager=True)
    held = await accepted(db, await hold(), DAN, CAT)
    assert acts.possible(held, DAN, now) == ("leave",)
    empty = await hold(count=0)
    assert acts.possible(empty, HOST, now) == ("join", "close", "change", "hand-over")
    closed = await direction.close(db, held.id, HOST, reason="Summer.")
    assert acts.possible(closed, HOST, now) == ("hand-over",)
    assert acts.possible(closed, DAN, now) == ()


async def test_who_challenges_all_the_time(db: Database, hold: Open) -> None:
    """They are told to wait, as at tables, since others are mentioned each time. Members who accept
    don't count against them.
    """
    rates = Rates(pair=Rate(2, timedelta(hours=1)))
    held = await hold(LadderSettings(cooldown=0))
    (bob,) = members(held, BOB)
    for _ in range(2):
        await challenges.challenge(db, held.id, DAN, [bob], rates=rates)
        await challenges.recall(db, held.id, DAN)
    with pytest.raises(InvitedTooOften):
        await challenges.challenge(db, held.id, DAN, [bob], rates=rates)
    held = await queries.get(db, held.id)
    assert held.ladder.challenges == {}
    await challenges.challenge(db, held.id, DAN, members(held, CAT), rates=rates)
    held = await challenges.accept(db, held.id, CAT, 3)
    assert held.ladder.challenges[3].unanswered == ()


async def test_who_comes_and_goes_all_the_time(db: Database, hold: Open) -> None:
    """They are told to wait, as at tables, since the channel reads of it each time."""
    held = await hold()
    for _ in range(DEPARTURES.most - 1):
        await challenges.leave(db, held.id, DAN)
        await join(db, held.id, DAN)
    await challenges.leave(db, held.id, DAN)
    with pytest.raises(LeftTooOften):
        await join(db, held.id, DAN)


async def test_leaving_does_not_end_a_cooldown(db: Database, hold: Open) -> None:
    """Somebody who has lost, leaves, and joins again in the same place still has to wait."""
    held = await won(db, await accepted(db, await hold(), DAN, BOB), 1, BOB)
    await challenges.leave(db, held.id, DAN)
    held = await join(db, held.id, DAN)
    assert places(held) == [ANN, BOB, CAT, DAN]
    with pytest.raises(CompetitionError, match="cooling-down"):
        await challenged(db, held, DAN, BOB)
    held = await challenged(db, held, DAN, CAT)
    assert [one.fault async for one in verify.checks(db)] == [None]
    told = (await queries.history(db, held)).people
    assert {told[id_] for id_ in members(held, BOB, CAT, DAN)} == {BOB, CAT, DAN}


async def test_a_match_without_a_result(db: Database, hold: Open) -> None:
    """The challenge doesn't count, and the two can meet again right away."""
    held = await accepted(db, await hold(), DAN, BOB)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    await stop(db, match_id)
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    assert held.ladder.challenges == {}
    assert places(held) == [ANN, BOB, CAT, DAN]
    events = [one.event for one in await news.news(db, held)]
    assert Annulled(1, NO_RESULT, db.now()) in events
    assert (await accepted(db, held, DAN, BOB)).played.keys() == {2}


async def test_a_match_is_opened_once(db: Database, hold: Open) -> None:
    """Even if somebody read the ladder before somebody else opened it; and never with a player
    whose data have been deleted since.
    """
    held = await challenged(db, await hold(), DAN, BOB)
    held = await challenges.accept(db, held.id, BOB, 1)
    opened = await advance(db, held.id)
    await open_game(db, held, 1)
    assert (await queries.get(db, held.id)).played == opened.played
    held = await challenged(db, await hold(), DAN, BOB)
    held = await challenges.accept(db, held.id, BOB, 1)
    await privacy.forget(db, BOB)
    await open_game(db, held, 1)
    assert (await queries.get(db, held.id)).played == {}


async def test_a_former_player_has_challenged(db: Database, hold: Open) -> None:
    """Somebody who accepts before upkeep has noticed gets no match."""
    held = await challenged(db, await hold(), DAN, BOB)
    await privacy.forget(db, DAN)
    await challenges.accept(db, held.id, BOB, 1)
    held = await advance(db, held.id)
    assert (held.ladder.challenges, held.played) == ({}, {})
    assert places(held) == [ANN, BOB, CAT]
