"""Offering the direction of a league: who may accept, and until when. There is more in
`tests/competitions/tournaments/test_offers.py`.
"""

from __future__ import annotations

import pytest

from competitions.leagues.direction import hand_over
from competitions.leagues.offers import offer, offered
from competitions.log import creation
from competitions.model.errors import CompetitionError
from storage.database import Database
from tests.competitions.leagues.conftest import ANN, BOB, HOST, Open


async def test_an_offer_is_for_one_person_and_one_league(db: Database, hold: Open) -> None:
    """It is void as soon as somebody else is the director."""
    held, other = [await hold(count=0, begun=False) for _ in range(2)]
    shown = await offer(db, held.id, HOST, ANN)
    assert (await offered(db, held.id, ANN, shown)).id == held.id
    for league, player in ((held.id, BOB), (other.id, ANN)):
        with pytest.raises(CompetitionError, match="not-offered"):
            await offered(db, league, player, shown)
    await hand_over(db, held.id, HOST, ANN)
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)


async def test_divisions_do_not_count(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A league counts as one, however many divisions it has."""
    monkeypatch.setattr(creation, "HOSTED", 2)
    held = await hold()
    other = await hold(count=0, begun=False)
    with pytest.raises(CompetitionError, match="too-many-hosted"):
        await hold(count=0, begun=False)
    await hand_over(db, other.id, HOST, ANN)
    assert (await hand_over(db, other.id, ANN, HOST)).host == HOST
    await hand_over(db, held.id, HOST, ANN)
    assert await offer(db, held.id, ANN, HOST)


async def test_an_offer_stays_void_once_somebody_else_has_directed_it(
    db: Database, hold: Open
) -> None:
    """Even if whoever made it is the director again; a new offer is valid then."""
    held = await hold(count=0, begun=False)
    shown = await offer(db, held.id, HOST, ANN)
    await hand_over(db, held.id, HOST, BOB)
    held = await hand_over(db, held.id, BOB, HOST)
    assert held.host == HOST
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)
    again = await offer(db, held.id, HOST, ANN)
    assert (await offered(db, held.id, ANN, again)).id == held.id
