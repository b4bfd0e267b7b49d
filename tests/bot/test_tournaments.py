"""Tournaments: signing up, looking at them, directing them."""

from __future__ import annotations

import asyncio

import pytest

from bot.cogs.tournaments import signup
from bot.cogs.tournaments._lists import LISTS
from bot.i18n.catalogues import language
from bot.ui.refused_forms import AGAIN
from competitions.tournaments.texts import REFUSALS
from playground.client import Channel, Playground, User
from tests.support.matches import boards_with, said, unanswered
from tests.support.tournaments import cup_of, open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Spring cup"
WAYS = ["Go to the tournament", "Tournaments"]


# Signing up


async def test_signing_up_and_leaving(general: Channel, owner: User, ben: User) -> None:
    """The announcement shows who takes part; each is told so."""
    cup = await open_cup(owner, general, name=NAME)
    poster = await cup.poster()
    joined = await poster.click("Sign up", by=ben)
    assert (await said(joined)).content == signup.SIGNED_UP.format(name=NAME)
    poster = await cup.shown(poster, "1 of 8 places taken")
    assert f"1. {ben.mention}" in poster.content
    again = await said(await poster.click("Sign up", by=ben))
    assert again.ephemeral
    assert again.content == REFUSALS["signed-up"]
    assert again.labels == WAYS
    assert f"1. {ben.mention}" in (await again.click("Go to the tournament", by=ben)).content
    left = await poster.click("Cancel my sign-up", by=ben)
    assert (await said(left)).content == signup.LEFT.format(name=NAME)
    assert ben.mention not in (await cup.shown(poster, "0 of 8 places taken")).content


