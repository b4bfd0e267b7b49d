"""Offering the direction of a competition: who may accept, and until when."""

from __future__ import annotations

from datetime import timedelta

import pytest

from competitions.log import creation
from competitions.log.offers import LASTS
from competitions.model.errors import CompetitionError
from competitions.tournaments.direction import hand_over
from competitions.tournaments.offers import offer, offered
from matches.lobby.cooldowns import Rate, Rates
from matches.model.computer_players import of_level
from matches.model.errors import InvitedTooOften
from matches.settings.blocks import block
from storage.database import Database
from tests.competitions.tournaments.conftest import ANN, BOB, CAT, HOST, Open
from tests.matches.conftest import Clock


async def test_an_offer_is_for_one_person_and_one_competition(db: Database, hold: Open) -> None:
    """Nobody else can accept it, and it can't be altered."""
    held, other = await hold(begun=False), await hold(begun=False)
    shown = await offer(db, held.id, HOST, ANN)
    assert (await offered(db, held.id, ANN, shown)).id == held.id
    until, _, seal = shown.partition(".")
    for competition, player, forged in (
        (held.id, BOB, shown),
        (other.id, ANN, shown),
        (held.id, ANN, f"{int(until) + 1}.{seal}"),
        (held.id, ANN, f"{until}.{seal[::-1]}"),
        (held.id, ANN, f"{until}.ü"),
        (held.id, ANN, ""),
    ):
        with pytest.raises(CompetitionError, match="not-offered"):
            await offered(db, competition, player, forged)


async def test_an_offer_is_void_in_the_end(db: Database, hold: Open, clock: Clock) -> None:
    """After a week, and as soon as somebody else is the director."""
    held = await hold(begun=False)
    shown = await offer(db, held.id, HOST, ANN)
    clock.time += LASTS
    assert (await offered(db, held.id, ANN, shown)).id == held.id
    clock.turn(seconds=1)
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)
    shown = await offer(db, held.id, HOST, ANN)
    await hand_over(db, held.id, HOST, BOB)
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)


async def test_what_can_not_be_offered(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by people who don't direct it; not to computer players, to somebody with whom there is a
    block, or who directs as many as they may; and not again and again.
    """
    held = await hold(begun=False)
    with pytest.raises(CompetitionError, match="not-director"):
        await offer(db, held.id, ANN, BOB)
    assert await offer(db, held.id, ANN, BOB, manager=True)
    with pytest.raises(CompetitionError, match="no-person"):
        await offer(db, held.id, HOST, of_level(1))
    await block(db, BOB, HOST)
    with pytest.raises(CompetitionError, match="wrong-director"):
        await offer(db, held.id, HOST, BOB)
    rates = Rates(pair=Rate(1, timedelta(hours=1)))
    await offer(db, held.id, HOST, ANN, rates=rates)
    with pytest.raises(InvitedTooOften):
        await offer(db, held.id, HOST, ANN, rates=rates)
    monkeypatch.setattr(creation, "HOSTED", 0)
    with pytest.raises(CompetitionError, match="busy-director"):
        await offer(db, held.id, HOST, CAT)


async def test_an_offer_stays_void_once_somebody_else_has_directed_it(
    db: Database, hold: Open
) -> None:
    """Even if whoever made it is the director again; a new offer is valid then."""
    held = await hold(begun=False)
    shown = await offer(db, held.id, HOST, ANN)
    await hand_over(db, held.id, HOST, BOB)
    held = await hand_over(db, held.id, BOB, HOST)
    assert held.host == HOST
    with pytest.raises(CompetitionError, match="not-offered"):
        await offered(db, held.id, ANN, shown)
    again = await offer(db, held.id, HOST, ANN)
    assert (await offered(db, held.id, ANN, again)).id == held.id
