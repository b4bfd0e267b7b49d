"""REST: the gateway's address, the application, its commands, users and guilds."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from . import commands, errors, payloads
from .api import PREFIX, guild_of, number, read_body, reply
from .commands import read_command, read_commands, too_many
from .errors import ApiError, Json
from .events import Intent
from .forms import Form
from .messages import Messages
from .world import World


class Rest:
    """The handlers; `routes` lists them."""

    def __init__(self, world: World, messages: Messages) -> None:
        self.world = world
        self.messages = messages

    def routes(self) -> list[web.RouteDef]:
        """All routes of this module."""
        owned = PREFIX + "/applications/{application}"
        routes = [
            web.get(PREFIX + "/gateway", self.gateway),
            web.get(PREFIX + "/gateway/bot", self.gateway_bot),
            web.get(PREFIX + "/users/@me", self.me),
            web.get(PREFIX + "/users/@me/guilds", self.my_guilds),
            web.post(PREFIX + "/users/@me/channels", self.open_dm),
            web.get(PREFIX + "/users/{user}", self.user),
            web.get(PREFIX + "/oauth2/applications/@me", self.application),
            web.get(PREFIX + "/applications/@me", self.application),
            web.get(PREFIX + "/guilds/{guild}", self.guild),
            web.get(PREFIX + "/guilds/{guild}/channels", self.channels),
            web.get(PREFIX + "/guilds/{guild}/roles", self.roles),
            web.get(PREFIX + "/guilds/{guild}/threads/active", self.active_threads),
            web.get(PREFIX + "/guilds/{guild}/members", self.members),
            web.get(PREFIX + "/guilds/{guild}/members/search", self.search_members),
            web.get(PREFIX + "/guilds/{guild}/members/{user}", self.member),
        ]
        for place in (owned + "/commands", owned + "/guilds/{guild}/commands"):
            routes += [
                web.get(place, self.list_commands),
                web.put(place, self.overwrite_commands),
                web.post(place, self.create_command),
                web.get(place + "/{command}", self.get_command),
                web.patch(place + "/{command}", self.edit_command),
                web.delete(place + "/{command}", self.delete_command),
            ]
        return routes

    # Gateway and application

    async def gateway(self, request: web.Request) -> web.Response:
        """The gateway's address, with the host name that the bot uses."""
        return reply({"url": f"ws://{request.host}/gateway"})

    async def gateway_bot(self, request: web.Request) -> web.Response:
        """The same, with the recommended number of shards, and how many sessions may begin."""
        settings = self.world.settings
        limit = {
            "total": 1000,
            "remaining": settings.session_starts,
            "reset_after": int(settings.session_reset * 1000),
            "max_concurrency": settings.max_concurrency,
        }
        return reply(
            {
                "url": f"ws://{request.host}/gateway",
                "shards": settings.recommended_shards,
                "session_start_limit": limit,
            }
        )

    async def application(self, request: web.Request) -> web.Response:
        """The application. The first person owns it."""
        return reply(payloads.application(self.world))

    # Users

    async def me(self, request: web.Request) -> web.Response:
        """The bot's own user."""
        extra = {"verified": True, "mfa_enabled": False, "locale": "en-US", "email": None}
        return reply(payloads.user(self.world.bot) | extra)

    async def my_guilds(self, request: web.Request) -> web.Response:
        """The bot's guilds, by id."""
        keys = ("id", "name", "icon", "features")
        guilds = [payloads.guild_summary(self.world, guild) for guild in self.world.joined_guilds()]
        after = int(request.query.get("after", 0))
        before = int(request.query.get("before", 2**63))
        return reply(
            [
                {key: guild[key] for key in keys} | {"owner": False, "permissions": "0"}
                for guild in sorted(guilds, key=lambda guild: int(guild["id"]))
                if after < int(guild["id"]) < before
            ][: int(request.query.get("limit", 200))]
        )

    async def user(self, request: web.Request) -> web.Response:
        """Any user."""
        return reply(payloads.user(self.world.user(number(request, "user"))))

    async def open_dm(self, request: web.Request) -> web.Response:
        """Open direct messages with a user."""
        body, _ = await read_body(request)
        form = Form(body)
        user_id = form["recipient_id"].snowflake(required=True)
        form.check()
        user = self.world.users.get(user_id or 0)
        if user is None or user.bot:
            error = {"_errors": [{"code": "USER_INVALID", "message": "Invalid Recipient(s)"}]}
            raise ApiError(400, 50035, "Invalid Form Body", {"recipient_id": error})
        return reply(payloads.channel(self.world.open_dm(user)))

    # Guilds

    async def guild(self, request: web.Request) -> web.Response:
        """One guild."""
        guild = guild_of(self.world, request)
        counts: Json = {
            "approximate_member_count": len(guild.members),
            "approximate_presence_count": len(guild.members),
        }
        return reply(
            payloads.guild_summary(self.world, guild)
            | (counts if "with_counts" in request.query else {})
        )

    async def channels(self, request: web.Request) -> web.Response:
        """Its channels, without threads."""
        channels = self.world.channels_of(guild_of(self.world, request))
        return reply([payloads.channel(each) for each in channels if not each.is_thread])

    async def roles(self, request: web.Request) -> web.Response:
        """Its roles."""
        return reply([payloads.role(each) for each in guild_of(self.world, request).all_roles()])

    async def active_threads(self, request: web.Request) -> web.Response:
        """Its active threads that the bot can see."""
        world = self.world
        threads = [
            each
            for each in world.channels_of(guild_of(self.world, request))
            if each.is_thread and not each.archived and world.sees(world.bot, each)
        ]
        members = [
            payloads.thread_member(each, world.bot)
            for each in threads
            if world.bot.id in each.joined
        ]
        return reply({"threads": [payloads.channel(each) for each in threads], "members": members})

    async def member(self, request: web.Request) -> web.Response:
        """One member."""
        guild = guild_of(self.world, request)
        user = self.world.user(number(request, "user"))
        if user.id not in guild.members:
            raise errors.unknown("member")
        return reply(payloads.member(guild, user))

    async def members(self, request: web.Request) -> web.Response:
        """All members. This needs the privileged members intent, as it does at Discord."""
        guild = guild_of(self.world, request)
        if not self.world.settings.privileged_intents & Intent.MEMBERS:
            raise errors.missing_access()
        after, limit = int(request.query.get("after", 0)), int(request.query.get("limit", 1))
        found = [self.world.users[key] for key in sorted(guild.members) if key > after]
        return reply([payloads.member(guild, user) for user in found[:limit]])

    async def search_members(self, request: web.Request) -> web.Response:
        """Members whose names begin with the query."""
        guild = guild_of(self.world, request)
        query, limit = request.query.get("query", "").casefold(), int(request.query.get("limit", 1))
        users = [self.world.users[key] for key in guild.members]
        found = [
            user
            for user in users
            if any(n.casefold().startswith(query) for n in (user.username, user.display))
        ]
        return reply([payloads.member(guild, user) for user in found[:limit]])

    # Commands

    def _place(self, request: web.Request) -> tuple[int | None, dict[int, Json]]:
        if number(request, "application") != self.world.application_id:
            raise ApiError(
                403, 20012, "You are not authorized to perform this action on this application"
            )
        guild_id = number(request, "guild") if "guild" in request.match_info else None
        if guild_id is not None and guild_id not in {one.id for one in self.world.joined_guilds()}:
            raise errors.missing_access()
        return guild_id, self.world.commands[guild_id]

    def _described(self, command: Json, request: web.Request) -> Json:
        if (
            request.query.get("with_localizations", "").lower() in ("true", "1")
            or request.method != "GET"
        ):
            return command
        return {key: value for key, value in command.items() if not key.endswith("_localizations")}

    async def list_commands(self, request: web.Request) -> web.Response:
        """All commands of one scope."""
        _, place = self._place(request)
        return reply([self._described(each, request) for each in place.values()])

    async def overwrite_commands(self, request: web.Request) -> web.Response:
        """Replace all commands of one scope at once, or none if one is invalid."""
        guild_id, place = self._place(request)
        body, _ = await read_body(request)
        wanted = read_commands(body)
        commands.require_entry_point(place.values(), wanted)
        old = {(each["type"], each["name"]): each for each in place.values()}
        place.clear()
        for command in wanted:
            self._register(guild_id, command, old.get((command["type"], command["name"])))
        self.world.emit("commands", guild_id)
        return reply(list(place.values()))

    async def create_command(self, request: web.Request) -> web.Response:
        """Add a command, or replace the one with the same name and type."""
        guild_id, place = self._place(request)
        body, _ = await read_body(request)
        command = read_command(body)
        same = [each for each in place.values() if each["type"] == command["type"]]
        old = next((each for each in same if each["name"] == command["name"]), None)
        if old is None and len(same) >= commands.MAXIMUM[command["type"]]:
            raise too_many(command["type"])
        registered = self._register(guild_id, command, old)
        self.world.emit("commands", guild_id)
        return reply(registered, 200 if old else 201)

    def _register(self, guild_id: int | None, command: Json, old: Json | None) -> Json:
        """Store a command under its old id, or a new one."""
        command_id = int(old["id"]) if old else self.world.ids.next()
        same = old is not None and all(old.get(key) == value for key, value in command.items())
        version = old["version"] if same and old else str(self.world.ids.next())
        head: Json = {
            "id": str(command_id),
            "application_id": str(self.world.application_id),
            "version": version,
        }
        if guild_id is not None:
            head["guild_id"] = str(guild_id)
        self.world.commands[guild_id][command_id] = head | command
        return self.world.commands[guild_id][command_id]

    def _command(self, request: web.Request, place: dict[int, Json]) -> Json:
        try:
            return place[number(request, "command")]
        except KeyError:
            raise errors.unknown("application command") from None

    async def get_command(self, request: web.Request) -> web.Response:
        """One command."""
        _, place = self._place(request)
        return reply(self._command(request, place))

    async def edit_command(self, request: web.Request) -> web.Response:
        """Change the given fields of a command."""
        guild_id, place = self._place(request)
        old = self._command(request, place)
        body, _ = await read_body(request)
        changed: Any = old | body if isinstance(body, dict) else body
        registered = self._register(guild_id, read_command(changed), old)
        self.world.emit("commands", guild_id)
        return reply(registered)

    async def delete_command(self, request: web.Request) -> web.Response:
        """Delete a command."""
        guild_id, place = self._place(request)
        del place[int(self._command(request, place)["id"])]
        self.world.emit("commands", guild_id)
        return reply()
