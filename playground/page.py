"""The server side of the page: JSON below /playground/, live events, static files, attachments.

PAGE.md is the contract.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import web

from . import views
from .api import read_body, reply
from .commands import LOCALES
from .errors import ApiError, Json
from .gateway import Gateway
from .interaction import Interaction
from .interactions import Interactions
from .invoke import Invoker
from .limits import MessageForm
from .live import Live
from .messages import Messages
from .resolve import Unusable
from .snowflake import is_snowflake
from .world import Channel, Message, User, World

STATIC = Path(__file__).with_name("static")
OFFLINE = "The bot is not online."
LONGEST = 60.0
"""The longest wait of one request, in seconds."""


class PageError(Exception):
    """A refused request by the page: status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@web.middleware
async def page_errors(request: web.Request, handler: Any) -> web.StreamResponse:
    """Report all errors below /playground/ in one sentence."""
    try:
        response: web.StreamResponse = await handler(request)
    except PageError as error:
        return reply({"error": str(error)}, error.status)
    except Unusable as error:
        return reply({"error": str(error)}, 400)
    except ApiError as error:
        return reply({"error": f"{error.body['message']}.", "discord": error.body}, error.status)
    except (KeyError, TypeError, ValueError) as error:
        if not request.path.startswith("/playground/"):
            raise
        return reply({"error": f"The request is not understood: {error!r}."}, 400)
    return response


