"""Interactions with a bot in bare HTTP: payloads, deadlines, visibility, follow-ups."""

import asyncio
import random
from typing import Any

import pytest

from playground.client import File, NoResponse, Playground, PlaygroundError, User
from playground.server import Server
from tests.playground.rawbot import SMALL_PNG, Json, RawBot, codes
from tests.playground.samples import (
    BUTTON,
    row,
    started,
)


async def test_payload_of_a_slash_command(pg: Playground, ready: RawBot) -> None:
    """The payload has everything that discord.py reads: typed options, resolved data, locales,
    permissions.
    """
    ben, games = pg.user("ben"), pg.channel("games")
    _, got = await started(
        pg, ready, text="b2", size="l", who=ben, where=games, count=3, ratio=0.5, loud=True
    )
    assert got["type"] == 2
    assert got["data"]["name"] == "do"
    assert {each["name"]: each["value"] for each in got["data"]["options"]} == {
        "text": "b2",
        "size": "l",
        "who": ben.id,
        "where": games.id,
        "count": 3,
        "ratio": 0.5,
        "loud": True,
    }
    assert got["data"]["resolved"]["users"][ben.id]["username"] == "ben"
    assert "permissions" in got["data"]["resolved"]["members"][ben.id]
    assert got["data"]["resolved"]["channels"][games.id]["name"] == "games"
    assert (got["locale"], got["guild_locale"]) == ("de", "en-US")
    assert got["member"]["user"]["username"] == "anna"
    assert got["attachment_size_limit"] == 10 * 1024 * 1024
    assert (got["context"], got["channel"]["name"]) == (0, "general")
    assert int(got["app_permissions"]) & 1 << 11


async def test_subcommands_and_direct_messages(pg: Playground, ready: RawBot, anna: User) -> None:
    """Groups and subcommands nest. In direct messages there is a user but no member and no
    guild.
    """
    _, got = await started(pg, ready, "play odd go", size="l")
    group = got["data"]["options"][0]
    assert (group["type"], group["options"][0]["type"]) == (2, 1)
    assert group["options"][0]["options"][0]["value"] == "l"
    await anna.command("play chess", await anna.dm(), wait=False)
    got = await ready.interaction()
    assert (got["context"], got["user"]["username"]) == (1, "anna")
    assert not {"guild_id", "member", "guild_locale"} & set(got)


async def test_context_menus(pg: Playground, ready: RawBot, anna: User) -> None:
    """User and message context menus carry their target and resolve it."""
    general = pg.channel("general")
    said = await pg.user("ben").send("wise words", general)

    async def answer() -> list[Json]:
        first = await ready.interaction()
        await ready.answer(first, 4, {"content": "seen"})
        second = await ready.interaction()
        await ready.answer(second, 4, {"content": "quoted"})
        return [first["data"], second["data"]]

    task = asyncio.create_task(answer())
    assert (await anna.menu("Look at", pg.user("ben"), channel=general)).content == "seen"
    reply = await anna.menu("Quote", said)
    assert (reply.content, reply.data["type"]) == ("quoted", 23)
    user_menu, message_menu = await task
    assert user_menu["resolved"]["users"][user_menu["target_id"]]["username"] == "ben"
    assert message_menu["resolved"]["messages"][said.id]["content"] == "wise words"


@pytest.mark.parametrize(
    "options",
    [
        {"text": None},
        {"nothing": 1},
        {"count": 6},
        {"count": "x"},
        {"size": "small"},
        {"who": "5"},
        {"where": "5"},
        {"loud": "perhaps"},
    ],
)
async def test_options_that_the_client_refuses(
    pg: Playground, ready: RawBot, options: dict[str, Any]
) -> None:
    """A missing, unknown or invalid option never reaches the bot."""
    with pytest.raises(PlaygroundError) as refusal:
        await started(pg, ready, **options)
    assert refusal.value.status == 400


