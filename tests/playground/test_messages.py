"""Messages over REST: attachments, mentions, nonces, permissions, direct messages, threads."""

import pytest

from playground.client import Playground
from playground.server import Server
from tests.playground.rawbot import SMALL_PNG, Json, RawBot, codes
from tests.playground.samples import button, first, menu, row


async def test_sending_listing_editing_deleting(bot: RawBot) -> None:
    """A message can be read, edited (absent fields stay), listed newest first and deleted."""
    base = f"{first(bot)}/messages"
    body = {"content": " hello ", "components": [row(button(), button("c"), button("d", id=7))]}
    sent = (await bot.call("POST", base, body))[1]
    assert sent["content"] == "hello"
    assert [part["id"] for part in sent["components"][0]["components"]] == [2, 3, 7]
    assert (await bot.event("MESSAGE_CREATE"))["id"] == sent["id"]
    edited = (await bot.call("PATCH", f"{base}/{sent['id']}", {"content": "bye"}))[1]
    assert (edited["content"], len(edited["components"])) == ("bye", 1)
    assert edited["edited_timestamp"] is not None
    assert (await bot.event("MESSAGE_UPDATE"))["content"] == "bye"
    second = (await bot.call("POST", base, {"content": "two"}))[1]
    listed = (await bot.call("GET", base))[1]
    assert [each["id"] for each in listed] == [second["id"], sent["id"]]
    assert len((await bot.call("GET", f"{base}?before={second['id']}"))[1]) == 1
    assert len((await bot.call("GET", f"{base}?after={second['id']}"))[1]) == 0
    assert (await bot.call("DELETE", f"{base}/{sent['id']}"))[0] == 204
    assert (await bot.event("MESSAGE_DELETE"))["id"] == sent["id"]
    assert (await bot.call("GET", f"{base}/{sent['id']}"))[1]["code"] == 10008
    assert (await bot.call("PATCH", f"{base}/{second['id']}", {"content": ""}))[1]["code"] == 50006


async def test_replies(bot: RawBot) -> None:
    """A reply refers to its message, and notifies its author only on request."""
    base = f"{first(bot)}/messages"
    sent = (await bot.call("POST", base, {"content": "one"}))[1]
    body: Json = {"content": "two", "message_reference": {"message_id": sent["id"]}}
    answer = (await bot.call("POST", base, body))[1]
    assert (answer["type"], answer["referenced_message"]["id"]) == (19, sent["id"])
    body |= {"allowed_mentions": {"parse": [], "replied_user": True}}
    assert len((await bot.call("POST", base, body))[1]["mentions"]) == 1


async def test_attachments(bot: RawBot, pg: Playground) -> None:
    """Files arrive as octet-stream, get a type by name and an alt text, and are served."""
    base = f"{first(bot)}/messages"
    body: Json = {"attachments": [{"id": 0, "description": "A board."}]}
    files = [("my board.png", SMALL_PNG), ("record.txt", b"abc")]
    sent = (await bot.call("POST", base, body, files=files))[1]
    picture, text = sent["attachments"]
    assert (picture["filename"], picture["content_type"]) == ("my_board.png", "image/png")
    assert (picture["width"], picture["height"]) == (3, 2)
    assert picture["description"] == "A board."
    assert (text["content_type"], text["size"]) == ("text/plain", 3)
    async with bot.session.get(picture["url"]) as response:
        assert response.headers["Content-Type"] == "image/png"
        assert await response.read() == SMALL_PNG
    seen = (await pg.channel("general").messages())[-1].attachments
    assert [each.description for each in seen] == ["A board.", ""]
    assert await seen[1].read() == b"abc"
    keep: Json = {"attachments": [{"id": text["id"]}, {"id": 0}]}
    edited = (await bot.call("PATCH", f"{base}/{sent['id']}", keep, files=[("b.png", SMALL_PNG)]))[
        1
    ]
    assert [each["filename"] for each in edited["attachments"]] == ["record.txt", "b.png"]
    cleared = await bot.call("PATCH", f"{base}/{sent['id']}", {"attachments": [], "content": "x"})
    assert cleared[1]["attachments"] == []


