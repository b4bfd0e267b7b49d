"""Directing tournaments: outdated pages, threads, and handing a tournament over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import pytest

from bot.cogs.tournaments import management
from bot.cogs.tournaments.management import FOLLOWS, TO_REPLACE
from bot.cogs.tournaments.succession import NOT_THERE
from bot.commands.competitions import succession
from bot.interactions.error_handler import NOT_ALLOWED
from bot.messages.competitions.news import FOR_YOU, YOUR_MATCHES
from bot.text.competition import GO_ON
from bot.ui.refused_forms import AGAIN
from competitions.tournaments.texts import REFUSALS
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.forger import Forger
from tests.support.languages import GERMAN
from tests.support.matches import begin, said
from tests.support.tournaments import Cup, open_cup
from tests.support.wishes import direct
from tests.support.wishes import told as told_directly

pytestmark = pytest.mark.shared_bot

NAME = "Spring cup"


@pytest.fixture
async def owner(anna: User, general: Channel) -> AsyncIterator[User]:
    """A server manager who speaks English here. Afterwards her tournaments are cancelled."""
    await anna.change(locale="en-US")
    yield anna
    listed = await anna.command("tournament list", general, scope="here")
    for id_ in re.findall(r"`(C-[0-9A-Z]+)`", listed.content):
        await Cup(anna.pg, general, id_, anna).cancel()
    await anna.command("server", general, reset="all")


async def _ask(cup: Cup, whom: User) -> Reply:
    """The director asks somebody to direct it."""
    return await cup.form("Hand it over…", director=[whom.id])


async def _question(cup: Cup, whom: User) -> Message:
    """What somebody was asked by direct message."""
    dm = await whom.dm()

    async def there() -> list[Message]:
        return [one for one in await dm.messages(whom) if cup.id in one.content]

    return (await cup.pg.wait_for(there))[-1]


def _from(cup: Cup, text: str) -> str:
    """The same text in a message about this tournament: they may have been told so before, about
    another.
    """
    return f"`{cup.id}`\n{text}"


# Handing over


async def test_whoever_is_to_direct_it_is_asked(general: Channel, owner: User, ben: User) -> None:
    """They get the question as a direct message. Until they accept, nothing changes; then the
    channel is told, and the announcement says so.
    """
    cup = await open_cup(owner, general, name=NAME)
    poster = await cup.poster()
    asked = await _ask(cup, ben)
    assert (await said(asked)).content == succession.ASKED.format(player=ben.mention)
    assert "Manage…" not in (await cup.page(ben)).labels
    question = await _question(cup, ben)
    assert question.labels == [succession.ACCEPT]
    await question.click(succession.ACCEPT, by=ben)
    assert "Manage…" in (await cup.page(ben)).labels
    told = await cup.news(succession.DIRECTS.format(player=ben.mention))
    assert told.labels == ["Go to the tournament"]
    assert (await question.refresh()).labels == ["Go to the tournament"]
    await cup.shown(poster, f"Director: {ben.mention}")


async def test_nobody_takes_over_what_was_not_offered(
    general: Channel, owner: User, ben: User, david: User, forger: Forger
) -> None:
    """The button of somebody else, an invented one, and one from before somebody else directed it:
    all of them are refused.
    """
    cup = await open_cup(owner, general, name=NAME)
    await _ask(cup, ben)
    question = await _question(cup, ben)
    (button,) = question.buttons
    for offer in (button["custom_id"], f"cup-direct:-:0:{cup.id}/9999999999.{'0' * 32}"):
        refused = await said(await forger.press(david, offer))
        assert refused.content == REFUSALS["not-offered"]
    await question.click(succession.ACCEPT, by=ben)
    refused = await said(await forger.press(ben, button["custom_id"]))
    assert refused.content == REFUSALS["not-offered"]
    assert "Manage…" not in (await cup.page(david)).labels


async def test_only_members_direct(
    pg: Playground, general: Channel, owner: User, emma: User
) -> None:
    """Neither strangers nor bots."""
    cup = await open_cup(owner, general, name=NAME)
    await emma.leave(general)
    refused = await said(await _ask(cup, emma))
    assert refused.content == NOT_THERE.format(player=emma.mention)
    assert refused.labels == [AGAIN, "Go to the tournament"]
    await emma.join(general)


async def test_who_gets_no_direct_messages_is_asked_in_the_channel(
    general: Channel, owner: User, david: User
) -> None:
    """There they are called, and everybody reads that they have accepted."""
    cup = await open_cup(owner, general, name=NAME)
    await david.change(dms_open=False)
    await _ask(cup, david)
    question = await cup.news("would like you to direct")
    assert question.mentions == [david.name]
    await question.click(succession.ACCEPT, by=david)
    assert succession.DIRECTS.format(player=david.mention) in (await question.refresh()).content
    await david.change(dms_open=True)


async def test_managers_take_over_without_being_asked(
    general: Channel, owner: User, ben: User
) -> None:
    """They can do everything that a director does anyway."""
    await owner.command("server", general, organizers="everyone")
    cup = await open_cup(ben, general, name=NAME)
    form = (await (await (await cup.page(owner)).click("Manage…")).click("Hand it over…")).modal
    assert form is not None
    page = await form.submit(director=[owner.id])
    assert f"Director: {owner.mention}" in page.content


# Outdated pages


async def test_the_form_for_a_round_is_about_that_round(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """If the next round has begun meanwhile, its pairings stay."""
    cup = await open_cup(owner, general, name=NAME, format="round-robin")
    await cup.join(ben, david, emma)
    await cup.start()
    await cup.news("round 1 of 3 begins")
    form = (await (await cup.manage()).click("Pair round 1 again…")).modal
    assert form is not None
    assert form.title == "Pair round 1 again"
    choice = await (await cup.manage()).click("Decide a match…")
    options = choice.selects[0]["options"]
    value = next(one["value"] for one in options if one["description"] == "no result yet")
    ruling = (await choice.select(None, [value])).modal
    assert ruling is not None
    await ruling.submit(result=["1,2"], reason="They were ill.")
    await cup.news("round 2 of 3 begins")
    refused = await said(await form.submit(reason="A mistake."))
    assert refused.content == REFUSALS["outdated"]
    assert refused.labels[:2] == [AGAIN, "Go to the tournament"]
    assert "Pair round 2 again…" in (await cup.manage()).labels
    assert await cup.told("has cancelled the pairings") == []


async def test_a_round_that_is_played_is_not_paired_again(
    general: Channel, owner: User, ben: User, david: User
) -> None:
    """Nobody is asked for a reason first. Before, the form says what becomes of its matches."""
    cup = await open_cup(owner, general, name=NAME)
    assert "at least 2 are needed" in (await cup.manage()).content
    await cup.join(ben, david)
    assert "at least" not in (await cup.manage()).content
    await cup.start()
    match = await cup.match_of(ben)
    menu = await cup.manage()
    form = (await menu.click("Pair round 1 again…")).modal
    assert form is not None
    assert FOLLOWS["unpair"] in str(form.components)
    await asyncio.gather(
        *(one.command("move", general, turn="c3", match=match) for one in (ben, david))
    )
    refused = await said(await menu.click("Pair round 1 again…"))
    assert refused.content == REFUSALS["being-played-on"].format(round=1)  # type: ignore[union-attr]
    assert AGAIN not in refused.labels
    assert "Go to the tournament" in refused.labels
    choice = await (await cup.manage()).click("Add computer players…")
    assert TO_REPLACE in choice.content
    form = (await (await cup.manage()).click("Cancel it…")).modal
    assert form is not None
    assert GO_ON in str(form.components)


async def test_whoever_has_somebody_elses_number_is_not_removed(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """A menu that was made before a replacement means the one who has gone."""
    cup = await open_cup(owner, general, name=NAME, format="round-robin", size=3, start=7)
    await cup.join(ben, david, cup.pg.user("clara"), emma)
    await cup.start()
    await cup.news("round 1 of 3 begins")
    stale = await (await cup.manage()).click("Remove somebody…")
    form, late = [(await stale.select(None, [ben.display])).modal for _ in range(2)]
    assert form is not None
    assert late is not None
    await form.submit(reason="Ill.")
    await cup.news("has removed")

    async def replaceable() -> bool:
        return "Replace somebody…" in (await cup.manage()).labels

    await cup.pg.wait_for(replaceable)
    gone = await (await cup.manage()).click("Replace somebody…")
    by = await gone.select(None, [ben.display])

    async def replaced() -> bool:
        """Once the match of whoever has gone is over."""
        form = (await by.select(None, [emma.display])).modal
        assert form is not None
        page = await form.submit(reason="They have asked.")
        return page.content.startswith(f"### {NAME}")

    await cup.pg.wait_for(replaced)
    await cup.news("is taking over from")
    refused = await said(await late.submit(reason="Ill."))
    assert refused.content == management.CHANGED


async def test_somebody_who_still_plays_is_replaced(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """By somebody who waits, for a reason, which they are told themselves. Nobody else changes who
    sits there, and whoever tries is led to the tournament.
    """
    cup = await open_cup(owner, general, name=NAME, format="round-robin", size=2, start=7)
    await cup.join(ben, david, emma)
    await cup.start()
    await cup.news("round 1 of 1 begins")
    match = await cup.match_of(ben)
    refused = await said(await ben.command("handover", general, match=match))
    assert "belongs to a competition" in refused.content
    assert refused.labels[0] == "Go to the tournament"
    gone = await (await cup.manage()).click("Replace somebody…")
    by = await gone.select(None, [ben.display])
    form = (await by.select(None, [emma.display])).modal
    assert form is not None
    again = await said(await form.submit())
    assert again.content == REFUSALS["no-reason"]
    await form.submit(reason="Ill.")
    told = await cup.news("is taking over from")
    assert "Ill." in told.content
    word = await told_directly(ben, _from(cup, FOR_YOU.format(entrant=emma.mention)))
    assert "Ill." in word.content
    assert YOUR_MATCHES.format(entrant=emma.mention) in word.content
    assert await cup.match_of(emma) == match
    games = await emma.command("games", general)
    assert match in games.content


async def test_who_has_withdrawn_is_not_told_of_a_substitute(
    general: Channel, owner: User, ben: User, david: User, emma: User
) -> None:
    """They have left the place themselves. Whoever else was removed is told."""
    cup = await open_cup(owner, general, name=NAME, format="round-robin", size=4, start=7)
    await cup.join(ben, david, cup.pg.user("clara"))
    await cup.add_computer_players(1)
    await cup.join(emma, owner)
    await cup.start()
    await cup.news("round 1 of 3 begins")
    form = (await (await cup.page(ben)).click("Withdraw…")).modal
    assert form is not None
    await form.submit()
    await _replace(cup, ben, emma)
    removal = await (await cup.manage()).click("Remove somebody…")
    form = (await removal.select(None, [david.display])).modal
    assert form is not None
    await form.submit(reason="Rude.")
    await _replace(cup, david, owner)
    await told_directly(david, _from(cup, FOR_YOU.format(entrant=owner.mention)))
    assert not any(cup.id in one.content for one in await direct(ben))


async def _replace(cup: Cup, one: User, by: User) -> None:
    """The director lets somebody play on who waits, once all matches of the other are over."""

    async def replaced() -> bool:
        gone = await (await cup.manage()).click("Replace somebody…")
        waiting = await gone.select(None, [one.display])
        form = (await waiting.select(None, [by.display])).modal
        assert form is not None
        page = await form.submit(reason="They have asked.")
        return page.content.startswith(f"### {NAME}")

    await cup.pg.wait_for(replaced)


async def test_somebody_is_let_back_in(
    general: Channel, owner: User, ben: User, david: User
) -> None:
    """For a reason, which everybody reads."""
    cup = await open_cup(owner, general, name=NAME, format="swiss", size=3, start=7)
    await cup.join(ben, david, cup.pg.user("clara"))
    await cup.start()
    await cup.news("round 1 of")
    form = (await (await cup.page(ben)).click("Withdraw…")).modal
    assert form is not None
    await form.submit()
    gone = await (await cup.manage()).click("Let somebody back in…")
    back = (await gone.select(None, [ben.display])).modal
    assert back is not None
    again = await said(await back.submit())
    assert again.content == REFUSALS["no-reason"]
    await back.submit(reason="They are well again.")
    told = await cup.news("is back in")
    assert "They are well again." in told.content


# Where it is held


async def test_opening_one_takes_the_right_to_write_there(
    general: Channel, owner: User, ben: User
) -> None:
    """Of the user where they are, too; in a thread that of threads."""
    await owner.command("server", general, organizers="everyone")
    await general.permit(user=ben, deny=["send_messages"])
    refused = await ben.command("tournament new", general, game="attangle")
    assert refused.content == NOT_ALLOWED
    await general.permit(user=ben)
    game = await begin(general, "attangle", owner, ben)
    assert game.channel.id != general.id
    await general.permit(deny=["send_messages_in_threads"])
    refused = await owner.command("tournament new", game.channel, game="attangle")
    assert "Send Messages in Threads" in refused.content
    await general.permit()


async def test_another_channel_is_one_of_its_server(
    pg: Playground, general: Channel, owner: User, forger: Forger
) -> None:
    """Of another one where its director is a member, none is taken. They read it in their own
    language.
    """
    cup = await open_cup(owner, general, name=NAME)
    await owner.change(locale="de")
    cup.channel, cup.language = pg.channel("allgemein"), GERMAN
    form = (await (await cup.manage()).click("Name und Kanal …")).modal
    assert form is not None
    assert form.fields == ["name"]
    refused = await said(await forger.submit(form, channel=[cup.channel.id]))
    assert refused.content == (
        "Einen anderen Kanal kannst du nur auf dem Server wählen, auf dem gespielt wird."
    )
    assert refused.labels == ["Noch einmal", "Zum Turnier"]
    await owner.change(locale="en-US")


async def test_a_thread_in_the_archive_is_not_lost(
    general: Channel, owner: User, ben: User
) -> None:
    """Messages bring it back, so the director is not told that the bot can't write there."""
    game = await begin(general, "attangle", owner, ben)
    cup = await open_cup(owner, game.channel, name=NAME)
    await cup.poster()
    await game.channel.change(archived=True)
    cup.channel = general
    menu = await cup.manage()
    assert "I can't post in" not in menu.content
    form = (await menu.click("Name and channel…")).modal
    assert form is not None
    (channels,) = [one for one in form.components if one.get("custom_id") == "channel"]
    assert not channels.get("default_values")
    assert 15 not in channels["channel_types"]
