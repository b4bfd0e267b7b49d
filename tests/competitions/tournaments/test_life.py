"""Competitions from sign-up to the final order, played in real matches."""

from __future__ import annotations

import asyncio

import pytest

import games
import matches
from competitions.model.errors import CompetitionError
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.tournaments import queries
from competitions.tournaments.creation import open_competition
from competitions.tournaments.settlement import HARD_END, TOO_FEW
from competitions.tournaments.signup import attend, excuse, withdraw
from competitions.tournaments.upkeep import advance, take_due
from matches.course.official import ADJOURNED
from matches.model.errors import OfficialMatch
from matches.unit_of_work.cache import resize
from storage.database import Database
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    Open,
    adjourn,
    join,
    later,
    play_out,
    play_round,
    ruled,
    terms,
    win,
)
from tests.matches import toy
from tests.matches.conftest import Clock


async def test_round_robin_of_four(db: Database, hold: Open) -> None:
    """Sign-up, three rounds of two matches that run at once, and the order at the end."""
    held = await hold()
    assert [len(pairings) for pairings in held.competition.rounds] == [2]
    assert set(held.matches) == {(1, 1, 0), (1, 2, 0)}
    match = await matches.get(db, held.matches[1, 1, 0])
    pairing = held.competition.pairing((1, 1, 0))
    assert match.players == tuple(held.teams[id_][0] for id_ in pairing.seats)
    assert (match.status, match.official, match.rated) == ("running", True, True)
    held = await play_out(db, held)
    assert held.competition.status == "over"
    assert len(held.matches) == 6
    assert {outcome.how for outcome in held.competition.outcomes.values()} == {"played"}
    assert sorted(id_ for place in held.competition.places for id_ in place) == [1, 2, 3, 4]
    assert held.next_at is None
    assert await take_due(db) == []


async def test_swiss_system_with_a_bye(db: Database, hold: Open) -> None:
    """Five entrants: each round somebody has a bye, which needs no match."""
    held = await hold(Settings("swiss", rounds=3), 5)
    held = await play_out(db, held)
    assert len(held.competition.rounds) == 3
    assert len(held.matches) == 6
    byes = [one for one in held.competition.outcomes.values() if one.how == "bye"]
    assert len(byes) == 3


async def test_return_matches(db: Database, hold: Open) -> None:
    """Two games of a pairing are opened together, with the seats exchanged."""
    held = await hold(Settings("knockout", games=2), 2)
    one, other = [await matches.get(db, held.matches[1, 1, game]) for game in (0, 1)]
    assert one.players == other.players[::-1]
    held = await play_out(db, held)
    assert held.competition.status == "over"


async def test_end_of_a_match_makes_its_competition_due(db: Database, hold: Open) -> None:
    """The transaction that ends a match notes it; the result enters the log exactly once."""
    held = await hold()
    assert await take_due(db) == []
    await win(db, held, (1, 1, 0))
    assert await take_due(db) == [held.id]
    assert await take_due(db) == [], "it is left to whoever took it"
    held = await advance(db, held.id)
    assert held.competition.outcomes == {(1, 1, 0): Outcome((1, 2))}
    again = await advance(db, held.id)
    assert (again.seq, again.competition) == (held.seq, held.competition)


async def test_left_over_by_a_dead_process(db: Database, hold: Open, clock: Clock) -> None:
    """If the process that leased it died, another one follows after a while."""
    held = await hold()
    await win(db, held, (1, 1, 0))
    assert await take_due(db) == [held.id]
    clock.turn(minutes=1)
    assert await take_due(db) == [held.id]


async def test_who_does_not_appear_forfeits(db: Database, hold: Open, clock: Clock) -> None:
    """A time-out before the first turn is a forfeit; later it is a loss on time."""
    held = await hold()
    first, second = held.competition.undecided
    match = await matches.get(db, held.matches[second])
    for _ in range(2):
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, "step")).match
    clock.turn(days=3)
    for match_id in await matches.due_now(db):
        await matches.expire(db, match_id)
    outcomes = (await advance(db, held.id)).competition.outcomes
    assert outcomes[first] == Outcome((2, 1), "forfeit")
    assert outcomes[second] == Outcome((2, 1), "time")


