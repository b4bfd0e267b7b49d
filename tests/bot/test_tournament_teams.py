"""Teams in tournaments: asking somebody to be a partner, agreeing, declining."""

from __future__ import annotations

import pytest

from bot.cogs.tournaments import signup
from competitions.tournaments.texts import REFUSALS
from playground.answers import Message
from playground.client import Channel, User
from tests.support.matches import said
from tests.support.tournaments import Cup, open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Spring cup"
WANTS = "wants to team up with you here"
WANTS_NOT = "doesn't want to team up with"


@pytest.fixture
async def cup(anna: User, general: Channel) -> Cup:
    """A tournament for teams of two."""
    await anna.change(locale="en-US")
    return await open_cup(anna, general, "turnier", name=NAME, teams=True)


async def _ask(cup: Cup, asker: User, partner: User) -> Message:
    """Somebody signs up with a partner; the question to them."""
    form = (await (await cup.poster()).click("Sign up", by=asker)).modal
    assert form is not None
    assert form.data["components"][0]["label"] == signup.PARTNER
    asked = await said(await form.submit(partners=[partner.id]))
    assert asked.content == signup.ASKED.format(players=partner.mention, name=NAME)
    return await cup.news(f"{partner.mention}: {asker.mention} {WANTS}")


async def test_only_whoever_was_asked_declines(
    cup: Cup, ben: User, david: User, emma: User, anna: User
) -> None:
    """People of another team keep their places, whatever they press under somebody's question."""
    question = await _ask(cup, ben, david)
    other = await _ask(cup, emma, anna)
    await other.click("I'm in", by=anna)
    for stranger in (emma, anna, ben):
        refused = await said(await question.click("Decline", by=stranger))
        assert refused.content == REFUSALS["not-asked-to"]
        refused = await said(await question.click("I'm in", by=stranger))
        assert refused.content == REFUSALS["not-asked-to"]
    page = await cup.page(emma)
    assert f"1. {emma.mention} & {anna.mention}" in page.content
    await question.click("I'm in", by=david)
    page = await cup.page(ben)
    assert f"{ben.mention} & {david.mention}" in page.content


async def test_a_question_is_answered_once(cup: Cup, ben: User, david: User) -> None:
    """The answer stands in the place of the question, without buttons; whoever has asked is called
    if the answer is no, and may ask somebody else.
    """
    question = await _ask(cup, ben, david)
    poster = await cup.poster()
    await question.click("Decline", by=david)
    answered = await question.refresh()
    assert WANTS_NOT in answered.content
    assert answered.labels == []
    assert "**Sign-up is open" in (await poster.refresh()).content
    told = await cup.news(WANTS_NOT, 2)
    assert told.labels == ["Go to the tournament"]
    assert told.mentions == [ben.name]
    again = await _ask(cup, ben, david)
    assert again.id != question.id
    await again.click("I'm in", by=david)
    answered = await again.refresh()
    assert f"{ben.mention} & {david.mention} are playing here as a team." in answered.content
    assert answered.labels == []
    assert f"1. {ben.mention} & {david.mention}" in (await cup.page(ben)).content


async def test_declining_on_the_page(cup: Cup, ben: User, david: User) -> None:
    """Whoever was asked finds both answers on the page, too."""
    await _ask(cup, ben, david)
    page = await cup.page(david)
    assert {"I'm in", "Decline"} <= {*page.labels}
    assert "Cancel my sign-up" not in page.labels
    declined = await page.click("Decline")
    assert "Sign up" in declined.labels
    assert (await cup.news(WANTS_NOT)).mentions == [ben.name]


async def test_only_those_are_called_who_want_to_be(
    cup: Cup, general: Channel, ben: User, david: User
) -> None:
    """Whoever wants no notices is named without being called."""
    await david.command("settings", general, notices="none")
    question = await _ask(cup, ben, david)
    assert david.mention in question.content
    assert question.mentions == []
    await david.command("settings", general, notices="thread")
