"""Tournaments, ladders and leagues in trouble: their channel is lost, those who belong to them are
gone, two direct at once. Nothing is lost, and it is told once it can be.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from bot.commands.competitions import direction
from bot.ui.refused_forms import AGAIN
from playground.client import Channel, Playground, User
from tests.support.directed import MATCH, Directed
from tests.support.forger import Forger
from tests.support.ladders import Climb, open_ladder, open_league
from tests.support.matches import said
from tests.support.stack import Stack
from tests.support.tournaments import Cup, open_cup

pytestmark = [pytest.mark.untraced, pytest.mark.shared_bot]

OPEN: dict[str, Callable[..., Awaitable[Any]]] = {
    "tournament": open_cup,
    "ladder": open_ladder,
    "league": open_league,
}
LEAVE = {"Cancel my sign-up", "Leave the ladder…"}
NAME, REASON = "In trouble", "The hall is closed."

Opened: TypeAlias = Callable[..., Awaitable[Directed]]


@pytest.fixture(params=OPEN)
def opened(request: pytest.FixtureRequest) -> Opened:
    """Opens one of each kind."""
    found: Opened = OPEN[request.param]
    return found


@pytest.fixture
async def pg(stack: Stack) -> AsyncIterator[Playground]:
    """Other servers and people for each test, with a bot that is online: nothing of it is needed
    afterwards.
    """
    stack.renew()
    async with Playground.connect(stack.url) as client:
        await client.wait_online()
        for name in ("anna", "ben", "david"):
            await client.user(name).change(locale="en-US")
        yield client


async def _end(held: Directed) -> None:
    """The director ends it."""
    await held.form(held.end_button, reason=REASON)


async def _told_once(held: Directed) -> None:
    """Its end is told, and nothing twice: there is one message beside the announcement, which may
    show the reason, too.
    """

    async def there() -> list[str]:
        told = [one.content for one in await held.told(REASON)]
        return [text for text in told if text.startswith(f"**{NAME}** · ")]

    assert len(await held.pg.wait_for(there)) == 1


async def test_a_channel_without_permissions(
    pg: Playground, anna: User, ben: User, opened: Opened
) -> None:
    """The director reads it. What could not be told is told once the bot may write again."""
    quiet = pg.channel("quiet")
    held = await opened(anna, quiet, name=NAME)
    await held.join(ben, anna)
    await quiet.permit(deny=["send_messages"])
    assert "I can't post in" in (await held.manage()).content
    await _end(held)
    assert await held.told(REASON) == []
    await quiet.permit()
    await _told_once(held)


async def test_a_deleted_channel(
    pg: Playground, general: Channel, anna: User, ben: User, opened: Opened
) -> None:
    """The page says how it stands; the director moves it to another channel, and it goes on."""
    lost = pg.channel("games")
    held = await opened(anna, lost, name=NAME)
    await held.join(ben, anna)
    await lost.delete()
    held.channel = general
    assert held.id in (await held.page(ben)).content
    menu = await held.manage()
    assert "I can't post in" in menu.content
    form = (await menu.click("Name and channel…")).modal
    assert form is not None
    await form.submit(channel=[general.id])
    assert "I can't post in" not in (await held.manage()).content
    await _end(held)
    await _told_once(held)


async def test_thrown_out_and_added_again(
    general: Channel, anna: User, ben: User, opened: Opened
) -> None:
    """Meanwhile people read how it stands, and the director ends it in direct messages. It is told
    when the bot is back.
    """
    held = await opened(anna, general, name=NAME)
    await held.join(ben, anna)
    await general.throw_out()
    held.channel = await anna.dm()
    assert NAME in (await held.page(anna)).content
    await _end(held)
    held.channel = general
    await general.invite()
    await _told_once(held)


@pytest.mark.parametrize("how", ["thrown out", "silent", "deleted"])
async def test_matches_begin_while_the_channel_is_lost(
    pg: Playground, opened: Opened, how: str
) -> None:
    """They begin all the same, and are played in direct messages. What has happened is told when
    the channel is back, or in another one.
    """
    general, (anna, ben, david) = pg.channel("general"), map(pg.user, ("anna", "ben", "david"))
    held = await opened(anna, pg.channel("games"), name=NAME)
    await held.join(ben, david)
    lost = await _lose(held.channel, how)
    begins = await _begin(held, ben, david)
    mine = await _match_of(held, david)
    held.channel = lost
    if how == "deleted":
        held.channel = general
        await held.form("Name and channel…", channel=[general.id])
    await lost.invite()
    if how == "silent":
        await lost.permit()
    told = await held.news(begins)
    assert {"ben", "david"} & {*told.mentions}
    assert len(await held.told(begins)) == 1
    held.channel = await ben.dm()
    await held.resign(ben, mine)


async def _lose(channel: Channel, how: str) -> Channel:
    """The bot can't write there any more."""
    if how == "deleted":
        await channel.delete()
    elif how == "silent":
        await channel.permit(deny=["send_messages"])
    else:
        await channel.throw_out()
    return channel


