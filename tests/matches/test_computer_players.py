"""Computer players in matches: taking seats, being called, replacing others, ratings."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import matches
from matches import LIMITS, Match
from matches.effects.calls import Call, calls
from matches.model.clock import Clock as TimeControl
from matches.model.computer_players import (
    EVERYBODY,
    LEVELS,
    is_computer_player,
    level_of,
    name_of,
    of_level,
)
from matches.model.errors import (
    NotAgainstYou,
    NotHost,
    NotOpen,
    TableFull,
    TooManyComputerMatches,
    UnknownLevel,
)
from matches.model.ids import PlayerId
from matches.model.ratings import Pool, pool_of
from matches.outbox import queue
from matches.outbox.queue import Notice
from matches.ratings.recompute import recompute
from matches.ratings.standings import leaderboard, profile
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock, Play, official, same_everywhere
from tests.support.replay import replay_match

KUNO = of_level(2)


async def _alone(db: Database, seats: int = 2, level: int = 2, **more: object) -> Match:
    """Ann in the first seat, computer players in the others."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=seats, seating="chosen", **more  # type: ignore[arg-type]
    )  # fmt: skip
    return await matches.fill(db, table.id, ANN, level)


async def _calls(db: Database) -> list[tuple[str, int | None]]:
    return [(one.match_id, one.seat) for one in await _taken(db)]


async def _taken(db: Database) -> list[Notice]:
    """All calls that wait, taken."""
    return await queue.take_calls(db, [one.key for one in await queue.waiting_calls(db, 20)])


def test_who_they_are() -> None:
    """Each has its own name and a level. None can be confused with a person or with an empty
    seat.
    """
    names = {name_of(PlayerId(player)) for player in EVERYBODY}
    assert len(names) == len(EVERYBODY)
    assert {level_of(PlayerId(player)) for player in EVERYBODY} == {*LEVELS}
    assert not any(map(is_computer_player, (None, PlayerId(0), ANN, PlayerId(1 << 22))))
    taken = [of_level(3), of_level(3, [of_level(3)])]
    assert len({*taken, of_level(3, taken)}) == 3
    for level in (0, 7, -1):
        with pytest.raises(UnknownLevel):
            of_level(level)


async def test_filling_a_table(db: Database) -> None:
    """The host alone can fill up a table, once. Then the match begins."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, seats=3)
    await matches.join(db, table.id, BOB)
    with pytest.raises(NotHost):
        await matches.fill(db, table.id, BOB, 1)
    with pytest.raises(UnknownLevel):
        await matches.fill(db, table.id, ANN, 9)
    match = await matches.fill(db, table.id, ANN, 1)
    assert match.status == "running"
    assert sum(map(is_computer_player, match.players)) == 1
    await same_everywhere(db, match)
    with pytest.raises(NotOpen):
        await matches.fill(db, table.id, ANN, 1)
    challenge = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
    with pytest.raises(TableFull):
        await matches.fill(db, challenge.id, ANN, 1)


async def test_not_too_many(db: Database) -> None:
    """A person has a limited number of matches with computer players."""
    limits = replace(LIMITS, with_computer=2)
    for _ in range(2):
        await _alone(db)
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    with pytest.raises(TooManyComputerMatches):
        await matches.fill(db, table.id, ANN, 1, limits=limits)


async def test_called_to_move(db: Database, turns: Play, clock: Clock) -> None:
    """The preceding turn calls a computer player once. The outbox sender does not handle the call.
    It is repeated if nobody answers it, and void once the turn is played.
    """
    match = await _alone(db)
    assert await _calls(db) == []
    match = (await turns(match, "step")).match
    assert calls(match) == {Call("move", 2, match.base)}
    (notice,) = await _taken(db)
    assert (notice.match_id, notice.seat, notice.base) == (match.id, 2, match.base)
    assert await _calls(db) == []
    assert all(one.kind != "robot" for one in await queue.due(db))
    clock.turn(seconds=30)
    assert await _calls(db) == [(match.id, 2)]
    played = await matches.extend_draft(
        db, match.id, KUNO, "step", seq=notice.base, length=0, commit=True
    )
    assert calls(played.match) == frozenset()
    await queue.done(db, notice.key)
    clock.turn(seconds=30)
    assert await _calls(db) == []


async def test_one_after_the_other(db: Database, turns: Play) -> None:
    """Two of the same level in one match are different players, called in turn."""
    match = await _alone(db, 3, 4)
    assert match.players[1] != match.players[2]
    match = (await turns(match, "step")).match
    assert await _calls(db) == [(match.id, 2)]
    match = (await turns(match, "step")).match
    assert await _calls(db) == [(match.id, 3)]
    assert (await turns(match, "step")).match.player_to_move == ANN


async def test_live_matches_go_first(db: Database, turns: Play, clock: Clock) -> None:
    """A call of a live match comes first, however many others wait."""
    slow = [(await turns(await _alone(db), "step")).match.id for _ in range(3)]
    clock.turn(minutes=1)
    live = (await turns(await _alone(db, clock=TimeControl.read("5m+5s")), "step")).match
    waiting = await queue.waiting_calls(db, 20)
    assert [one.urgent for one in waiting] == [True, *[False] * 3]
    assert [one.match_id for one in await _taken(db)] == [live.id, *slow]


async def test_whom_calls_are_for(db: Database, turns: Play) -> None:
    """For the people in the match; for its host if only computer players are in it."""
    await turns(await _alone(db), "step")
    shared = await matches.open_table(
        db, game="toy", host=BOB, place=HERE, seats=3, seating="chosen"
    )
    shared = await matches.fill(db, (await matches.join(db, shared.id, CAT)).id, BOB, 2)
    await turns(shared, "step", "step")
    assert [one.people for one in await queue.waiting_calls(db, 20)] == [(ANN,), (BOB, CAT)]


async def test_calls_pile_up(db: Database, turns: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those count that nobody has taken."""
    monkeypatch.setattr(queue, "MOST_CALLS", 2)
    await turns(await _alone(db), "step")
    assert not await queue.are_calls_piling_up(db)
    await turns(await _alone(db), "step")
    assert await queue.are_calls_piling_up(db)
    await queue.take_calls(db, [(await queue.waiting_calls(db, 1))[0].key])
    assert not await queue.are_calls_piling_up(db)


