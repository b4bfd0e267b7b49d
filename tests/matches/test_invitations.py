"""Tables for people who are named: challenges, seats that are kept, private tables."""

from __future__ import annotations

from random import Random

import pytest

import matches
from matches import Match
from matches.model import errors
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE
from tests.support.replay import replay_match


async def _open(db: Database, seats: int | None = 2, **more: object) -> Match:
    given = {"game": "toy", "host": ANN, "place": HERE, "seats": seats, "rng": Random(1)} | more
    return await matches.open_table(db, **given)  # type: ignore[arg-type]


async def test_challenge_starts_when_all_have_accepted(db: Database) -> None:
    """A challenge is for invited players only, keeps their seats, and starts when the last has
    accepted.
    """
    opened = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB, CAT])
    assert opened.setup.seats == 3
    assert opened.invited == (BOB, CAT)
    with pytest.raises(errors.NotInvited):
        await matches.join(db, opened.id, EVE)
    match = await matches.accept(db, opened.id, CAT)
    assert match.players == (ANN, None, CAT)
    assert match.invited == (BOB, CAT)
    with pytest.raises(errors.AlreadyJoined):
        await matches.accept(db, opened.id, CAT)
    assert await replay_match(db, match.id) == match
    match = await matches.accept(db, opened.id, BOB)
    assert match.status == "running"
    assert match.invited == ()
    assert await replay_match(db, match.id) == match


async def test_declining_closes_the_challenge(db: Database) -> None:
    """One refusal is enough, even after accepting. Uninvited players cannot decline."""
    for change_of_mind in (False, True):
        opened = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB, CAT])
        with pytest.raises(errors.NotInvited):
            await matches.decline(db, opened.id, EVE)
        if change_of_mind:
            await matches.accept(db, opened.id, CAT)
            match = await matches.leave(db, opened.id, CAT)
        else:
            match = await matches.decline(db, opened.id, CAT)
        assert match.status == "closed"
        assert match.ending == matches.Ending("declined", (), CAT)
        assert await replay_match(db, match.id) == match
        with pytest.raises(errors.NotOpen):
            await matches.accept(db, opened.id, BOB)


@pytest.mark.parametrize("invited", [[ANN], [BOB, BOB], [BOB, CAT, DAN]])
async def test_invitations_fit_the_seats(db: Database, invited: list[int]) -> None:
    """A challenge names exactly as many different players as there are seats left."""
    with pytest.raises(errors.WrongInvitations):
        await _open(db, seats=3, invited=invited)


async def test_a_table_for_named_and_other_players(db: Database) -> None:
    """Some seats are kept for invited players, the others are open to all. The stored table tells
    them apart, even after they have joined.
    """
    opened = await _open(db, seats=4, invited=[BOB])
    assert (opened.invited, opened.open_seats, opened.challenge) == ((BOB,), (3, 4), False)
    for player in (CAT, BOB):
        match = await matches.join(db, opened.id, player)
    assert match.players == (ANN, BOB, CAT, None)
    assert match.invited == (BOB,)
    assert await replay_match(db, match.id) == match
    match = await matches.join(db, opened.id, DAN)
    assert match.status == "running"
    assert match.invited == ()


async def test_open_seats_leave_those_kept_alone(db: Database) -> None:
    """Uninvited players never get a kept seat, by choice or when the others are taken."""
    opened = await _open(db, seats=3, invited=[BOB], seating="chosen")
    with pytest.raises(errors.SeatTaken):
        await matches.join(db, opened.id, CAT, seat=2)
    assert (await matches.join(db, opened.id, CAT, seat=3)).players == (ANN, None, CAT)
    with pytest.raises(errors.TableFull):
        await matches.join(db, opened.id, DAN)
    assert (await matches.accept(db, opened.id, BOB)).players == (ANN, BOB, CAT)


@pytest.mark.parametrize("accepted", [False, True])
async def test_who_declines_an_open_table_frees_his_seat(db: Database, accepted: bool) -> None:
    """The table stays, since others can join. The seat becomes open to everybody."""
    opened = await _open(db, seats=3, invited=[BOB])
    if accepted:
        await matches.accept(db, opened.id, BOB)
        match = await matches.leave(db, opened.id, BOB)
    else:
        match = await matches.decline(db, opened.id, BOB)
    assert (match.status, match.open_seats, match.invited) == ("open", (2, 3), ())
    assert await replay_match(db, match.id) == match
    with pytest.raises(errors.NotInvited):
        await matches.decline(db, opened.id, BOB)
    assert (await matches.join(db, opened.id, CAT)).players == (ANN, CAT, None)


async def test_seats_are_enough_for_the_invited(db: Database) -> None:
    """Without a number of seats there are at least enough for those invited."""
    assert (await _open(db, seats=None, invited=[BOB])).setup.seats == 2
    assert (await _open(db, seats=None, invited=[BOB, CAT])).setup.seats == 3
    three = await matches.open_table(db, game="3stein", host=ANN, place=HERE, invited=[BOB])
    assert three.open_seats == (3,)
    options = {"partners": "true"}
    pairs = await matches.open_table(
        db, game="turnier", host=ANN, place=HERE, invited=[DAN], options=options
    )
    assert pairs.open_seats == (3, 4)
    with pytest.raises(errors.WrongInvitations):
        await _open(db, seats=None, invited=[BOB, CAT, DAN, EVE])


async def test_a_private_table_has_no_open_seats(db: Database) -> None:
    """A private table has no open seats, since nobody else could find it."""
    with pytest.raises(errors.PrivateAlone):
        await _open(db, seats=3, invited=[BOB], private=True)


async def test_who_is_blocked_by_an_invited_player_can_not_join(db: Database) -> None:
    """Otherwise the invited player could no longer join."""
    await matches.block(db, BOB, CAT)
    opened = await _open(db, seats=3, invited=[BOB])
    with pytest.raises(errors.NotTogether):
        await matches.join(db, opened.id, CAT)
    assert (await matches.accept(db, opened.id, BOB)).players == (ANN, BOB, None)
