"""Scheduled events, and forums with their tags: permissions, limits, and what others see."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import expect

from playground.client import Channel, Playground, User
from playground.scheduled import MOST
from tests.playground.rawbot import Json, RawBot, codes
from tests.support.browser import Window, chromium
from tests.support.servers import delete_event, events, forum, grant, posted

TEXT = {"content": "Hello"}


@pytest.fixture
def general(pg: Playground) -> Channel:
    """An English channel."""
    return pg.channel("general")


def _in(hours: float) -> str:
    return (datetime.now(UTC) + timedelta(hours=hours)).isoformat()


def _wanted(**changes: Any) -> Json:
    return {
        "name": "Cup",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "#general"},
        "scheduled_start_time": _in(1),
        "scheduled_end_time": _in(2),
    } | changes


def _place(here: Channel) -> str:
    return f"/guilds/{here.data['guild_id']}/scheduled-events"


# Events


async def test_events_are_kept(ready: RawBot, general: Channel) -> None:
    """What was made is listed, can be changed, begun and ended, and is listed no more then."""
    await grant(general, "create_events")
    status, made = await ready.call("POST", _place(general), _wanted())
    assert (status, made["status"], made["creator_id"]) == (200, 1, str(ready.app))
    assert (await ready.call("GET", _place(general)))[1] == [made]
    one = f"{_place(general)}/{made['id']}"
    status, changed = await ready.call("PATCH", one, {"name": "Open", "description": "All day"})
    assert changed == made | {"name": "Open", "description": "All day"}
    assert [each["name"] for each in await events(general)] == ["Open"]
    assert (await ready.call("PATCH", one, {"status": 3}))[1]["code"] == 50035
    assert (await ready.call("PATCH", one, {"status": 2}))[1]["status"] == 2
    status, answer = await ready.call("PATCH", one, {"scheduled_start_time": _in(1.5)})
    assert codes(answer, "scheduled_start_time") == ["GUILD_SCHEDULED_EVENT_STARTED"]
    assert (await ready.call("PATCH", one, {"status": 3}))[1]["status"] == 3
    assert (await ready.call("PATCH", one, {"name": "Late"}))[1]["code"] == 180000
    assert (await ready.call("GET", _place(general)))[1] == []
    assert (await ready.call("DELETE", one))[0] == 204
    assert (await ready.call("GET", one))[1]["code"] == 10070


async def test_events_begin_and_end_by_themselves(ready: RawBot, general: Channel) -> None:
    """At their times."""
    await grant(general, "create_events")
    _, made = await ready.call("POST", _place(general), _wanted())
    event = ready.server.world.guilds[int(made["guild_id"])].events[int(made["id"])]
    event.start -= timedelta(hours=1)
    (shown,) = await events(general)
    assert shown["active"]
    event.end -= timedelta(hours=2)
    assert await events(general) == []


async def test_who_may_have_events(ready: RawBot, general: Channel) -> None:
    """Whoever creates events changes their own, and whoever manages them changes all."""
    assert (await ready.call("POST", _place(general), _wanted()))[1]["code"] == 50013
    await grant(general, "create_events")
    _, made = await ready.call("POST", _place(general), _wanted())
    guild = ready.server.world.guilds[int(made["guild_id"])]
    guild.events[int(made["id"])].creator_id = guild.owner.id
    one = f"{_place(general)}/{made['id']}"
    assert (await ready.call("DELETE", one))[1]["code"] == 50013
    await grant(general, "manage_events")
    assert (await ready.call("POST", _place(general), _wanted()))[1]["code"] == 50013
    assert (await ready.call("DELETE", one))[0] == 204


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"name": "x" * 101}, "name"),
        ({"description": "x" * 1001}, "description"),
        ({"privacy_level": 1}, "privacy_level"),
        ({"entity_type": 2}, "entity_type"),
        ({"scheduled_start_time": "soon"}, "scheduled_start_time"),
        ({"scheduled_start_time": "2020-01-01T00:00:00+00:00"}, "scheduled_start_time"),
        ({"scheduled_end_time": None}, "scheduled_end_time"),
        ({"scheduled_end_time": "2020-01-01T00:00:00+00:00"}, "scheduled_end_time"),
    ],
)
async def test_bad_events_are_refused(
    ready: RawBot, general: Channel, changes: Json, where: str
) -> None:
    """Names, texts and times have limits."""
    await grant(general, "create_events")
    status, answer = await ready.call("POST", _place(general), _wanted(**changes))
    assert status == 400
    assert codes(answer, where)


async def test_no_more_than_a_hundred(ready: RawBot, general: Channel) -> None:
    """A guild has room for a hundred that are not over. Anybody may delete them."""
    await grant(general, "create_events")
    _, made = await ready.call("POST", _place(general), _wanted())
    guild = ready.server.world.guilds[int(made["guild_id"])]
    guild.events |= dict.fromkeys(range(MOST - 1), guild.events[int(made["id"])])
    assert (await ready.call("POST", _place(general), _wanted()))[1]["code"] == 30038
    await delete_event(general, made)
    assert (await ready.call("POST", _place(general), _wanted()))[0] == 200


async def test_only_those_who_listen_hear_of_events(ready: RawBot, general: Channel) -> None:
    """The gateway tells of events only with their intent; of roles always."""
    await grant(general, "create_events")
    role = (await ready.event("GUILD_ROLE_UPDATE"))["role"]
    assert int(role["permissions"]) & 1 << 44
    other = RawBot(ready.server, ready.session)
    await other.identify(intents=1 | 1 << 16)
    _, made = await ready.call("POST", _place(general), _wanted())
    assert await other.event("GUILD_SCHEDULED_EVENT_CREATE") == made
    await general.change(name="still-general")
    while (frame := await ready.frame())["t"] != "CHANNEL_UPDATE":
        assert "SCHEDULED" not in str(frame["t"])
    await other.close()


async def test_the_page_shows_events(ready: RawBot, general: Channel) -> None:
    """A line for each, below the name of the server."""
    await grant(general, "create_events")
    async with chromium() as browser:
        ben = await Window.of(browser, ready.server.url, "ben")
        lines = ben.page.locator("#events li")
        await expect(lines).to_have_count(0)
        _, made = await ready.call("POST", _place(general), _wanted())
        await expect(lines).to_have_count(1)
        await expect(lines).to_contain_text("Cup")
        await delete_event(general, made)
        await expect(lines).to_have_count(0)
        assert ben.problems == []


# Forums


async def test_posts_have_tags_and_a_first_message(
    pg: Playground, ready: RawBot, general: Channel, anna: User
) -> None:
    """Its id is that of the post. Nobody writes in the forum itself."""
    place = await forum(general, "talk", "open", "!over")
    found = (await ready.call("GET", f"/channels/{place.id}"))[1]
    usual, moderated = found["available_tags"]
    assert (found["type"], usual["name"], moderated["moderated"]) == (15, "open", True)
    body = {"name": "One", "message": TEXT, "applied_tags": [usual["id"]]}
    status, made = await ready.call("POST", f"/channels/{place.id}/threads", body)
    assert (status, made["parent_id"], made["applied_tags"]) == (201, place.id, [usual["id"]])
    assert made["message"]["id"] == made["id"]
    (shown,) = await pg.threads(place)
    assert shown.data["tags"] == ["open"]
    assert [one.content for one in await shown.messages(anna)] == ["Hello"]
    assert (await ready.call("POST", f"/channels/{place.id}/messages", TEXT))[1]["code"] == 50008
    one = f"/channels/{made['id']}"
    refused = await ready.call("PATCH", one, {"applied_tags": [moderated["id"]]})
    assert refused[1]["code"] == 50013
    await grant(general, "manage_threads")
    both = [moderated["id"], usual["id"]]
    assert (await ready.call("PATCH", one, {"applied_tags": both}))[1]["applied_tags"] == both


async def test_people_start_posts(
    pg: Playground, ready: RawBot, general: Channel, anna: User
) -> None:
    """The bot hears of them. They belong to whoever has started them."""
    place = await forum(general, "talk")
    made = await posted(anna, place, "One")
    heard = await ready.event("THREAD_CREATE")
    assert (heard["id"], heard["parent_id"], heard["owner_id"]) == (made.id, place.id, anna.id)
    (first,) = await made.messages(pg.user("ben"))
    assert (first.id, first.data["author"]["id"]) == (made.id, anna.id)


async def test_bad_posts_are_refused(ready: RawBot, general: Channel) -> None:
    """A post has a name, a message, and tags of its forum: one at least if the forum wants that."""
    place = await forum(general, "strict", "open", wants_tag=True)
    to = f"/channels/{place.id}/threads"
    assert (await ready.call("POST", to, {"name": "One", "message": TEXT}))[1]["code"] == 40067
    body = {"name": "One", "message": TEXT, "applied_tags": ["77"]}
    assert (await ready.call("POST", to, body))[1]["code"] == 50035
    assert (await ready.call("POST", to, {"name": "One"}))[1]["code"] == 50035
    assert (await ready.call("POST", to, {"name": "", "message": TEXT}))[1]["code"] == 50035
    await place.permit(deny=["send_messages"])
    tag = (await ready.call("GET", f"/channels/{place.id}"))[1]["available_tags"][0]["id"]
    body = {"name": "One", "message": TEXT, "applied_tags": [tag]}
    assert (await ready.call("POST", to, body))[1]["code"] == 50013
