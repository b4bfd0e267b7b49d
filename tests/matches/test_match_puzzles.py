"""Puzzles from matches that were played here: which matches are searched, once, and by one process;
what is stored, offered, and withdrawn.
"""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, delete, update

import games
import matches
from matches import Match, Place, privacy
from matches.learning import match_puzzles
from matches.learning.match_puzzles import LEASE, Waiting
from matches.model.computer_players import of_level
from matches.model.ids import ChannelId, PlayerId, number_of
from matches.settings.players import prefer
from storage.database import Database
from storage.schema import match as match_table
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock, Play, Start
from tests.matches.test_handover import handed_over

KEY, LINE = "toy-00000000", "some line"


async def _agree(db: Database, *people: PlayerId) -> None:
    for one in people:
        await prefer(db, one, puzzles=True)


async def _ended(db: Database, match: Match) -> Match:
    """The match after some turns and a resignation."""
    now = await matches.get(db, match.id)
    for _ in range(4):
        assert now.player_to_move is not None
        now = (await matches.play(db, match.id, now.player_to_move, "step")).match
    loser = next(one for one in now.players if one is not None)
    return (await matches.resign(db, match.id, loser)).match


async def _waiting(db: Database) -> list[str]:
    return [one.id for one in await match_puzzles.waiting(db)]


async def _with_puzzle(db: Database, match: Match) -> Match:
    """The match, once a puzzle was found in it."""
    taken = await match_puzzles.take(db, match.id)
    assert taken is not None
    await match_puzzles.keep(db, taken, {KEY: LINE})
    assert await match_puzzles.find(db, KEY) == LINE
    return taken


async def test_a_match_is_searched_once(db: Database, start: Start, clock: Clock) -> None:
    """If both players agree, their match is to be searched as soon as it is over. One process takes
    it; what that finds is offered, and nobody searches the match again.
    """
    await _agree(db, ANN, BOB)
    match = await start(ANN, BOB)
    assert await _waiting(db) == []
    await _ended(db, match)
    assert await match_puzzles.waiting(db) == [Waiting(match.id, (ANN, BOB))]
    taken = await asyncio.gather(*(match_puzzles.take(db, match.id) for _ in range(3)))
    (mine,) = [one for one in taken if one is not None]
    assert await _waiting(db) == []
    await match_puzzles.keep(db, mine, {KEY: LINE})
    assert await match_puzzles.offered(db, "toy") == [LINE]
    assert await match_puzzles.offered(db, "tyr") == []
    clock.turn(hours=3)
    await prefer(db, ANN, puzzles=False)
    await _agree(db, ANN)
    assert await _waiting(db) == []
    assert await match_puzzles.take(db, match.id) is None
    await match_puzzles.keep(db, mine, {KEY: LINE})
    assert await match_puzzles.find(db, KEY) is None


async def test_what_a_process_leaves_is_searched_by_others(
    db: Database, start: Start, clock: Clock
) -> None:
    """At once, if it was stopped, or else when the lease is over. Two that have searched the same
    match store its puzzles once.
    """
    await _agree(db, ANN, BOB)
    match = await _ended(db, await start(ANN, BOB))
    assert await match_puzzles.take(db, match.id) is not None
    await match_puzzles.give_back(db, match.id)
    slow = await match_puzzles.take(db, match.id)
    assert slow is not None
    clock.turn(seconds=LEASE.total_seconds() + 1)
    await _with_puzzle(db, match)
    await match_puzzles.keep(db, slow, {"toy-11111111": LINE})
    assert await match_puzzles.offered(db, "toy") == [LINE]
    await match_puzzles.give_back(db, match.id)
    assert await _waiting(db) == []


async def test_the_same_position_is_one_puzzle(db: Database, start: Start) -> None:
    """If it occurs in two matches, the first has it."""
    await _agree(db, ANN, BOB)
    first, second = [await _ended(db, await start(ANN, BOB)) for _ in range(2)]
    await _with_puzzle(db, first)
    await _with_puzzle(db, second)
    assert await match_puzzles.offered(db, "toy") == [LINE]


async def test_everybody_has_to_agree(db: Database, start: Start) -> None:
    """All people who play or have played in it. Once the last of them agrees, matches that are over
    are to be searched, too.
    """
    await _agree(db, ANN)
    match = await _ended(db, await start(ANN, BOB))
    assert await _waiting(db) == []
    await _agree(db, CAT)
    trio = await _ended(db, await handed_over(db, await start(ANN, BOB), BOB, CAT))
    assert await _waiting(db) == []
    await _agree(db, BOB)
    assert await _waiting(db) == [match.id]
    await prefer(db, CAT, puzzles=False)
    await _agree(db, CAT)
    assert {*await _waiting(db)} == {match.id, trio.id}
    await prefer(db, BOB, puzzles=False)
    for one in (match, trio):
        assert await match_puzzles.take(db, one.id) is None
    assert await _waiting(db) == []


async def test_whoever_was_replaced_has_to_agree(db: Database) -> None:
    """A computer player has gone on with what they had played."""
    await _agree(db, ANN, BOB)
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=3, invited=[BOB, CAT], stand_in=1
    )
    for player in (BOB, CAT):
        await matches.accept(db, table.id, player)
    await matches.resign(db, table.id, CAT)
    for player in (BOB, ANN):
        await matches.resign(db, table.id, player)
    assert (await matches.get(db, table.id)).status == "finished"
    assert await _waiting(db) == []
    await _agree(db, CAT)
    await prefer(db, ANN, puzzles=False)
    await _agree(db, ANN)
    assert await _waiting(db) == [table.id]
    await prefer(db, CAT, puzzles=False)
    assert await match_puzzles.take(db, table.id) is None


