"""The lobby: opening, joining, leaving, starting, and every refusal on the way."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

import matches
from games.errors import OptionError
from matches import Limits, Match, Place
from matches.lobby.cooldowns import Rate, Rates
from matches.model import errors
from matches.model.ids import MatchId
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Clock

GENEROUS = Limits(rates=Rates(host=Rate(100, timedelta(hours=1))))


async def _open(db: Database, seats: int | None = 2, **more: object) -> Match:
    given = {"game": "toy", "host": ANN, "place": HERE, "seats": seats, "rng": Random(1)} | more
    return await matches.open_table(db, **given)  # type: ignore[arg-type]


async def test_open_table_waits_with_its_host_seated(db: Database, clock: Clock) -> None:
    """A new table is open, holds a complete setup and its place, and the host has a seat."""
    match = await _open(db, seats=3, options={"goal": "40"})
    assert match.status == "open"
    assert match.players == (ANN, None, None)
    assert match.invited == ()
    assert match.setup.seats == 3
    assert match.setup.options["goal"] == "40"
    assert match.setup.options["colour"] in {"red", "green"}
    assert match.setup.options["pact"] == "no"
    assert match.place == HERE
    assert match.host == ANN
    assert match.created_at == clock()
    assert match.to_move is None
    assert await matches.get(db, match.id) == match


async def test_open_table_defaults_to_the_fewest_seats(db: Database) -> None:
    """Without a number of seats the table has as few as the game allows."""
    match = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    assert match.setup.seats == 2


async def test_setup_errors_pass_through(db: Database) -> None:
    """Wrong seats and options are refused by the game's own check, and nothing is stored."""
    with pytest.raises(OptionError, match="wrong-seats"):
        await _open(db, seats=9)
    with pytest.raises(OptionError, match="wrong-value"):
        await _open(db, options={"goal": "13"})
    with pytest.raises(KeyError):
        await _open(db, game="no-such-game")
    assert await matches.matches_of(db, ANN) == []


async def test_full_table_starts_by_itself(db: Database, clock: Clock) -> None:
    """The last player to join starts the match."""
    opened = await _open(db, seats=3)
    clock.turn(minutes=5)
    assert (await matches.join(db, opened.id, BOB)).status == "open"
    match = await matches.join(db, opened.id, CAT)
    assert match.status == "running"
    assert sorted(match.seated) == [ANN, BOB, CAT]
    assert match.to_move == 1
    assert match.player_to_move == match.players[0]
    assert match.started_at == clock()
    assert await matches.get(db, match.id) == match


async def test_random_seating_is_drawn_at_the_start(db: Database) -> None:
    """With random seating every order occurs; with chosen seating seats are as taken."""
    orders = set()
    for seed in range(12):
        opened = await _open(db, limits=GENEROUS)
        match = await matches.join(db, opened.id, BOB, rng=Random(seed))
        orders.add(match.players)
    assert orders == {(ANN, BOB), (BOB, ANN)}
    opened = await _open(db, seats=3, seating="chosen", host_seat=2, limits=GENEROUS)
    assert opened.players == (None, ANN, None)
    await matches.join(db, opened.id, BOB, seat=3)
    match = await matches.join(db, opened.id, CAT)
    assert match.players == (CAT, ANN, BOB)


async def test_seats_that_are_not_free_are_refused(db: Database) -> None:
    """A taken seat, and one that the table doesn't have, can't be chosen."""
    with pytest.raises(errors.SeatTaken):
        await _open(db, host_seat=3)
    opened = await _open(db, seats=3)
    for seat in (1, 4):
        with pytest.raises(errors.SeatTaken):
            await matches.join(db, opened.id, BOB, seat=seat)


async def test_nobody_sits_twice(db: Database) -> None:
    """A player has one seat, so that nobody plays against himself."""
    opened = await _open(db)
    with pytest.raises(errors.AlreadyJoined):
        await matches.join(db, opened.id, ANN)


