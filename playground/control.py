"""The test controls, below /playground/control/: the bot's actual answers, and everything that can
go wrong.

Interactions go through the page's routes. These routes are for things that users can neither see
nor do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from aiohttp import web

from . import payloads, sample, views
from .api import read_body, reply
from .errors import Json
from .faults import Chances, Fault, Faults
from .forums import REQUIRE_TAG, Tag
from .gateway import Gateway
from .interaction import Interaction
from .limits import MessageForm
from .page import Page, PageError
from .paths import PathPattern
from .permissions import USUAL, named
from .world import FORUM, PUBLIC_THREAD, Channel, Guild, User, World


class Control:
    """The handlers; `routes` lists them."""

    def __init__(self, world: World, page: Page, gateway: Gateway, faults: Faults) -> None:
        self.world = world
        self.page = page
        self.gateway = gateway
        self.faults = faults
        self._number = 0

    def routes(self) -> list[web.RouteDef]:
        """All routes of the test controls."""
        base = "/playground/control"
        return [
            web.get(base + "/interactions/{interaction}", self.interaction),
            web.post(base + "/interactions/{interaction}/redeliver", self.redeliver),
            web.get(base + "/channels/{channel}/messages", self.all_messages),
            web.patch(base + "/channels/{channel}", self.change_channel),
            web.delete(base + "/channels/{channel}", self.delete_channel),
            web.patch(base + "/guilds/{guild}", self.change_guild),
            web.post(base + "/guilds/{guild}/forums", self.add_forum),
            web.post(base + "/channels/{channel}/posts", self.add_post),
            web.delete(base + "/guilds/{guild}/events/{event}", self.delete_event),
            web.put(base + "/guilds/{guild}/bot", self.invite_bot),
            web.delete(base + "/guilds/{guild}/bot", self.remove_bot),
            web.delete(base + "/channels/{channel}/messages/{message}", self.delete_message),
            web.put(base + "/guilds/{guild}/members/{user}", self.join_guild),
            web.delete(base + "/guilds/{guild}/members/{user}", self.leave_guild),
            web.get(base + "/state", self.state),
            web.post(base + "/renew", self.renew),
            web.patch(base + "/settings", self.settings),
            web.get(base + "/faults", self.planned_faults),
            web.post(base + "/faults", self.add_fault),
            web.delete(base + "/faults", self.clear_faults),
            web.post(base + "/faults/release", self.release_requests),
            web.put(base + "/chances", self.set_chances),
            web.get(base + "/chances", self.happened),
            web.get(base + "/requests", self.requests),
            web.delete(base + "/requests", self.forget_requests),
            web.post(base + "/gateway", self.disturb_gateway),
        ]

    async def _body(self, request: web.Request) -> Json:
        body, _ = await read_body(request)
        if not isinstance(body, dict):
            raise PageError(400, "The body must be a JSON object.")
        return body

    # Interactions

    def _interaction(self, request: web.Request) -> Interaction:
        found = self.page.interactions.all.get(int(request.match_info["interaction"]))
        if found is None:
            raise PageError(404, "There is no such interaction.")
        return found

    async def interaction(self, request: web.Request) -> web.Response:
        """The answer to an interaction, as `Page.answer`."""
        return reply(await self.page.answer(self._interaction(request), request))

    async def redeliver(self, request: web.Request) -> web.Response:
        """Send the same interaction to the bot again."""
        self.page.interactions.redeliver(self._interaction(request))
        return reply()

    # Channels and messages

    def _channel(self, request: web.Request) -> Channel:
        return self.world.channel(int(request.match_info["channel"]))

    async def all_messages(self, request: web.Request) -> web.Response:
        """Every message, oldest first, including ephemeral ones of all users."""
        found = self._channel(request).messages.values()
        return reply(
            {
                "messages": [
                    views.message(self.world, each)
                    | {"ephemeral_to": payloads.text_id(each.ephemeral_to)}
                    for each in found
                ]
            }
        )

    async def change_channel(self, request: web.Request) -> web.Response:
        """Change `name`, `archived`, `locked`, the `tags` of a post by their names, or
        `permissions`: {"user": id of a user or a role (default: the bot), "allow": [names],
        "deny": [names]}.
        """
        channel, body = self._channel(request), await self._body(request)
        for key in ("name", "archived", "locked"):
            setattr(channel, key, body.get(key, getattr(channel, key)))
        if "tags" in body and channel.parent is not None:
            channel.applied = [one.id for one in channel.parent.tags if one.name in body["tags"]]
        if "permissions" in body:
            wanted = body["permissions"]
            user_id = int(wanted.get("user") or self.world.bot.id)
            channel.overwrites[user_id] = (
                named(wanted.get("allow", [])),
                named(wanted.get("deny", [])),
            )
        self.world.emit("channel.update", channel)
        return reply(payloads.channel(channel))

    async def delete_channel(self, request: web.Request) -> web.Response:
        """Delete a channel and its threads."""
        self.page.messages.delete_channel(self._channel(request))
        return reply()

    async def change_guild(self, request: web.Request) -> web.Response:
        """Change a guild: `system_channel`, to a channel's id or null; or `permissions`, by their
        names, which the bot is granted in the whole guild beyond the usual ones.
        """
        guild = self.world.guild(int(request.match_info["guild"]))
        body = await self._body(request)
        if "system_channel" in body:
            chosen = body["system_channel"]
            guild.system_channel = None if chosen is None else self.world.channel(int(chosen))
        if "permissions" in body:
            (role,) = guild.members[self.world.bot.id]
            role.permissions = USUAL | named(body["permissions"])
            self.world.emit("role.update", (guild, role))
        return reply()

    async def add_forum(self, request: web.Request) -> web.Response:
        """Add a forum: its `name`, its `tags` ({"name", "moderated"}), and whether it `wants_tag`
        for each post.
        """
        guild, body = self.world.guild(int(request.match_info["guild"])), await self._body(request)
        tags = [
            Tag(self.world.ids.next(), str(each["name"]), bool(each.get("moderated")))
            for each in body.get("tags", [])
        ]
        forum = Channel(self.world.ids.next(), FORUM, str(body["name"]), guild, position=50)
        forum.tags, forum.flags = tags, REQUIRE_TAG if body.get("wants_tag") else 0
        self.world.emit("channel.create", self.world.add_channel(forum))
        return reply(views.channel(forum))

    async def add_post(self, request: web.Request) -> web.Response:
        """Let a `user` start a post in a forum, with its `name` and the `content` of its first
        message.
        """
        forum, body = self._channel(request), await self._body(request)
        author = self.page.viewer(body["user"])
        first = MessageForm(frozenset({"content"}), content=str(body["content"]))
        post = Channel(
            self.world.ids.next(),
            PUBLIC_THREAD,
            str(body["name"]),
            forum.guild,
            forum,
            owner=author,
        )
        self.page.messages.start_post(post, author, first)
        return reply(views.channel(post))

    async def delete_event(self, request: web.Request) -> web.Response:
        """Delete a scheduled event by any author."""
        guild = self.world.guild(int(request.match_info["guild"]))
        self.world.emit("event.delete", guild.events.pop(int(request.match_info["event"])))
        return reply()

    async def invite_bot(self, request: web.Request) -> web.Response:
        """Add the bot to a guild."""
        guild = self.world.guild(int(request.match_info["guild"]))
        if guild not in self.world.joined_guilds():
            self.world.add_bot(guild)
        return reply()

    async def remove_bot(self, request: web.Request) -> web.Response:
        """Remove the bot from a guild."""
        guild = self.world.guild(int(request.match_info["guild"]))
        if guild.members.pop(self.world.bot.id, None) is not None:
            self.world.emit("guild.leave", guild)
        return reply()

    async def delete_message(self, request: web.Request) -> web.Response:
        """Delete a message by any author."""
        channel = self._channel(request)
        self.page.messages.delete(self.world.message(channel, int(request.match_info["message"])))
        return reply()

    # Members

    def _membership(self, request: web.Request) -> tuple[Guild, User]:
        path = request.match_info
        return self.world.guild(int(path["guild"])), self.world.user(int(path["user"]))

    async def join_guild(self, request: web.Request) -> web.Response:
        """Add a user to a guild."""
        guild, user = self._membership(request)
        guild.members.setdefault(user.id, [])
        return reply()

    async def leave_guild(self, request: web.Request) -> web.Response:
        """Remove a user from a guild. The bot is told only about its own removal."""
        guild, user = self._membership(request)
        guild.members.pop(user.id, None)
        return reply()

    # The server itself

    async def state(self, request: web.Request) -> web.Response:
        """All direct messages and groups, the registered commands, and the bot's sessions."""
        world = self.world
        dms = [
            views.channel(each) | {"user_id": payloads.text_id(each.recipient)}
            for each in world.channels.values()
            if each.guild is None
        ]
        return reply(
            views.state(world, None, self.gateway.online)
            | {
                "dms": dms,
                "application_id": str(world.application_id),
                "settings": vars(world.settings),
                "commands": [each for place in world.commands.values() for each in place.values()],
                "sessions": [
                    {
                        "id": each.id,
                        "shard": each.shard,
                        "seq": each.seq,
                        "connected": each.connection is not None,
                    }
                    for each in self.gateway.sessions.values()
                ],
            }
        )

    async def renew(self, request: web.Request) -> web.Response:
        """Replace all people and things by new ones with the same names, and forget all faults."""
        self._number += 1
        self.faults.clear()
        sample.renew(self.world, self._number)
        return reply()

    async def settings(self, request: web.Request) -> web.Response:
        """Change fields of `Settings` by name."""
        body = await self._body(request)
        known: dict[str, Any] = vars(self.world.settings)
        unknown = set(body) - set(known)
        if unknown:
            raise PageError(400, f"There is no setting {unknown.pop()}.")
        known.update(body)
        return reply(known)

    async def add_fault(self, request: web.Request) -> web.Response:
        """Plan a `Fault`."""
        self.faults.planned.append(Fault(**await self._body(request)))
        return reply()

    async def planned_faults(self, request: web.Request) -> web.Response:
        """The faults that no request has met yet."""
        return reply([asdict(fault) for fault in self.faults.planned])

    async def clear_faults(self, request: web.Request) -> web.Response:
        """Forget all planned and random faults, and reset the buckets."""
        self.faults.clear()
        return reply()

    async def release_requests(self, request: web.Request) -> web.Response:
        """Let held requests proceed."""
        self.faults.release()
        return reply()

    async def set_chances(self, request: web.Request) -> web.Response:
        """Inject faults at random: the fields of `Chances`."""
        self.faults.chances = Chances(**await self._body(request))
        return reply()

    async def happened(self, request: web.Request) -> web.Response:
        """How often each random fault has happened so far."""
        return reply(dict(self.faults.happened))

    async def requests(self, request: web.Request) -> web.Response:
        """The bot's requests so far, counted by status; filtered by `method` and `path` (a
        `PathPattern`).
        """
        method, path = request.query.get("method"), PathPattern(request.query.get("path", ""))
        found = [
            each
            for each in self.faults.requests
            if method in (None, each.method) and path.finds(each.path)
        ]
        return reply(
            {
                "count": len(found),
                "statuses": Counter(str(each.status) for each in found),
                "requests": [each.json() for each in found[-1000:]],
            }
        )

    async def forget_requests(self, request: web.Request) -> web.Response:
        """Start a new record."""
        self.faults.requests.clear()
        return reply()

    async def disturb_gateway(self, request: web.Request) -> web.Response:
        """`action`: `drop` (cut connections), `reconnect` (op 7), `invalidate` (op 9, `resumable`),
        `forget` (sessions only), `odd` (change all events of the name `event`, see `Gateway.odd`),
        `send` (the `event` with this `data`, to the shard of `guild`), `close` (with a `code`),
        `garble` (an unreadable frame).
        """
        body = await self._body(request)
        action = body.get("action")
        if action == "drop":
            self.gateway.drop()
        elif action == "reconnect":
            self.gateway.reconnect()
        elif action == "invalidate":
            self.gateway.invalidate(bool(body.get("resumable")))
        elif action == "forget":
            self.gateway.forget()
        elif action == "odd":
            change: Json = {key: body[key] for key in ("set", "drop", "add") if key in body}
            self.gateway.odd(body["event"], change)
        elif action == "send":
            self.gateway.announce(body["event"], body["data"], int(body.get("guild") or 0) or None)
        elif action == "close":
            self.gateway.refuse(int(body["code"]))
        elif action == "garble":
            self.gateway.garble()
        else:
            raise PageError(400, f"There is no action {action!r}.")
        return reply()