async def test_whoever_has_moved_has_appeared(db: Database, hold: Open) -> None:
    """If they resign after that, they have lost a game, even if nobody else has moved. If they
    resign before they have moved, they were absent.
    """
    held = await hold()
    first, second = held.competition.undecided
    match = await matches.get(db, held.matches[first])
    assert match.player_to_move is not None
    await matches.resign(db, match.id, match.player_to_move)
    match = await matches.get(db, held.matches[second])
    gone = match.player_to_move
    assert gone is not None
    await matches.play(db, match.id, gone, "step")
    await matches.resign(db, match.id, gone)
    outcomes = (await advance(db, held.id)).competition.outcomes
    assert outcomes[first] == Outcome((2, 1), "forfeit")
    assert outcomes[second] == Outcome((2, 1), "played")


async def test_what_is_ruled_out(db: Database, hold: Open) -> None:
    """An official match can't be aborted or taken back, and that isn't offered."""
    held = await hold()
    match = await matches.get(db, held.matches[1, 1, 0])
    first, second = match.seated
    with pytest.raises(OfficialMatch):
        await matches.abort(db, match.id, first)
    match = (await matches.play(db, match.id, first, "step")).match
    assert not {"abort", "takeback"} & {*matches.possible(match, first, db.now())}
    with pytest.raises(OfficialMatch):
        await matches.ask_to_take_back(db, match.id, first)
    await matches.resign(db, match.id, second)
    assert (await matches.rematch(db, match.id, first)).official is False


async def test_sign_up_and_waiting_list(db: Database, hold: Open) -> None:
    """Players who sign up after all places are taken wait, and move up."""
    held = await hold(Settings("round-robin", most=2), 2, begun=False)
    held = await join(db, held.id, CAT)
    assert [entrant.id for entrant in held.competition.waiting] == [3]
    held = await withdraw(db, held.id, ANN)
    assert [entrant.id for entrant in held.competition.entrants] == [2, 3]
    with pytest.raises(CompetitionError, match="signed-up"):
        await join(db, held.id, BOB)
    with pytest.raises(CompetitionError, match="not-signed-up"):
        await withdraw(db, held.id, ANN)
    held = await join(db, held.id, ANN)
    assert held.entrant_of(ANN) == 4


async def test_starts_when_full_or_in_time(db: Database, hold: Open, clock: Clock) -> None:
    """If no time is set, it starts when all places are taken; else at that time, if enough have
    signed up.
    """
    full = await hold(Settings("round-robin", most=4), 4, begun=False)
    assert await take_due(db) == [full.id]
    assert (await advance(db, full.id)).competition.status == "running"
    timed, few = [
        await hold(None, count, begun=False, starts_at=later(clock, days=1)) for count in (2, 1)
    ]
    for held in (timed, few):
        assert (await advance(db, held.id)).competition.status == "open"
    clock.turn(days=1)
    assert set(await take_due(db)) == {timed.id, few.id}
    assert (await advance(db, timed.id)).competition.status == "running"
    cancelled = (await advance(db, few.id)).competition
    assert (cancelled.status, cancelled.reason) == ("cancelled", TOO_FEW)


async def test_once_for_an_interaction(db: Database) -> None:
    """Interactions that are delivered again change nothing."""
    settings = Settings("swiss")
    one, other = [
        await open_competition(db, terms(), settings, HOST, interaction=7) for _ in range(2)
    ]
    assert one == other
    for _ in range(2):
        held = await join(db, one.id, ANN, interaction=8)
    assert held.seq == 2
    assert held.competition.last == 1


async def test_withdrawn_player_resigns(db: Database, hold: Open) -> None:
    """Their running matches are resigned; in later rounds they lose unopened games by forfeit."""
    held = await hold()
    held = await withdraw(db, held.id, ANN, reason=" No \n time. ")
    held = await advance(db, held.id)
    assert {outcome.how for outcome in held.competition.outcomes.values()} == {"forfeit"}
    held = await play_out(db, held)
    assert len(held.matches) == 4
    assert held.competition.status == "over"


