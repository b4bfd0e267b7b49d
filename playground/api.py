"""The common part of all REST requests: reading bodies, JSON answers, authorization, planned faults
and the record.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import BodyPartReader, web

from . import errors
from .errors import ApiError, Json
from .faults import Fault, Faults, Recorded, limited_body, limited_headers
from .limits import Upload
from .snowflake import LONGEST, is_snowflake
from .world import Guild, World

PREFIX = "/api/v10"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_OPEN = re.compile(r"^/(?:gateway|interactions/.*|webhooks/\d+/.+)$")
"""Paths that need no Authorization: their secret is in the path, or none is needed."""
EDGE = "<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head></html>"
"""Answers that come from the network in front of Discord."""
_FILE = re.compile(r"files\[(\d+)\]|file(\d*)")
"""The names of file fields in a form."""


def reply(
    body: Any = None, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """A JSON answer with exactly `application/json` as its type; 204 without a body."""
    if body is None:
        return web.Response(status=204 if status == 200 else status, headers=headers)
    return web.Response(
        body=json.dumps(body).encode(),
        status=status,
        content_type="application/json",
        headers=headers,
    )


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON of a request and its uploaded files. Raises ApiError 50109 for invalid JSON and
    HTTPBadRequest for a broken form.
    """
    if request.content_type != "multipart/form-data":
        return _parsed(await request.read()), []
    try:
        return await _read_form(request)
    except ValueError:
        raise web.HTTPBadRequest from None


async def _read_form(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        index = _FILE.fullmatch(part.name or "")
        if part.name == "payload_json":
            body = _parsed(data)
        elif index is not None:
            uploads.append(Upload(int(index[1] or index[2] or 0), part.filename or "file", data))
    return body, uploads


def _parsed(data: bytes) -> Any:
    if not data:
        return {}
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


def number(request: web.Request, name: str) -> int:
    """An id in the path. Raises Discord's 50035 if it is not a number."""
    text = request.match_info[name]
    if not is_snowflake(text):
        error = {
            "_errors": [
                {
                    "code": "NUMBER_TYPE_COERCE",
                    "message": f'Value "{text[:LONGEST]}" is not snowflake.',
                }
            ]
        }
        raise ApiError(400, 50035, "Invalid Form Body", {name: error})
    return int(text)


def guild_of(world: World, request: web.Request) -> Guild:
    """The guild in the path. Raises 10004 if the bot is not a member."""
    guild = world.guild(number(request, "guild"))
    if guild not in world.joined_guilds():
        raise errors.unknown("guild")
    return guild


class Api:
    """Wraps everything below `PREFIX`."""

    def __init__(self, world: World, token: str, faults: Faults) -> None:
        self.world = world
        self.faults = faults
        self._authorization = f"Bot {token}"

    def middleware(self) -> Any:
        """The middleware for the application."""

        @web.middleware
        async def wrap(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._wrap(request, handler)

        return wrap

    async def _wrap(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith(PREFIX):
            return await handler(request)
        path = request.path.removeprefix(PREFIX)
        at = time.monotonic()
        fault = self.faults.take(request.method, path)
        response = await self._with_fault(request, path, handler, fault)
        planned = fault is not None
        self.faults.note(Recorded(request.method, path, response.status, at, planned))
        return response

    async def _with_fault(
        self, request: web.Request, path: str, handler: Handler, fault: Fault | None
    ) -> web.StreamResponse:
        if fault is None:
            return await self._act(request, path, handler)
        if fault.kind == "status":
            return _refused(fault)
        if fault.kind == "page":
            return web.Response(text=EDGE, status=fault.status, content_type="text/html")
        if fault.kind == "cut":
            return _cut(request)
        if fault.kind == "delay":
            await self.faults.hold_up(fault)
        response = await self._act(request, path, handler)
        if fault.kind == "late":
            await self.faults.hold_up(fault)
        if fault.kind == "lost":
            _cut(request)
        return response

    async def _act(self, request: web.Request, path: str, handler: Handler) -> web.StreamResponse:
        headers: Mapping[str, str] = {}
        if self.world.settings.rate_limits:
            spent = self.faults.spend(request.method, path)
            headers = spent.headers
            if spent.beyond:
                body = limited_body(spent.wait, spent.beyond)
                return reply(body, 429, {**limited_headers(spent.wait, spent.beyond), **headers})
        try:
            response = await self._authorized(request, path, handler)
        except ApiError as error:
            return reply(error.body, error.status, headers)
        except web.HTTPNotFound:
            return reply(errors.not_found().body, 404, headers)
        except web.HTTPException as error:
            message = f"{error.status}: {error.reason}"
            return reply({"message": message, "code": 0}, error.status, headers)
        response.headers.update(headers)
        return response

    async def _authorized(
        self, request: web.Request, path: str, handler: Handler
    ) -> web.StreamResponse:
        known = request.headers.get("Authorization") == self._authorization
        if not known and not _OPEN.match(path):
            raise errors.unauthorized()
        return await handler(request)


def _cut(request: web.Request) -> web.Response:
    """Close the connection. The server still requires a response, which goes nowhere."""
    if request.transport is not None:
        request.transport.close()
    return web.Response(status=500)


def _refused(fault: Fault) -> web.Response:
    if fault.status == 429:
        body: Json = limited_body(fault.retry_after, fault.scope)
        headers = limited_headers(fault.retry_after, fault.scope, via=fault.via)
        return reply(body | ({"code": fault.code} if fault.code else {}), 429, headers)
    return reply({"message": f"{fault.status}: planned", "code": fault.code}, fault.status)