async def test_running_match_is_not_open(db: Database) -> None:
    """After the start no use case of the lobby does anything."""
    opened = await _open(db)
    await matches.join(db, opened.id, BOB)
    with pytest.raises(errors.TableFull):
        await matches.join(db, opened.id, CAT)
    with pytest.raises(errors.AlreadyJoined):
        await matches.join(db, opened.id, BOB)
    for attempt in (
        matches.leave(db, opened.id, BOB),
        matches.start(db, opened.id, ANN),
        matches.close_table(db, opened.id, ANN),
        matches.decline(db, opened.id, BOB),
    ):
        with pytest.raises(errors.NotOpen) as refused:
            await attempt
        assert refused.value.refusal.fields == {"match": opened.id}


async def test_leaving_frees_the_seat(db: Database) -> None:
    """Who leaves an open table gives his seat to the next."""
    opened = await _open(db, seats=3)
    await matches.join(db, opened.id, BOB)
    match = await matches.leave(db, opened.id, BOB)
    assert match.players == (ANN, None, None)
    with pytest.raises(errors.NotSeated):
        await matches.leave(db, opened.id, BOB)
    assert (await matches.join(db, opened.id, CAT)).players == (ANN, CAT, None)


async def test_host_closes_the_table(db: Database, clock: Clock) -> None:
    """The host's leaving or closing ends the table; nobody else may close it."""
    for use_case in (matches.close_table, matches.leave):
        opened = await _open(db)
        match = await use_case(db, opened.id, ANN)
        assert match.status == "closed"
        assert match.ending == matches.Ending("closed", (), ANN)
        assert match.finished_at == clock()
        assert await matches.replay_match(db, match.id) == match
        with pytest.raises(errors.NotOpen):
            await matches.join(db, opened.id, BOB)
    opened = await _open(db, seats=3)
    await matches.join(db, opened.id, BOB)
    with pytest.raises(errors.NotHost) as refused:
        await matches.close_table(db, opened.id, BOB)
    assert refused.value.refusal.fields["player"] == ANN


async def test_challenge_starts_when_all_have_accepted(db: Database) -> None:
    """A challenge is for the invited only, keeps their seats, and starts with the last of them."""
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
    assert await matches.replay_match(db, match.id) == match
    match = await matches.accept(db, opened.id, BOB)
    assert match.status == "running"
    assert match.invited == ()
    assert await matches.replay_match(db, match.id) == match


async def test_declining_closes_the_challenge(db: Database) -> None:
    """One refusal is enough, also after accepting; others have nothing to decline."""
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
        assert await matches.replay_match(db, match.id) == match
        with pytest.raises(errors.NotOpen):
            await matches.accept(db, opened.id, BOB)


@pytest.mark.parametrize("invited", [[ANN], [BOB, BOB], [BOB, CAT, DAN]])
async def test_invitations_fit_the_seats(db: Database, invited: list[int]) -> None:
    """A challenge names exactly as many different others as there are seats left."""
    with pytest.raises(errors.WrongInvitations):
        await _open(db, seats=3, invited=invited)


async def test_early_start_makes_the_setup_smaller(db: Database) -> None:
    """The host may begin with fewer; options that don't exist then are dropped, others stay."""
    opened = await _open(db, seats=4, options={"pact": "yes", "goal": "40"})
    with pytest.raises(errors.NotFull) as refused:
        await matches.start(db, opened.id, ANN)
    assert refused.value.refusal.fields["allowed"] == "2, 3, 4"
    await matches.join(db, opened.id, BOB)
    await matches.join(db, opened.id, CAT)
    await matches.leave(db, opened.id, BOB)
    with pytest.raises(errors.NotHost):
        await matches.start(db, opened.id, CAT)
    match = await matches.start(db, opened.id, ANN)
    assert match.status == "running"
    assert match.setup.seats == len(match.players) == match.position.seats == 2
    assert sorted(match.seated) == [ANN, CAT]
    assert match.setup.options == {"goal": "40", "colour": opened.setup.options["colour"]}
    assert await matches.replay_match(db, match.id) == match


async def test_early_start_keeps_options_that_fit(db: Database) -> None:
    """With three of four seats the option for three and four seats stays as it was chosen."""
    opened = await _open(db, seats=4, options={"pact": "yes"})
    await matches.join(db, opened.id, BOB)
    await matches.join(db, opened.id, CAT)
    match = await matches.start(db, opened.id, ANN)
    assert match.setup.options["pact"] == "yes"


