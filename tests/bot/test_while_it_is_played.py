"""What people do while a tournament is played: they block each other, delete their data, cancel it.

Each gets a clear word, and nothing that was played is lost.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.text.competition import GO_ON
from playground.client import Channel, User
from tests.support.matches import said
from tests.support.tournaments import Cup, open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Winter cup"


async def _begun(general: Channel, owner: User, players: list[User], **options: Any) -> Cup:
    for one in (owner, *players):
        await one.change(locale="en-US")
    cup = await open_cup(owner, general, name=NAME, format="round-robin", start=7, **options)
    await cup.join(*players)
    await cup.start()
    await cup.news("round 1 of")
    return cup


async def _opponent(cup: Cup, match: str, of: User, players: list[User]) -> User:
    for one in players:
        if one is not of and match in (await cup.page(one, "My matches")).content:
            return one
    raise AssertionError(match)


async def test_somebody_deletes_their_data(
    general: Channel, anna: User, ben: User, david: User, emma: User
) -> None:
    """What they have won stays won, as a former player's. Their running match is resigned, they
    are paired no more, and the others play on to the end. Nobody reads who it was.
    """
    players = [anna, ben, david, emma]
    cup = await _begun(general, anna, players, size=4)
    first = await cup.match_of(ben)
    opponent = await _opponent(cup, first, ben, players)
    await cup.resign(opponent, first)
    others = [one for one in players if one not in (ben, opponent)]
    await cup.resign(others[0], await cup.match_of(others[0]))
    await cup.news("round 2 of")
    second = await cup.match_of(ben, frozenset({first}))
    other = await _opponent(cup, second, ben, players)
    asked = await ben.command("privacy delete", general)
    await asked.click("Delete everything")
    third = next(one for one in players if one not in {ben, other})
    await cup.resign(third, await cup.match_of(third))
    await cup.news("round 3 of")
    await cup.resign(other, await cup.match_of(other, frozenset({second})))
    table = await cup.news("is over")
    assert "former player" in table.content
    for one in (table, await cup.page(other), await cup.news("has withdrawn")):
        assert ben.mention not in one.content
    assert (await cup.told("has withdrawn"))[0].content.endswith("\nFormer player has withdrawn.")


async def test_two_block_each_other(general: Channel, owner: User, ben: User, david: User) -> None:
    """They read that they may still meet here, and do."""
    cup = await _begun(general, owner, [ben, david], size=2, twice=True)
    first = await cup.match_of(ben)
    for one, other in ((ben, david), (david, ben)):
        answer = await said(await one.command("block", general, user=other))
        assert "you may still meet in tournaments, leagues and ladders" in answer.content
    await cup.resign(ben, first)
    await cup.news("round 2 of 2 begins")
    second = await cup.match_of(ben, frozenset({first}))
    assert second == await cup.match_of(david, frozenset({first}))
    await cup.resign(ben, second)
    await cup.news("is over")
    for one, other in ((ben, david), (david, ben)):
        await one.command("unblock", general, user=other)


async def test_it_is_cancelled(general: Channel, owner: User, ben: User, david: User) -> None:
    """The reason is read by everybody; the match goes on, as an ordinary one."""
    cup = await _begun(general, owner, [ben, david], size=2)
    match = await cup.match_of(ben)
    await cup.form("Cancel it…", reason="Rain.")
    told = await cup.news("It was cancelled.")
    assert "“Rain.”" in told.content
    assert GO_ON in told.content
    board = await ben.command("board", general, match=match)
    assert NAME not in board.content
    question = await said(await ben.command("abort", general, match=match))
    assert f"\nDo you really want to abort match {match}?" in question.content
    assert question.content.startswith(f"**Attangle** · match `{match}`")
    assert match in (await ben.command("games", general)).content
