"""Tournaments: opening them, signing up, looking at them, directing them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.cogs.tournaments import opening, signup
from bot.cogs.tournaments._lists import LISTS
from bot.commands import competition_opening as shared
from bot.commands.game_options import UNREADABLE
from bot.commands.options import WRONG_CLOCK
from bot.i18n.catalogues import language
from bot.ui.refused_forms import AGAIN
from competitions.life.texts import REFUSALS
from playground.client import Channel, Playground, User
from tests.support.directed import directing
from tests.support.matches import boards_with, said, unanswered
from tests.support.tournaments import Cup, cup_of, open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Spring cup"
WAYS = ["The tournament", "Tournaments"]


@pytest.fixture
async def owner(anna: User, general: Channel) -> AsyncIterator[User]:
    """A server manager who speaks English here. Nobody directs many at once: afterwards hers are
    cancelled.
    """
    async with directing(Cup, anna, general) as owner:
        yield owner


# Opening


async def test_one_command_opens_one(general: Channel, owner: User) -> None:
    """Everything but the game has a default. The channel is told, and can sign up there."""
    reply = await owner.command("tournament new", general, game="attangle")
    assert reply.ephemeral
    assert reply.content.startswith("Attangle cup is open for sign-up in <#")
    poster = await cup_of(reply, general, owner).poster()
    assert poster.content.startswith("### Attangle cup\n**Attangle** · Knockout")
    assert "⏱ 3 days per turn; players who run out of time are out" in poster.content
    assert "**Sign-up is open · 0 of 8 places taken**" in poster.content
    assert poster.labels == ["Sign up", "Drop out", "The tournament"]
    assert poster.mentions == []


async def test_everything_can_be_chosen(general: Channel, pg: Playground, owner: User) -> None:
    """What was chosen stands in the announcement, which is made in the channel that was chosen."""
    elsewhere = pg.channel("quiet")
    reply = await owner.command(
        "tournament new",
        general,
        game="tyr",
        format="tables",
        seats=4,
        size=16,
        rounds=4,
        clock="5 days",
        start=3,
        deadline=60,
        name=NAME,
        unfinished="director",
        repeats="month",
        lowest=1000,
        highest=1500,
        anywhere=True,
        servers=True,
        sections=8,
        channel=elsewhere,
    )
    poster = await cup_of(reply, elsewhere, owner).poster()
    assert poster.content.startswith(f"### {NAME}\n**Tyr – 3 gewinnt** · Tables of 4 · 4 rounds")
    assert "⏱ 5 days per turn" in poster.content
    assert "ratings from 1000 to 1500 · open to people from other servers · every month" in (
        poster.content
    )
    assert "sections by rating if more than 8 sign up" in poster.content
    assert "everyone plays for the server they sign up from" in poster.content
    assert "the director decides unfinished matches" in poster.content
    assert "0 of 16 places taken" in poster.content
    assert "Starts on <t:" in poster.content


async def test_where_a_seat_has_an_advantage_pairings_have_return_matches(
    general: Channel, owner: User
) -> None:
    """The announcement says so, and why. It can be chosen otherwise; where all meet twice anyway,
    a pairing has one match.
    """
    kept = "White has an advantage in this game, so opponents swap seats for a second match."
    favoured = await (await open_cup(owner, general, "die-drei", name=NAME)).poster()
    assert "Knockout · 2 matches per pairing, swapping seats\n" in favoured.content
    assert kept in favoured.content
    form = (await owner.command("tournament new", general)).modal
    assert form is not None
    opened = cup_of(await form.submit(game=["die-drei"], kind=["swiss"]), general, owner)
    assert kept in (await opened.poster()).content
    chosen = await (await open_cup(owner, general, "die-drei", name=NAME, games=1)).poster()
    assert "per pairing" not in chosen.content
    assert kept not in chosen.content
    circle = {"format": "round-robin", "twice": True}
    twice = await (await open_cup(owner, general, "die-drei", name=NAME, **circle)).poster()
    assert "Round robin · twice\n" in twice.content
    assert kept in twice.content
    level = await (await open_cup(owner, general, name=NAME, games=2)).poster()
    assert "2 matches per pairing" in level.content
    assert "advantage" not in level.content


async def test_options_of_the_game(general: Channel, owner: User) -> None:
    """Completed as the chosen game and seats have them, told in words, and refused if they can't
    be. Without partners there can be tables of three beside those of four.
    """

    async def offered(typed: str, **given: Any) -> list[str]:
        found = await owner.autocomplete(
            "tournament new", "options", typed, channel=general, **given
        )
        return [str(one.value) for one in found]

    assert await offered("", game="turnier", seats=4) == [
        "partners=false",
        "flags=false",
        "flags=false partners=false",
    ]
    assert await offered("", game="turnier", seats=2) == ["flags=false"]
    assert await offered("for themselves", game="turnier") == [
        "partners=false",
        "flags=false partners=false",
    ]
    assert await offered("", game="3stein") == await offered("") == []
    (board,) = (await offered("extended=true board=1a0.2a0.3a0.4a0", game="die-drei"))[:1]
    assert board == "extended=true board=1a0.2a0.3a0.4a0"

    given: Any = {"name": NAME, "seats": 4}
    cup = await open_cup(owner, general, "turnier", options="flags=false partners=false", **given)
    for shown in (await cup.poster(), await cup.page(owner)):
        assert "Without flags: whoever holds three boards wins" in shown.content
        assert "Everyone for themselves" in shown.content
    boards = await open_cup(owner, general, "die-drei", name=NAME, options=board)
    assert "Board: 1a0.2a0.3a0.4a0" in (await boards.poster()).content
    for typed, why in (
        ("no flags", UNREADABLE.format(typed="no flags")),
        ("flags=no", "“no” is not a valid value for flags. Allowed: true, false"),
        ("line=any", "Turnier has no option “line”. It has: flags, partners"),
    ):
        refused = await owner.command("tournament new", general, game="turnier", options=typed)
        assert refused.content == why


async def test_a_form_opens_one(general: Channel, owner: User) -> None:
    """What is refused leads back to the form with what was typed."""
    listed = await owner.command("tournament list", general)
    form = (await listed.click("New tournament")).modal
    assert form is not None
    assert form.fields == ["game", "kind", "size", "clock", "name"]
    assert shared.RATED["managers"] in str(form.components)
    refused = await form.submit(game=["tyr"], kind=["swiss"], size="5", clock="soon", name=NAME)
    assert refused.content == WRONG_CLOCK
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    opened = await form.submit(clock="2 days")
    poster = await cup_of(opened, general, owner).poster()
    assert poster.content.startswith(f"### {NAME}\n**Tyr – 3 gewinnt** · Swiss system")
    assert "0 of 5 places taken" in poster.content


async def test_who_may_open_one(general: Channel, owner: User, ben: User, pg: Playground) -> None:
    """Managers, unless the server has chosen otherwise; only on servers with the bot."""
    refused = await ben.command("tournament new", general, game="attangle")
    assert refused.content == shared.ORGANIZERS_ONLY
    assert refused.labels == ["Tournaments", "New match"]
    await owner.command("server", general, organizers="everyone")
    reply = await ben.command("tournament new", general, game="attangle")
    await cup_of(reply, general, ben).cancel()
    await owner.command("server", general, reset="all")
    there = await ben.dm()
    refused = await ben.command("tournament new", there, game="attangle")
    assert refused.content == opening.SERVERS_ONLY


async def test_what_can_not_be_opened(general: Channel, owner: User) -> None:
    """Each refusal says why, and leads on."""
    refused = await owner.command("tournament new", general, game="attangle", seats=3)
    assert refused.content == REFUSALS["wrong-seats"].format(seats=3)  # type: ignore[union-attr]
    refused = await owner.command("tournament new", general, game="attangle", size=1)
    assert refused.content.startswith("That isn't a valid number of places.")
    refused = await owner.command("tournament new", general, game="attangle", clock="none")
    assert refused.content == opening.UNTIMED


async def test_where_the_bot_may_not_write(general: Channel, owner: User, pg: Playground) -> None:
    """Nothing is opened, and the missing permission is named."""
    quiet = pg.channel("quiet")
    await quiet.permit(deny=["send_messages"])
    refused = await owner.command("tournament new", general, game="attangle", channel=quiet)
    assert "I'm missing permissions" in refused.content
    assert "Send Messages" in refused.content
    await quiet.permit()


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
    assert f"1. {ben.mention}" in (await again.click("The tournament", by=ben)).content
    left = await poster.click("Drop out", by=ben)
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
    await (await cup.poster()).click("Drop out", by=ben)
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
    not_asked = await said(await call.click("Agree", by=owner))
    assert not_asked.content == REFUSALS["not-asked-to"]
    await call.click("Agree", by=david)
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
    assert "sign-up is open · 1 entrant**" in mine.content
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
    """Others don't see the button."""
    cup = await open_cup(owner, general, name=NAME)
    await cup.join(ben, david)
    assert "Manage…" not in (await cup.page(ben)).labels
    assert "Manage…" in (await cup.page(owner)).labels


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
    shown = await cup.pg.wait_for(lambda: boards_with(general, match, "Move"))
    assert "The tournament" not in shown[-1].labels
    await cup.resign(ben, match)
    last = (await cup.pg.wait_for(lambda: boards_with(general, match, "Rematch")))[-1]
    assert last.labels[-1] == "The tournament"
    page = await last.click("The tournament", by=david)
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
    assert (await cup.shown(poster, "It was cancelled.")).labels == ["The tournament"]


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
