"""People who ask why they stand where they stand: the page of tie-breaks."""

from __future__ import annotations

import re

import pytest

from playground.client import Channel, Playground, User
from tests.support.tournaments import Cup, open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Circle"
WINS = (("anna", "ben"), ("ben", "clara"), ("clara", "anna"))
_LINE = re.compile(r"<@(\d+)> – <@(\d+)> · match `([0-9A-HJKMNP-TV-Z]{4})`")


@pytest.fixture
async def circle(pg: Playground, general: Channel) -> Cup:
    """A round robin of three, of whom each has beaten one of the others."""
    people = [pg.user(name) for name in ("anna", "ben", "clara")]
    for one in people:
        await one.change(locale="en-US")
    cup = await open_cup(people[0], general, name=NAME, format="round-robin", size=3)
    await cup.join(*people)
    for number in (1, 2, 3):
        told = await cup.news(f"{NAME}: round {number} of 3 begins")
        found = _LINE.search(told.content)
        assert found is not None
        both = {found[1], found[2]}
        (loser,) = [
            pg.user(lost) for won, lost in WINS if both == {pg.user(won).id, pg.user(lost).id}
        ]
        await cup.resign(loser, found[3])
    await cup.news(f"{NAME} is over")
    return cup


async def test_why_somebody_stands_there(circle: Cup, anna: User, ben: User) -> None:
    """The terms of each tie-break, for the reader and their neighbours, or beside whom they
    choose.
    """
    clara = circle.pg.user("clara")
    table = await circle.page(ben, "Standings")
    shown = await table.click("Tie-breaks…")
    assert shown.content.startswith(f"### {NAME} · Tie-breaks")
    assert "have 1 point each. " in shown.content
    assert "are level on all of them and share their place" in shown.content
    first = next(one for one in shown.content.splitlines() if "Direct encounter: " in one)
    assert first.endswith(": 1 · 1 · 1")
    assert all(one.mention in shown.content for one in (anna, ben, clara))
    short = shown
    shown = await shown.click("How they were calculated…")
    assert "have 1 point each" in shown.content
    assert "**1. Direct encounter**" in shown.content
    assert f"{ben.mention}: **1** of 2 = " in shown.content
    assert f"1 ({clara.mention})" in shown.content
    assert f"0 ({anna.mention})" in shown.content
    assert "are level on all of them and share their place" in shown.content
    beside = await shown.select("Whose tie-breaks?", [clara.display])
    assert anna.mention not in beside.content
    beside = await beside.click("How they were calculated…")
    assert f"{clara.mention}: **1** of 2 = " in beside.content
    assert f"{ben.mention}: **1** of 2 = " in beside.content
    assert f"{anna.mention}: **1** of 2 = " not in beside.content
    assert (await beside.click("Back")).content.startswith(f"### {NAME} · Tie-breaks")
    back = await short.click("Back")
    assert back.content.startswith(f"### {NAME} · Standings")


async def test_those_who_watch_see_it_too(circle: Cup, david: User) -> None:
    """It begins with the best of those who have the same points; in their own language."""
    await david.change(locale="de")
    table = await david.command("tournament show", circle.channel, tournament=circle.id)
    shown = await (await table.click("Stand")).click("Feinwertung …")
    assert "je 1 Punkt" in shown.content
    assert "1. Direkter Vergleich: " in shown.content
