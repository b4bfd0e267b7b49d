"""Leagues with three and four at a table, played in real matches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import Connection, text

import games
import matches
from competitions.leagues import direction, queries, upkeep, verify
from competitions.leagues.creation import open_league
from competitions.log.partners import may_be_mixed
from competitions.model.errors import CompetitionError
from competitions.model.league.events import LeagueSettings
from competitions.tournaments import queries as tournaments
from competitions.tournaments import signup as tournament_signup
from competitions.tournaments.upkeep import advance
from matches.model.computer_players import several
from matches.model.ids import PlayerId
from matches.settings import players as settings
from storage.database import Database
from storage.transactions import transaction
from tests.competitions.kills import another
from tests.competitions.leagues.conftest import (
    ANN,
    AT_TABLES_OF_THREE,
    BOB,
    CAT,
    DAN,
    EVE,
    FAY,
    HOST,
    Open,
    divisions,
    do_upkeep,
    join,
    play_season,
    players,
)
from tests.competitions.tournaments.conftest import win
from tests.matches.conftest import Clock


async def test_seasons(db: Database, hold: Open, clock: Clock) -> None:
    """Divisions have tables, round by round, for so long that all rounds end in time. Winners are
    promoted, and the last are relegated.
    """
    held = await hold(AT_TABLES_OF_THREE)
    assert players(held) == [[ANN, BOB, CAT], [DAN, EVE, FAY]]
    for one in await divisions(db, held):
        chosen = one.competition.settings
        assert (chosen.format, chosen.seats, chosen.rounds) == ("tables", 3, 2)
        assert not one.terms.together
        (match_id,) = one.matches.values()
        match = await matches.get(db, match_id)
        assert {*match.seated} == {player for team in one.teams.values() for player in team}
        assert str(match.clock) == "3d/4d16h"
    held = await play_season(db, held)
    assert (held.league.status, held.league.finals) == ("open", held.league.divisions)
    for one in await divisions(db, held):
        assert len(one.competition.rounds) == 2
    assert len(held.league.signed) == 6, "all have appeared"
    clock.turn(days=28)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert players(held) == [[ANN, BOB, DAN], [CAT, EVE, FAY]]


async def test_a_season_ends_on_its_day(db: Database, hold: Open, clock: Clock) -> None:
    """Unfinished games are decided, no further round begins, and the next season does."""
    held = await hold(AT_TABLES_OF_THREE)
    before = await divisions(db, held)
    clock.turn(days=28)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert (held.league.season, held.league.status) == (2, "running")
    for one in before:
        ended = (await tournaments.get(db, one.id)).competition
        assert (ended.status, len(ended.rounds)) == ("over", 1)


async def test_how_many_rounds(db: Database, hold: Open) -> None:
    """By default as many as tables usually have for the size of the division."""
    held = await hold(LeagueSettings(seats=3, size=9), 9)
    (one,) = await divisions(db, held)
    assert one.competition.settings.rounds is None
    assert len(one.matches) == 3
    held = await play_season(db, held)
    (one,) = await divisions(db, held)
    assert len(one.competition.rounds) == 5
    assert held.league.status == "open"


async def test_numbers_that_fill_no_tables(db: Database, hold: Open) -> None:
    """One has a bye in each round, and nobody a second one before everybody has had one. Tables of
    four may have three players instead.
    """
    held = await play_season(db, await hold(replace(AT_TABLES_OF_THREE, rounds=4), 4))
    (one,) = await divisions(db, held)
    byes = [table.seats[0] for tables in one.competition.rounds for table in tables if table.bye]
    assert sorted(byes) == [1, 2, 3, 4]
    (one,) = await divisions(db, await hold(LeagueSettings(seats=4, size=8), 7))
    assert sorted(len(table.seats) for table in one.competition.rounds[0]) == [3, 4]


async def test_partners(db: Database, hold: Open) -> None:
    """In a game for two against two, partners are drawn for each round."""
    turnier = games.get("turnier")
    assert not may_be_mixed(turnier, 4, {})
    assert may_be_mixed(turnier, 4, {"partners": "false"})
    held = await hold(LeagueSettings(seats=4, size=4, rounds=3), 4, game=turnier)
    (one,) = await divisions(db, held)
    assert one.competition.settings.partners
    assert all(table.partners for table in one.competition.rounds[0])


async def test_too_few_for_a_table(db: Database, hold: Open, clock: Clock) -> None:
    """The season is put off, and the director can't begin it either."""
    held = await hold(AT_TABLES_OF_THREE, 2)
    assert (held.league.season, held.league.status) == (0, "open")
    with pytest.raises(CompetitionError, match="too-few") as caught:
        await direction.begin(db, held.id, HOST, 1)
    assert caught.value.fields["least"] == 3
    await join(db, held.id, CAT)
    held = await direction.begin(db, held.id, HOST, 1)
    assert players(held) == [[ANN, BOB, CAT]]


