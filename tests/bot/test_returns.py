"""Return matches by `/play`: two matches begin, and the last to end tells both results."""

from __future__ import annotations

import re

from matches.model.ids import MatchId
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, named, open_table, place_of, started, titled

RETURN = {"return": True}


async def _both(pg: Playground, general: Channel, *players: User) -> tuple[Game, Game]:
    """The match that has begun, and its other half in a place of its own, as the boards name it."""
    first = await begin(general, "attangle", *players, **RETURN)
    found = re.search(r"At the same time, with seats swapped: match `(\w+)`", await _said(first))
    assert found is not None

    async def thread() -> bool:
        return await place_of(general, found[1]) is not general

    await pg.wait_for(thread)
    return first, await started(general, MatchId(found[1]), players)


async def _said(game: Game) -> str:
    return (await game.board()).content


async def _resign(game: Game, player: User) -> None:
    question = await player.command("resign", game.channel, match=game.id)
    await question.click("Resign")


async def test_return_match(pg: Playground, general: Channel, ben: User, david: User) -> None:
    """Both begin with one press, each in its own thread, with exchanged seats; each leads to the
    other. The first to end says that the other goes on, the last one how both have ended.
    """
    table = await open_table(ben, general, "attangle", **RETURN)
    assert "With a return match: two matches begin at once" in table.content
    await table.click("Leave", by=ben)

    first, second = await _both(pg, general, ben, david)
    assert second.players == first.players[::-1]
    assert first.channel.id != second.channel.id
    assert f"At the same time, with seats swapped: match `{first.id}`" in await _said(second)
    await first.move(1, "c3")
    await second.move(1, "c4")
    await _resign(first, ben)
    assert f"The return match is still in progress: match `{second.id}`." in await _said(first)
    assert "Both matches" not in await _said(second)
    await _resign(second, ben)
    one, other = second.players
    points = "0 : 2" if one is ben else "2 : 0"
    both = f"Both matches together: {one.mention} {points} {other.mention}."
    assert both in await _said(second)
    assert titled(first) in await _said(first)


async def test_rematch_of_both(pg: Playground, general: Channel, ben: User, david: User) -> None:
    """The rematch of a match with its return match has one, too; and there is only one."""
    first, second = await _both(pg, general, ben, david)
    await _resign(first, ben)
    await _resign(second, david)
    board = await second.board()
    assert "1 : 1" in board.content
    new = named(await board.click("Rematch", by=ben))
    said = [one.content for one in await general.messages(david) if f"`{new}`" in one.content]
    assert ["two matches begin at once" in one for one in said] == [True]
    await board.click("Rematch", by=david)
    again = await started(general, new, (ben, david))
    assert again.players == second.players[::-1]
    late = await (await first.board()).click("Rematch", by=ben)
    assert "rematch already exists" in late.content


async def test_for_two_only(general: Channel, ben: User) -> None:
    """At a table of three nobody could exchange seats."""
    reply = await ben.command("play tyr", general, seats=3, **RETURN)
    assert "Only two players can swap seats" in reply.content