async def _begin(held: Directed, one: User, other: User) -> str:
    """Something in which both play begins by direct messages. What is told of it."""
    held.channel = await held.director.dm()
    if isinstance(held, Cup):
        await held.start()
        return "round 1 of 1 begins"
    if isinstance(held, Climb):
        held.channel = await other.dm()
        await held.challenge(other, one)
        held.channel = await one.dm()
        await (await held.page(one)).click("Accept")
        return "are playing match `"
    menu = await held.manage()
    question = await menu.click("Begin the season now…")
    await question.click("Begin season 1")
    return f"{NAME}: season 1 begins"


async def _match_of(held: Directed, player: User) -> str:
    """The match that somebody plays there, as their own list of matches has it."""
    there = await player.dm()

    async def playing() -> list[str]:
        return MATCH.findall((await player.command("games", there)).content)

    return (await held.pg.wait_for(playing))[0]


@pytest.fixture
async def deserted(
    general: Channel, anna: User, ben: User, david: User, opened: Opened
) -> Directed:
    """One of each kind, whose director has left the server."""
    await anna.command("server", general, organizers="everyone")
    held = await opened(ben, general, name=NAME)
    await held.join(david)
    await ben.leave(general)
    return held


async def test_a_director_who_has_left_the_server(
    general: Channel, anna: User, ben: User, david: User, deserted: Directed
) -> None:
    """They hand it over in direct messages."""
    held = deserted
    held.channel = await ben.dm()
    await held.hand_over(david)
    held.channel = general
    assert f"Director: {david.mention}" in (await held.page(anna)).content
    await _end(held)
    await _told_once(held)


async def test_a_director_who_is_gone_for_good(anna: User, deserted: Directed) -> None:
    """Those who manage the server make somebody else the director."""
    held = deserted
    held.director = anna
    page = await held.form("Hand it over…", director=[anna.id])
    assert f"Director: {anna.mention}" in page.content
    await _end(held)
    await _told_once(held)


async def test_whoever_has_left_the_server_can_leave(
    general: Channel, anna: User, ben: User, david: User, opened: Opened
) -> None:
    """They still take part, until they leave in direct messages."""
    held = await opened(anna, general, name=NAME)
    await held.join(ben, david)
    await ben.leave(general)
    assert ben.mention in (await held.page(anna)).content
    held.channel = await ben.dm()
    page = await held.page(ben)
    answer = await page.click(next(one for one in page.labels if one in LEAVE))
    if "Leave" in answer.labels:
        await answer.click("Leave")
    held.channel = general
    page = await held.page(anna)
    assert ben.mention not in page.content
    assert david.mention in page.content


async def test_whoever_has_left_the_server_can_be_removed(
    general: Channel, anna: User, ben: User, david: User, opened: Opened
) -> None:
    """By the director, who finds them by their name."""
    held = await opened(anna, general, name=NAME)
    await held.join(ben, david)
    await ben.leave(general)
    menu = await held.manage()
    choice = await menu.click(next(one for one in menu.labels if one.startswith("Remove")))
    offered = {one["label"]: one["value"] for one in choice.selects[0]["options"]}
    named = next(one for one in offered if ben.display in one)
    form = (await choice.select(None, [offered[named]])).modal
    assert form is not None
    await form.submit(reason=REASON)
    page = await held.page(anna)
    assert ben.mention not in page.content
    assert david.mention in page.content


async def test_whoever_has_left_the_server_can_play_on(
    general: Channel, anna: User, ben: User, david: User
) -> None:
    """Their matches begin like all others, and they play them in direct messages."""
    cup = await open_cup(anna, general, name=NAME)
    await cup.join(ben, david)
    await ben.leave(general)
    await cup.start()
    await cup.news("round 1 of 1 begins")
    cup.channel = await ben.dm()
    await cup.resign(ben, await cup.match_of(ben))
    cup.channel = general
    assert f"🏆 {david.mention} wins!" in (await cup.news(f"{NAME} is over")).content


