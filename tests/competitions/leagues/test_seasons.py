"""Leagues from the first sign-up on, season by season, played in real matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import matches
from competitions.leagues import direction, queries, signup, upkeep
from competitions.leagues.creation import open_league
from competitions.log.admission import Membership
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.events import LeagueSettings
from competitions.tournaments import acts as tournament_acts
from competitions.tournaments import direction as tournaments
from competitions.tournaments import offers as tournament_offers
from competitions.tournaments import signup as tournament_signup
from competitions.tournaments.held import Part
from competitions.tournaments.rulings import correct
from competitions.tournaments.upkeep import advance
from matches import privacy
from matches.lobby.cooldowns import DEPARTURES
from matches.model.computer_players import of_level
from matches.model.errors import LeftTooOften
from matches.model.ids import GuildId
from matches.settings import guilds
from matches.settings import players as settings
from storage.database import Database
from storage.leagues import LOG
from tests.competitions.leagues.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    FAY,
    HOST,
    MEMBER,
    PLAYERS,
    START,
    TWO_OF_THREE,
    Open,
    divisions,
    do_upkeep,
    join,
    play_out,
    play_season,
    players,
)
from tests.competitions.tournaments.conftest import win
from tests.matches import toy
from tests.matches.conftest import Clock
from tests.matches.test_conduct import as_if_played

DAY = timedelta(days=1)


async def test_the_first_season(db: Database, hold: Open, clock: Clock) -> None:
    """It begins on its day. Each division is a competition in which all games are played at once,
    until the next season begins.
    """
    held = await hold(begun=False)
    held = await upkeep.advance(db, held.id)
    assert held.next_at == clock() + START
    assert await upkeep.take_due(db) == []
    clock.turn(days=7)
    assert await upkeep.take_due(db) == [held.id]
    held = await upkeep.advance(db, held.id)
    assert (held.league.status, held.league.season) == ("running", 1)
    assert players(held) == [[ANN, BOB, CAT], [DAN, EVE, FAY]]
    assert held.terms.starts_at == clock() + 28 * DAY
    assert (held.next_at, await upkeep.take_due(db)) == (None, [])
    await do_upkeep(db)
    one, other = await divisions(db, held)
    assert (one.terms.part, other.terms.part) == (Part(held.number, 1, 1), Part(held.number, 1, 2))
    assert (one.terms.name, one.terms.ends_at) == ("League · 1.1", held.terms.starts_at)
    assert [one.teams[id_] for id_ in one.competition.seeding] == [(ANN,), (BOB,), (CAT,)]
    assert len(one.matches) == 3, "all games at once"
    assert one.host == HOST
    match = await matches.get(db, one.matches[1, 1, 0])
    assert str(match.clock) == "3d/14d"


async def test_round_after_round(db: Database, hold: Open) -> None:
    """If chosen, the next round begins when the last one has ended."""
    held = await hold(LeagueSettings(size=3, exchanged=1, together=0))
    one, _ = await divisions(db, held)
    assert len(one.matches) == 1
    await play_out(db, one)


async def test_the_change_of_seasons(db: Database, hold: Open, clock: Clock) -> None:
    """When all divisions are over, the final orders are entered. On its day the next season begins,
    with winners promoted and losers relegated.
    """
    held = await hold()
    one, other = await divisions(db, held)
    await play_out(db, one)
    await do_upkeep(db)
    assert (await queries.get(db, held.id)).league.status == "running"
    await play_out(db, other)
    assert await upkeep.take_due(db) == [held.id], "the end of a division says so"
    held = await upkeep.advance(db, held.id)
    assert (held.league.status, held.next_at) == ("open", held.terms.starts_at)
    assert held.league.finals == held.league.divisions
    clock.turn(days=28)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert held.league.season == 2
    assert players(held) == [[ANN, BOB, DAN], [CAT, EVE, FAY]]
    assert [len(one.matches) for one in await divisions(db, held)] == [3, 3]


async def test_a_season_that_begins_early(db: Database, hold: Open, clock: Clock) -> None:
    """The director begins it, and the log names them; its length is the usual one. Only the next
    season can begin, once, if enough have signed up; afterwards the one after it can.
    """
    held = await hold(begun=False, count=1)
    with pytest.raises(CompetitionError, match="too-few"):
        await direction.begin(db, held.id, HOST, 1)
    with pytest.raises(CompetitionError, match="season-begun"):
        await direction.begin(db, held.id, HOST, 2)
    for player in (BOB, CAT, DAN, EVE, FAY):
        await join(db, held.id, player)
    clock.turn(days=1)
    held = await direction.begin(db, held.id, HOST, 1)
    assert players(held) == [[ANN, BOB, CAT], [DAN, EVE, FAY]]
    assert held.terms.starts_at == clock() + 28 * DAY
    log = await db.read(lambda connection: LOG.entries(connection, held.number, 0, held.seq))
    assert (log[-1].kind, log[-1].player_id) == ("begin", HOST)
    await do_upkeep(db)
    assert [len(one.matches) for one in await divisions(db, held)] == [3, 3]
    for season in (1, 2):
        with pytest.raises(CompetitionError, match="season-begun"):
            await direction.begin(db, held.id, HOST, season)
    await play_season(db, held)
    await privacy.forget(db, FAY)
    with pytest.raises(CompetitionError, match="season-begun"):
        await direction.begin(db, held.id, HOST, 1)
    with pytest.raises(CompetitionError, match="not-director"):
        await direction.begin(db, held.id, ANN, 2)
    held = await direction.begin(db, held.id, ANN, 2, manager=True)
    assert players(held) == [[ANN, BOB, DAN], [CAT, EVE]]
    held = await direction.cancel(db, held.id, HOST, reason="Rain.")
    with pytest.raises(CompetitionError, match="league-over"):
        await direction.begin(db, held.id, HOST, 3)


async def test_a_season_ends_on_its_day(db: Database, hold: Open, clock: Clock) -> None:
    """Unfinished games are decided, and the next season begins at once."""
    held = await hold()
    clock.turn(days=28)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert (held.league.season, held.league.status) == (2, "running")
    assert held.terms.starts_at == clock() + 28 * DAY


async def test_a_season_that_begins_late(db: Database, hold: Open, clock: Clock) -> None:
    """If a little late, the schedule stays; if very late, it is put off, so that no season is too
    short.
    """
    held = await hold(begun=False)
    clock.turn(days=8)
    held = await upkeep.advance(db, held.id)
    assert held.terms.starts_at == clock() + 27 * DAY
    held = await hold(begun=False)
    clock.turn(days=20)
    held = await upkeep.advance(db, held.id)
    assert held.terms.starts_at == clock() + 28 * DAY


async def test_too_few(db: Database, hold: Open, clock: Clock) -> None:
    """The season is put off by its length, and sign-up goes on."""
    held = await hold(count=1)
    assert (held.league.season, held.league.status) == (0, "open")
    assert held.terms.starts_at == held.next_at == clock() + 28 * DAY
    await join(db, held.id, BOB)
    clock.turn(days=40)
    held = await upkeep.advance(db, held.id)
    assert players(held) == [[ANN, BOB]]


async def test_signing_up_and_out(db: Database, hold: Open, clock: Clock) -> None:
    """Members play until they withdraw; newcomers start at the bottom."""
    held = await hold()
    with pytest.raises(CompetitionError, match="signed-up"):
        await join(db, held.id, ANN)
    held = await join(db, held.id, PLAYERS[6])
    assert held.concerns(PLAYERS[6])
    assert held.division_of(PLAYERS[6]) is None
    held = await signup.leave(db, held.id, BOB)
    with pytest.raises(CompetitionError, match="not-signed-up"):
        await signup.leave(db, held.id, BOB)
    with pytest.raises(CompetitionError, match="not-signed-up"):
        await signup.leave(db, held.id, HOST)
    assert held.concerns(BOB), "the present season goes on"
    await play_season(db, held)
    clock.turn(days=28)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert players(held) == [[ANN, DAN, CAT], [EVE, FAY, PLAYERS[6]]]
    assert not held.concerns(BOB)
    held = await join(db, held.id, BOB)
    assert held.member_of(BOB) == MemberId(2), "their number stays theirs"


async def test_who_comes_and_goes_all_the_time(db: Database, hold: Open) -> None:
    """They are told to wait, as at tables."""
    held = await hold(begun=False)
    for _ in range(DEPARTURES.most - 1):
        await signup.leave(db, held.id, ANN)
        await join(db, held.id, ANN)
    await signup.leave(db, held.id, ANN)
    with pytest.raises(LeftTooOften):
        await join(db, held.id, ANN)


async def test_who_does_not_appear(db: Database, hold: Open, clock: Clock) -> None:
    """Members who are absent or withdraw aren't signed up for the next season."""
    held = await hold()
    one, other = await divisions(db, held)
    await tournament_signup.withdraw(db, one.id, BOB)
    await do_upkeep(db)
    for division, away in ((one, BOB), (other, FAY)):
        for game, match_id in division.matches.items():
            match = await matches.get(db, match_id)
            if away not in match.seated:
                await win(db, division, game)
            elif away == FAY and match.player_to_move not in (None, FAY):
                assert match.player_to_move is not None
                await matches.play(db, match.id, match.player_to_move, "step")
    clock.turn(days=3)
    for match_id in await matches.due_now(db):
        assert (await matches.get(db, match_id)).player_to_move == FAY
        await matches.expire(db, match_id)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert held.league.status == "open"
    assert {held.people[id_] for id_ in held.league.signed} == {ANN, CAT, DAN, EVE}


