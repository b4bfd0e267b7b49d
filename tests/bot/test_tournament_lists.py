"""Lists of tournaments, as somebody sees them from where they are."""

from __future__ import annotations

from functools import partial

import pytest

import games
from bot.cogs.tournaments._lists import LISTS
from bot.commands.competitions.lists import NOT_FROM_HERE, PAGE
from bot.text.discord_limits import OPTIONS
from competitions.model.settings import Settings
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import cancel
from competitions.tournaments.held import Terms
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.stack import Stack
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.shared_bot


@pytest.fixture
async def owner(anna: User) -> User:
    """A server manager who speaks English here."""
    await anna.change(locale="en-US")
    return anna


async def test_what_one_may_not_see_leaves_no_gaps(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """A page is filled with what its reader may look at. Managers see all of it."""
    quiet = pg.channel("quiet")
    await quiet.permit(user=ben, deny=["view_channel"])
    seen = await open_cup(owner, general, name="Seen")
    hidden = [await open_cup(owner, quiet, name=f"Hidden {n}") for n in range(PAGE + 1)]
    listed = await ben.command("tournament list", general)
    assert f"`{seen.id}`" in listed.content
    assert "Hidden" not in listed.content
    assert "▶" not in listed.labels
    listed = await owner.command("tournament list", general)
    assert f"`{hidden[-1].id}`" in listed.content
    assert "▶" in listed.labels
    offered = await ben.autocomplete("tournament show", "tournament", channel=general)
    assert [one.value for one in offered] == [seen.id]
    for cup in (seen, *hidden):
        await cup.cancel()
    await quiet.permit(user=ben)


async def test_in_direct_messages(general: Channel, owner: User, ben: User) -> None:
    """There, only one's own are listed, whichever button leads there; a channel that can't be read
    there is named by its server.
    """
    there = await ben.dm()
    cup = await open_cup(owner, general, name="Far")
    await cup.join(ben)
    refused = await ben.command("tournament new", there, game="attangle")
    listed = await refused.click("Tournaments")
    found = (listed.followups or [listed])[-1]
    assert found.content.startswith(f"### {LISTS.scopes['mine']}")
    assert f"`{cup.id}`" in found.content
    assert "Playground" in found.content
    assert "<#" not in found.content
    assert "New tournament" not in found.labels
    await cup.cancel()


async def test_a_server_keeps_its_people_at_home(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """Its managers have chosen that: then the list of other servers' tournaments says so, and so
    does the button to sign up. One's own are listed there all the same.
    """
    there, david = pg.channel("allgemein"), pg.user("david")
    await david.change(locale="en-US")
    cup = await open_cup(owner, general, name="Away", anywhere=True)
    listed = await david.command("tournament list", there, scope="elsewhere")
    assert cup.id in listed.content
    page = await david.command("tournament show", there, tournament=cup.id)
    told = await ben.command("server", there, outside=False)
    assert "**Tournaments on other servers:** off" in told.content
    listed = await david.command("tournament list", there, scope="elsewhere")
    assert cup.id not in listed.content
    assert NOT_FROM_HERE in listed.content
    refused = await page.click("Sign up")
    assert (refused.followups or [refused])[-1].content == NOT_FROM_HERE
    await cup.join(david)
    assert cup.id in (await david.command("tournament list", there, scope="mine")).content
    await ben.command("server", there, reset="all")
    await cup.cancel()


async def test_a_new_one_is_offered_to_those_who_may(
    general: Channel, owner: User, ben: User
) -> None:
    """Where only managers can open tournaments, others get no button that refuses them."""
    managed = await ben.command("tournament list", general)
    assert "New tournament" not in managed.labels
    assert "New tournament" in (await owner.command("tournament list", general)).labels
    await owner.command("server", general, organizers="everyone")
    assert "New tournament" in (await ben.command("tournament list", general)).labels
    await owner.command("server", general, reset="organizers")


async def test_where_the_bot_is_no_member(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """No tournament can be opened there, so it is not offered."""
    elsewhere = next(one for one in pg.channels if one.guild == "Elsewhere")
    listed = await ben.command("tournament list", elsewhere)
    assert "New tournament" not in listed.labels
    assert listed.content.startswith(f"### {LISTS.scopes['mine']}")


async def test_one_that_was_long_ago_is_completed(
    stack: Stack, general: Channel, ben: User
) -> None:
    """What is typed is looked for among more than fit into a menu."""
    database, host = Database.connect(stack.settings["DATABASE_URL"]), PlayerId(int(ben.id))
    guild, channel = GuildId(int(general.data["guild_id"])), ChannelId(int(general.id))
    terms = partial(Terms, guild=guild, channel=channel, game=games.get("attangle"))
    for name in ("Ancient", *(f"Cup {number}" for number in range(OPTIONS + 1))):
        named = terms(name=name, clock=Clock.read("3d"))
        held = await open_competition(database, named, Settings("knockout"), host)
        await cancel(database, held.id, host, reason="Rain.")
    await database.close()
    offered = await ben.autocomplete("tournament show", "tournament", "anc", channel=general)
    assert [one.name.partition(" · ")[0] for one in offered] == ["Ancient"]