async def test_attachments_shown_by_embeds_and_galleries(bot: RawBot) -> None:
    """attachment:// becomes a real address, and the file is not listed twice."""
    base = f"{first(bot)}/messages"
    embed: Json = {"embeds": [{"image": {"url": "attachment://a.png"}}]}
    sent = (await bot.call("POST", base, embed, files=[("a.png", SMALL_PNG)]))[1]
    assert sent["embeds"][0]["image"]["url"].startswith(bot.server.url + "/attachments/")
    assert sent["attachments"] == []
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "b"}]}
    inner = [{"type": 10, "content": "hi"}, gallery, row(button())]
    body: Json = {"flags": 32768, "components": [{"type": 17, "components": inner}]}
    sent = (await bot.call("POST", base, body, files=[("a.png", SMALL_PNG)]))[1]
    media = sent["components"][0]["components"][1]["items"][0]["media"]
    assert media["url"].startswith("http")
    assert (media["width"], media["height"]) == (3, 2)


async def test_components_of_the_second_kind(bot: RawBot) -> None:
    """Every layout component is accepted and numbered. None can be mixed with content."""
    base = f"{first(bot)}/messages"
    text = {"type": 10, "content": "hi <@5>"}
    media = {"url": "https://example.org/a.png"}
    parts: list[Json] = [
        {"type": 9, "components": [text], "accessory": {"type": 11, "media": media}},
        {"type": 9, "components": [text], "accessory": button()},
        {"type": 14, "spacing": 2},
        {"type": 13, "file": {"url": "attachment://record.txt"}},
        {"type": 17, "accent_color": 0xFFFFFF, "components": [text, row(menu())]},
        row(
            button("e", label=None, emoji={"name": "🎲"}),
            button(None, style=5, url="https://example.org"),
        ),
        row({"type": 8, "custom_id": "c", "channel_types": [0]}),
        row({"type": 5, "custom_id": "u", "default_values": [{"id": "5", "type": "user"}]}),
    ]
    body: Json = {"flags": 32768, "components": parts}
    plain = (await bot.call("POST", base, {"content": "plain"}))[1]
    mixed = await bot.call("PATCH", f"{base}/{plain['id']}", {"flags": 32768, "components": [text]})
    expected = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    assert codes(mixed[1], "content") == [expected]
    change = {"flags": 32768, "components": [text], "content": None}
    assert (await bot.call("PATCH", f"{base}/{plain['id']}", change))[1]["content"] == ""
    status, sent = await bot.call("POST", base, body, files=[("record.txt", b"x")])
    assert status == 200, sent
    ids = [part["id"] for part in sent["components"]]
    assert len(set(ids)) == len(parts)
    assert sent["components"][3]["file"]["url"].startswith("http")
    kept = await bot.call("PATCH", f"{base}/{sent['id']}", {"content": "x"})
    assert codes(kept[1], "content") == [expected]


async def test_mentions_respect_what_is_allowed(bot: RawBot, pg: Playground) -> None:
    """`mentions` has the users named and allowed; by default all users named."""
    anna, ben = pg.user("anna").id, pg.user("ben").id
    base, text = f"{first(bot)}/messages", f"<@{anna}> <@{ben}> <@5> @everyone"
    cases: list[tuple[Json | None, list[str]]] = [
        (None, [anna, ben]),
        ({"parse": []}, []),
        ({"parse": ["users"]}, [anna, ben]),
        ({"users": [ben]}, [ben]),
    ]
    for allowed, expected in cases:
        sent = (await bot.call("POST", base, {"content": text, "allowed_mentions": allowed}))[1]
        assert [user["id"] for user in sent["mentions"]] == expected
        assert sent["mention_everyone"] is False
        place = f"{base}/{sent['id']}"
        edited = (await bot.call("PATCH", place, {"components": []}))[1]
        assert edited["mentions"] == sent["mentions"]


async def test_nonces(bot: RawBot, server: Server) -> None:
    """An enforced nonce returns the message of a few minutes ago. Later, or without enforcing, a
    new one is sent.
    """
    base = f"{first(bot)}/messages"
    body = {"content": "x", "nonce": "n1", "enforce_nonce": True}
    one, two = [(await bot.call("POST", base, body))[1] for _ in range(2)]
    assert (one["id"], one["nonce"]) == (two["id"], "n1")
    assert len((await bot.call("GET", base))[1]) == 1
    await bot.call("POST", base, body | {"enforce_nonce": False})
    await bot.call("POST", base, body | {"nonce": "n2"})
    server.world.settings.nonce_window = 0
    await bot.call("POST", base, body)
    assert len((await bot.call("GET", base))[1]) == 4