async def test_whom_matches_without_people_keep_waiting(
    db: Database, turns: Play, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody: their calls come last, are never urgent, and don't count where people want to play
    computer players.
    """
    monkeypatch.setattr(queue, "MOST_CALLS", 1)
    for time in ("5m+5s", "3d"):
        await official(db, KUNO, of_level(3), clock=time)
    assert not await queue.are_calls_piling_up(db)
    clock.turn(minutes=1)
    await turns(await _alone(db), "step")
    waiting = await queue.waiting_calls(db, 20)
    assert [one.alone for one in waiting] == [False, True, True]
    assert not any(one.urgent for one in waiting)
    assert await queue.waiting_calls(db, 1) == waiting[:1]
    assert await queue.are_calls_piling_up(db)


async def test_a_call_is_taken_once(db: Database, turns: Play) -> None:
    """Whoever is late gets those that are left."""
    for _ in range(3):
        await turns(await _alone(db), "step")
    keys = [one.key for one in await queue.waiting_calls(db, 20)]
    taken = await queue.take_calls(db, keys[:2])
    assert [one.key for one in taken] == keys[:2]
    assert [one.key for one in await queue.take_calls(db, keys)] == keys[2:]
    assert await queue.waiting_calls(db, 20) == []


async def test_called_to_answer(db: Database, turns: Play) -> None:
    """Offers call those who have not answered. Requests need no call: computer players agree at
    once, and in their match with one person alone a request is carried out at once.
    """
    match = (await turns(await _alone(db, 3), "step", "step", "step")).match
    assert await matches.matches_of(db, ANN)
    offered = await matches.offer_draw(db, match.id, ANN)
    assert {one.kind for one in calls(offered)} == {"draw"}
    assert {one.seat for one in calls(offered)} == {2, 3}
    assert len([one for one in await _calls(db) if one[0] == match.id]) >= 2
    await matches.decline_draw(db, match.id, PlayerId(offered.players[1] or 0))
    asked = (await matches.ask_to_take_back(db, match.id, ANN)).match
    assert asked.request is None
    assert asked.taken_back
    assert calls(asked) == frozenset()
    adjourned = (await matches.ask_to_adjourn(db, match.id, ANN)).match
    assert adjourned.status == "adjourned"
    assert calls(adjourned) == frozenset()


async def test_people_are_asked_beside_them(db: Database) -> None:
    """A request waits for the people of a match; its computer players have agreed."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=3, invited=[BOB], seating="chosen"
    )
    await matches.accept(db, table.id, BOB)
    match = await matches.fill(db, table.id, ANN, level=2)
    asked = (await matches.ask_to_adjourn(db, match.id, ANN)).match
    assert asked.request is not None
    assert asked.request.agreed == (1, 3)
    agreed = await matches.grant(db, match.id, BOB, request=asked.request.seq)
    assert agreed.match.status == "adjourned"


async def test_what_they_say_of_draws_is_owed(db: Database, turns: Play, clock: Clock) -> None:
    """Answers of computer players to draw offers are announced. People's are in the answer to their
    command.
    """
    match = (await turns(await _alone(db), "step", "step")).match
    await matches.offer_draw(db, match.id, ANN)
    await matches.decline_draw(db, match.id, KUNO)
    offered = await matches.offer_draw(db, match.id, KUNO)
    await matches.decline_draw(db, match.id, ANN)
    clock.turn(seconds=1)
    said = [(one.kind, one.seat, one.base) for one in await queue.due(db)]
    assert said == [("refuse", 2, offered.seq - 1), ("offer", 2, offered.seq)]


