"""Drives a playground from tests: people who type, press and choose, and what they see.

    async with Playground.connect(url) as pg:
        anna, ben = pg.user("anna"), pg.user("ben")
        table = await anna.command("play chess", pg.channel("general"))
        await table.click("Join", by=ben)

Nothing here sleeps for a fixed time: an action returns when the bot has answered it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from .answers import Attachment, Message, Modal, NoResponse, Reply, only
from .connection import PATIENCE, Connection, PlaygroundError
from .errors import Json

T = TypeVar("T")
__all__ = [
    "PATIENCE",
    "Attachment",
    "Channel",
    "Choice",
    "File",
    "Message",
    "Modal",
    "NoResponse",
    "Playground",
    "PlaygroundError",
    "Reply",
    "User",
]


class Playground(Connection):
    """A connection to a running playground; use it with `async with`."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.users: list[User] = []
        self.channels: list[Channel] = []

    @classmethod
    def connect(cls, url: str) -> Playground:
        """Connect to the playground at this address, which is the address of its page."""
        return cls(url)

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        await self.refresh()
        return self

    # Users and channels

    async def refresh(self) -> Json:
        """Reload users and channels. Returns the whole state, including `commands`, `sessions` and
        everybody's `dms`.
        """
        state: Json = await self.request("GET", "control/state")
        self.users = [User(self, data) for data in state["users"]]
        self.channels = [
            Channel(self, data, guild["name"])
            for guild in state["guilds"]
            for data in guild["channels"]
        ] + [Channel(self, data, None) for data in state["dms"]]
        return state

    def user(self, name: str) -> User:
        """The person with this user name or id."""
        return only([user for user in self.users if name in (user.name, user.id)], f"user {name}")

    def channel(self, name: str, guild: str | None = None) -> Channel:
        """The channel or thread with this name or id (in this guild)."""
        found = [
            each
            for each in self.channels
            if name in (each.name, each.id) and guild in (None, each.guild)
        ]
        return only(found, f"channel {name}")

    async def threads(self, parent: Channel) -> list[Channel]:
        """The current threads of a channel."""
        await self.refresh()
        return [each for each in self.channels if each.data["parent_id"] == parent.id]

    async def commands(self) -> list[Json]:
        """All registered commands, as Discord describes them."""
        commands: list[Json] = (await self.refresh())["commands"]
        return commands

    # Waiting

    async def wait_online(self, shards: int = 1, within: float = PATIENCE) -> None:
        """Wait until the bot's shards are connected and its commands are registered."""

        async def ready() -> bool:
            state = await self.request("GET", "control/state")
            connected = {tuple(each["shard"]) for each in state["sessions"] if each["connected"]}
            return len(connected) >= shards and bool(state["commands"])

        await self.wait_for(ready, within, "the bot has not come online")

    # Faults

    async def fault(self, kind: str, path: str = "", **details: Any) -> None:
        """Plan a `faults.Fault`, with these details, for the bot's next matching requests."""
        await self.request("POST", "control/faults", {"kind": kind, "path": path, **details})

    async def unmet(self) -> list[Json]:
        """The planned faults that no request has met yet."""
        return list(await self.request("GET", "control/faults"))

    async def rate_limit(
        self, path: str = "", times: int = 1, retry_after: float = 0.05, **details: Any
    ) -> None:
        """Answer the next matching requests with 429."""
        await self.fault(
            "status", path, status=429, times=times, retry_after=retry_after, **details
        )

    async def chances(self, seed: int = 0, path: str = "", **shares: float) -> None:
        """From now on, inject faults at random, with these probabilities for `faults.CHANCES`."""
        await self.request("PUT", "control/chances", {"seed": seed, "path": path, "shares": shares})

    async def happened(self) -> dict[str, int]:
        """How often each random fault has happened so far."""
        counts: dict[str, int] = await self.request("GET", "control/chances")
        return counts

    async def clear_faults(self) -> None:
        """Forget all planned faults, and stop the random ones."""
        await self.request("DELETE", "control/faults")

    async def release(self) -> None:
        """Let the requests proceed that a `delay` or a `late` fault is holding."""
        await self.request("POST", "control/faults/release")

    async def gateway(self, action: str, **details: Any) -> None:
        """`drop`, `reconnect`, `invalidate` (resumable or not) or `forget` the bot's sessions,
        `close` its connections, `send` it an event, make events `odd`, or `garble` a frame.
        """
        await self.request("POST", "control/gateway", {"action": action, **details})

    async def settings(self, **changes: Any) -> Json:
        """Change `settings.Settings` by name, such as `deadline=0.2`. Returns all of them."""
        settings: Json = await self.request("PATCH", "control/settings", changes)
        return settings

    async def requests(self, path: str = "", method: str | None = None) -> Json:
        """The bot's requests: {"count", "statuses": {"200": n}, "requests": [{"method", "path",
        "status", "at"}]}. Only the last 1000 are listed one by one.
        """
        result: Json = await self.request("GET", "control/requests", path=path, method=method)
        return result

    async def redeliver(self, reply: Reply) -> None:
        """Deliver the interaction behind a reply to the bot a second time."""
        await self.request("POST", f"control/interactions/{reply.interaction}/redeliver")