async def test_direct_messages(bot: RawBot, pg: Playground) -> None:
    """A DM channel is opened once. A user with closed DMs cannot be messaged: 50007."""
    anna = pg.user("anna")
    one, two = [
        (await bot.call("POST", "/users/@me/channels", {"recipient_id": anna.id}))[1] for _ in "ab"
    ]
    assert (one["id"], one["type"]) == (two["id"], 1)
    assert (await bot.call("POST", f"/channels/{one['id']}/messages", {"content": "x"}))[0] == 200
    assert [each.content for each in await (await anna.dm()).messages(anna)] == ["x"]
    await anna.change(dms_open=False)
    status, answer = await bot.call("POST", f"/channels/{one['id']}/messages", {"content": "x"})
    assert (status, answer["code"]) == (403, 50007)
    assert (await bot.call("POST", "/users/@me/channels", {"recipient_id": "5"}))[0] == 400


@pytest.mark.parametrize(
    ("denied", "body", "files", "code"),
    [
        ("view_channel", {"content": "x"}, None, 50001),
        ("send_messages", {"content": "x"}, None, 50013),
        ("embed_links", {"embeds": [{"title": "x"}]}, None, 50013),
        ("attach_files", {"content": "x"}, [("a.txt", b"x")], 50013),
    ],
)
async def test_permissions(
    bot: RawBot,
    pg: Playground,
    *,
    denied: str,
    body: Json,
    files: list[tuple[str, bytes]] | None,
    code: int,
) -> None:
    """What the bot may not do in a channel gets 403, and works again once permitted."""
    general = pg.channel("general")
    await general.permit(deny=[denied])
    status, answer = await bot.call("POST", f"{first(bot)}/messages", body, files=files)
    assert (status, answer["code"]) == (403, code)
    await general.permit()
    assert (await bot.call("POST", f"{first(bot)}/messages", body, files=files))[0] == 200


async def test_other_peoples_messages(bot: RawBot, pg: Playground) -> None:
    """The bot cannot edit other people's messages (50005), and needs a permission to delete
    them.
    """
    general = pg.channel("general")
    said = await pg.user("ben").send("hello", general)
    path = f"{first(bot)}/messages/{said.id}"
    assert (await bot.call("PATCH", path, {"content": "x"}))[1]["code"] == 50005
    assert (await bot.call("DELETE", path))[1]["code"] == 50013
    await general.permit(allow=["manage_messages"])
    assert (await bot.call("DELETE", path))[0] == 204


async def test_threads(bot: RawBot, pg: Playground) -> None:
    """Threads from messages and without: names, archiving, locking, members, events."""
    base = first(bot)
    sent = (await bot.call("POST", f"{base}/messages", {"content": "table"}))[1]
    path = f"{base}/messages/{sent['id']}/threads"
    assert codes((await bot.call("POST", path, {"name": "x" * 101}))[1], "name") == [
        "BASE_TYPE_BAD_LENGTH"
    ]
    status, thread = await bot.call("POST", path, {"name": "Match 1", "auto_archive_duration": 60})
    assert (status, thread["id"], thread["type"]) == (201, sent["id"], 11)
    assert (await bot.event("THREAD_CREATE"))["newly_created"] is True
    assert (await bot.call("POST", path, {"name": "again"}))[1]["code"] == 160004
    inside = f"/channels/{thread['id']}"
    assert (await bot.call("POST", f"{inside}/messages", {"content": "x"}))[0] == 200
    anna = pg.user("anna")
    assert (await bot.call("PUT", f"{inside}/thread-members/{anna.id}"))[0] == 204
    assert len((await bot.call("GET", f"{inside}/thread-members"))[1]) == 2
    assert (await bot.call("PATCH", inside, {"archived": True}))[1]["thread_metadata"]["archived"]
    assert (await bot.call("PATCH", inside, {"name": "y"}))[1]["code"] == 50083
    assert (await bot.call("POST", f"{inside}/messages", {"content": "wakes it"}))[0] == 200
    assert (await bot.call("PATCH", inside, {"locked": True}))[1]["code"] == 50013
    await pg.channel("general").permit(allow=["manage_threads"])
    assert (await bot.call("PATCH", inside, {"locked": True, "name": "z"}))[1]["name"] == "z"
    status, hidden = await bot.call("POST", f"{base}/threads", {"name": "secret", "type": 12})
    assert (status, hidden["type"]) == (201, 12)
    general = pg.channel("general")
    assert {each.name for each in await pg.threads(general)} == {"z", "secret"}
    state = await pg.request("GET", "state", user=pg.user("ben").id)
    assert "secret" not in str(state)