async def test_who_does_not_appear(db: Database, hold: Open, clock: Clock) -> None:
    """They aren't signed up again, even if the others have played on without them. Members who have
    moved are, even if they have lost everything.
    """
    held = await hold(replace(AT_TABLES_OF_THREE, rounds=1))
    one, other = await divisions(db, held)
    await win(db, other, (1, 1, 0))
    match = await matches.get(db, one.matches[1, 1, 0])
    while match.player_to_move != CAT:
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, "step")).match
    clock.turn(days=3)
    await matches.expire(db, match.id)
    for _ in range(2):
        match = await matches.get(db, match.id)
        assert match.player_to_move in (ANN, BOB)
        match = (await matches.play(db, match.id, match.player_to_move, "step")).match
    await matches.resign(db, match.id, BOB)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert held.league.status == "open"
    assert {held.people[id_] for id_ in held.league.signed} == {ANN, BOB, DAN, EVE, FAY}


async def test_withdrawals(db: Database, hold: Open) -> None:
    """The others play on as long as they fill a table. Then the division is over."""
    held = await hold(replace(AT_TABLES_OF_THREE, size=4), 4)
    gone = set[PlayerId | None]()
    for number in (1, 2):
        (one,) = await divisions(db, held)
        assert len(one.competition.rounds) == number
        (table,) = (one for one in one.competition.rounds[-1] if not one.bye)
        leaving, beaten, _ = (one.teams[id_][0] for id_ in table.seats)
        assert leaving is not None
        assert beaten is not None
        await tournament_signup.withdraw(db, one.id, leaving)
        one = await advance(db, one.id)
        await matches.resign(db, one.matches[number, table.number, 0], beaten)
        await do_upkeep(db)
        gone.add(leaving)
    held = await queries.get(db, held.id)
    (one,) = await divisions(db, held)
    assert (one.competition.status, held.league.status) == ("over", "open")
    assert not gone & {held.people[id_] for id_ in held.league.signed}


async def test_computer_players(db: Database, hold: Open, clock: Clock) -> None:
    """They fill tables like everybody else."""
    held = await hold(AT_TABLES_OF_THREE, 1, begun=False)
    held = await direction.enter(db, held.id, HOST, *several(1, 2))
    clock.turn(days=7)
    held = await upkeep.advance(db, held.id)
    await do_upkeep(db)
    (one,) = await divisions(db, held)
    match = await matches.get(db, one.matches[1, 1, 0])
    assert {*match.seated} == {ANN, *several(1, 2)}


async def test_how_many_games_at_once(db: Database, hold: Open) -> None:
    """One table at a time counts as one game."""
    held = await hold(replace(AT_TABLES_OF_THREE, size=9), count=0, begun=False)
    await settings.prefer(db, ANN, at_once=1)
    assert (await join(db, held.id, ANN)).is_signed(ANN)


async def test_seats_that_the_game_has_not(db: Database, hold: Open) -> None:
    """They are refused."""
    terms = (await hold(count=0, begun=False)).terms
    terms = replace(terms, game=games.get("attangle"))
    with pytest.raises(CompetitionError, match="wrong-seats") as caught:
        await open_league(db, terms, AT_TABLES_OF_THREE, HOST)
    assert caught.value.fields == {"seats": 3, "possible": "2"}


async def test_leagues_from_before_there_were_seats(
    db: Database, hold: Open, url: str, clock: Clock
) -> None:
    """Their rows and logs don't mention seats and rounds. They go on as they were."""
    held = await hold(begun=False)
    before = {"text": "size=3 exchanged=1 together=0"}

    def as_before(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(text("UPDATE league SET settings = :text"), before)
            connection.execute(
                text("UPDATE league_entry SET text = :text WHERE kind = 'open'"), before
            )

    await db.write(as_before)
    clock.turn(days=7)
    async with another(url, clock) as later:
        await do_upkeep(later)
        held = await play_season(later, await queries.get(later, held.id))
        one, _ = await divisions(later, held)
        assert [check.fault async for check in verify.checks(later)] == [None]
    assert (one.competition.settings.format, one.competition.settings.seats) == ("round-robin", 2)
    assert len(one.competition.rounds) == 3
    assert held.league.status == "open"
