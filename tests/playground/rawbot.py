"""A bot in bare aiohttp: sends any request, valid or not, and reads the gateway frame by frame."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp

from playground.connection import PATIENCE
from playground.server import Server

Json = dict[str, Any]
INTENTS = 1 | 1 << 9 | 1 << 12
SMALL_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000030000000208020000001216f14d0000001049444154789c63"
    "687050802006380b0036d40541615019340000000049454e44ae426082"
)
"""Three pixels wide, two pixels high."""


class RawBot:
    """One gateway connection and the REST calls of one application."""

    def __init__(
        self, server: Server, session: aiohttp.ClientSession, token: str = "playground"
    ) -> None:
        self.server = server
        self.session = session
        self.token = token
        self.app = server.world.application_id
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.session_id = ""
        self.seq = 0

    # Gateway

    async def connect(self) -> Json:
        """Open the websocket. Returns the hello."""
        url = self.server.url.replace("http", "ws") + "/gateway?v=10&encoding=json"
        self.socket = await self.session.ws_connect(url)
        return await self.frame()

    async def frame(self) -> Json:
        """The next frame."""
        assert self.socket is not None
        frame: Json = await self.socket.receive_json(timeout=PATIENCE)
        self.seq = frame.get("s") or self.seq
        return frame

    async def event(self, name: str) -> Json:
        """The data of the next event with this name, skipping others."""
        while True:
            frame = await self.frame()
            if frame["t"] == name:
                data: Json = frame["d"]
                return data

    async def send(self, op: int, data: Any) -> None:
        """Send a frame."""
        assert self.socket is not None
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, shard: tuple[int, int] = (0, 1), intents: int = INTENTS) -> Json:
        """Connect and identify. Returns READY's data."""
        await self.connect()
        await self.send(2, {"token": self.token, "shard": shard, "intents": intents})
        ready = await self.event("READY")
        self.session_id = ready["session_id"]
        return ready

    async def resume(self, seq: int | None = None) -> None:
        """Connect again and resume."""
        await self.connect()
        data = {
            "token": self.token,
            "session_id": self.session_id,
            "seq": self.seq if seq is None else seq,
        }
        await self.send(6, data)

    async def closed(self) -> int | None:
        """The close code from the server."""
        assert self.socket is not None
        while (await self.socket.receive(timeout=PATIENCE)).type is aiohttp.WSMsgType.TEXT:
            pass
        return self.socket.close_code

    async def close(self) -> None:
        """Close the connection properly."""
        if self.socket is not None:
            await self.socket.close()

    # REST

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: list[tuple[str, bytes]] | None = None,
    ) -> tuple[int, Any]:
        """Status and JSON of a request below /api/v10."""
        headers = {"Authorization": f"Bot {self.token}"}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for i, (name, content) in enumerate(files):
                data.add_field(
                    f"files[{i}]", content, filename=name, content_type="application/octet-stream"
                )
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = self.server.api_url + path
        async with self.session.request(method, url, data=data, headers=headers) as response:
            if response.status == 204:
                return 204, None
            assert response.headers["Content-Type"] == "application/json"
            return response.status, await response.json()

    async def register(self, *commands: Json) -> list[Json]:
        """Overwrite the global commands."""
        status, registered = await self.call(
            "PUT", f"/applications/{self.app}/commands", list(commands)
        )
        assert status == 200, registered
        found: list[Json] = registered
        return found

    async def interaction(self) -> Json:
        """The next interaction that arrives."""
        return await self.event("INTERACTION_CREATE")

    async def answer(
        self, interaction: Json, kind: int, data: Json | None = None, **more: Any
    ) -> tuple[int, Any]:
        """Respond to an interaction through its callback."""
        path = (
            f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=true"
        )
        return await self.call("POST", path, {"type": kind, "data": data}, **more)

    async def webhook(
        self, method: str, interaction: Json, tail: str = "", body: Json | None = None, **more: Any
    ) -> tuple[int, Any]:
        """Use the webhook of an interaction's token."""
        path = f"/webhooks/{self.app}/{interaction['token']}{tail}"
        return await self.call(method, path, body, **more)


def codes(body: Json, *path: str) -> list[str]:
    """The error codes in a 50035 at this place."""
    assert body["code"] == 50035, body
    node = body["errors"]
    for key in path:
        node = node[key]
    return [error["code"] for error in node["_errors"]]


async def soon(*tasks: Any) -> list[Any]:
    """The results of concurrent calls."""
    return list(await asyncio.gather(*tasks))