class Channel:
    """A text channel, a thread or direct messages.

    It has `name`, `id` and `guild` (its guild's name or None).
    """

    def __init__(self, pg: Playground, data: Json, guild: str | None) -> None:
        self.pg = pg
        self.data = data
        self.guild = guild

    @property
    def id(self) -> str:
        """The snowflake, as text."""
        return str(self.data["id"])

    @property
    def name(self) -> str:
        """The name that people see."""
        return str(self.data["name"])

    async def messages(self, by: User | None = None) -> list[Message]:
        """Its messages, oldest first: as this user sees them, or all of them, including everybody's
        ephemeral ones.
        """
        if by is None:
            found = await self.pg.request("GET", f"control/channels/{self.id}/messages")
        else:
            found = await self.pg.request(
                "GET", f"channels/{self.id}/messages", user=by.id, limit=100
            )
        return [Message(self.pg, data, by) for data in found["messages"]]

    async def last(self, by: User | None = None) -> Message:
        """The newest message."""
        return (await self.messages(by))[-1]

    async def change(self, **changes: Any) -> None:
        """Change `name`, `archived`, `locked`, or the `tags` of a post."""
        await self.pg.request("PATCH", f"control/channels/{self.id}", changes)

    async def permit(
        self,
        *,
        allow: Iterable[str] = (),
        deny: Iterable[str] = (),
        user: User | None = None,
        everyone: bool = False,
    ) -> None:
        """Replace the overwrite of the bot (or of a user, or of everyone) here, for example
        deny=["send_messages"].
        """
        whose = self.data["guild_id"] if everyone else user.id if user else None
        overwrite = {"allow": list(allow), "deny": list(deny), "user": whose}
        await self.pg.request("PATCH", f"control/channels/{self.id}", {"permissions": overwrite})

    async def throw_out(self) -> None:
        """Remove the bot from this channel's guild."""
        await self.pg.request("DELETE", f"control/guilds/{self.data['guild_id']}/bot")

    async def make_system_channel(self) -> None:
        """Make it the channel of its guild in which Discord greets new members."""
        guild, chosen = self.data["guild_id"], {"system_channel": self.id}
        await self.pg.request("PATCH", f"control/guilds/{guild}", chosen)

    async def invite(self) -> None:
        """Add the bot to this channel's guild again, now."""
        await self.pg.request("PUT", f"control/guilds/{self.data['guild_id']}/bot")

    async def delete(self) -> None:
        """Delete it and its threads."""
        await self.pg.request("DELETE", f"control/channels/{self.id}")


