"""Discord's gateway: sessions, shards, heartbeats, resuming."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from . import events, payloads
from .errors import Json
from .events import Intent
from .session import Connection, Session, Starts
from .world import World

HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 1, 2, 3, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, ALREADY_AUTHENTICATED = range(
    4001, 4006
)
INVALID_SEQ, TIMED_OUT, INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS = (
    4007,
    4009,
    4010,
    4013,
    4014,
)
ACK_DELAY = 0.05
"""Seconds until a heartbeat is acknowledged. discord.py notes the time of a heartbeat only after
sending it, so it would take a faster answer for the acknowledgement of the previous one.
"""


class _Close(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Gateway:
    """All sessions of the bot, across any number of processes and shards."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.sessions: dict[str, Session] = {}
        self._starts = Starts(world.settings)
        self.oddities: dict[str, Json] = {}
        """How events of these names are altered; see `odd`."""
        self._sockets: set[web.WebSocketResponse] = set()
        self._closing: set[asyncio.Task[bool]] = set()
        world.listen(self._on_event)

    @property
    def online(self) -> bool:
        """Whether a bot is connected now."""
        return any(session.connection is not None for session in self.sessions.values())

    def reachable(self, guild_id: int | None) -> bool:
        """Whether some session gets this guild's events, now or after a resume."""
        return any(session.holds(guild_id) for session in self.sessions.values())

    # Sending

    def deliver(self, payload: Json, guild_id: int | None) -> None:
        """Send an interaction to the sessions of its guild (None: direct messages)."""
        self._send("INTERACTION_CREATE", lambda: payload, guild_id)

    def _send(
        self, name: str, make: Callable[[], Any], guild_id: int | None, needs: int = 0
    ) -> None:
        sessions = [
            session
            for session in self.sessions.values()
            if session.holds(guild_id) and (not needs or session.intents & needs)
        ]
        if not sessions:
            return
        data = make()
        for session in sessions:
            stripped = events.stripped(name, data, self.world, session.intents)
            session.dispatch(name, self._oddly(name, stripped))

    def _oddly(self, name: str, data: Any) -> Any:
        change = self.oddities.get(name)
        if change is None:
            return data
        kept = {key: value for key, value in data.items() if key not in change.get("drop", ())}
        added = {key: [*kept.get(key, ()), *more] for key, more in change.get("add", {}).items()}
        return kept | change.get("set", {}) | added

    def _on_event(self, kind: str, subject: Any) -> None:
        for event in events.translate(self.world, kind, subject):
            self._send(event.name, event.data, event.guild_id, event.needs)

    # Test controls

    def drop(self) -> int:
        """Cut every connection without warning. The sessions stay resumable.

        Returns the number of connections.
        """
        connections = [
            session.connection
            for session in self.sessions.values()
            if session.connection is not None
        ]
        for connection in connections:
            if connection.transport is not None:
                connection.transport.abort()
        return len(connections)

    def odd(self, name: str, change: Json) -> None:
        """From now on send all events of this name altered: without the keys in `drop`, with those
        in `set`, and with the entries in `add` appended to the lists. An empty change undoes this.
        """
        self.oddities[name] = change
        if not change:
            del self.oddities[name]

    def announce(self, name: str, data: Any, guild_id: int | None) -> None:
        """Send any event, unchanged."""
        self._send(name, lambda: data, guild_id)

    def refuse(self, code: int) -> None:
        """Close every connection with this code."""
        for socket in self._sockets:
            task = asyncio.create_task(socket.close(code=code))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def garble(self) -> None:
        """Send every connection a frame that is not JSON."""
        for session in self.sessions.values():
            if session.connection is not None:
                session.connection.outgoing.put_nowait("{")

    def reconnect(self) -> None:
        """Ask every connection to reconnect and resume (op 7)."""
        self._tell({"op": RECONNECT, "d": None})

    def invalidate(self, resumable: bool = False) -> None:
        """Tell every connection that its session is invalid (op 9). Unless `resumable`, the
        sessions are forgotten.
        """
        self._tell({"op": INVALID_SESSION, "d": resumable})
        if not resumable:
            self.forget()

    def forget(self) -> None:
        """Forget every session. The next resume is answered with op 9."""
        for session in list(self.sessions.values()):
            self._remove(session)

    def _tell(self, frame: Json) -> None:
        for session in self.sessions.values():
            if session.connection is not None:
                session.connection.outgoing.put_nowait(json.dumps(frame))

    async def close(self) -> None:
        """Close all connections and forget all sessions."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)
        for session in list(self.sessions.values()):
            self._remove(session)

    # One connection

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket from hello until it closes."""
        socket = web.WebSocketResponse(max_msg_size=0, timeout=1.0)
        await socket.prepare(request)
        self._sockets.add(socket)
        outgoing: asyncio.Queue[str] = asyncio.Queue()
        connection = Connection(socket, outgoing, request.transport, f"ws://{request.host}/gateway")
        writer = asyncio.create_task(_write(socket, outgoing))
        interval = int(self.world.settings.heartbeat_interval * 1000)
        outgoing.put_nowait(
            json.dumps({"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": interval}})
        )
        session: Session | None = None
        try:
            while True:
                message = await socket.receive(timeout=2 * interval / 1000)
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                session = self._handle(connection, session, _decode(message.data))
        except _Close as close:
            await socket.close(code=close.code, message=close.reason.encode())
        except TimeoutError:
            await socket.close(code=TIMED_OUT, message=b"Session timed out")
        except (TypeError, ValueError):
            await socket.close(code=DECODE_ERROR, message=b"Error while decoding payload.")
        finally:
            writer.cancel()
            self._sockets.discard(socket)
            if session is not None and session.connection is connection:
                self._disconnected(session, socket.close_code)
        return socket

    def _handle(
        self, connection: Connection, session: Session | None, frame: Json
    ) -> Session | None:
        """Handle one frame. Returns the connection's session from now on."""
        outgoing = connection.outgoing
        op, data = frame.get("op"), frame.get("d")
        if op == HEARTBEAT:
            acknowledge = json.dumps({"op": HEARTBEAT_ACK, "d": None})
            asyncio.get_running_loop().call_later(ACK_DELAY, outgoing.put_nowait, acknowledge)
        elif op == IDENTIFY:
            if session is not None:
                raise _Close(ALREADY_AUTHENTICATED, "Already authenticated.")
            session = self._identify(data if isinstance(data, dict) else {})
            if session is None:
                outgoing.put_nowait(json.dumps({"op": INVALID_SESSION, "d": False}))
            else:
                self._attach(session, connection)
                self._ready(session, connection)
        elif op == RESUME:
            return self._resume(data if isinstance(data, dict) else {}, connection)
        elif session is None:
            raise _Close(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._members(session, data if isinstance(data, dict) else {})
        elif op not in (PRESENCE, 4):
            raise _Close(UNKNOWN_OPCODE, "Unknown opcode.")
        return session

    def _identify(self, data: Json) -> Session | None:
        """A new session; None if another one has begun too recently. Beyond the day's number, the
        token is void.
        """
        if self._starts.are_used_up:
            self.forget()
            self.refuse(BAD_TOKEN)
        if data.get("token") != self.token:
            raise _Close(BAD_TOKEN, "Authentication failed.")
        if self.world.settings.identify_close:
            raise _Close(self.world.settings.identify_close, "Planned.")
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            raise _Close(INVALID_SHARD, "Invalid shard.")
        intents = data.get("intents")
        if not isinstance(intents, int):
            raise _Close(INVALID_INTENTS, "Invalid intent(s).")
        if intents & Intent.PRIVILEGED & ~self.world.settings.privileged_intents:
            raise _Close(DISALLOWED_INTENTS, "Disallowed intent(s).")
        if not self._starts.begin(number):
            return None
        session = Session((number, count), intents)
        self.sessions[session.id] = session
        return session

    def _attach(self, session: Session, connection: Connection) -> None:
        was_online = self.online
        if session.expiry is not None:
            session.expiry.cancel()
        session.connection, session.expiry = connection, None
        if not was_online:
            self.world.emit("bot", True)

    def _ready(self, session: Session, connection: Connection) -> None:
        world = self.world
        guilds = [guild for guild in world.joined_guilds() if session.holds(guild.id)]
        ready: Json = {
            "v": 10,
            "user": payloads.user(world.bot)
            | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "private_channels": [],
            "session_id": session.id,
            "resume_gateway_url": connection.url,
            "shard": list(session.shard),
            "application": {"id": str(world.application_id), "flags": 0},
        }
        session.dispatch("READY", self._oddly("READY", ready))
        all_members = bool(session.intents & Intent.MEMBERS)
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                created = payloads.guild_create(world, guild, all_members=all_members)
                session.dispatch("GUILD_CREATE", self._oddly("GUILD_CREATE", created))

    def _resume(self, data: Json, connection: Connection) -> Session | None:
        if data.get("token") != self.token:
            raise _Close(BAD_TOKEN, "Authentication failed.")
        session, seq = self.sessions.get(str(data.get("session_id"))), data.get("seq")
        too_old = (
            session is not None
            and session.sent
            and isinstance(seq, int)
            and seq < session.sent[0][0] - 1
        )
        if session is None or too_old:
            connection.outgoing.put_nowait(json.dumps({"op": INVALID_SESSION, "d": False}))
            return None
        if not isinstance(seq, int) or seq > session.seq:
            raise _Close(INVALID_SEQ, "Invalid seq.")
        for number, frame in session.sent:
            if number > seq:
                connection.outgoing.put_nowait(frame)
        self._attach(session, connection)
        session.dispatch("RESUMED", {})
        return session

    def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds.get(int(data.get("guild_id", 0)))
        silent = not self.world.settings.tells_members
        if silent or guild not in self.world.joined_guilds() or not session.holds(guild.id):
            return
        wanted = {int(key) for key in data.get("user_ids", [])}
        query = str(data.get("query", "")).casefold()
        found = [
            payloads.member(guild, self.world.users[key])
            for key in guild.members
            if (key in wanted if wanted else self.world.users[key].username.startswith(query))
        ]
        chunk = {
            "guild_id": str(guild.id),
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | {"nonce": data.get("nonce")})

    # The end of a connection

    def _disconnected(self, session: Session, code: int | None) -> None:
        """A session whose client closed with 1000 or 1001 is over; others can be resumed."""
        session.connection = None
        if code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
            self.sessions.pop(session.id, None)
        elif session.id in self.sessions:
            window = self.world.settings.resume_window
            session.expiry = asyncio.get_running_loop().call_later(window, self._remove, session)
        if not self.online:
            self.world.emit("bot", False)

    def _remove(self, session: Session) -> None:
        was_online = self.online
        self.sessions.pop(session.id, None)
        if session.expiry is not None:
            session.expiry.cancel()
        if was_online and not self.online:
            self.world.emit("bot", False)


def _decode(text: str | bytes) -> Json:
    try:
        frame = json.loads(text)
    except ValueError:
        frame = None
    if not isinstance(frame, dict):
        raise _Close(DECODE_ERROR, "Error while decoding payload.")
    return frame


async def _write(socket: web.WebSocketResponse, outgoing: asyncio.Queue[str]) -> None:
    """Send frames in order, so that no event overtakes another."""
    while True:
        frame = await outgoing.get()
        try:
            await socket.send_str(frame)
        except ConnectionError:
            return
