"""Who is kept apart, and what follows if nobody can be paired any more."""

from __future__ import annotations

import pytest

from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.settings import Settings
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import replace, start
from competitions.tournaments.held import Held
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import NOT_PAIRABLE, advance
from matches import privacy
from matches.model.ids import PlayerId
from matches.settings.blocks import block, unblock
from storage import blocks
from storage import competitions as rows
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
    agree,
    join,
    play_out,
    terms,
)


async def test_blocked_players_do_not_meet(db: Database, hold: Open) -> None:
    """The Swiss system keeps them apart."""
    held = await hold(Settings("swiss", rounds=1), 4, begun=False)
    await block(db, ANN, CAT)
    await start(db, held.id, HOST)
    held = await advance(db, held.id)
    tables = [set(pairing.seats) for pairing in held.competition.rounds[0]]
    assert {1, 3} not in tables


@pytest.mark.parametrize("sealed", [ANN, CAT])
async def test_a_block_outlasts_the_deletion_of_data(
    db: Database, hold: Open, sealed: PlayerId
) -> None:
    """Whoever has been blocked, has their data deleted and comes back is kept apart in all rounds,
    as stored before the first one.
    """
    other = CAT if sealed == ANN else ANN
    await block(db, other, sealed)
    await privacy.forget(db, sealed)
    held = await hold(Settings("swiss", rounds=2), 4)
    assert await _apart(db, held) == [(1, 3)]
    held = await play_out(db, held)
    tables = [set(pairing.seats) for round_ in held.competition.rounds for pairing in round_]
    assert {1, 3} not in tables
    assert await _apart(db, held) == [(1, 3)]


async def test_a_newcomer_who_came_back(db: Database, hold: Open) -> None:
    """Whoever takes over an entrant's number is kept apart from the others in the same way."""
    await block(db, BOB, EVE)
    await privacy.forget(db, EVE)
    held = await hold(Settings("swiss", rounds=2, most=4), 5)
    assert await _apart(db, held) == []
    held = await replace(db, held.id, HOST, EntrantId(1), EntrantId(5), reason="Ill.")
    assert await _apart(db, held) == [(1, 2)]


async def test_only_a_director_has_seals_looked_at(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That takes seconds, so everybody else is refused before."""
    held = await hold(Settings("swiss", rounds=2, most=4), 5)
    monkeypatch.setattr("storage.blocks.sealed", None)
    with pytest.raises(CompetitionError, match="not-director"):
        await replace(db, held.id, ANN, EntrantId(1), EntrantId(5), reason="Ill.")


async def _apart(db: Database, held: Held) -> list[tuple[int, int]]:
    """The stored pairs of entrants who are kept apart."""
    return sorted(await db.read(lambda connection: rows.apart(connection, held.number)))


async def test_nobody_can_be_paired_any_more(db: Database, hold: Open) -> None:
    """If all but one have withdrawn, a Swiss system is over, and says why."""
    held = await hold(Settings("swiss", rounds=3), 3)
    for player in (ANN, BOB):
        await withdraw(db, held.id, player)
    held = await advance(db, held.id)
    assert held.competition.status == "over"
    assert held.competition.reason == NOT_PAIRABLE


async def test_nobody_agrees_to_a_partner_from_whom_a_block_separates_them(db: Database) -> None:
    """Whoever of the two has blocked the other since they were asked; otherwise they can."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    await join(db, held.id, ANN, BOB)
    for one, other in ((ANN, BOB), (BOB, ANN)):
        await block(db, one, other)
        with pytest.raises(CompetitionError, match="not-together"):
            await agree(db, held.id, BOB)
        await unblock(db, one, other)
    await block(db, BOB, CAT)
    held = await agree(db, held.id, BOB)
    assert held.asked == frozenset()


async def test_blocks_after_the_start_count_for_nothing(db: Database, hold: Open) -> None:
    """Only blocks from before the start count, so nobody ends an event by blocking."""
    held = await hold(Settings("swiss", rounds=3), 4)
    for other in (BOB, CAT, DAN):
        await block(db, ANN, other)
    held = await play_out(db, held)
    assert len(held.competition.rounds) == 3
    assert held.competition.reason == ""


async def test_blocks_among_very_many(db: Database) -> None:
    """There may be more entrants than a statement can have values."""
    await block(db, PlayerId(1), PlayerId(39_999))
    await block(db, PlayerId(39_999), PlayerId(2))
    await block(db, PlayerId(3), PlayerId(50_000))
    everybody = [PlayerId(number) for number in range(1, 40_001)]
    found = await db.read(lambda connection: blocks.pairs_apart(connection, everybody))
    assert found == {(1, 39_999), (39_999, 2)}
