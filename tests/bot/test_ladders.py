"""Ladders: opening them, joining, challenging, directing."""

from __future__ import annotations

import asyncio

import pytest

from bot.cogs.ladders import challenges, creation
from bot.cogs.ladders._lists import LISTS
from bot.commands.competitions import creation as shared
from bot.commands.options import WRONG_CLOCK
from bot.i18n.catalogues import language
from bot.text.competition import GO_ON
from bot.ui.refused_forms import AGAIN
from competitions.tournaments.texts import REFUSALS
from playground.client import Channel, Playground, User
from tests.support.directed import MATCH
from tests.support.ladders import ladder_of, open_ladder
from tests.support.matches import said, unanswered

pytestmark = pytest.mark.shared_bot

NAME = "Spring ladder"
WAYS = ["Go to the ladder", "Ladders"]


# Opening


async def test_one_command_opens_one(general: Channel, owner: User) -> None:
    """Everything but the game has a default. The channel is told, and people can join there."""
    reply = await owner.command("ladder new", general, game="attangle")
    assert reply.ephemeral
    assert reply.content.startswith("Attangle ladder is open in <#")
    poster = await ladder_of(reply, general, owner).poster()
    assert poster.content.startswith("### Attangle ladder\nGame: **Attangle** · Ladder")
    assert "You can challenge people up to 3 places above you." in poster.content
    assert "⏱ 3 days per turn" in poster.content
    assert "The same players can meet again after " in poster.content
    assert "**Nobody has joined yet.**" in poster.content
    assert poster.labels == ["Join the ladder", "Go to the ladder"]
    assert poster.mentions == []


async def test_everything_can_be_chosen(general: Channel, pg: Playground, owner: User) -> None:
    """What was chosen stands in the announcement, which is made in the channel that was chosen."""
    elsewhere = pg.channel("quiet")
    reply = await owner.command(
        "ladder new",
        general,
        game="tyr",
        seats=3,
        clock="5 days",
        reach=4,
        name=NAME,
        answer=5,
        cooldown=7,
        idle=60,
        drop=2,
        anywhere=True,
        channel=elsewhere,
    )
    poster = await ladder_of(reply, elsewhere, owner).poster()
    assert poster.content.startswith(
        f"### {NAME}\nGame: **Tyr – 3 gewinnt** · Ladder · tables of 3"
    )
    assert "up to 4 places above you" in poster.content
    assert "within 5 days" in poster.content
    assert "after 7 days" in poster.content
    assert (
        "Anyone who goes 60 days without playing or challenging anybody drops 2 places"
        in poster.content
    )
    assert "⏱ 5 days per turn" in poster.content


async def test_without_a_cool_down_nothing_is_said_of_it(general: Channel, owner: User) -> None:
    """The same people can meet again at once."""
    reply = await owner.command("ladder new", general, game="attangle", cooldown=0)
    poster = await ladder_of(reply, general, owner).poster()
    assert "can meet again" not in poster.content
    assert "you lose it. Anyone who" in poster.content


async def test_options_of_the_game(general: Channel, owner: User) -> None:
    """The announcement says them in words."""
    reply = await owner.command(
        "ladder new", general, game="turnier", seats=4, options="partners=false"
    )
    poster = await ladder_of(reply, general, owner).poster()
    assert "\nEveryone for themselves\n" in poster.content


async def test_a_form_opens_one(general: Channel, owner: User) -> None:
    """What is refused leads back to the form with what was typed."""
    listed = await owner.command("ladder list", general)
    form = (await listed.click("New ladder")).modal
    assert form is not None
    assert form.fields == ["game", "clock", "reach", "name"]
    assert shared.RATED["managers"] in str(form.components)
    refused = await form.submit(game=["tyr/2"], clock="soon", reach="5", name=NAME)
    assert refused.content == WRONG_CLOCK
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    refused = await form.submit(clock="2 days", reach="no")
    assert refused.content == shared.WRONG_NUMBER.format(typed="no", least=1, most=99)
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    opened = await form.submit(reach="5")
    poster = await ladder_of(opened, general, owner).poster()
    assert poster.content.startswith(f"### {NAME}\nGame: **Tyr – 3 gewinnt** · Ladder")
    assert "up to 5 places above you" in poster.content


