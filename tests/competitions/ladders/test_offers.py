"""Offering the direction of a ladder: who may accept, and until when. There is more in
`tests/competitions/tournaments/test_offers.py`.
"""

from __future__ import annotations

import pytest

from competitions.ladders.direction import hand_over
from competitions.ladders.offers import offer, offered
from competitions.log import creation
from competitions.model.errors import CompetitionError
from competitions.model.settings import Settings
from competitions.tournaments import offers as of_tournaments
from competitions.tournaments.creation import open_competition
from matches.settings.blocks import block
from storage.database import Database
from tests.competitions.ladders.conftest import ANN, BOB, CAT, HOST, Open
from tests.competitions.tournaments.conftest import terms


async def test_an_offer_is_for_one_person_and_one_ladder(db: Database, hold: Open) -> None:
    """It is void as soon as somebody else is the director."""
    held, other = await hold(count=0), await hold(count=0)
    shown = await offer(db, held.id, HOST, ANN)
    assert (await offered(db, held.id, ANN, shown)).id == held.id
    for ladder, player in ((held.id, BOB), (other.id, ANN)):
        with pytest.raises(CompetitionError, match="not-offered"):
            await offered(db, ladder, player, shown)
    await hand_over(db, held.id, HOST, ANN)
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)


async def test_an_offer_of_a_tournament_is_none_of_a_ladder(db: Database, hold: Open) -> None:
    """Even though both have the same number."""
    held = await hold(count=0)
    tournament = await open_competition(db, terms(), Settings("swiss"), HOST)
    assert int(tournament.number) == int(held.number)
    shown = await of_tournaments.offer(db, tournament.id, HOST, ANN)
    assert (await of_tournaments.offered(db, tournament.id, ANN, shown)).id == tournament.id
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)


async def test_what_can_not_be_offered(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by people who don't direct it; not to somebody with whom there is a block, or who directs
    as many as they may. Tournaments count, too, but the ladder itself does not.
    """
    held = await hold(count=0)
    with pytest.raises(CompetitionError, match="not-director"):
        await offer(db, held.id, ANN, BOB)
    assert await offer(db, held.id, ANN, BOB, manager=True)
    await block(db, BOB, HOST)
    with pytest.raises(CompetitionError, match="wrong-director"):
        await offer(db, held.id, HOST, BOB)
    monkeypatch.setattr(creation, "HOSTED", 1)
    await open_competition(db, terms(), Settings("swiss"), CAT)
    with pytest.raises(CompetitionError, match="busy-director"):
        await offer(db, held.id, HOST, CAT)
    assert (await hand_over(db, held.id, HOST, HOST)).host == HOST


async def test_an_offer_stays_void_once_somebody_else_has_directed_it(
    db: Database, hold: Open
) -> None:
    """Even if whoever made it is the director again; a new offer is valid then."""
    held = await hold(count=0)
    shown = await offer(db, held.id, HOST, ANN)
    await hand_over(db, held.id, HOST, BOB)
    held = await hand_over(db, held.id, BOB, HOST)
    assert held.host == HOST
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)
    again = await offer(db, held.id, HOST, ANN)
    assert (await offered(db, held.id, ANN, again)).id == held.id