async def test_a_locked_thread_stays_in_the_archive(bot: RawBot, pg: Playground) -> None:
    """Its owner may unarchive it only with the permission to manage threads."""
    post = {"name": "Match", "type": 11}
    thread = (await bot.call("POST", f"{first(bot)}/threads", post))[1]
    inside, room = f"/channels/{thread['id']}", {"archived": True, "locked": True}
    await pg.request("PATCH", f"control{inside}", room)
    status, said = await bot.call("PATCH", inside, {"archived": False})
    assert (status, said["code"]) == (403, 50013)
    await pg.channel("general").permit(allow=["manage_threads"])
    data = (await bot.call("PATCH", inside, {"archived": False}))[1]["thread_metadata"]
    assert (data["archived"], data["locked"]) == (False, True)


async def test_channels_go_away(bot: RawBot, pg: Playground) -> None:
    """A deleted channel or message is unknown from then on, and the bot gets the event."""
    quiet = pg.channel("quiet")
    path = f"/channels/{quiet.id}"
    sent = (await bot.call("POST", f"{path}/messages", {"content": "x"}))[1]
    await (await quiet.last()).delete()
    assert (await bot.call("GET", f"{path}/messages/{sent['id']}"))[1]["code"] == 10008
    await quiet.delete()
    assert (await bot.event("CHANNEL_DELETE"))["id"] == quiet.id
    assert (await bot.call("POST", f"{path}/messages", {"content": "x"}))[1]["code"] == 10003


async def test_leaving_threads_and_deleting_channels(bot: RawBot, pg: Playground) -> None:
    """Thread members can be listed and removed. Deleting channels requires a permission."""
    base = first(bot)
    thread = (await bot.call("POST", f"{base}/threads", {"name": "t", "type": 11}))[1]
    inside = f"/channels/{thread['id']}/thread-members"
    assert (await bot.call("GET", f"{inside}/@me"))[0] == 200
    anna = pg.user("anna").id
    assert (await bot.call("GET", f"{inside}/{anna}"))[1]["code"] == 10007
    await bot.call("PUT", f"{inside}/{anna}")
    assert (await bot.call("DELETE", f"{inside}/{anna}"))[0] == 204
    assert (await bot.call("PUT", f"{base}/thread-members/@me"))[1]["code"] == 50024
    guild = next(iter(bot.server.world.guilds))
    active = (await bot.call("GET", f"/guilds/{guild}/threads/active"))[1]
    assert [each["id"] for each in active["threads"]] == [thread["id"]]
    assert len((await bot.call("GET", f"/guilds/{guild}/channels"))[1]) == 3
    assert len((await bot.call("GET", f"/guilds/{guild}/roles"))[1]) == 2
    listed = (await bot.call("GET", f"{base}/messages"))[1]
    assert [(each["type"], each["content"]) for each in listed] == [(18, "t")]
    around = f"{base}/messages?around={listed[0]['id']}&limit=1"
    assert len((await bot.call("GET", around))[1]) == 1
    assert (await bot.call("DELETE", base))[1]["code"] == 50013
    await pg.channel("general").permit(allow=["manage_channels"])
    assert (await bot.call("PATCH", base, {"topic": "games"}))[1]["topic"] == "games"
    assert (await bot.call("DELETE", base))[0] == 200
    assert (await bot.call("GET", f"/channels/{thread['id']}"))[1]["code"] == 10003
