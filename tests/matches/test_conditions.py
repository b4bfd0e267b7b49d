"""Conditional turns: chosen, played, thrown away, and kept from everybody else."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import chain, product

import pytest

import games
import matches
from games.errors import MoveError
from matches import Played, privacy
from matches.course.conditions import BRANCHES, LONGEST, ROOM
from matches.model import errors
from matches.model.ids import MatchId, PlayerId
from matches.unit_of_work.cache import resize
from storage.database import Database
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, EVE, Start
from tests.matches.replayed import verified


def _texts(played: Played) -> list[tuple[int, str, str]]:
    return [(one.turn.seat, one.turn.text, one.turn.origin) for one in played.turns]


async def _choose(db: Database, match_id: MatchId, player: PlayerId, line: str) -> None:
    seq = (await matches.get(db, match_id)).seq
    await matches.choose_answer(db, match_id, player, line.split("; "), seq=seq)


async def test_played_only_after_the_turns_before(db: Database, start: Start) -> None:
    """An answer is played in the transaction of the turn that it answers, and of no other."""
    match = await start()
    await _choose(db, match.id, BOB, "jump Left; run .")
    await _choose(db, match.id, BOB, "step; block; pass; grab keep-a")
    played = await matches.play(db, match.id, ANN, "jump right")
    assert _texts(played) == [(1, "jump right", "played")]
    assert await matches.conditions(db, match.id, BOB) == ()
    await matches.play(db, match.id, BOB, "step")
    await _choose(db, match.id, BOB, "jump left; run .")
    played = await matches.play(db, match.id, ANN, "jump left")
    assert _texts(played) == [(1, "jump left", "played"), (2, "run end", "prepared")]
    assert {one.turn.batch for one in played.turns} == {played.turns[0].turn.seq}
    await verified(db, played.match)


async def test_a_whole_branch_is_played(db: Database, start: Start) -> None:
    """All answers of a branch are played, with passes in between, as long as the others keep to
    it.
    """
    match = await start()
    await _choose(db, match.id, BOB, "step; block; pass; step; jump left; grab keep-a")
    played = await matches.play(db, match.id, ANN, "step")
    assert _texts(played) == [
        (1, "step", "played"),
        (2, "block", "prepared"),
        (1, "pass", "automatic"),
        (2, "step", "prepared"),
    ]
    assert await matches.conditions(db, match.id, BOB) == (("jump left", "grab keep-a"),)
    resize(db, 0)
    played = await matches.play(db, match.id, ANN, "jump left")
    assert _texts(played)[1] == (2, "grab keep-a", "prepared")
    await verified(db, played.match)


async def test_in_ones_own_turn_the_first_one_is_not_played(db: Database, start: Start) -> None:
    """A branch that begins with the player's own turn waits until they have played it."""
    match = await start()
    await _choose(db, match.id, ANN, "step; jump left; run .")
    assert (await matches.get(db, match.id)).turn_count == 0
    await matches.prepare(db, match.id, BOB, "jump left")
    played = await matches.play(db, match.id, ANN, "step")
    assert [text for _, text, _ in _texts(played)] == ["step", "jump left", "run end"]


async def test_goes_before_prepared_turns(db: Database, start: Start) -> None:
    """What was chosen for this position is played first; what was prepared for any position
    waits.
    """
    match = await start()
    await matches.prepare(db, match.id, BOB, "block; step")
    await _choose(db, match.id, BOB, "jump left; grab keep-a")
    played = await matches.play(db, match.id, ANN, "jump left")
    assert _texts(played)[1] == (2, "grab keep-a", "prepared")
    assert await matches.prepared(db, match.id, BOB) == ("block", "step")
    played = await matches.play(db, match.id, ANN, "step")
    assert _texts(played)[1] == (2, "block", "prepared")


async def test_three_seats(db: Database, start: Start) -> None:
    """With three seats the turns of all others are the condition."""
    match = await start(ANN, BOB, CAT)
    await _choose(db, match.id, CAT, "step; run .; jump left")
    await _choose(db, match.id, CAT, "step; step; block")
    await _choose(db, match.id, BOB, "step; run .; jump left; step; grab keep-a")
    played = await matches.play(db, match.id, ANN, "step")
    assert _texts(played) == [
        (1, "step", "played"),
        (2, "run end", "prepared"),
        (3, "jump left", "prepared"),
    ]
    played = await matches.play(db, match.id, ANN, "step")
    assert _texts(played)[1] == (2, "grab keep-a", "prepared")
    await verified(db, played.match)


async def test_another_answer_takes_the_place(db: Database, start: Start) -> None:
    """There is one answer to a position. Those to other positions stay, and longer branches take
    the place of shorter ones.
    """
    match = await start()
    await _choose(db, match.id, BOB, "step; run .")
    await _choose(db, match.id, BOB, "jump left; run .")
    await _choose(db, match.id, BOB, "step; block")
    left = ("jump left", "run end")
    assert await matches.conditions(db, match.id, BOB) == (left, ("step", "block"))
    longer = ("step", "block", "pass", "step")
    await _choose(db, match.id, BOB, "; ".join(longer))
    assert await matches.conditions(db, match.id, BOB) == (left, longer)
    before = (await matches.get(db, match.id)).seq
    await _choose(db, match.id, BOB, "step; block")  # Chosen already.
    assert (await matches.get(db, match.id)).seq == before
    await matches.drop_conditions(db, match.id, BOB, left)
    assert await matches.conditions(db, match.id, BOB) == (longer,)
    with pytest.raises(errors.NoSuchCondition):
        await matches.drop_conditions(db, match.id, BOB, left)
    await matches.drop_conditions(db, match.id, BOB)
    with pytest.raises(errors.NoSuchCondition):
        await matches.drop_conditions(db, match.id, BOB)
    assert await matches.conditions(db, match.id, BOB) == ()