async def test_thread_and_message_are_noted(db: Database) -> None:
    """Where a match is shown can be told later, also while it runs; the log knows of it."""
    opened = await _open(db)
    match = await matches.move_to(db, opened.id, thread=9001, message=5)
    assert match.place == Place(HERE.guild, HERE.channel, 9001)
    match = await matches.move_to(db, opened.id, message=6)
    assert (match.place.thread, match.message) == (9001, 6)
    assert await matches.move_to(db, opened.id) == match
    assert await matches.replay_match(db, match.id) == match


async def test_redelivered_interactions_open_and_join_once(db: Database) -> None:
    """The same interaction again gives the same table and takes no second seat."""
    opened = await _open(db, seats=3, interaction=11)
    assert await _open(db, seats=3, interaction=11) == opened
    joined = await matches.join(db, opened.id, BOB, interaction=12)
    assert await matches.join(db, opened.id, BOB, interaction=12) == joined
    full = await matches.join(db, opened.id, CAT, interaction=13)
    again = await matches.join(db, opened.id, CAT, interaction=13)
    assert (again.status, again.players, again.seq) == (full.status, full.players, full.seq)
    assert len(await matches.matches_of(db, ANN)) == 1


@pytest.mark.parametrize("wrong", ["", "ABC", "ZZZZ", "K7F!", "K7F2K7F2K7F2K", "ä" * 5])
async def test_unknown_ids_are_refused(db: Database, wrong: MatchId) -> None:
    """Whatever is typed for an id: no match, no crash."""
    with pytest.raises(errors.UnknownMatch):
        await matches.get(db, wrong)
    with pytest.raises(errors.UnknownMatch):
        await matches.join(db, wrong, BOB)


async def test_ids_are_read_forgivingly(db: Database) -> None:
    """Case, a number sign and letters that look like digits don't matter."""
    opened = await _open(db)
    typed = MatchId(f" #{opened.id.lower().replace('0', 'o').replace('1', 'l')} ")
    assert (await matches.get(db, typed)).id == opened.id


async def test_a_table_for_named_and_other_players(db: Database) -> None:
    """Seats are kept for the invited, the others are open to all; what is stored tells who is who,
    also after they have come.
    """
    opened = await _open(db, seats=4, invited=[BOB])
    assert (opened.invited, opened.open_seats, opened.challenge) == ((BOB,), (3, 4), False)
    for player in (CAT, BOB):
        match = await matches.join(db, opened.id, player)
    assert match.players == (ANN, BOB, CAT, None)
    assert match.invited == (BOB,)
    assert await matches.replay_match(db, match.id) == match
    match = await matches.join(db, opened.id, DAN)
    assert match.status == "running"
    assert match.invited == ()


async def test_open_seats_leave_those_kept_alone(db: Database) -> None:
    """Who was not invited gets no kept seat, by name or when all others are taken."""
    opened = await _open(db, seats=3, invited=[BOB], seating="chosen")
    with pytest.raises(errors.SeatTaken):
        await matches.join(db, opened.id, CAT, seat=2)
    assert (await matches.join(db, opened.id, CAT, seat=3)).players == (ANN, None, CAT)
    with pytest.raises(errors.TableFull):
        await matches.join(db, opened.id, DAN)
    assert (await matches.accept(db, opened.id, BOB)).players == (ANN, BOB, CAT)


@pytest.mark.parametrize("accepted", [False, True])
async def test_who_declines_an_open_table_frees_his_seat(db: Database, accepted: bool) -> None:
    """Where others can come the table stays, and the seat of the invited is for anybody."""
    opened = await _open(db, seats=3, invited=[BOB])
    if accepted:
        await matches.accept(db, opened.id, BOB)
        match = await matches.leave(db, opened.id, BOB)
    else:
        match = await matches.decline(db, opened.id, BOB)
    assert (match.status, match.open_seats, match.invited) == ("open", (2, 3), ())
    assert await matches.replay_match(db, match.id) == match
    with pytest.raises(errors.NotInvited):
        await matches.decline(db, opened.id, BOB)
    assert (await matches.join(db, opened.id, CAT)).players == (ANN, CAT, None)


