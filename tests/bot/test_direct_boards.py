"""Boards of a private match reach each player in their direct messages: exactly one for each turn,
whatever goes wrong on the way, and at no expense of Discord's budget while people play live.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import FOLLOW_UPS, Game, named
from tests.support.public_answers import (
    all_shown,
    due,
    forget_requests,
    is_answer,
    killed,
    owed,
    spent,
)
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

Sides = tuple[Game, Game]
"""A private match, as each of its players has it in their direct messages."""


@pytest.fixture
async def sides(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> AsyncIterator[Sides]:
    """Ben and David, each of whom has had a turn."""
    match = named(await ben.command("play attangle", general, opponent=david, private=True, seat=1))
    challenge = await (await david.dm()).last(david)
    await challenge.click("Accept", by=david)
    white, black = (
        Game(await ben.dm(), match, [ben, david]),
        Game(await david.dm(), match, [ben, david]),
    )
    for side, turn in ((white, "c3"), (black, "c5")):
        await side.move(1 if side is white else 2, turn)
        await all_shown(stack, pg, match)
    await forget_requests(pg)
    yield white, black
    await pg.clear_faults()


async def _telling(side: Game, text: str) -> list[Message]:
    return [one for one in await side.boards() if text in one.content]


async def _has(side: Game, text: str) -> bool:
    return bool(await _telling(side, text))


async def test_live_play_costs_nothing(
    stack: Stack, pg: Playground, sides: Sides, ben: User, david: User
) -> None:
    """From then on, each board follows what its player has done in their direct messages with the
    bot before. The player to move is called as before.
    """
    white, black = sides
    await white.move(1, "d3")
    await all_shown(stack, pg, white.id)
    await black.move(2, "e3")
    await all_shown(stack, pg, white.id)
    assert await spent(pg) == []
    for side, user, turn in ((black, david, "3. `d3`"), (white, ben, "4. `e3`")):
        (board,) = await _telling(side, turn)
        assert is_answer(board)
        assert board.notified == [user.name]
    for side in sides:
        boards = await side.boards()
        assert len(boards) == 5
        assert all(map(is_answer, boards[3:]))


@pytest.mark.parametrize("quiet", [False, True])
async def test_who_is_told_by_the_board_is_not_told_again(
    stack: Stack, pg: Playground, sides: Sides, david: User, quiet: bool
) -> None:
    """A player who wants direct messages about their turns has one with the board already. After
    quiet hours there is another, since nobody has looked at that.
    """
    white, black = sides
    hour = datetime.now(UTC).hour
    hours = f"{hour}-{(hour + 2) % 24}" if quiet else "off"
    await david.command("settings", black.channel, notices="direct", quiet=hours, zone="UTC")
    await white.move(1, "d3")
    await pg.wait_for(lambda: owed(stack, white.id) == quiet)
    assert len(await _telling(black, "3. `d3`")) == 1
    await david.command("settings", black.channel, quiet="off")
    due(stack)
    await all_shown(stack, pg, white.id)


async def test_from_a_channel_boards_are_messages(
    stack: Stack, pg: Playground, general: Channel, sides: Sides, ben: User
) -> None:
    """What a player does in a channel is not followed by what only they may see."""
    white, black = sides
    before = {one.id for one in await general.messages()}
    await ben.command("move", general, turn="d3", match=white.id)
    await all_shown(stack, pg, white.id)
    await black.move(2, "e3")
    await all_shown(stack, pg, white.id)
    assert len(await white.boards()) == len(await black.boards()) == 5
    assert {one.id for one in await general.messages() if not one.ephemeral} <= before


@pytest.mark.parametrize("fault", ["lost", "cut", 500, 502, 401])
async def test_a_board_that_is_lost_on_the_way(
    stack: Stack, pg: Playground, sides: Sides, fault: str | int
) -> None:
    """Whether Discord has shown it and nobody heard of that, or has refused it: each player has
    one, and the next turn takes the buttons from none that is not theirs.
    """
    white, black = sides
    kind: dict[str, Any] = {"kind": "status", "status": fault, "code": 50027}
    if isinstance(fault, str):
        kind = {"kind": fault}
    await pg.fault(path=FOLLOW_UPS, method="POST", times=2, **kind)
    await white.move(1, "d3")
    await all_shown(stack, pg, white.id)
    for side in sides:
        (board,) = await _telling(side, "3. `d3`")
        assert is_answer(board) == (fault == "lost")
    await black.move(2, "e3")
    await all_shown(stack, pg, white.id)
    for side in sides:
        assert len(await side.boards()) == 5
        assert len(await _telling(side, "4. `e3`")) == 1


@pytest.mark.parametrize("arrived", [True, False])
async def test_killed_while_sending(
    stack: Stack, pg: Playground, sides: Sides, arrived: bool
) -> None:
    """If a player's board has arrived the next process finds it, else it sends it."""
    white, black = sides
    await pg.fault("late" if arrived else "delay", FOLLOW_UPS, method="POST", seconds=3600)
    await white.players[0].command("move", white.channel, wait=False, turn="d3", match=white.id)
    if arrived:
        await pg.wait_for(partial(_has, white, "3. `d3`"))
    else:
        await pg.wait_for(lambda: owed(stack, white.id))
    await killed(stack, pg)
    await all_shown(stack, pg, white.id)
    assert [is_answer(one) for one in await _telling(white, "3. `d3`")] == [arrived]
    assert [is_answer(one) for one in await _telling(black, "3. `d3`")] == [False]
    await black.move(2, "e3")
    await all_shown(stack, pg, white.id)
    for side in sides:
        assert len(await side.boards()) == 5


async def test_what_cannot_be_looked_for_waits(stack: Stack, pg: Playground, sides: Sides) -> None:
    """A reply is lost, and so is the look for what it was about: nobody gets it twice."""
    white, black = sides
    await pg.fault("lost", FOLLOW_UPS, method="POST")
    await pg.fault("status", r"^/channels/\d+/messages$", method="GET", status=503, times=2)
    await white.players[0].command("move", white.channel, turn="d3", match=white.id)
    await all_shown(stack, pg, white.id)
    for side in sides:
        assert len(await _telling(side, "3. `d3`")) == 1
    await black.move(2, "e3")
    await all_shown(stack, pg, white.id)
    for side in sides:
        assert len(await side.boards()) == 5


async def test_a_board_answers_only_its_own_match(
    stack: Stack, pg: Playground, general: Channel, sides: Sides
) -> None:
    """What somebody does in another match is followed by the boards of that one alone."""
    ben, david = sides[0].players
    second = await ben.command("play die-drei", general, opponent=david, private=True, seat=1)
    await (await (await david.dm()).last(david)).click("Accept", by=david)
    await all_shown(stack, pg, named(second))
    for side in sides:
        (board,) = await Game(side.channel, named(second), side.players).boards()
        assert not is_answer(board)
