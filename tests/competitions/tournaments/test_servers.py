"""Cups of servers: which server somebody plays for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from competitions.log.admission import Membership
from competitions.model.entrants import EntrantId
from competitions.model.settings import Settings
from competitions.standings.servers import server_standings
from competitions.tournaments import signup
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import enter, replace, start
from competitions.tournaments.held import Held
from competitions.tournaments.queries import get
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance
from matches import privacy
from matches.model.computer_players import of_level
from matches.model.ids import GuildId, PlayerId
from storage.database import Database
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    TEAMS,
    Open,
    join,
    play_out,
    play_round,
    terms,
)

HERE, THERE = GuildId(700), GuildId(800)


async def _join(db: Database, held: Held, player: PlayerId, guild: GuildId | None) -> Held:
    """Somebody signs up from a server, or in direct messages."""
    membership = Membership(member=guild == HERE, here=guild)
    return await join(db, held.id, player, membership=membership)


@pytest.fixture
async def cup(hold: Open) -> Held:
    """A cup of servers that nobody has signed up for."""
    return await hold(count=0, begun=False, servers=True)


async def test_everybody_plays_for_the_server_from_which_they_sign_up(
    db: Database, cup: Held
) -> None:
    """It is for people from all servers. Players who sign up in direct messages play for none, and
    nor do computer players.
    """
    assert cup.terms.anywhere
    await _join(db, cup, ANN, HERE)
    await _join(db, cup, BOB, THERE)
    await _join(db, cup, CAT, None)
    held = await enter(db, cup.id, HOST, of_level(1))
    assert held.servers == {1: HERE, 2: THERE}
    held = await withdraw(db, cup.id, BOB)
    assert held.servers == {1: HERE}
    held = await _join(db, cup, BOB, HERE)
    assert held.servers == {1: HERE, 5: HERE}


async def test_servers_are_noted_only_where_they_count(db: Database, hold: Open) -> None:
    """For any other competition nobody can tell where somebody has signed up."""
    held = await hold(count=0, begun=False, anywhere=True)
    held = await _join(db, held, ANN, THERE)
    assert [one.guild for one in held.members] == [None]
    assert held.servers == {}


async def test_a_team_plays_for_the_server_of_both(db: Database) -> None:
    """If they sign up from different servers, it plays for none."""
    chosen = terms(game=TEAMS, team=2, servers=True)
    held = await open_competition(db, chosen, Settings("knockout"), HOST)
    for player, partner, guild in ((ANN, BOB, HERE), (CAT, DAN, THERE)):
        await join(db, held.id, player, partner, membership=Membership(here=HERE))
        await signup.agree(db, held.id, partner, membership=Membership(here=guild))
    held = await get(db, held.id)
    assert [one.guild for one in held.members] == [HERE, HERE, HERE, THERE]
    assert held.servers == {1: HERE}


async def test_points_are_those_of_whoever_goes_on(db: Database, cup: Held) -> None:
    """Somebody who takes over plays for their own server, with everything that was won before."""
    for player in (ANN, BOB, CAT, DAN):
        await _join(db, cup, player, HERE)
    await start(db, cup.id, HOST)
    held = await play_round(db, await advance(db, cup.id))
    await _join(db, held, EVE, THERE)
    first = EntrantId(1)
    await replace(db, cup.id, HOST, first, EntrantId(5), reason="Ill.")
    held = await get(db, cup.id)
    assert held.servers == {1: THERE, 2: HERE, 3: HERE, 4: HERE}


async def test_results_of_former_players_stay_with_their_server(db: Database, cup: Held) -> None:
    """Nobody can tell any more who won them."""
    for player, guild in ((ANN, HERE), (BOB, THERE), (CAT, HERE), (DAN, THERE)):
        await _join(db, cup, player, guild)
    await start(db, cup.id, HOST)
    held = await play_out(db, await advance(db, cup.id))
    before = server_standings([(held.competition, held.servers)])
    assert before is not None
    assert sum(row.points for row in before.rows) == Fraction(6)
    (told,) = (await privacy.stored(db, ANN))["tables"]["entrant_member"]
    assert told["guild"] == HERE
    await privacy.forget(db, ANN)
    held = await get(db, cup.id)
    assert held.teams[EntrantId(1)] == (None,)
    assert server_standings([(held.competition, held.servers)]) == before