async def test_excused_from_a_round(db: Database, hold: Open) -> None:
    """Half a point, and no match."""
    held = await hold(Settings("swiss", rounds=2), 4)
    await excuse(db, held.id, DAN, 2)
    with pytest.raises(CompetitionError, match="wrong-round"):
        await excuse(db, held.id, DAN, 1)
    with pytest.raises(CompetitionError, match="last-round"):
        await excuse(db, held.id, DAN, 3)
    await excuse(db, held.id, CAT, 2)
    await attend(db, held.id, CAT, 2)
    held = await play_round(db, held)
    assert sorted(one.how for one in held.competition.outcomes.values()) == [
        *("bye", "excused", "played", "played")
    ]


@pytest.mark.parametrize(
    ("unfinished", "ranks"), [("time", (2, 1)), ("draw", (1, 1)), ("director", None)]
)
async def test_hard_end(
    db: Database, hold: Open, clock: Clock, unfinished: str, ranks: tuple[int, ...] | None
) -> None:
    """Unfinished games are decided by the rule at the hard end; then it is over."""
    held = await hold(unfinished=unfinished, ends_at=later(clock, days=2))
    await win(db, held, (1, 2, 0))
    held = await advance(db, held.id)
    assert held.next_at == held.terms.ends_at
    clock.turn(days=2)
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.status == "aborted"
    if ranks is None:
        assert held.competition.stalled == {(1, 1, 0)}
        await ruled(db, held, (1, 1, 0), 2, 1, reason="Time is up.")
        held = await advance(db, held.id)
    else:
        assert held.competition.outcomes[1, 1, 0] == Outcome(ranks, "adjudged")
    assert (held.competition.status, held.competition.reason) == ("over", HARD_END)
    assert held.next_at is None


async def test_tables_of_three(db: Database, hold: Open) -> None:
    """A game of three has the ranks of its match; everybody has each seat once."""
    held = await hold(Settings("tables", seats=3, rounds=3), 3)
    while held.competition.status == "running":
        (game,) = held.competition.undecided
        match = await matches.get(db, held.matches[game])
        one, two, three = match.seated
        await matches.play(db, match.id, one, "step")
        await matches.play(db, match.id, two, "step")
        await matches.resign(db, match.id, one)
        await matches.resign(db, match.id, three)
        held = await advance(db, held.id)
    assert set(held.competition.outcomes.values()) == {Outcome((3, 1, 2))}
    seats = [pairings[0].seats for pairings in held.competition.rounds]
    assert [sorted(had) for had in zip(*seats, strict=True)] == [[1, 2, 3]] * 3
    assert held.competition.places == ((1, 2, 3),)


async def test_adjourned_for_too_long(db: Database, hold: Open, clock: Clock) -> None:
    """After a week it goes on by itself, even if nothing else is being played."""
    held = await hold(Settings("knockout"), 2)
    match = await adjourn(db, held, (1, 1, 0))
    assert match.status == "adjourned"
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    assert held.next_at == clock() + ADJOURNED
    clock.turn(days=7)
    assert await take_due(db) == [held.id]
    await advance(db, held.id)
    assert (await matches.get(db, match.id)).status == "running"


async def test_frozen_match_waits_for_the_director(
    db: Database, hold: Open, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that no longer replays is noticed when somebody uses it. Nobody has to tell the
    competition about it.
    """
    held = await hold(Settings("knockout"), 2)
    match = await matches.get(db, held.matches[1, 1, 0])
    await matches.play(db, match.id, match.seated[0], "jump left")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    resize(db, 10)
    assert await take_due(db) == []
    clock.turn(days=3)
    for match_id in await matches.due_now(db):
        assert await matches.expire(db, match_id) is None
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    assert held.competition.stalled == {(1, 1, 0)}
    await ruled(db, held, (1, 1, 0), 1, 2)
    assert (await advance(db, held.id)).competition.status == "over"


async def test_many_sign_up_at_once(db: Database, hold: Open) -> None:
    """Everybody gets their own number, and somebody who asks twice gets one."""
    held = await hold(begun=False, count=0)
    asked = [join(db, held.id, player) for player in (ANN, BOB, CAT, DAN, EVE) for _ in range(2)]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, CompetitionError) for one in found) == 5
    held = await queries.get(db, held.id)
    assert sorted(held.teams) == [1, 2, 3, 4, 5]
    assert {team[0] for team in held.teams.values()} == {ANN, BOB, CAT, DAN, EVE}