async def test_which_commands_a_user_sees(pg: Playground, ready: RawBot, anna: User) -> None:
    """They depend on context, permissions and language. The owner of a guild sees all."""
    general, ben = pg.channel("general"), pg.user("ben")
    names = {each["name"] for each in await anna.commands(general)}
    assert names == {
        "do",
        "play chess",
        "play odd go",
        "Look at",
        "Quote",
        "guild-only",
        "managers",
    }
    assert "managers" not in {each["name"] for each in await ben.commands(general)}
    in_dm = {each["name"]: each for each in await anna.commands(await anna.dm())}
    assert "guild-only" not in in_dm
    assert in_dm["do"]["display"] == "tu"
    assert in_dm["do"]["options"][1]["choices"][0] == {
        "name": "large",
        "display": "groß",
        "value": "l",
    }
    await general.permit(user=ben, deny=["use_application_commands"])
    assert await ben.commands(general) == []


async def test_autocomplete(pg: Playground, ready: RawBot, anna: User) -> None:
    """The bot receives the focused option and all others typed. Its choices come back localized."""
    general = pg.channel("general")

    async def answer() -> Json:
        got = await ready.interaction()
        too_many = [{"name": str(i), "value": str(i)} for i in range(26)]
        status, body = await ready.answer(got, 8, {"choices": too_many})
        assert (status, codes(body, "data", "choices")) == (400, ["BASE_TYPE_MAX_LENGTH"])
        long = await ready.answer(got, 8, {"choices": [{"name": "x" * 101, "value": ""}]})
        assert codes(long[1], "data", "choices", "0", "name") == ["BASE_TYPE_BAD_LENGTH"]
        assert codes(long[1], "data", "choices", "0", "value") == ["BASE_TYPE_REQUIRED"]
        assert (await ready.answer(got, 4, {"content": "x"}))[0] == 400
        assert (await ready.answer(got, 8, {"choices": [{"name": "b2-c3", "value": "b2-c3"}]}))[
            0
        ] == 200
        return got

    task = asyncio.create_task(answer())
    found = await anna.autocomplete("do", "text", "b2", channel=general, count=3)
    assert [each.value for each in found] == ["b2-c3"]
    got = await task
    assert got["type"] == 4
    assert got["data"]["options"] == [
        {"name": "text", "type": 3, "value": "b2", "focused": True},
        {"name": "count", "type": 4, "value": 3},
    ]
    ready.server.world.settings.deadline = 0.3
    with pytest.raises(PlaygroundError) as late:
        await anna.autocomplete("do", "text", channel=general)
    assert late.value.status == 504


async def test_no_answer_in_time(pg: Playground, ready: RawBot) -> None:
    """After the deadline the user is told, and the bot gets 10062 for its late answer."""
    ready.server.world.settings.deadline = 0.3
    reply, got = await started(pg, ready)
    with pytest.raises(NoResponse, match="did not respond"):
        await reply.wait()
    status, body = await ready.answer(got, 4, {"content": "late"})
    assert (status, body["code"]) == (404, 10062)
    assert (await ready.webhook("POST", got, body={"content": "late"}))[1]["code"] == 10015


async def test_answer_only_once(pg: Playground, ready: RawBot) -> None:
    """A second callback is 40060, one with a wrong token 10062, one with an invalid type 50035."""
    reply, got = await started(pg, ready)
    assert (await ready.answer(got | {"token": "x"}, 4, {"content": "x"}))[1]["code"] == 10062
    assert codes((await ready.answer(got, 7, {"content": "x"}))[1], "type") == ["BASE_TYPE_CHOICES"]
    assert (await ready.answer(got, 4, {}))[1]["code"] == 50006
    status, body = await ready.answer(got, 4, {"content": "yes"})
    assert status == 200
    assert body["resource"]["message"]["content"] == "yes"
    assert body["resource"]["message"]["interaction_metadata"]["user"]["username"] == "anna"
    assert body["interaction"]["response_message_id"] == body["resource"]["message"]["id"]
    assert (await ready.answer(got, 4, {"content": "x"}))[1] == {
        "code": 40060,
        "message": "Interaction has already been acknowledged.",
    }
    await reply.wait()
    assert (reply.content, reply.ephemeral, reply.data["type"]) == ("yes", False, 20)
    await pg.redeliver(reply)
    again = await ready.interaction()
    assert (again["id"], again["token"]) == (got["id"], got["token"])


