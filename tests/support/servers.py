"""What tests do to a server as a whole: what the bot may do there, its scheduled events, forums."""

from __future__ import annotations

import re
from typing import Any

import aiohttp

from playground.client import Channel, Playground, User
from tests.support.stack import TOKEN


async def grant(here: Channel, *permissions: str) -> None:
    """Grants the bot this permission, and the usual ones, on the server of this channel."""
    await here.pg.request("PATCH", _guild(here), {"permissions": [*permissions]})


async def mended(here: Channel) -> None:
    """Gives the bot all its permissions in a channel, and makes that an event which opens it though
    it was only a fault that refused something: the bot lacked one of them just before.
    """
    await here.permit(deny=["add_reactions"])
    await here.permit()


async def events(here: Channel) -> list[dict[str, Any]]:
    """The scheduled events of the server that are upcoming or running, the earliest first."""
    state = await here.pg.refresh()
    (guild,) = [one for one in state["guilds"] if one["id"] == here.data["guild_id"]]
    return list(guild["events"])


async def delete_event(here: Channel, event: dict[str, Any]) -> None:
    """Somebody deletes a scheduled event of the server."""
    await here.pg.request("DELETE", f"{_guild(here)}/events/{event['id']}")


async def forum(here: Channel, name: str, *tags: str, wants_tag: bool = False) -> Channel:
    """A new forum on the server, with these tags; those that begin with `!` are moderated."""
    described = [{"name": tag.lstrip("!"), "moderated": tag.startswith("!")} for tag in tags]
    body = {"name": name, "tags": described, "wants_tag": wants_tag}
    data = await here.pg.request("POST", f"{_guild(here)}/forums", body)
    return Channel(here.pg, data, here.guild)


async def posted(author: User, forum_: Channel, name: str) -> Channel:
    """A post that somebody has just started in a forum."""
    body = {"user": author.id, "name": name, "content": "Who plays?"}
    data = await author.pg.request("POST", f"control/channels/{forum_.id}/posts", body)
    return Channel(author.pg, data, forum_.guild)


async def started_thread(channel: Channel, name: str) -> Channel:
    """A thread in a text channel that belongs to no match: that of a message, so that no system
    message tells of it.
    """
    pg, headers = channel.pg, {"Authorization": f"Bot {TOKEN}"}
    messages = f"{pg.url}/api/v10/channels/{channel.id}/messages"
    async with aiohttp.ClientSession(headers=headers, raise_for_status=True) as session:
        async with session.post(messages, json={"content": name}) as response:
            message = (await response.json())["id"]
        async with session.post(f"{messages}/{message}/threads", json={"name": name}):
            pass
    (found,) = [one for one in await pg.threads(channel) if one.name == name]
    return found


async def post(pg: Playground, forum_: Channel, text: str) -> Channel:
    """The post in a forum with these words in its name, once it is there."""
    # A tournament's id, such as T-K7F2, may end like a match's.
    words = re.compile(rf"(?<![\w-]){re.escape(text)}(?!\w)")

    async def there() -> list[Channel]:
        return [one for one in await pg.threads(forum_) if words.search(one.name)]

    (found,) = await pg.wait_for(there)
    return found


def _guild(here: Channel) -> str:
    return f"control/guilds/{here.data['guild_id']}"