async def test_the_waiting_list(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """Who is one too many waits, is told so, and is called when a place becomes free."""
    cup = await open_cup(owner, general, name=NAME, size=2, start=3)
    await cup.join(ben, david)
    poster = await cup.shown(await cup.poster(), "2 of 2 places taken")
    third = await poster.click("Join the waiting list", by=emma)
    assert (await said(third)).content == signup.WAITS.format(name=NAME, number=1)
    page = await cup.page(emma)
    assert "**On the waiting list**\n1. " in page.content
    assert "You're number 1 on the waiting list." in page.content
    await (await cup.poster()).click("Cancel my sign-up", by=ben)
    told = await cup.news("a spot has opened up")
    assert told.mentions == [emma.name]
    assert "You're taking part." in (await cup.page(emma)).content


async def test_double_clicks(general: Channel, owner: User, ben: User, pg: Playground) -> None:
    """Two presses at once sign somebody up once."""
    cup = await open_cup(owner, general, name=NAME)
    poster = await cup.poster()
    async with unanswered(pg, 2):
        pressed = [await poster.click("Sign up", by=ben, wait=False) for _ in range(2)]
    await asyncio.gather(*(one.wait() for one in pressed))
    page = await cup.page(ben)
    assert page.content.count(ben.mention) == 1
    assert "1 of 8 places taken" in page.content


async def test_a_redelivered_interaction(
    general: Channel, owner: User, ben: User, pg: Playground
) -> None:
    """What Discord delivers twice is done once."""
    reply = await owner.command("tournament new", general, game="attangle", name="Twice")
    await pg.redeliver(reply)
    cup = cup_of(reply, general, owner)
    (joined,) = await cup.join(ben)
    await pg.redeliver(joined)
    listed = await owner.command("tournament list", general)
    assert listed.content.count("**Twice**") == 1
    assert "1 of 8 places taken" in (await cup.page(ben)).content


async def test_limits_of_sign_up(general: Channel, owner: User, ben: User) -> None:
    """Who has no rating can't enter where one is asked for, and reads why."""
    cup = await open_cup(owner, general, name=NAME, lowest=1300)
    (refused,) = await cup.join(ben)
    told = await said(refused)
    assert told.content.startswith("Only players rated 1300 or more can sign up")
    assert told.labels == WAYS


async def test_a_team(general: Channel, owner: User, ben: User, david: User) -> None:
    """The partner is called, and the team has a place once they have agreed."""
    cup = await open_cup(owner, general, "turnier", name=NAME, teams=True)
    poster = await cup.poster()
    form = (await poster.click("Sign up", by=ben)).modal
    assert form is not None
    asked = await form.submit(partners=[david.id])
    assert "I've asked" in (await said(asked)).content
    assert "0 of 8 places taken" in (await cup.page(ben)).content
    call = await cup.news("wants to team up with you here")
    assert call.mentions == [david.name]
    not_asked = await said(await call.click("I'm in", by=owner))
    assert not_asked.content == REFUSALS["not-asked-to"]
    await call.click("I'm in", by=david)
    page = await cup.page(ben)
    assert "1 of 8 places taken" in page.content
    assert f"1. {ben.mention} & {david.mention}" in page.content


# Looking


async def test_lists(general: Channel, owner: User, ben: User) -> None:
    """Those of the server, those open for sign-up, one's own, those that are over."""
    cup = await open_cup(owner, general, name="Listed")
    listed = await ben.command("tournament list", general)
    assert f"**Listed** · tournament `{cup.id}`" in listed.content
    mine = await listed.click(LISTS.scopes["mine"])
    assert mine.content.endswith(LISTS.empty["mine"])
    await cup.join(ben)
    mine = await ben.command("tournament list", general, scope="mine")
    assert "Sign-up is open · 1 entrant**" in mine.content
    shown = await mine.click("Show")
    assert shown.content.startswith("### Listed")
    over = await ben.command("tournament list", general, scope="over")
    assert cup.id not in over.content
    elsewhere = await ben.command("tournament list", await ben.dm())
    assert "**Listed**" in elsewhere.content


async def test_an_unknown_one(general: Channel, pg: Playground, owner: User, emma: User) -> None:
    """What isn't there, and what one may not see, is refused in the same words."""
    cup = await open_cup(owner, general, name=NAME)
    refused = await emma.command("tournament show", general, tournament="C-ZZZZ")
    assert refused.content == REFUSALS["unknown-competition"].format(  # type: ignore[union-attr]
        competition="C-ZZZZ"
    )
    assert refused.labels == ["Tournaments"]
    hidden = await emma.command("tournament show", await emma.dm(), tournament=cup.id)
    assert hidden.content == refused.content.replace("C-ZZZZ", cup.id)
    offered = await emma.autocomplete("tournament show", "tournament", channel=general)
    assert cup.id in [one.value for one in offered]


async def test_in_german(general: Channel, owner: User, anna: User, ben: User) -> None:
    """Everybody reads their own language, the channel that of the server."""
    cup = await open_cup(owner, general, name=NAME)
    await ben.change(locale="de")
    say = language("de").gettext
    page = await cup.page(ben)
    assert say("Sign-up is open") in page.content
    assert say("Standings") in page.labels
    assert "Sign-up is open" in (await cup.poster()).content
    await ben.change(locale="en-US")


# Directing


async def test_only_the_director_directs(
    general: Channel, owner: User, ben: User, david: User
) -> None:
    """Others don't see the button. What was announced can't be changed, and that is said."""
    cup = await open_cup(owner, general, name=NAME)
    await cup.join(ben, david)
    assert "Manage…" not in (await cup.page(ben)).labels
    menu = await (await cup.page(owner)).click("Manage…")
    assert "(game, format, clock, requirements) can't be changed." in menu.content


async def test_starting_and_what_follows(
    general: Channel, owner: User, ben: User, david: User
) -> None:
    """A match is opened, its board says to what it belongs, and the round is announced with it. The
    last board leads back.
    """
    cup = await open_cup(owner, general, name=NAME)
    await cup.join(ben)
    menu = await cup.manage()
    assert not any(label.startswith("Start with") for label in menu.labels)
    await cup.join(david)
    started = await cup.start()
    assert "Manage…" in started.labels
    told = await cup.news("round 1 of 1 begins")
    assert sorted(told.mentions) == ["ben", "david"]
    match = await cup.match_of(ben)
    assert f"`{match}`" in told.content
    games = await ben.command("games", general)
    assert f"-# {NAME}, round 1 · tournament `{cup.id}`" in games.content
    refused = await ben.command("abort", general, match=match)
    assert "belongs to a competition" in (await said(refused)).content
    refused = await david.command("takeback", general, match=match)
    assert "turns can't be taken back" in (await said(refused)).content
    shown = await cup.pg.wait_for(lambda: boards_with(general, match, "Move"))
    assert "Go to the tournament" not in shown[-1].labels
    await cup.resign(ben, match)
    last = (await cup.pg.wait_for(lambda: boards_with(general, match, "Rematch")))[-1]
    assert last.labels[-1] == "Go to the tournament"
    page = await last.click("Go to the tournament", by=david)
    assert page.content.startswith(f"### {NAME}")


async def test_decisions(general: Channel, owner: User, ben: User, david: User) -> None:
    """The director decides a game with a reason, which everybody reads, and corrects it."""
    cup = await open_cup(owner, general, name=NAME, format="round-robin", twice=True)
    await cup.join(ben, david)
    await cup.start()
    await cup.news("round 1 of 2 begins")
    choice = await (await cup.manage()).click("Decide a match…")
    form = (await choice.select(None, [choice.selects[0]["options"][0]["value"]])).modal
    assert form is not None
    refused = await said(await form.submit(result=["1,2"]))
    assert refused.content == REFUSALS["no-reason"]
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    await form.submit(reason="They were ill.")
    told = await cup.news("Director's decision in round 1")
    assert "beats" in told.content
    assert "They were ill." in told.content
    await cup.news("round 2 of 2 begins")
    choice = await (await cup.manage()).click("Decide a match…")
    first = [one["value"] for one in choice.selects[0]["options"] if one["value"][0] == "1"]
    form = (await choice.select(None, first)).modal
    assert form is not None
    assert form.title == "Correct a result"
    await form.submit(result=["1,1"], reason="Both were.")
    await cup.news("Director's correction in round 1")


async def test_taking_out_and_cancelling(
    general: Channel, owner: User, ben: User, david: User
) -> None:
    """Whoever is taken out is named with the reason; a cancelled one stays to be looked at."""
    cup = await open_cup(owner, general, name=NAME)
    await cup.join(ben, david)
    poster = await cup.poster()
    choice = await (await cup.manage()).click("Remove somebody…")
    assert [one["label"] for one in choice.selects[0]["options"]] == [ben.display, david.display]
    form = (await choice.select(None, [ben.display])).modal
    assert form is not None
    await form.submit(reason="A mistake.")
    told = await cup.news("has removed")
    assert ben.mention in told.content
    assert "A mistake." in told.content
    form = (await (await cup.manage()).click("Cancel it…")).modal
    assert form is not None
    await form.submit(reason="Rain.")
    assert "“Rain.”" in (await cup.news("It was cancelled.")).content
    over = await ben.command("tournament list", general, scope="over")
    assert cup.id in over.content
    assert (await cup.shown(poster, "It was cancelled.")).labels == ["Go to the tournament"]


async def test_renaming(general: Channel, owner: User, ben: User, david: User) -> None:
    """The new name stands on the page, and on the boards of matches that run already."""
    cup = await open_cup(owner, general, name=NAME)
    await cup.join(ben, david)
    await cup.start()
    await cup.match_of(ben)
    games = await ben.command("games", general)
    assert f"-# {NAME}, round 1 · tournament `{cup.id}`" in games.content
    form = (await (await cup.manage()).click("Name and channel…")).modal
    assert form is not None
    renamed = await form.submit(name="Autumn cup")
    assert renamed.content.startswith("### Autumn cup")
    games = await ben.command("games", general)
    assert f"-# Autumn cup, round 1 · tournament `{cup.id}`" in games.content