async def test_ephemeral_answers_are_private(pg: Playground, ready: RawBot, anna: User) -> None:
    """Only its user can see an ephemeral message, press its buttons, and dismiss it."""
    general, ben = pg.channel("general"), pg.user("ben")
    reply, got = await started(pg, ready)
    data = {"content": "psst", "flags": 64, "components": [row(BUTTON)]}
    await ready.answer(got, 4, data)
    await reply.wait()
    assert reply.ephemeral
    assert [each.content for each in await general.messages(anna)] == ["psst"]
    assert await general.messages(ben) == []
    with pytest.raises(PlaygroundError):
        await reply.click("Join", by=ben)
    listed = await ready.call("GET", f"/channels/{general.id}/messages")
    assert listed[1] == []
    path = f"channels/{general.id}/messages/{reply.id}/dismiss"
    await pg.request("POST", path, {"user": anna.id})
    assert await general.messages(anna) == []
    edit = await ready.webhook("PATCH", got, "/messages/@original", {"content": "x"})
    assert edit[1]["code"] == 10008


@pytest.mark.parametrize("deferred", [0, 64])
@pytest.mark.parametrize("by_edit", [True, False])
async def test_a_deferral_binds_the_first_reply(
    pg: Playground, ready: RawBot, deferred: int, by_edit: bool
) -> None:
    """A "thinking" message appears. The reply that fills it has the deferral's visibility."""
    reply, got = await started(pg, ready)
    status, body = await ready.answer(got, 5, {"flags": deferred})
    assert (status, body["interaction"]["response_message_loading"]) == (200, True)
    shown = (await pg.channel("general").messages(pg.user("anna")))[-1]
    assert shown.data["thinking"]
    assert not (await pg.request("GET", f"control/interactions/{got['id']}"))["answered"]
    data = {"content": "done", "flags": 64 - deferred}
    if by_edit:
        await ready.webhook("PATCH", got, "/messages/@original", data)
    else:
        await ready.webhook("POST", got, body=data)
    await reply.wait()
    assert (reply.id, reply.content, reply.ephemeral) == (shown.id, "done", bool(deferred))
    assert not reply.data["thinking"]
    assert reply.followups == []
    await ready.webhook("POST", got, body={"content": "more", "flags": 64})
    await reply.refresh()
    assert [(each.content, each.ephemeral) for each in reply.followups] == [("more", True)]


async def test_only_what_is_new_notifies(pg: Playground, ready: RawBot) -> None:
    """A follow-up notifies whom it mentions; an edit does not, even of a deferred answer."""
    reply, got = await started(pg, ready)
    await ready.answer(got, 5, {})
    ben = pg.user("ben")
    called = {"content": f"<@{ben.id}>", "allowed_mentions": {"users": [ben.id]}}
    await ready.webhook("PATCH", got, "/messages/@original", called)
    await ready.webhook("POST", got, body=called)
    (more,) = (await reply.refresh()).followups
    assert (reply.mentions, reply.notified) == ([ben.name], [])
    assert (more.mentions, more.notified) == ([ben.name], [ben.name])


async def test_webhook_of_a_token(pg: Playground, ready: RawBot, server: Server) -> None:
    """Follow-ups can be read, edited and deleted, with uploads. The token expires."""
    _, got = await started(pg, ready)
    assert (await ready.webhook("GET", got, "/messages/@original"))[1]["code"] == 10015
    files = [("a.png", SMALL_PNG)]
    body: Json = {"attachments": [{"id": 0, "description": "alt"}]}
    assert (await ready.answer(got, 4, body, files=files))[0] == 200
    original = (await ready.webhook("GET", got, "/messages/@original"))[1]
    assert original["attachments"][0]["description"] == "alt"
    more = (await ready.webhook("POST", got, "?wait=true", {"content": "more"}))[1]
    tail = f"/messages/{more['id']}"
    assert (await ready.webhook("PATCH", got, tail, {"content": "less"}))[1]["content"] == "less"
    assert (await ready.webhook("DELETE", got, tail))[0] == 204
    assert (await ready.webhook("GET", got, tail))[1]["code"] == 10008
    assert (await ready.webhook("DELETE", got, "/messages/@original"))[0] == 204
    assert (await ready.webhook("GET", got | {"token": "x"}, tail))[1]["code"] == 10015

    server.world.settings.token_lifetime = 0.1
    _, got = await started(pg, ready)
    assert (await ready.answer(got, 4, {"content": "x"}))[0] == 200

    async def ended() -> bool:
        body = (await ready.webhook("POST", got, body={"content": "x"}))[1]
        return bool(body.get("code") == 50027)

    await pg.wait_for(ended)