async def test_who_may_open_one(general: Channel, owner: User, ben: User) -> None:
    """Managers, unless the server has chosen otherwise; only on servers with the bot."""
    refused = await ben.command("ladder new", general, game="attangle")
    assert refused.content == shared.ORGANIZERS_ONLY
    assert refused.labels == ["Ladders", "New match"]
    there = await ben.dm()
    refused = await ben.command("ladder new", there, game="attangle")
    assert refused.content == creation.SERVERS_ONLY
    assert refused.labels == ["Ladders"]


async def test_what_can_not_be_opened(general: Channel, owner: User) -> None:
    """Each refusal says why."""
    refused = await owner.command("ladder new", general, game="attangle", seats=4)
    assert refused.content == "This game is for 2 players, not for 4."
    refused = await owner.command("ladder new", general, game="attangle", clock="none")
    assert refused.content == creation.UNTIMED
    refused = await owner.command("ladder new", general, game="attangle", reach=100)
    assert refused.content.startswith("How far up you can challenge: choose a number from 1 to 99")


# Climbing


async def test_joining_and_leaving(general: Channel, owner: User, ben: User) -> None:
    """The announcement shows who is on it; leaving takes a second button."""
    climb = await open_ladder(owner, general, name=NAME)
    (joined,) = await climb.join(ben)
    assert (await said(joined)).content == challenges.JOINED.format(name=NAME, place=1)
    poster = await climb.poster()
    assert f"`  1` {ben.mention}" in poster.content
    assert "**1 player**" in poster.content
    again = await said(await poster.click("Join the ladder", by=ben))
    assert again.content == REFUSALS["on-ladder"]
    assert again.labels == WAYS
    page = await climb.page(ben)
    assert "You're at the top: others can challenge you." in page.content
    assert page.attachments
    question = await page.click("Leave the ladder…")
    assert question.content.endswith("and your challenges will end.")
    left = await question.click("Leave")
    assert "Nobody has joined yet." in left.content
    told = await climb.news("has left the ladder")
    assert ben.mention in told.content