async def test_they_never_lose_on_time(db: Database, turns: Play, time: Clock) -> None:
    """A computer player's clock runs, but nobody can claim its end, and it never times out."""
    for at_end in ("automatic", "claim"):
        match = await _alone(db, clock=TimeControl.read("5m+5s"), at_end=at_end)
        match = (await turns(match, "step")).match
        time.turn(hours=3)
        assert await matches.expire(db, match.id) is None
        with pytest.raises(NotAgainstYou):
            await matches.claim(db, match.id, ANN)
        played = await matches.extend_draft(
            db, match.id, KUNO, "step", seq=match.seq, length=0, commit=True
        )
        assert played.match.to_move == 1
        assert played.match.left[1] == timedelta(seconds=5)


async def test_rated_in_a_pool_of_their_own(db: Database, turns: Play) -> None:
    """Such a match is rated for the person and the computer player, but in a separate pool.
    Recomputing all ratings changes nothing.
    """
    match = await _alone(db)
    pool = Pool("toy", 2, with_computer=True)
    assert pool_of(match) == pool == Pool.read(str(pool))
    over = (await turns(match, *["step"] * 23)).match
    assert over.status == "finished"
    found = await profile(db, ANN)
    assert [record.pool for record in found.records] == [pool]
    board = await leaderboard(db, pool, ANN)
    assert {one.player for one in board.page} == {ANN, KUNO}
    assert not (await leaderboard(db, Pool("toy", 2), ANN)).page
    assert (await recompute(db)).changed == 0


async def test_a_rematch(db: Database) -> None:
    """Computer players accept a rematch at once, each in the seat of the next."""
    match = await _alone(db)
    await matches.resign(db, match.id, ANN)
    again = await matches.rematch(db, match.id, ANN)
    assert again.status == "running"
    assert again.players == (KUNO, ANN)
    await same_everywhere(db, again)


async def test_standing_in(db: Database, turns: Play) -> None:
    """Where agreed, a computer player replaces a player who withdraws, in the same position, and is
    called. The match is unrated and replays; prepared turns of that seat are gone.
    """
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=3, seating="chosen", stand_in=5
    )  # fmt: skip
    assert table.stand_in == 5
    assert not table.rated
    await matches.join(db, table.id, BOB)
    match = await matches.join(db, table.id, CAT)
    match = (await turns(match, "step")).match
    await matches.prepare(db, match.id, BOB, "jump left; step")
    position = (await matches.get(db, match.id)).position
    after = (await matches.resign(db, match.id, CAT)).match
    assert is_computer_player(after.players[2])
    assert level_of(PlayerId(after.players[2] or 0)) == 5
    assert (after.stand_in, after.position.withdrawn) == (5, ())
    assert after.position == position
    await same_everywhere(db, after)
    assert await matches.matches_of(db, CAT) == []
    other = (await matches.resign(db, match.id, BOB)).match
    assert len({*other.players}) == 3
    await same_everywhere(db, other)
    over = (await matches.resign(db, match.id, ANN)).match
    assert over.status == "finished"
    assert over.players[0] == ANN
    assert over.ending is not None
    assert over.ending.ranks == (2, 1, 1)
    assert await replay_match(db, over.id) == over


async def test_a_table_for_two_has_no_stand_in(db: Database) -> None:
    """So nothing speaks against its being rated."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, stand_in=3)
    assert (table.setup.seats, table.stand_in, table.rated) == (2, None, True)


async def test_nobody_stands_in_for_one_of_two(db: Database) -> None:
    """If the match begins with two although its table was for more, the other one has won."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=3, seating="chosen", stand_in=3
    )
    await matches.join(db, table.id, BOB)
    match = await matches.start(db, table.id, ANN)
    assert (match.setup.seats, match.status) == (2, "running")
    over = (await matches.resign(db, match.id, BOB)).match
    assert over.ending is not None
    assert (over.ending.reason, over.ending.ranks) == ("resignation", (1, 2))
    assert over.players == (ANN, BOB)
    assert await replay_match(db, over.id) == over


async def test_computer_players_left_alone_agree_on_a_draw(db: Database) -> None:
    """When the last person withdraws, the computer players agree on a draw."""
    match = await _alone(db, 3)
    over = (await matches.resign(db, match.id, ANN)).match
    assert over.status == "finished"
    assert over.ending is not None
    assert over.ending.ranks == (2, 1, 1)


async def test_invited_at_the_opening(db: Database) -> None:
    """A table can be opened with computer players in any seats but the host's, even in private. It
    begins once all seats are taken. People can be invited, too.
    """
    for private in (False, True):
        table = await matches.open_table(
            db, game="toy", host=ANN, place=HERE, seats=3, computer_level=6, private=private
        )
        match = await matches.seat_invited(db, table)
        assert match.status == "running"
        assert sum(map(is_computer_player, match.players)) == 2
        await same_everywhere(db, match)
    mixed = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=3, computer_level=6, invited=[BOB]
    )
    waiting = await matches.seat_invited(db, mixed)
    assert waiting.status == "open"
    assert (await matches.accept(db, mixed.id, BOB)).status == "running"
    limits = replace(LIMITS, with_computer=3)
    with pytest.raises(TooManyComputerMatches):
        await matches.open_table(
            db, game="toy", host=ANN, place=HERE, computer_level=1, limits=limits
        )