async def test_roles_files_and_mentionables(pg: Playground, ready: RawBot, anna: User) -> None:
    """Roles and uploaded files are resolved like users, and menus of roles, channels and
    mentionables, too.
    """
    general = pg.channel("general")
    guild = next(iter(ready.server.world.guilds))
    _, got = await started(pg, ready, role=str(guild), file=File("a.png", SMALL_PNG))
    resolved = got["data"]["resolved"]
    assert resolved["roles"][str(guild)]["name"] == "@everyone"
    (uploaded,) = resolved["attachments"].values()
    assert (uploaded["content_type"], uploaded["width"]) == ("image/png", 3)
    kinds = {6: str(guild), 7: anna.id, 8: general.id}
    rows = [row({"type": kind, "custom_id": str(kind)}) for kind in kinds]
    await ready.call(
        "POST", f"/channels/{general.id}/messages", {"content": "x", "components": rows}
    )
    message = await general.last(anna)
    for kind, value in kinds.items():
        await message.select(str(kind), [value], wait=False)
        data = (await ready.interaction())["data"]
        assert data["values"] == [value]
        assert any(value in found for found in data["resolved"].values())


async def test_a_reply_that_never_comes(pg: Playground, ready: RawBot, server: Server) -> None:
    """If the token expires while the bot is "thinking", the user sees a failure."""
    server.world.settings.token_lifetime = 0.1
    reply, got = await started(pg, ready)
    await ready.answer(got, 5, {})
    with pytest.raises(NoResponse, match="did not respond"):
        await reply.wait()


async def test_limits_of_answers_lie_below_data(pg: Playground, ready: RawBot) -> None:
    """A callback's message has the usual limits, reported below `data`."""
    _, got = await started(pg, ready)
    _, answer = await ready.answer(got, 4, {"content": "x" * 2001})
    assert codes(answer, "data", "content") == ["BASE_TYPE_MAX_LENGTH"]


async def test_without_a_bot(server: Server, pg: Playground, ready: RawBot) -> None:
    """Without a connected bot a command is refused at once, with 409."""
    await ready.close()
    await pg.wait_for(lambda: not server.gateway.online)
    server.gateway.forget()
    with pytest.raises(PlaygroundError) as refusal:
        await pg.user("anna").command("play chess", pg.channel("general"))
    assert refusal.value.status == 409


async def test_any_callback_gets_an_answer(pg: Playground, ready: RawBot, server: Server) -> None:
    """Random JSON as an answer or a command is refused or accepted, never a server error."""
    chance = random.Random(4)
    keys = [
        "content",
        "components",
        "choices",
        "custom_id",
        "title",
        "type",
        "label",
        "component",
        "options",
        "style",
        "items",
        "media",
        "accessory",
        "name",
        "description",
        "flags",
    ]

    def value(depth: int) -> Any:
        kind = chance.randrange(9 if depth else 5)
        if kind < 5:
            return [None, False, chance.randrange(20), "x" * chance.choice([0, 1, 50]), 1 << 15][
                kind
            ]
        if kind < 7:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        return {chance.choice(keys): value(depth - 1) for _ in range(chance.randrange(6))}

    for kind in (4, 5, 9) * 60:
        _, got = await started(pg, ready)
        body = {key: value(5) for key in chance.sample(keys, 6)}
        assert (await ready.answer(got, kind, body))[0] < 500, body
        path = f"/applications/{ready.app}/commands"
        assert (await ready.call("POST", path, body | {"name": "x"}))[0] < 500, body
