"""Commands of user installs, in places where the bot is not a member."""

import pytest

from playground.client import Playground, PlaygroundError, User
from playground.permissions import Permission
from playground.world import EPHEMERAL
from tests.playground.rawbot import RawBot
from tests.playground.samples import BUTTON, COMMANDS, MENU, row

ANYWHERE = {"name": "anywhere", "description": "d", "integration_types": [0, 1]}
MINE = {"name": "mine", "description": "d", "integration_types": [1], "contexts": [1, 2]}
GROUP = "Anna, Ben, Clara"
THINKING, ANSWER = 5, 4


@pytest.fixture
async def taken(bot: RawBot) -> RawBot:
    """The bot, with commands for guilds, for users and for both."""
    await bot.register(*COMMANDS, ANYWHERE, MINE)
    for _ in bot.server.world.joined_guilds():
        await bot.event("GUILD_CREATE")
    return bot


async def names(user: User, pg: Playground, channel: str) -> set[str]:
    """The commands that this user finds in a channel."""
    where = await user.dm() if channel == "dm" else pg.channel(channel)
    return {each["name"] for each in await user.commands(where)}


async def test_only_what_is_taken_along_is_offered(
    pg: Playground, taken: RawBot, anna: User
) -> None:
    """Each place offers the commands that match its installations and its context."""
    assert {"do", "anywhere"} <= await names(anna, pg, "general")
    assert "mine" not in await names(anna, pg, "general")
    assert {"do", "anywhere", "mine"} <= await names(anna, pg, "dm")
    assert await names(anna, pg, "lounge") == {"anywhere"}
    assert await names(anna, pg, GROUP) == {"anywhere", "mine"}
    await anna.change(installed=False)
    assert await names(anna, pg, "lounge") == await names(anna, pg, GROUP) == set()
    assert "anywhere" in await names(anna, pg, "general")
    assert "mine" not in await names(anna, pg, "dm")


async def test_interactions_name_their_installations(
    pg: Playground, taken: RawBot, anna: User
) -> None:
    """authorizing_integration_owners and context are what Discord sends, in all four contexts."""
    general, lounge = pg.channel("general"), pg.channel("lounge")
    guild = general.data["guild_id"]
    places = [
        (general, 0, {"0": guild, "1": anna.id}),
        (await anna.dm(), 1, {"0": "0", "1": anna.id}),
        (pg.channel(GROUP), 2, {"1": anna.id}),
        (lounge, 0, {"1": anna.id}),
    ]
    for channel, context, owners in places:
        await anna.command("anywhere", channel, wait=False)
        got = await taken.interaction()
        assert (got["context"], got["authorizing_integration_owners"]) == (context, owners)
    assert got["guild_id"] == lounge.data["guild_id"]
    assert got["member"]["user"]["id"] == anna.id
    may = Permission(int(got["app_permissions"]))
    assert Permission.ATTACH_FILES in may
    assert Permission.SEND_MESSAGES not in may


async def test_elsewhere_the_bot_can_only_answer(pg: Playground, taken: RawBot, anna: User) -> None:
    """It neither sees the channel and guild nor gets their events. Its answer is visible to all,
    with buttons for everybody.
    """
    lounge = pg.channel("lounge")
    await anna.command("anywhere", lounge, wait=False)
    got = await taken.interaction()
    await taken.answer(got, ANSWER, {"content": "here", "components": [row(BUTTON)]})
    status, body = await taken.call("POST", f"/channels/{lounge.id}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, 50001)
    status, body = await taken.call("GET", f"/guilds/{got['guild_id']}")
    assert (status, body["code"]) == (404, 10004)
    ben = pg.user("ben")
    await ben.send("not for the bot", lounge)
    pressed = (await lounge.messages(ben))[0]
    await pressed.click("Join", by=ben, wait=False)
    event = await taken.frame()
    assert event["t"] == "INTERACTION_CREATE"
    assert event["d"]["authorizing_integration_owners"] == {"1": anna.id}
    assert event["d"]["member"]["user"]["id"] == ben.id
    await taken.answer(event["d"], 7, {"content": "Ben has joined", "components": []})
    assert (await lounge.messages(anna))[0].content == "Ben has joined"


async def test_the_bot_is_told_nothing_of_groups(pg: Playground, taken: RawBot, anna: User) -> None:
    """Only its members see a group. The bot receives the command and nothing else."""
    group = pg.channel(GROUP)
    with pytest.raises(PlaygroundError, match="no such channel"):
        await pg.user("david").send("hello", group)
    await anna.send("hello", group)
    await anna.command("mine", group, wait=False)
    event = await taken.frame()
    assert event["t"] == "INTERACTION_CREATE"
    assert (event["d"]["channel"]["type"], len(event["d"]["channel"]["recipients"])) == (3, 3)
    assert event["d"]["user"]["id"] == anna.id
    status, _ = await taken.answer(event["d"], ANSWER, {"content": "hi"})
    assert status == 200
    assert [each.content for each in await group.messages(pg.user("ben"))] == ["hello", "hi"]
    assert (await taken.call("GET", f"/channels/{group.id}"))[1]["code"] == 50001


async def test_five_follow_ups(pg: Playground, taken: RawBot, anna: User) -> None:
    """If only a user install authorizes the interaction, the sixth follow-up is refused (40094)."""
    await anna.command("anywhere", pg.channel("lounge"), wait=False)
    got = await taken.interaction()
    await taken.answer(got, ANSWER, {"content": "first"})
    for _ in range(5):
        assert (await taken.webhook("POST", got, body={"content": "more"}))[0] == 200
    status, body = await taken.webhook("POST", got, body={"content": "too much"})
    assert (status, body["code"]) == (400, 40094)


async def test_guilds_can_hush_foreign_apps(pg: Playground, taken: RawBot, anna: User) -> None:
    """Without Use External Apps every answer is ephemeral."""
    lounge = pg.channel("lounge")
    await lounge.permit(deny=["use_external_apps"], user=anna)
    await anna.command("anywhere", lounge, wait=False)
    got = await taken.interaction()
    await taken.answer(got, THINKING)
    await taken.webhook("POST", got, body={"content": "hush", "components": [row(MENU)]})
    assert await lounge.messages(pg.user("ben")) == []
    answer = await lounge.last(anna)
    assert answer.content == "hush"
    assert answer.data["flags"] & EPHEMERAL


async def test_who_belongs_to_a_guild(pg: Playground, taken: RawBot, anna: User) -> None:
    """A user who has left sees nothing there, and the bot learns that they are not a member. A
    channel can be closed to everyone except those permitted.
    """
    general, ben, david = pg.channel("general"), pg.user("ben"), pg.user("david")
    member = f"/guilds/{general.data['guild_id']}/members/{ben.id}"
    assert (await taken.call("GET", member))[1]["user"]["id"] == ben.id
    await ben.leave(general)
    with pytest.raises(PlaygroundError, match="no such channel"):
        await general.messages(ben)
    status, body = await taken.call("GET", member)
    assert (status, body["code"]) == (404, 10007)
    await ben.join(general)
    assert await general.messages(ben) == []
    await general.permit(everyone=True, deny=["view_channel"])
    await general.permit(user=david, allow=["view_channel"])
    assert await general.messages(david) == []
    with pytest.raises(PlaygroundError, match="no such channel"):
        await general.messages(ben)