class Page:
    """The handlers and the live events."""

    def __init__(
        self, world: World, messages: Messages, interactions: Interactions, gateway: Gateway
    ) -> None:
        self.world = world
        self.messages = messages
        self.interactions = interactions
        self.invoker = Invoker(world, interactions)
        self.gateway = gateway
        self._live = Live(world, gateway)
        self._files = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*.*")}
        """Everything that is served, by name. A path from a request is never opened."""

    def routes(self) -> list[web.RouteDef]:
        """All routes of the page."""
        channel = "/playground/channels/{channel}"
        message = channel + "/messages/{message}"
        return [
            web.get("/", self.index),
            web.get("/attachments/{channel}/{attachment}/{filename}", self.attachment),
            web.get("/emojis/{emoji}", self.emoji),
            web.get("/playground/state", self.state),
            web.get("/playground/ws", self.live),
            web.patch("/playground/users/{user}", self.change_user),
            web.post("/playground/users/{user}/dm", self.open_dm),
            web.get(channel + "/messages", self.list_messages),
            web.post(channel + "/messages", self.send),
            web.post(channel + "/typing", self.typing),
            web.get(channel + "/commands", self.commands),
            web.post(channel + "/commands", self.run_command),
            web.post(channel + "/autocomplete", self.autocomplete),
            web.post(message + "/component", self.component),
            web.post(message + "/dismiss", self.dismiss),
            web.post(message + "/delete", self.delete),
            web.post("/playground/modals/{interaction}", self.submit),
            web.get("/{file:(?!api/|playground/|gateway).+}", self.static),
        ]

    # Users

    def viewer(self, value: Any) -> User:
        """The person who makes a request."""
        user = self.world.users.get(int(value)) if str(value).isdecimal() else None
        if user is None or user.bot:
            raise PageError(400, "Choose a user first.")
        return user

    async def _body(self, request: web.Request) -> tuple[User, Json]:
        body, _ = await read_body(request)
        if not isinstance(body, dict):
            raise PageError(400, "The body must be a JSON object.")
        return self.viewer(body.get("user")), body

    def _channel(self, request: web.Request, viewer: User) -> Channel:
        channel = self.world.channels.get(int(request.match_info["channel"]))
        if channel is None or not self.world.sees(viewer, channel):
            raise PageError(404, "There is no such channel.")
        return channel

    def _message(self, request: web.Request, viewer: User) -> Message:
        message = self._channel(request, viewer).messages.get(int(request.match_info["message"]))
        if message is None or not message.visible_to(viewer):
            raise PageError(404, "This message no longer exists.")
        return message

    def _require_bot(self, channel: Channel) -> None:
        if not self.gateway.reachable(channel.guild.id if channel.guild else None):
            raise PageError(409, OFFLINE)

    # Files

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page itself."""
        return self._file(STATIC / "index.html")

    async def static(self, request: web.Request) -> web.StreamResponse:
        """A file from the page's folder."""
        path = self._files.get(request.match_info["file"])
        if path is None:
            raise web.HTTPNotFound
        return self._file(path)

    @staticmethod
    def _file(path: Path) -> web.FileResponse:
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def attachment(self, request: web.Request) -> web.Response:
        """An attached file. Only pictures are shown inline."""
        number = request.match_info["attachment"]
        found = self.world.attachments.get(int(number)) if is_snowflake(number) else None
        if found is None or request.path != found.path:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
        if not found.content_type.startswith(
            ("image/png", "image/jpeg", "image/gif", "image/webp")
        ):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=found.data, content_type=found.content_type, headers=headers)

    async def emoji(self, request: web.Request) -> web.Response:
        """The picture of an emoji of the application."""
        number = request.match_info["emoji"]
        found = self.world.emojis.get(int(number)) if is_snowflake(number) else None
        if found is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=found.data, content_type=found.content_type, headers=headers)

    # State and users

    async def state(self, request: web.Request) -> web.Response:
        """Users, guilds, channels, the bot."""
        viewer = self.viewer(request.query["user"]) if "user" in request.query else None
        return reply(views.state(self.world, viewer, self.gateway.online))

    async def change_user(self, request: web.Request) -> web.Response:
        """Change one's own name or language, allow or refuse direct messages, install or remove the
        application.
        """
        viewer, body = await self._body(request)
        if request.match_info["user"] != str(viewer.id):
            raise PageError(403, "You can only change yourself.")
        locale = str(body.get("locale", viewer.locale))
        if locale not in LOCALES:
            raise PageError(400, "This language is not supported.")
        viewer.locale = locale
        viewer.global_name = str(body.get("display", viewer.display))[:32] or None
        viewer.dms_open = bool(body.get("dms_open", viewer.dms_open))
        viewer.installed = bool(body.get("installed", viewer.installed))
        self.world.emit("user.update", viewer)
        return reply(views.user(viewer))

    async def open_dm(self, request: web.Request) -> web.Response:
        """One's own direct messages with the bot."""
        viewer, _ = await self._body(request)
        return reply(views.channel(self.world.open_dm(viewer)))

    # Messages

    async def list_messages(self, request: web.Request) -> web.Response:
        """The messages of a channel, as the viewer sees them."""
        viewer = self.viewer(request.query.get("user"))
        before = int(request.query["before"]) if "before" in request.query else None
        limit = max(1, min(100, int(request.query.get("limit", 50))))
        found = views.messages(self.world, self._channel(request, viewer), viewer, before, limit)
        return reply({"messages": found})

    async def send(self, request: web.Request) -> web.Response:
        """Send a message, perhaps as a reply to another one."""
        viewer, body = await self._body(request)
        content = str(body.get("content", ""))
        if not 1 <= len(content.strip()) <= 2000:
            raise PageError(400, "A message must have 1 to 2000 characters.")
        replied = int(body["reply_to"]) if body.get("reply_to") else None
        form = MessageForm(frozenset({"content"}), content=content, reference=replied)
        form.allowed.replied_user = True
        message = self.messages.send(self._channel(request, viewer), viewer, form)
        return reply(views.message(self.world, message, viewer))

    async def typing(self, request: web.Request) -> web.Response:
        """Show the others that the viewer is typing."""
        viewer, _ = await self._body(request)
        self.world.emit("typing", (self._channel(request, viewer), viewer))
        return reply()

    async def dismiss(self, request: web.Request) -> web.Response:
        """Remove one's own ephemeral message."""
        viewer, _ = await self._body(request)
        message = self._message(request, viewer)
        if message.ephemeral_to is not viewer:
            raise PageError(403, "Only your own ephemeral messages can be dismissed.")
        self.messages.delete(message)
        return reply()

    async def delete(self, request: web.Request) -> web.Response:
        """Delete one's own plain message."""
        viewer, _ = await self._body(request)
        message = self._message(request, viewer)
        if message.author is not viewer:
            raise PageError(403, "Only your own messages can be deleted.")
        self.messages.delete(message)
        return reply()

    # Interactions

    async def commands(self, request: web.Request) -> web.Response:
        """What the viewer can run in a channel."""
        viewer = self.viewer(request.query.get("user"))
        return reply(
            {"commands": views.commands(self.world, viewer, self._channel(request, viewer))}
        )

    async def run_command(self, request: web.Request) -> web.Response:
        """Run a slash command or a context menu."""
        viewer, body = await self._body(request)
        channel = self._channel(request, viewer)
        self._require_bot(channel)
        interaction = self.invoker.command(
            viewer,
            channel,
            str(body["name"]),
            body.get("options"),
            command_id=body.get("command"),
            target=body.get("target"),
        )
        return await self._started(interaction, request)

    async def autocomplete(self, request: web.Request) -> web.Response:
        """The choices for an option, once the bot has answered."""
        viewer, body = await self._body(request)
        channel = self._channel(request, viewer)
        self._require_bot(channel)
        interaction = self.invoker.autocomplete(
            viewer,
            channel,
            str(body["name"]),
            body.get("options") or {},
            str(body["focused"]),
            command_id=body.get("command"),
        )
        await interaction.answered.wait()
        if interaction.choices is None:
            raise PageError(504, "The bot did not answer in time.")
        return reply(
            {"choices": [views.choice(each, viewer.locale) for each in interaction.choices]}
        )

    async def component(self, request: web.Request) -> web.Response:
        """Press a button or choose in a menu."""
        viewer, body = await self._body(request)
        message = self._message(request, viewer)
        self._require_bot(message.channel)
        values = None if body.get("values") is None else [str(value) for value in body["values"]]
        interaction = self.invoker.component(
            viewer, message.channel, message, str(body["custom_id"]), values
        )
        return await self._started(interaction, request)

    async def submit(self, request: web.Request) -> web.Response:
        """Send a form."""
        viewer, body = await self._body(request)
        opened_by = self.interactions.all.get(int(request.match_info["interaction"]))
        if opened_by is None:
            raise PageError(404, "This form is not open.")
        self._require_bot(opened_by.channel)
        interaction = self.invoker.submit(viewer, opened_by, body.get("values") or {})
        return await self._started(interaction, request)

    async def _started(self, interaction: Interaction, request: web.Request) -> web.Response:
        """Its id at once; for whoever asks to `wait`, with the answer."""
        told: Json = {"interaction": str(interaction.id)}
        if "wait" in request.query:
            told["answer"] = await self.answer(interaction, request)
        return reply(told)

    async def answer(self, interaction: Interaction, request: web.Request) -> Json:
        """What an interaction has led to. With `wait` (seconds, at most a minute) only once the
        user has an answer or never will.
        """
        seconds = float(request.query.get("wait", 0))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds if 0 <= seconds < LONGEST else LONGEST):
                await interaction.answered.wait()
        return views.answer(self.world, interaction)

    # Live events

    async def live(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket of one window."""
        return await self._live.serve(request, self.viewer(request.query.get("user")))

    async def close(self) -> None:
        """Close all windows' websockets."""
        await self._live.close()