async def test_a_correction_counts_until_the_next_season(
    db: Database, hold: Open, clock: Clock
) -> None:
    """The final orders are entered again, and members who have withdrawn meanwhile stay so."""
    held = await play_season(db, await hold())
    one, _ = await divisions(db, held)
    await signup.leave(db, held.id, FAY)
    for game, outcome in one.competition.outcomes.items():
        seats = one.competition.pairing(game).seating(game[2])
        ranks = dict(zip(seats, reversed(outcome.ranks), strict=True))
        one = await correct(db, one.id, HOST, game, ranks, seen=one.seq, reason="A mistake.")
    assert await upkeep.take_due(db) == [held.id]
    held = await upkeep.advance(db, held.id)
    assert held.league.finals[0] == tuple(reversed(held.league.divisions[0]))
    clock.turn(days=28)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert players(held)[0] == [CAT, BOB, DAN]
    assert (await upkeep.advance(db, held.id)).seq == held.seq


async def test_divisions_belong_to_their_league(db: Database, hold: Open) -> None:
    """Nobody can join, cancel, move or hand over a division: that is up to its league."""
    held = await hold()
    one, _ = await divisions(db, held)
    for refused in (
        tournament_signup.join(db, one.id, PLAYERS[7]),
        tournaments.enter(db, one.id, HOST, of_level(1)),
        tournaments.cancel(db, one.id, HOST, reason="Rain."),
        tournaments.change(db, one.id, HOST, name="Other"),
        tournaments.hand_over(db, one.id, HOST, ANN),
        tournament_offers.offer(db, one.id, HOST, ANN),
    ):
        with pytest.raises(CompetitionError, match="in-league"):
            await refused
    offered = {*tournament_acts.possible(one, HOST, db.now())}
    assert not offered & tournament_acts.OF_LEAGUES
    assert "decide" in offered