async def test_two_direct_at_once(general: Channel, anna: User, ben: User, opened: Opened) -> None:
    """Both end it: one does, and the other reads that it is over. It is told once."""
    await anna.command("server", general, organizers="everyone")
    held = await opened(ben, general, name=NAME)
    forms = []
    for director in (anna, ben):
        menu = await (await held.page(director)).click("Manage…")
        form = (await menu.click(held.end_button)).modal
        assert form is not None
        forms.append(form)
    replies = await asyncio.gather(*(form.submit(reason=REASON) for form in forms))
    texts = [" ".join(each.content for each in (one, *one.followups)) for one in replies]
    done, late = sorted(texts, key=lambda text: "### Manage" in text)
    assert REASON in done
    assert re.search("is already over|league is over|ladder has been closed", late)
    await _told_once(held)


async def test_an_announcement_that_is_refused_in_another_channel(
    pg: Playground, general: Channel, anna: User, ben: User, opened: Opened
) -> None:
    """Is made there as soon as Discord allows it; in the last channel only, if the director has
    chosen yet another one meanwhile.
    """
    held = await opened(anna, general, name=NAME)
    before = await held.poster()
    games, quiet = pg.channel("games"), pg.channel("quiet")
    for place in (games, quiet):
        refused = f"^/channels/{place.id}/messages$"
        await pg.fault("status", refused, method="POST", times=1000, status=403, code=40004)
        await held.form("Name and channel…", channel=[place.id])

        async def asked(place: Channel = place) -> bool:
            count: int = (await pg.requests(f"/{place.id}/messages", "POST"))["count"]
            return count > 0

        await pg.wait_for(asked)
    await pg.clear_faults()
    held.channel = quiet
    await held.poster()
    await held.join(ben)
    held.channel = games
    assert await held.told() == []
    held.channel = quiet
    assert len([one for one in await held.told() if {*held.join_buttons} & {*one.labels}]) == 1

    async def left() -> bool:
        return f"It continues in <#{quiet.id}>." in (await before.refresh()).content

    if not isinstance(held, Climb):  # Where a ladder was announced isn't known.
        await pg.wait_for(left)
    await held.cancel()


async def test_it_is_moved_to_no_other_server(
    pg: Playground, general: Channel, anna: User, forger: Forger, opened: Opened
) -> None:
    """There, and in direct messages, its director can change its name, but no channel can be
    chosen. Whoever chooses one all the same reads why not, and it stays where it is.
    """
    held = await opened(anna, general, name=NAME)
    there = pg.channel("allgemein")
    for place in (there, await anna.dm()):
        held.channel = place
        form = (await (await held.manage()).click("Name and channel…")).modal
        assert form is not None
        assert form.fields == ["name"]
        assert direction.ON_ITS_SERVER in str(form.components)
        refused = await said(await forger.submit(form, channel=[there.id]))
        assert refused.content == direction.ON_ITS_SERVER
        assert AGAIN in refused.labels
    await held.form("Name and channel…", name="Renamed")
    held.channel = general
    menu = await held.manage()
    assert "Renamed" in menu.content
    form = (await menu.click("Name and channel…")).modal
    assert form is not None
    assert form.fields == ["name", "channel"]
    assert direction.ON_ITS_SERVER not in str(form.components)
    await _end(held)
    await held.news(REASON)
    held.channel = there
    assert await held.told() == []


@pytest.mark.parametrize("kind", ["tournament", "league"])
async def test_in_another_channel_it_is_announced_anew(
    pg: Playground, general: Channel, anna: User, ben: User, kind: str
) -> None:
    """There people sign up, and see who has. Where it was announced before, they read where it goes
    on.
    """
    held = await OPEN[kind](anna, general, name=NAME)
    before = await held.poster()
    await held.form("Name and channel…", channel=[pg.channel("games").id])
    held.channel = pg.channel("games")
    await held.join(ben)

    async def shown() -> bool:
        return ben.mention in (await held.poster()).content

    await pg.wait_for(shown)

    async def left() -> bool:
        now = await before.refresh()
        return (
            f"It continues in <#{held.channel.id}>." in now.content and "Sign up" not in now.labels
        )

    await pg.wait_for(left)
    assert len([one for one in await held.told() if "Sign up" in one.labels]) == 1
    await held.cancel()