class User:
    """A person. `name` is the user name, `id` the snowflake as text."""

    def __init__(self, pg: Playground, data: Json) -> None:
        self.pg = pg
        self.data = data

    @property
    def id(self) -> str:
        """The snowflake, as text."""
        return str(self.data["id"])

    @property
    def name(self) -> str:
        """The unique user name."""
        return str(self.data["username"])

    @property
    def display(self) -> str:
        """The display name."""
        return str(self.data["display"])

    @property
    def mention(self) -> str:
        """The text that mentions them."""
        return f"<@{self.id}>"

    async def change(
        self,
        *,
        locale: str | None = None,
        dms_open: bool | None = None,
        installed: bool | None = None,
        display: str | None = None,
    ) -> None:
        """Change their language, display name, whether the bot may message them, or whether they
        have installed the application.
        """
        given = {
            "locale": locale,
            "dms_open": dms_open,
            "installed": installed,
            "display": display,
        }
        body = {key: value for key, value in given.items() if value is not None}
        self.data = await self.pg.request("PATCH", f"users/{self.id}", {"user": self.id, **body})

    async def join(self, channel: Channel) -> None:
        """Join the guild of this channel."""
        await self._member("PUT", channel)

    async def leave(self, channel: Channel) -> None:
        """Leave the guild of this channel."""
        await self._member("DELETE", channel)

    async def _member(self, method: str, channel: Channel) -> None:
        guild = channel.data["guild_id"]
        await self.pg.request(method, f"control/guilds/{guild}/members/{self.id}")

    # Plain messages

    async def send(
        self, content: str, channel: Channel, *, reply_to: Message | None = None
    ) -> Message:
        """Say something in a channel, perhaps as a reply to a message."""
        body: Json = {"user": self.id, "content": content}
        if reply_to is not None:
            body["reply_to"] = reply_to.id
        data = await self.pg.request("POST", f"channels/{channel.id}/messages", body)
        return Message(self.pg, data, self)

    async def dm(self) -> Channel:
        """Their direct messages with the bot."""
        data = await self.pg.request("POST", f"users/{self.id}/dm", {"user": self.id})
        return Channel(self.pg, data, None)

    # Interactions

    async def command(
        self, name: str, channel: Channel, /, *, wait: bool = True, **options: Any
    ) -> Reply:
        """Run a slash command. Options go by name, also `name` and `channel`: text, numbers,
        booleans, `User`, `Channel`, or `File`.

        Raises PlaygroundError if the client would refuse it, NoResponse if the bot does not answer
        in time.
        """
        body = {"user": self.id, "name": name, "options": _values(options)}
        return await self.act(f"channels/{channel.id}/commands", body, wait)

    async def menu(
        self, name: str, target: User | Message, *, channel: Channel | None = None
    ) -> Reply:
        """Use a context menu on a user (in a channel) or on a message."""
        where = (
            target.data["channel_id"]
            if isinstance(target, Message)
            else channel.id
            if channel
            else ""
        )
        body = {"user": self.id, "name": name, "target": target.id}
        return await self.act(f"channels/{where}/commands", body)

    async def autocomplete(
        self, name: str, option: str, typed: str = "", *, channel: Channel, **options: Any
    ) -> list[Choice]:
        """The choices offered for what has been typed into an option.

        Raises PlaygroundError 504 if the bot does not answer.
        """
        body = {
            "user": self.id,
            "name": name,
            "options": _values({**options, option: typed}),
            "focused": option,
        }
        data = await self.pg.request("POST", f"channels/{channel.id}/autocomplete", body)
        return [Choice(each["name"], each["display"], each["value"]) for each in data["choices"]]

    async def commands(self, channel: Channel) -> list[Json]:
        """What this user can run there, as sent to the page."""
        found = await self.pg.request("GET", f"channels/{channel.id}/commands", user=self.id)
        return list(found["commands"])

    async def act(self, path: str, body: Json, wait: bool = True) -> Reply:
        """Post an interaction and, if `wait` is true, wait for its answer."""
        started = await self.pg.request("POST", path, body, wait=PATIENCE if wait else None)
        reply = Reply(self.pg, {}, self, started["interaction"])
        if wait and not reply.read(started["answer"]):
            await reply.wait()
        return reply


@dataclass(frozen=True)
class Choice:
    """One autocomplete choice."""

    name: str
    display: str
    value: Any


@dataclass(frozen=True)
class File:
    """A file for an option of type attachment."""

    filename: str
    data: bytes


def _values(options: Json) -> Json:
    """Options in the form that the page sends."""
    return {name: _value(value) for name, value in options.items()}


def _value(value: Any) -> Any:
    if isinstance(value, User | Channel):
        return value.id
    if isinstance(value, File):
        return {"filename": value.filename, "data": base64.b64encode(value.data).decode()}
    return value