async def test_opening(db: Database, hold: Open, clock: Clock) -> None:
    """Once for each interaction, for two at a table, and not in the past."""
    terms = (await hold(count=0, begun=False)).terms
    one = await open_league(db, terms, TWO_OF_THREE, HOST, interaction=5)
    assert await open_league(db, terms, TWO_OF_THREE, HOST, interaction=5) == one
    wide = replace(toy.GAME, info=replace(toy.GAME.info, seats=(3, 4)))
    for changes, code in (
        ({"game": wide}, "wrong-seats"),
        ({"starts_at": clock() - DAY}, "wrong-times"),
        ({"name": "W" * 69}, "wrong-name"),
    ):
        with pytest.raises(CompetitionError, match=code):
            await open_league(db, replace(terms, **changes), TWO_OF_THREE, HOST)


async def test_for_whom_it_is(db: Database, hold: Open) -> None:
    """Members of its server with its role, up to the number of games they want."""
    held = await hold(count=0, begun=False, role=7)
    for membership, code in ((Membership(roles=[7]), "members-only"), (MEMBER, "wrong-role")):
        with pytest.raises(CompetitionError, match=code):
            await join(db, held.id, ANN, membership=membership)
    open_ = await hold(count=0, begun=False, anywhere=True)
    await guilds.configure(db, GuildId(99), outside=False)
    with pytest.raises(CompetitionError, match="not-from-here"):
        await join(db, open_.id, ANN, membership=Membership(here=GuildId(99)))
    await settings.prefer(db, ANN, at_once=2)
    with pytest.raises(CompetitionError, match="too-many-games"):
        await join(db, held.id, ANN, membership=Membership(member=True, roles=[7]))
    one_by_one = await hold(LeagueSettings(together=0, games=2), count=0, begun=False)
    assert (await join(db, one_by_one.id, ANN)).is_signed(ANN)


