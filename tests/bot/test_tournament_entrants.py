"""Who comes to a tournament and leaves it: computer players, and those who withdraw."""

from __future__ import annotations

import pytest

from bot.cogs.tournaments import signup
from playground.client import Channel, User
from tests.support.forger import Forger
from tests.support.matches import said
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Summer cup"


async def test_computer_players(general: Channel, owner: User) -> None:
    """Several sign up by one choice; nobody is offered twice, or signed up by an old menu."""
    cup = await open_cup(owner, general, name=NAME)
    old, choice = [await (await cup.manage()).click("Add computer players…") for _ in range(2)]
    menu = await choice.select(None, ["🤖 Page Pip", "🤖 Squire Klara"])
    assert "2 of 8 places taken" in menu.content
    assert "Start with 2" in menu.labels
    page = await menu.click("Back")
    assert "🤖\N{NO-BREAK SPACE}Page Pip (level 1)" in page.content
    assert "🤖\N{NO-BREAK SPACE}Squire Klara (level 2)" in page.content
    late = await said(await old.select(None, ["🤖 Squire Kuno", "🤖 Page Pip"]))
    assert late.content == "One of them is already taking part. Please choose again."
    assert "Go to the tournament" in late.labels
    choice = await (await cup.manage()).click("Add computer players…")
    assert len(choice.selects[0]["options"]) == 16


async def test_leaving_what_is_over(
    general: Channel, owner: User, ben: User, david: User, forger: Forger
) -> None:
    """An old button says how it stands: while the tournament runs, and when it is over."""
    cup = await open_cup(owner, general, name=NAME, format="round-robin")
    await cup.join(ben, david)
    await cup.start()
    match = await cup.match_of(ben)
    leave = f"cup-leave:-:0:{cup.id}"
    refused = await said(await forger.press(david, leave))
    assert refused.content == signup.BEGUN
    await cup.resign(ben, match)
    await cup.news(f"{NAME} is over")
    refused = await said(await forger.press(david, leave))
    assert refused.content == signup.OVER
    assert "Go to the tournament" in refused.labels


async def test_withdrawing_says_what_follows(
    general: Channel, owner: User, ben: User, david: User
) -> None:
    """Before anybody withdraws they read that their running matches are resigned, as they are."""
    cup = await open_cup(owner, general, name=NAME, format="round-robin")
    await cup.join(ben, david)
    await cup.start()
    match = await cup.match_of(ben)
    form = (await (await cup.page(ben)).click("Withdraw…")).modal
    assert form is not None
    assert [one["content"] for one in form.components if one["type"] == 10] == [signup.RESIGNS]
    await form.submit(reason="Ill.")
    assert "has withdrawn" in (await cup.news("Ill.")).content
    await cup.news(f"{NAME} is over")
    shown = await david.command("board", general, match=match)
    assert f"🏆 {david.mention} (" in shown.content
    assert "wins by resignation." in shown.content
