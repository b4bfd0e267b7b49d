"""The lobby: opening, joining, leaving, starting, and every refusal."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

import matches
from games.errors import OptionError
from matches import Limits, Match, Place
from matches.lobby.cooldowns import Rate, Rates
from matches.model import errors
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, MatchId, MessageId
from matches.unit_of_work.cache import resize
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE, Clock, Start
from tests.support.replay import replay_match

GENEROUS = Limits(rates=Rates(host=Rate(100, timedelta(hours=1))))


async def _open(db: Database, seats: int | None = 2, **more: object) -> Match:
    given = {"game": "toy", "host": ANN, "place": HERE, "seats": seats, "rng": Random(1)} | more
    return await matches.open_table(db, **given)  # type: ignore[arg-type]


async def test_open_table_waits_with_its_host_seated(db: Database, clock: Clock) -> None:
    """A new table is open, has a complete setup and its place, and the host has a seat."""
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


async def test_what_was_chosen_for_a_table_is_read_again(db: Database, start: Start) -> None:
    """Whatever its host may choose stands in its rows, too."""
    before = await start()
    await matches.resign(db, before.id, ANN)
    chosen = await _open(
        db,
        invited=[BOB],
        seating="chosen",
        host_seat=2,
        rated=False,
        clock=TimeControl.read("3d"),
        at_end="claim",
        private=True,
        reliability=90,
        with_return=True,
        rematch_of=before.id,
    )
    resize(db, 0)
    assert await matches.get(db, chosen.id) == chosen


async def test_open_table_defaults_to_the_fewest_seats(db: Database) -> None:
    """Without a number of seats the table has the fewest that the game allows."""
    match = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    assert match.setup.seats == 2


async def test_setup_errors_pass_through(db: Database) -> None:
    """The game's own check refuses wrong seats and options, and nothing is stored."""
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
    """With random seating every order occurs. With chosen seating players keep the seats they
    took.
    """
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
    """A taken or non-existent seat cannot be chosen."""
    with pytest.raises(errors.SeatTaken):
        await _open(db, host_seat=3)
    opened = await _open(db, seats=3)
    for seat in (1, 4):
        with pytest.raises(errors.SeatTaken):
            await matches.join(db, opened.id, BOB, seat=seat)


async def test_nobody_sits_twice(db: Database) -> None:
    """A player has at most one seat, so that nobody plays against themselves."""
    opened = await _open(db)
    with pytest.raises(errors.AlreadyJoined):
        await matches.join(db, opened.id, ANN)


async def test_running_match_is_not_open(db: Database) -> None:
    """After the start every lobby use case is refused."""
    opened = await _open(db)
    await matches.join(db, opened.id, BOB)
    with pytest.raises(errors.TableFull):
        await matches.join(db, opened.id, CAT)
    with pytest.raises(errors.AlreadyJoined):
        await matches.join(db, opened.id, BOB)
    for attempt in (
        matches.leave(db, opened.id, BOB),
        matches.start(db, opened.id, ANN),
        matches.decline(db, opened.id, BOB),
    ):
        with pytest.raises(errors.NotOpen) as refused:
            await attempt
        assert refused.value.refusal.fields == {"match": opened.id}


async def test_leaving_frees_the_seat(db: Database) -> None:
    """A player who leaves an open table frees the seat for the next."""
    opened = await _open(db, seats=3)
    await matches.join(db, opened.id, BOB)
    match = await matches.leave(db, opened.id, BOB)
    assert match.players == (ANN, None, None)
    with pytest.raises(errors.NotSeated):
        await matches.leave(db, opened.id, BOB)
    assert (await matches.join(db, opened.id, CAT)).players == (ANN, CAT, None)


async def test_host_closes_the_table(db: Database, clock: Clock) -> None:
    """The table closes if the host leaves it."""
    opened = await _open(db)
    match = await matches.leave(db, opened.id, ANN)
    assert match.status == "closed"
    assert match.ending == matches.Ending("closed", (), ANN)
    assert match.finished_at == clock()
    assert await replay_match(db, match.id) == match
    with pytest.raises(errors.NotOpen):
        await matches.join(db, opened.id, BOB)


async def test_early_start_makes_the_setup_smaller(db: Database) -> None:
    """The host may start with fewer players. Options that no longer exist are dropped, the others
    stay.
    """
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
    assert await replay_match(db, match.id) == match


async def test_early_start_keeps_options_that_fit(db: Database) -> None:
    """With three of four players an option for three and four seats is kept."""
    opened = await _open(db, seats=4, options={"pact": "yes"})
    await matches.join(db, opened.id, BOB)
    await matches.join(db, opened.id, CAT)
    match = await matches.start(db, opened.id, ANN)
    assert match.setup.options["pact"] == "yes"


async def test_thread_and_message_are_noted(db: Database) -> None:
    """Where a match is shown can be recorded later, even while it runs, and the log is
    unaffected.
    """
    opened = await _open(db)
    match = await matches.move_to(db, opened.id, thread=ChannelId(9001), message=MessageId(5))
    assert match.place == Place(HERE.guild, HERE.channel, ChannelId(9001))
    match = await matches.move_to(db, opened.id, message=MessageId(6))
    assert (match.place.thread, match.message) == (9001, 6)
    assert await matches.move_to(db, opened.id) == match
    assert await replay_match(db, match.id) == match


async def test_redelivered_interactions_open_and_join_once(db: Database) -> None:
    """A repeated interaction returns the same table and takes no second seat."""
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
    """Whatever is typed as an id is refused without a crash."""
    with pytest.raises(errors.UnknownMatch):
        await matches.get(db, wrong)
    with pytest.raises(errors.UnknownMatch):
        await matches.join(db, wrong, BOB)


async def test_ids_are_read_forgivingly(db: Database) -> None:
    """Case, a number sign and letters that look like digits don't matter."""
    opened = await _open(db)
    typed = MatchId(f" #{opened.id.lower().replace('0', 'o').replace('1', 'l')} ")
    assert (await matches.get(db, typed)).id == opened.id


async def test_changing_seats(db: Database) -> None:
    """A player in an open seat may change it where seats are chosen; invited players stay."""
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
    """A full table waits until somebody claims to be the youngest. They get the first seat, and the
    others follow around the table.
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
    assert await replay_match(db, match.id) == match
    again = await matches.begin_as_youngest(db, opened.id, BOB, interaction=7)
    assert (again.players, again.seq) == (match.players, match.seq)
    with pytest.raises(errors.NotOpen):
        await matches.begin_as_youngest(db, opened.id, CAT)


async def test_fewer_players_of_whom_the_youngest_begins(db: Database) -> None:
    """An early start makes the table smaller and full. A player who then leaves opens their
    seat.
    """
    opened = await _open(db, seats=4, seating="youngest", options={"pact": "yes"})
    for player in (BOB, CAT):
        await matches.join(db, opened.id, player)
    await matches.leave(db, opened.id, BOB)
    match = await matches.start(db, opened.id, ANN)
    assert (match.status, match.players) == ("open", (ANN, CAT))
    assert "pact" not in match.setup.options
    assert await replay_match(db, match.id) == match
    assert (await matches.leave(db, opened.id, CAT)).open_seats == (2,)
    await matches.join(db, opened.id, DAN)
    assert (await matches.begin_as_youngest(db, opened.id, DAN)).players == (DAN, ANN)