async def test_seasons_to_come_count_as_games(db: Database, hold: Open) -> None:
    """From sign-up until the season begins, when the division counts instead. They don't count
    after a withdrawal from it, or after the last season.
    """
    rules = LeagueSettings(together=0, games=2)
    first = await hold(rules, count=0, begun=False)
    second = await hold(rules, count=0, begun=False)
    await settings.prefer(db, ANN, at_once=3)
    await join(db, first.id, ANN)
    with pytest.raises(CompetitionError, match="too-many-games"):
        await join(db, second.id, ANN)
    await signup.leave(db, first.id, ANN)
    await join(db, second.id, ANN)
    with pytest.raises(CompetitionError, match="too-many-games"):
        await join(db, first.id, ANN)
    await direction.end(db, second.id, HOST, reason="Summer.")
    assert (await join(db, first.id, ANN)).is_signed(ANN)


async def test_the_season_that_is_played_counts_once(db: Database, hold: Open) -> None:
    """Even for members who play in a division and have signed up for the next season."""
    await settings.prefer(db, ANN, at_once=4)
    held = await hold(LeagueSettings(size=4, together=0, games=2))
    assert held.is_signed(ANN)
    other = await hold(LeagueSettings(together=0, games=2), count=0, begun=False)
    assert (await join(db, other.id, ANN)).is_signed(ANN)
    third = await hold(LeagueSettings(together=0), count=0, begun=False)
    with pytest.raises(CompetitionError, match="too-many-games"):
        await join(db, third.id, ANN)


async def test_how_reliable_one_has_to_be(db: Database, hold: Open) -> None:
    """Required of those who sign up, and its divisions say so, too. Newcomers are trusted."""
    (first, *_) = await divisions(db, await hold(reliability=90))
    assert first.terms.reliability == 90
    held = await hold(count=0, begun=False, reliability=90)
    assert (await queries.get(db, held.id)).terms.reliability == 90
    await as_if_played(db, ANN, [True] * 8 + [False] * 2)
    with pytest.raises(CompetitionError, match="unreliable"):
        await join(db, held.id, ANN)
    assert (await join(db, held.id, BOB)).is_signed(BOB)


async def test_return_matches_twice(db: Database, hold: Open) -> None:
    """Everybody meets everybody twice, in two games each time."""
    held = await hold(LeagueSettings(size=3, exchanged=1, games=2, cycles=2), 3)
    (one,) = await divisions(db, held)
    assert len(one.matches) == 12
    assert (await advance(db, one.id)).seq == one.seq