async def test_refusals(db: Database, start: Start) -> None:
    """What is no condition, can't be played, or was chosen for another position is refused."""
    match = await start()
    for line in ("step", "step; step; step", "step; step; block; pass; step"):
        with pytest.raises(errors.NoCondition):
            await _choose(db, match.id, BOB, line)
    for line in ("left; step", "jump; step", "step; nonsense"):
        with pytest.raises(MoveError):
            await _choose(db, match.id, BOB, line)
    with pytest.raises(errors.NotSeated):
        await _choose(db, match.id, EVE, "step; step")
    with pytest.raises(errors.NotSeated):
        await matches.conditions(db, match.id, EVE)
    seq = (await matches.get(db, match.id)).seq
    await matches.play(db, match.id, ANN, "step")
    with pytest.raises(errors.StaleMatch):
        await matches.choose_answer(db, match.id, BOB, ["step", "step"], seq=seq)
    assert (await matches.get(db, match.id)).conditions == {}


async def test_limits(db: Database, start: Start) -> None:
    """Branches are limited in their number, their length, and the room that they take."""
    match = await start(goal="1000")
    with pytest.raises(errors.BranchTooLong):
        await _choose(db, match.id, BOB, "; ".join(["step"] * (LONGEST + 1)))
    ways = product(("step", "jump left", "jump right", "run end"), repeat=4)
    lines = [(first, *chain(*((other, "step") for other in others))) for first, *others in ways]
    for line in lines[:BRANCHES]:
        await _choose(db, match.id, ANN, "; ".join(line))
    with pytest.raises(errors.TooManyConditions):
        await _choose(db, match.id, ANN, "; ".join(lines[BRANCHES]))
    await matches.drop_conditions(db, match.id, ANN)
    room = ROOM + 1  # Between branches is a line's end.
    for length in range(80, 120):
        turn = f"{'run ' * length}end"
        room -= len(f"{turn}; {turn}") + 1
        with nullcontext() if room >= 0 else pytest.raises(errors.TooManyConditions):
            await _choose(db, match.id, BOB, f"{turn}; {turn}")
        if room < 0:
            break
    assert room < 0


async def test_what_ends_them(db: Database, start: Start) -> None:
    """A withdrawal and turns that are taken back end all; a handover ends those of the seat. An
    adjournment leaves them.
    """
    match = await start(ANN, BOB, CAT)
    for player, line in ((BOB, "step; run ."), (CAT, "step; step; step")):
        await _choose(db, match.id, player, line)
    await matches.offer_seat(db, match.id, BOB, to=EVE)
    await matches.take_over(db, match.id, EVE, 2)
    now = await matches.get(db, match.id)
    assert [*now.conditions] == [3]
    for player in (ANN, EVE, CAT):
        await matches.ask_to_adjourn(db, match.id, player)
    assert await matches.conditions(db, match.id, CAT) == (("step", "step", "step"),)
    now = (await matches.resume(db, match.id, ANN)).match
    assert [*now.conditions] == [3]
    played = await matches.resign(db, match.id, EVE)
    assert played.match.conditions == {}
    await matches.play(db, match.id, ANN, "step")
    await _choose(db, match.id, ANN, "step; step")
    request = (await matches.ask_to_take_back(db, match.id, ANN)).match.request
    assert request is not None
    now = (await matches.grant(db, match.id, CAT, request=request.seq)).match
    assert now.conditions == {}
    await verified(db, now)


async def test_changed_rules_throw_them_away(
    db: Database, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that the present rules forbid is not played, and the match goes on."""
    match = await start()
    await _choose(db, match.id, BOB, "step; jump left")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    resize(db, 16)
    played = await matches.play(db, match.id, ANN, "step")
    assert _texts(played) == [(1, "step", "played")]
    assert (played.match.conditions, played.match.player_to_move) == ({}, BOB)


async def test_the_same_interaction_twice(db: Database, start: Start) -> None:
    """A repeat changes nothing, and tells the same."""
    match = await start()
    await _choose(db, match.id, BOB, "step; run .")
    first = await matches.play(db, match.id, ANN, "step", interaction=77)
    again = await matches.play(db, match.id, ANN, "step", interaction=77)
    assert (again.repeated, _texts(again)) == (True, _texts(first))
    assert again.match == first.match


async def test_nobody_else_gets_them(db: Database, start: Start) -> None:
    """They are exported to their owner alone, and the record has only what was played."""
    match = await start()
    await _choose(db, match.id, BOB, "step; run .")
    for player, expected in ((BOB, ["step; run end"]), (ANN, [])):
        tables = (await privacy.stored(db, player))["tables"]
        assert [row["text"] for row in tables["entry"] if row["kind"] == "condition"] == expected
    now = (await matches.play(db, match.id, ANN, "step")).match
    assert now.record == ["step", "run", "end"]