async def test_alone_with_computer_players(db: Database) -> None:
    """The person is the only one to agree."""
    await _agree(db, ANN)
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=2, seating="chosen"
    )
    match = await matches.fill(db, table.id, ANN, 2)
    assert match.players == (ANN, of_level(2))
    await matches.resign(db, match.id, ANN)
    assert await match_puzzles.waiting(db) == [Waiting(match.id, (ANN,))]
    assert await match_puzzles.take(db, match.id) is not None


@pytest.mark.parametrize(
    ("place", "private"),
    [(HERE, True), (Place(None, ChannelId(71)), False), (Place(None, ChannelId(71)), True)],
)
async def test_private_matches_are_not_searched(db: Database, place: Place, private: bool) -> None:
    """Nor those in direct messages, whoever agrees, before or after."""
    await _agree(db, ANN)
    table = await matches.open_table(
        db, game="toy", host=ANN, place=place, invited=[BOB], private=private
    )
    await matches.accept(db, table.id, BOB)
    await _agree(db, BOB)
    await matches.resign(db, table.id, ANN)
    assert await _waiting(db) == []
    await prefer(db, ANN, puzzles=False)
    await _agree(db, ANN)
    assert await match_puzzles.take(db, table.id) is None
    assert await _waiting(db) == []


async def test_what_has_no_result_is_not_searched(db: Database, start: Start) -> None:
    """Such as aborted matches."""
    match = await start(ANN, BOB)
    await matches.abort(db, match.id, ANN)
    await _agree(db, ANN, BOB)
    assert await _waiting(db) == []


@pytest.mark.parametrize("who", [ANN, BOB, CAT])
@pytest.mark.parametrize("forgotten", [False, True])
async def test_withdrawn(db: Database, start: Start, who: PlayerId, forgotten: bool) -> None:
    """Whoever plays or has played in the match has its puzzles deleted with the setting, or with
    all their data. Those of other matches stay.
    """
    await _agree(db, ANN, BOB, CAT)
    other = {ANN: (BOB, CAT), BOB: (ANN, CAT), CAT: (ANN, BOB)}[who]
    kept = await match_puzzles.take(db, (await _ended(db, await start(*other))).id)
    assert kept is not None
    await match_puzzles.keep(db, kept, {"toy-11111111": LINE})
    match = await _ended(db, await handed_over(db, await start(ANN, BOB), BOB, CAT))
    await _with_puzzle(db, match)
    tables = (await privacy.stored(db, who))["tables"]
    assert [(row["puzzle"], row["match"]) for row in tables["match_puzzle"]] == [(KEY, match.id)]
    assert [row["match"] for row in tables["puzzle_search"]] == [match.id]
    if forgotten:
        await privacy.forget(db, who)
    else:
        await prefer(db, who, puzzles=False)
    assert await match_puzzles.find(db, KEY) is None
    assert await match_puzzles.find(db, "toy-11111111") == LINE


async def test_withdrawn_while_it_is_searched(db: Database, start: Start) -> None:
    """Nothing is stored of a match if somebody no longer agrees, or has had their data deleted,
    when the search ends.
    """
    await _agree(db, ANN, BOB)
    matches_of = [await _ended(db, await start(ANN, BOB)) for _ in range(2)]
    first, second = [await match_puzzles.take(db, one.id) for one in matches_of]
    assert first is not None
    assert second is not None
    await prefer(db, ANN, puzzles=False)
    await match_puzzles.keep(db, first, {KEY: LINE})
    assert await match_puzzles.find(db, KEY) is None
    await _agree(db, ANN)
    assert await _waiting(db) == [first.id], "the other one is still searched"
    await privacy.forget(db, BOB)
    await _agree(db, BOB)
    await match_puzzles.keep(db, second, {KEY: LINE})
    assert await match_puzzles.find(db, KEY) is None


async def test_gone_with_its_match(db: Database, start: Start) -> None:
    """A match that is deleted takes its puzzles along."""
    await _agree(db, ANN, BOB)
    match = await _with_puzzle(db, await _ended(db, await start(ANN, BOB)))

    def remove(connection: Connection) -> None:
        with transaction(connection):
            here = match_table.c.id == number_of(match.id)
            connection.execute(delete(match_table).where(here))

    await db.write(remove)
    assert await match_puzzles.find(db, KEY) is None
    assert await _waiting(db) == []


async def _age(db: Database, match: Match) -> None:
    """From now on the match was begun under other rules."""

    def age(connection: Connection) -> None:
        with transaction(connection):
            here = match_table.c.id == number_of(match.id)
            version = games.get(toy.GAME.info.key).info.rules_version + 1
            connection.execute(update(match_table).where(here).values(rules_version=version))

    await db.write(age)


async def test_what_was_played_by_other_rules_is_not_searched(db: Database, start: Start) -> None:
    """Its puzzles couldn't be offered."""
    await _agree(db, ANN, BOB)
    match = await _ended(db, await start(ANN, BOB))
    await _age(db, match)
    assert await match_puzzles.take(db, match.id) is None
    assert await _waiting(db) == []


async def test_what_other_rules_have_proved_is_not_offered(
    db: Database, start: Start, turns: Play
) -> None:
    """A puzzle from a match that began under another version of the rules."""
    await _agree(db, ANN, BOB)
    match = await _with_puzzle(db, await _ended(db, await start(ANN, BOB)))

    await _age(db, match)
    assert await match_puzzles.offered(db, "toy") == []
    assert await match_puzzles.find(db, KEY) is None
