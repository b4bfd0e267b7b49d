"""What directors of ladders do, and what is refused to others."""

from __future__ import annotations

from dataclasses import replace

import pytest

import matches
from competitions.ladders import challenges, direction
from competitions.ladders.creation import open_ladder
from competitions.ladders.held import Held
from competitions.ladders.upkeep import advance, take_due
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import LadderSettings
from matches.model.computer_players import of_level
from matches.model.ids import ChannelId, PlayerId
from storage.database import Database
from tests.competitions.ladders.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    Open,
    accepted,
    join,
    members,
    places,
    terms,
)
from tests.matches import toy


async def test_taking_somebody_off(db: Database, hold: Open) -> None:
    """With a reason; it works as if they had left."""
    held = await accepted(db, await hold(), DAN, CAT)
    (gone,) = members(held, CAT)
    with pytest.raises(CompetitionError, match="no-reason"):
        await direction.remove(db, held.id, HOST, gone, reason=" ")
    held = await direction.remove(db, held.id, HOST, gone, reason="They  cheat.")
    assert places(held) == [ANN, BOB, DAN]
    assert held.ladder.challenges == {}
    with pytest.raises(CompetitionError, match="unknown-entrant"):
        await direction.remove(db, held.id, HOST, gone, reason="Again.")


async def test_another_place(db: Database, hold: Open) -> None:
    """The others keep their order."""
    held = await hold()
    (moved,) = members(held, DAN)
    held = await direction.move(db, held.id, HOST, moved, 1, reason="A mistake.")
    assert places(held) == [DAN, ANN, BOB, CAT]
    with pytest.raises(CompetitionError, match="wrong-place"):
        await direction.move(db, held.id, HOST, moved, 5, reason="Another one.")


async def test_annulling(db: Database, hold: Open) -> None:
    """The match goes on as an ordinary one, and the two can meet again at once."""
    held = await accepted(db, await hold(), DAN, CAT)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    held = await direction.annul(db, held.id, HOST, 1, reason="A mistake.")
    assert (await matches.get(db, match_id)).official is False
    with pytest.raises(CompetitionError, match="unknown-challenge"):
        await direction.annul(db, held.id, HOST, 1, reason="Again.")
    held = await accepted(db, held, DAN, CAT)
    assert [*held.ladder.challenges] == [2]


async def test_closing(db: Database, hold: Open) -> None:
    """Nothing happens any more, and nothing is due."""
    held = await accepted(db, await hold(), DAN, CAT)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    held = await direction.close(db, held.id, HOST, reason="Summer.")
    assert (held.ladder.closed, held.ladder.reason, held.next_at) == (True, "Summer.", None)
    assert (await matches.get(db, match_id)).official is False
    await matches.resign(db, match_id, DAN)
    assert await take_due(db) == []
    assert (await advance(db, held.id)).seq == held.seq
    for late in (
        join(db, held.id, EVE),
        challenges.leave(db, held.id, ANN),
        direction.close(db, held.id, HOST, reason="Again."),
        direction.change(db, held.id, HOST, name="Other"),
    ):
        with pytest.raises(CompetitionError, match="closed"):
            await late


async def test_name_channel_and_director(db: Database, hold: Open) -> None:
    """These are stored beside the log."""
    held = await hold()
    held = await direction.change(db, held.id, HOST, name=" New  name ", channel=ChannelId(72))
    assert (held.terms.name, held.terms.channel) == ("New name", 72)
    assert (await direction.change(db, held.id, HOST)).terms == held.terms
    with pytest.raises(CompetitionError, match="no-person"):
        await direction.hand_over(db, held.id, HOST, of_level(1))
    held = await direction.hand_over(db, held.id, HOST, ANN)
    assert held.host == ANN


@pytest.mark.parametrize("act", ["remove", "move", "annul", "close", "change", "hand-over"])
async def test_only_the_director(db: Database, hold: Open, act: str) -> None:
    """And those who manage the server."""
    held = await accepted(db, await hold(), DAN, CAT)
    with pytest.raises(CompetitionError, match="not-director"):
        await _act(db, held, act, ANN, manager=False)
    await _act(db, held, act, ANN, manager=True)


async def _act(db: Database, held: Held, act: str, player: PlayerId, *, manager: bool) -> None:
    (one,) = members(held, BOB)
    if act == "remove":
        await direction.remove(db, held.id, player, one, reason="Rain.", manager=manager)
    elif act == "move":
        await direction.move(db, held.id, player, one, 1, reason="Rain.", manager=manager)
    elif act == "annul":
        await direction.annul(db, held.id, player, 1, reason="Rain.", manager=manager)
    elif act == "close":
        await direction.close(db, held.id, player, reason="Rain.", manager=manager)
    elif act == "change":
        await direction.change(db, held.id, player, name="Other", manager=manager)
    else:
        await direction.hand_over(db, held.id, player, ANN, manager=manager)


async def test_opening(db: Database, hold: Open) -> None:
    """Once for each interaction, and only for a number of seats that the game has."""
    one = await open_ladder(db, terms(), LadderSettings(), HOST, interaction=5)
    again = await open_ladder(db, terms(), LadderSettings(), HOST, interaction=5)
    assert one == again
    assert one.ladder.places == ()
    with pytest.raises(CompetitionError, match="wrong-name"):
        await open_ladder(db, terms(name=" "), LadderSettings(), HOST)
    other = replace(toy.GAME, info=replace(toy.GAME.info, seats=(2, 4)))
    with pytest.raises(CompetitionError, match="wrong-seats"):
        await open_ladder(db, terms(game=other), LadderSettings(seats=3), HOST)