async def test_a_challenge(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """Only those within reach are offered; who is challenged is called; who wins takes the
    place.
    """
    climb = await open_ladder(owner, general, name=NAME, reach=1)
    await climb.join(ben, david, emma)
    choice = await (await climb.page(emma)).click("Challenge…")
    assert [one["label"] for one in choice.selects[0]["options"]] == [f"2. {david.display}"]
    await climb.challenge(emma, david)
    call = await climb.news("(place 3) challenges")
    assert call.mentions == [david.name]
    assert call.labels == ["Accept", "Decline and lose…", "Go to the ladder"]
    refused = await said(await call.click("Accept", by=ben))
    assert refused.content == REFUSALS["not-asked"]
    answered = await call.click("Accept", by=david)
    assert f"{david.mention} accepts {emma.mention}'s challenge." in answered.content
    assert (await call.refresh()).labels == ["Go to the ladder"]
    told = await climb.news("are playing match `")
    assert told.labels == ["Go to the match", "Go to the ladder"]
    found = MATCH.search(told.content)
    assert found
    assert f"`{found[1]}`" in (await climb.page(emma)).content
    games = await emma.command("games", general)
    assert f"-# {NAME} · ladder `{climb.id}`" in games.content
    await climb.resign(david, found[1])
    result = await climb.news(f"{emma.mention}'s challenge:")
    assert f"{emma.mention} wins" in result.content
    assert f"{emma.mention}: 3 → 2" in result.content
    assert f"{david.mention}: 2 → 3" in result.content
    history = await climb.page(ben, "History")
    assert f"{emma.mention} challenges {david.mention}" in history.content
    assert f"**{emma.mention} wins**" in history.content
    places = await climb.page(ben, "All places")
    assert places.content.index(emma.mention) < places.content.index(david.mention)


async def test_declining_and_taking_back(
    general: Channel, owner: User, ben: User, david: User
) -> None:
    """Who declines loses; a challenge that isn't accepted can be taken back."""
    climb = await open_ladder(owner, general, name=NAME, cooldown=0)
    await climb.join(ben, david)
    page = await climb.challenge(david, ben)
    assert "Challenge…" not in page.labels
    await page.click("Withdraw the challenge")
    await climb.news("withdraws the challenge")
    call = await climb.news("(place 2) challenges")
    over = await said(await call.click("Accept", by=ben))
    assert over.content == "This challenge is over."
    assert (await call.refresh()).labels == ["Go to the ladder"]
    assert "(place 2) challenges" in call.content
    await climb.challenge(david, ben)
    page = await climb.page(ben)
    assert f"{david.mention} challenges you." in page.content
    question = await page.click("Decline and lose…")
    assert "You'll lose it without playing." in question.content
    page = await (await question.click("Back")).click("Decline and lose…")
    await page.click("Decline and lose")
    told = await climb.news(f"declines {david.mention}'s challenge")
    assert f"{david.mention}: 2 → 1" in told.content
    assert f"{ben.mention}: 1 → 2" in told.content
    assert told.mentions == [david.name]


async def test_declining_where_everybody_reads_it(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """The question is theirs alone. Once they mean it, the challenge loses its buttons, and says
    no more than it was; whoever isn't asked gets no question. All who move are named.
    """
    climb = await open_ladder(owner, general, name=NAME)
    await climb.join(ben, david, emma)
    await climb.challenge(emma, ben)
    call = await climb.news("(place 3) challenges")
    refused = await said(await call.click("Decline and lose…", by=david))
    assert refused.content == REFUSALS["not-asked"]
    question = await said(await call.click("Decline and lose…", by=ben))
    assert question.ephemeral
    assert (await call.refresh()).labels[0] == "Accept"
    page = await question.click("Decline and lose")
    told = await climb.news(f"{ben.mention} declines {emma.mention}'s challenge")
    for player, places in ((emma, "3 → 1"), (ben, "1 → 2"), (david, "2 → 3")):
        assert f"{player.mention}: {places}" in told.content

    async def settled() -> bool:
        return (await call.refresh()).labels == ["Go to the ladder"]

    await general.pg.wait_for(settled)
    assert (await call.refresh()).content.endswith(f"(place 3) challenges {ben.mention}.")
    assert f"You can challenge {emma.mention} again from <t:" in (await climb.page(ben)).content
    assert page.content.startswith(f"### {NAME}")


async def test_double_clicks(general: Channel, owner: User, ben: User, pg: Playground) -> None:
    """Two presses at once put somebody on the ladder once."""
    climb = await open_ladder(owner, general, name=NAME)
    poster = await climb.poster()
    async with unanswered(pg, 2):
        pressed = [await poster.click("Join the ladder", by=ben, wait=False) for _ in range(2)]
    await asyncio.gather(*(one.wait() for one in pressed))
    page = await climb.page(ben)
    assert "**1 player**" in page.content


async def test_a_redelivered_interaction(
    general: Channel, owner: User, ben: User, pg: Playground
) -> None:
    """What Discord delivers twice is done once."""
    reply = await owner.command("ladder new", general, game="attangle", name="Twice")
    await pg.redeliver(reply)
    climb = ladder_of(reply, general, owner)
    (joined,) = await climb.join(ben)
    await pg.redeliver(joined)
    listed = await owner.command("ladder list", general)
    assert listed.content.count("**Twice**") == 1
    assert "**1 player**" in (await climb.page(ben)).content


# Looking


async def test_lists(general: Channel, owner: User, ben: User) -> None:
    """Those of the server, one's own, those that are over."""
    climb = await open_ladder(owner, general, name="Listed")
    listed = await ben.command("ladder list", general)
    assert f"**Listed** · ladder `{climb.id}`" in listed.content
    mine = await listed.click(LISTS.scopes["mine"])
    assert climb.id not in mine.content
    await climb.join(ben)
    mine = await ben.command("ladder list", general, scope="mine")
    assert "**1 player**" in mine.content
    shown = await mine.click("Show")
    assert shown.content.startswith("### Listed")
    elsewhere = await ben.command("ladder list", await ben.dm())
    assert "**Listed**" in elsewhere.content
    await climb.cancel()
    over = await ben.command("ladder list", general, scope="over")
    assert climb.id in over.content


async def test_an_unknown_one(general: Channel, owner: User, emma: User) -> None:
    """What isn't there, and what one may not see, is refused in the same words."""
    climb = await open_ladder(owner, general, name=NAME)
    refused = await emma.command("ladder show", general, ladder="L-ZZZZ")
    assert refused.content == REFUSALS["unknown-competition"].format(  # type: ignore[union-attr]
        competition="L-ZZZZ"
    )
    assert refused.labels == ["Ladders"]
    hidden = await emma.command("ladder show", await emma.dm(), ladder=climb.id)
    assert hidden.content == refused.content.replace("L-ZZZZ", climb.id)
    offered = await emma.autocomplete("ladder show", "ladder", channel=general)
    assert climb.id in [one.value for one in offered]


async def test_in_german(general: Channel, owner: User, ben: User) -> None:
    """Everybody reads their own language, the channel that of the server."""
    climb = await open_ladder(owner, general, name=NAME)
    await ben.change(locale="de")
    say = language("de").gettext
    page = await climb.page(ben)
    assert say("Nobody has joined yet.") in page.content
    assert say("History") in page.labels
    assert "Nobody has joined yet." in (await climb.poster()).content
    await ben.change(locale="en-US")


# Directing


async def test_only_the_director_directs(general: Channel, owner: User, ben: User) -> None:
    """Others don't see the button."""
    climb = await open_ladder(owner, general, name=NAME)
    await climb.join(ben)
    assert "Manage…" not in (await climb.page(ben)).labels
    assert "Manage…" in (await climb.page(owner)).labels


async def test_moving_removing_annulling(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """Each with a reason, which everybody reads."""
    climb = await open_ladder(owner, general, name=NAME)
    await climb.join(ben, david, emma)
    choice = await (await climb.manage()).click("Move somebody…")
    form = (await choice.select(None, [f"3. {emma.display}"])).modal
    assert form is not None
    await form.submit(place="1", reason="A mistake.")
    moved = await climb.news("The director has moved")
    assert f"{emma.mention}: 3 → 1" in moved.content
    assert "A mistake." in moved.content
    await climb.challenge(david, ben)
    choice = await (await climb.manage()).click("Annul a challenge…")
    form = (await choice.select(None, [f"{david.display} against {ben.display}"])).modal
    assert form is not None
    refused = await said(await form.submit())
    assert refused.content == REFUSALS["no-reason"]
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    await form.submit(reason="Agreed.")
    annulled = await climb.news("has been annulled")
    assert annulled.content.endswith("Agreed.”")
    await climb.challenge(david, ben)
    await (await climb.news(f"challenges {ben.mention}", 2)).click("Accept", by=ben)
    await climb.news("accepts")
    choice = await (await climb.manage()).click("Remove somebody…")
    form = (await choice.select(None, [f"3. {david.display}"])).modal
    assert form is not None
    await form.submit(reason="They asked for it.")
    gone = await climb.news("has removed")
    assert david.mention in gone.content
    assert gone.content.endswith(f"\n-# {GO_ON}")


async def test_name_director_and_end(general: Channel, owner: User, ben: User) -> None:
    """Another name, another director, the end."""
    climb = await open_ladder(owner, general, name=NAME)
    renamed = await climb.form("Name and channel…", name="Autumn ladder")
    assert renamed.content.startswith("### Autumn ladder")
    await climb.join(ben)
    await climb.hand_over(ben)
    await climb.form("Close it…", reason="Summer.")
    over = await climb.news("The ladder has been closed.")
    assert f"🏆 {ben.mention} is at the top." in over.content
    assert "“Summer.”" in over.content
    late = await said(await (await climb.news("Autumn ladder")).click("Go to the ladder", by=ben))
    assert "This ladder has been closed." in late.content