async def test_seats_are_enough_for_the_invited(db: Database) -> None:
    """Without a number of seats there are as many as the game has for so many, or more."""
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
    """Nobody else would ever find it."""
    with pytest.raises(errors.PrivateAlone):
        await _open(db, seats=3, invited=[BOB], private=True)


async def test_changing_seats(db: Database) -> None:
    """Where seats are chosen, who took an open one may change; the invited stay where they are."""
    opened = await _open(db, seats=4, invited=[BOB], seating="chosen", host_seat=3)
    assert opened.kept == (BOB, None, None, None)
    assert (await matches.join(db, opened.id, CAT, seat=2)).players == (None, CAT, ANN, None)
    match = await matches.join(db, opened.id, CAT, seat=4)
    assert match.players == (None, None, ANN, CAT)
    assert (await matches.join(db, opened.id, ANN, seat=2)).players == (None, ANN, None, CAT)
    await matches.accept(db, opened.id, BOB)
    with pytest.raises(errors.AlreadyJoined):
        await matches.join(db, opened.id, BOB, seat=3)
    with pytest.raises(errors.SeatTaken):
        await matches.join(db, opened.id, CAT, seat=1)
    drawn = await _open(db, seats=3)
    with pytest.raises(errors.AlreadyJoined):
        await matches.join(db, drawn.id, ANN, seat=2)
    with pytest.raises(errors.AlreadyJoined):
        await matches.join(db, opened.id, ANN)


async def test_the_youngest_begins(db: Database) -> None:
    """A full table waits until somebody says that he is the youngest: he gets the first seat, and
    the others follow around the table.
    """
    opened = await _open(db, seats=3, seating="youngest")
    await matches.join(db, opened.id, BOB)
    with pytest.raises(errors.NotFull):
        await matches.begin_as_youngest(db, opened.id, BOB)
    full = await matches.join(db, opened.id, CAT)
    assert (full.status, full.full) == ("open", True)
    with pytest.raises(errors.NotSeated):
        await matches.begin_as_youngest(db, opened.id, DAN)
    with pytest.raises(errors.TableFull):
        await matches.join(db, opened.id, DAN)
    with pytest.raises(errors.YoungestFirst):
        await matches.start(db, opened.id, ANN)
    match = await matches.begin_as_youngest(db, opened.id, BOB, interaction=7)
    assert (match.status, match.players) == ("running", (BOB, CAT, ANN))
    assert match.player_to_move == BOB
    assert await matches.replay_match(db, match.id) == match
    again = await matches.begin_as_youngest(db, opened.id, BOB, interaction=7)
    assert (again.players, again.seq) == (match.players, match.seq)
    with pytest.raises(errors.NotOpen):
        await matches.begin_as_youngest(db, opened.id, CAT)


async def test_fewer_players_of_whom_the_youngest_begins(db: Database) -> None:
    """The host's start makes the table smaller, and full; who leaves it then opens his seat."""
    opened = await _open(db, seats=4, seating="youngest", options={"pact": "yes"})
    for player in (BOB, CAT):
        await matches.join(db, opened.id, player)
    await matches.leave(db, opened.id, BOB)
    match = await matches.start(db, opened.id, ANN)
    assert (match.status, match.players) == ("open", (ANN, CAT))
    assert "pact" not in match.setup.options
    assert await matches.replay_match(db, match.id) == match
    assert (await matches.leave(db, opened.id, CAT)).open_seats == (2,)
    await matches.join(db, opened.id, DAN)
    assert (await matches.begin_as_youngest(db, opened.id, DAN)).players == (DAN, ANN)


async def test_who_is_blocked_by_an_invited_player_can_not_join(db: Database) -> None:
    """Otherwise the invited could not come any more."""
    await matches.block(db, BOB, CAT)
    opened = await _open(db, seats=3, invited=[BOB])
    with pytest.raises(errors.NotTogether):
        await matches.join(db, opened.id, CAT)
    assert (await matches.accept(db, opened.id, BOB)).players == (ANN, BOB, None)
