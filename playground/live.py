"""Live events: each change in the world, as each open window is allowed to see it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from . import views
from .errors import Json
from .gateway import Gateway
from .interaction import Interaction
from .world import Message, User, World

LOCAL_EVENTS = ("interaction.create", "interaction.done", "interaction.failed", "modal.open")
"""Events for one user only."""


@dataclass(eq=False)
class Window:
    """One open page. Events wait in `outgoing` until its websocket sends them."""

    user: User
    outgoing: asyncio.Queue[Json]


class Live:
    """All open windows."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self._windows: set[Window] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        world.listen(self._on_event)

    async def serve(self, request: web.Request, viewer: User) -> web.WebSocketResponse:
        """The websocket of one window."""
        window = Window(viewer, asyncio.Queue())
        socket = web.WebSocketResponse(heartbeat=30, timeout=1.0)
        await socket.prepare(request)
        window.outgoing.put_nowait(
            {"type": "hello", "data": views.state(self.world, window.user, self.gateway.online)}
        )
        self._windows.add(window)
        self._sockets.add(socket)
        writer = asyncio.create_task(_write(socket, window.outgoing))
        try:
            async for _ in socket:
                pass
        finally:
            writer.cancel()
            self._windows.discard(window)
            self._sockets.discard(socket)
        return socket

    async def close(self) -> None:
        """Close all windows' websockets."""
        for socket in list(self._sockets):
            await socket.close()

    def _on_event(self, kind: str, subject: Any) -> None:
        for window in self._windows:
            event = self._event(kind, subject, window.user)
            if event is not None:
                window.outgoing.put_nowait(event)

    def _event(self, kind: str, subject: Any, viewer: User) -> Json | None:
        """The event as this viewer gets it, or None."""
        if kind in LOCAL_EVENTS:
            return self._own_event(kind, subject, viewer)
        data: Json | None = None
        if kind.startswith("message."):
            data = self._message_event(kind, subject, viewer)
        elif kind == "channel.delete":
            data = {"id": str(subject.id)}
        elif kind.startswith("channel.") and self.world.sees(viewer, subject):
            data = views.channel(subject)
        elif kind.startswith("channel."):
            kind, data = "channel.delete", {"id": str(subject.id)}
        elif kind.startswith("event.") and viewer.id in self.world.guilds[subject.guild_id].members:
            guild = self.world.guilds[subject.guild_id]
            kind, data = "events", {"guild_id": str(guild.id), "events": views.events(guild)}
        elif kind == "typing" and self.world.sees(viewer, subject[0]):
            data = {"channel_id": str(subject[0].id), "user_id": str(subject[1].id)}
        elif kind == "user.update":
            data = views.user(subject)
        elif kind == "bot":
            data = {"online": self.gateway.online}
        elif kind == "commands":
            data = {}
        return None if data is None else {"type": kind, "data": data}

    def _own_event(self, kind: str, interaction: Interaction, viewer: User) -> Json | None:
        if interaction.user is not viewer or interaction.kind == "autocomplete":
            return None
        data = views.modal(interaction) if kind == "modal.open" else views.interaction(interaction)
        return {"type": kind, "data": data}

    def _message_event(self, kind: str, message: Message, viewer: User) -> Json | None:
        if not message.visible_to(viewer) or not self.world.sees(viewer, message.channel):
            return None
        if kind == "message.delete":
            return {"id": str(message.id), "channel_id": str(message.channel.id)}
        return views.message(self.world, message, viewer)


async def _write(socket: web.WebSocketResponse, outgoing: asyncio.Queue[Json]) -> None:
    while True:
        event = await outgoing.get()
        try:
            await socket.send_str(json.dumps(event))
        except ConnectionError:
            return
