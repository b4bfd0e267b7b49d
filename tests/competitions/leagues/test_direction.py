"""Directing leagues: what directors can do, and others can't."""

from __future__ import annotations

from functools import partial

import pytest

import matches
from competitions.leagues import acts, direction, upkeep
from competitions.leagues.held import Held
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.tournaments import direction as tournaments
from competitions.tournaments.rulings import correct
from matches.model.computer_players import of_level, several
from matches.model.ids import ChannelId
from storage.database import Database
from tests.competitions.leagues.conftest import (
    ANN,
    BOB,
    EVE,
    FAY,
    HOST,
    PLAYERS,
    Open,
    divisions,
    join,
    play_season,
    players,
)
from tests.matches.conftest import Clock


async def test_computer_players(db: Database, hold: Open, clock: Clock) -> None:
    """The director signs them up, and they play like everybody else."""
    held = await hold(count=4, begun=False)
    computer, other = several(1, 2)
    with pytest.raises(CompetitionError, match="no-person"):
        await direction.enter(db, held.id, HOST, FAY)
    with pytest.raises(CompetitionError, match="no-person"):
        await join(db, held.id, computer)
    with pytest.raises(CompetitionError, match="signed-up"):
        await direction.enter(db, held.id, HOST, other, other)
    held = await direction.enter(db, held.id, HOST, computer, other)
    clock.turn(days=7)
    held = await upkeep.advance(db, held.id)
    assert {computer, other} < {*players(held)[1]}


async def test_dismissing(db: Database, hold: Open) -> None:
    """With a reason."""
    held = await hold(begun=False)
    with pytest.raises(CompetitionError, match="no-reason"):
        await direction.dismiss(db, held.id, HOST, MemberId(1), reason="")
    held = await direction.dismiss(db, held.id, HOST, MemberId(1), reason="They cheat.")
    assert not held.is_signed(ANN)
    with pytest.raises(CompetitionError, match="not-listed") as caught:
        await direction.dismiss(db, held.id, HOST, MemberId(1), reason="Again.")
    assert caught.value.fields["player"] == ANN


async def test_ending_after_the_season(db: Database, hold: Open, clock: Clock) -> None:
    """Nobody can sign up any more; the league is over when the season is."""
    held = await hold()
    held = await direction.end(db, held.id, HOST, reason="Summer.")
    assert held.league.ends
    with pytest.raises(CompetitionError, match="last-season"):
        await join(db, held.id, PLAYERS[7])
    held = await play_season(db, held)
    assert (held.league.status, held.league.reason) == ("over", "Summer.")
    clock.turn(days=100)
    assert await upkeep.take_due(db) == []
    with pytest.raises(CompetitionError, match="league-over"):
        await direction.change(db, held.id, HOST, name="Other")


async def test_ending_between_two_seasons(db: Database, hold: Open) -> None:
    """The league is over at once."""
    held = await hold(begun=False)
    held = await direction.end(db, held.id, HOST, reason="Rain.")
    assert held.league.status == "over"
    assert (await upkeep.advance(db, held.id)).next_at is None


async def test_cancelling(db: Database, hold: Open) -> None:
    """The next upkeep cancels its divisions, and matches go on as ordinary ones."""
    held = await hold()
    one, _ = await divisions(db, held)
    held = await direction.cancel(db, held.id, HOST, reason="Rain.")
    assert held.league.status == "over"
    assert await upkeep.take_due(db) == [held.id]
    held = await upkeep.advance(db, held.id)
    assert held.next_at is None
    assert {one.competition.status for one in await divisions(db, held)} == {"cancelled"}
    assert (await matches.get(db, one.matches[1, 1, 0])).official is False
    again = await tournaments.call_off(db, one.id, "league-over")
    assert again.seq == (await divisions(db, held))[0].seq


async def test_name_channel_and_director(db: Database, hold: Open) -> None:
    """Channel and director change in its divisions, too."""
    held = await hold()
    held = await direction.change(db, held.id, HOST, name=" New  name ", channel=ChannelId(72))
    assert (held.terms.name, held.terms.channel) == ("New name", 72)
    assert (await direction.change(db, held.id, HOST)).terms == held.terms
    held = await direction.hand_over(db, held.id, HOST, ANN)
    with pytest.raises(CompetitionError, match="no-person"):
        await direction.hand_over(db, held.id, ANN, of_level(1))
    for one in await divisions(db, held):
        assert (one.terms.channel, one.host) == (72, ANN)


async def test_a_new_director_between_two_seasons(db: Database, hold: Open) -> None:
    """They can correct the results of the last season, and the former director can't."""
    held = await play_season(db, await hold())
    assert held.league.status == "open"
    held = await direction.change(db, held.id, HOST, channel=ChannelId(72))
    await direction.hand_over(db, held.id, HOST, ANN)
    one, *_ = await divisions(db, held)
    assert (one.terms.channel, one.host) == (72, ANN)
    drawn = dict.fromkeys(one.competition.rounds[0][0].seats, 1)
    wrong = partial(correct, game=(1, 1, 0), ranks=drawn, seen=one.seq, reason="A mistake.")
    with pytest.raises(CompetitionError, match="not-director"):
        await wrong(db, one.id, HOST)
    one = await wrong(db, one.id, ANN)
    assert one.competition.outcomes[1, 1, 0].ranks == (1, 1)


@pytest.mark.parametrize("act", ["enter", "dismiss", "end", "cancel", "change", "hand-over"])
async def test_only_the_director(db: Database, hold: Open, act: str) -> None:
    """And those who manage the server."""
    held = await hold()
    with pytest.raises(CompetitionError, match="not-director"):
        await _act(db, held, act, manager=False)
    await _act(db, held, act, manager=True)


async def _act(db: Database, held: Held, act: str, *, manager: bool) -> None:
    if act == "enter":
        await direction.enter(db, held.id, ANN, of_level(2), manager=manager)
    elif act == "dismiss":
        await direction.dismiss(db, held.id, ANN, MemberId(2), reason="Rain.", manager=manager)
    elif act == "end":
        await direction.end(db, held.id, ANN, reason="Rain.", manager=manager)
    elif act == "cancel":
        await direction.cancel(db, held.id, ANN, reason="Rain.", manager=manager)
    elif act == "change":
        await direction.change(db, held.id, ANN, name="Other", manager=manager)
    else:
        await direction.hand_over(db, held.id, ANN, BOB, manager=manager)


async def test_what_is_offered(db: Database, hold: Open) -> None:
    """Only what would not be refused."""
    held = await hold(begun=False, count=0)
    assert acts.possible(held, ANN) == ("join",)
    assert acts.possible(held, HOST) == ("join", "enter", "end", "cancel", "change", "hand-over")
    held = await join(db, held.id, ANN)
    assert acts.possible(held, ANN, manager=True)[:3] == ("leave", "enter", "dismiss")
    held = await join(db, held.id, BOB)
    assert acts.possible(held, HOST)[:3] == ("join", "begin", "enter")
    held = await direction.end(db, (await hold()).id, HOST, reason="Rain.")
    assert acts.possible(held, EVE) == ()
    assert acts.possible(held, HOST) == ("cancel", "change", "hand-over")
    held = await direction.cancel(db, held.id, HOST, reason="Rain.")
    assert acts.possible(held, ANN) == ()
    assert acts.possible(held, HOST) == ("hand-over",)
