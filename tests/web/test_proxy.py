"""Behind a proxy, and below a path: requests as nginx and Caddy pass them on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import matches
from matches import Match
from matches.touch import new_link
from storage.database import Database
from tests import PATIENCE
from tests.matches.conftest import ANN, BOB
from tests.web.conftest import HOST, PATH, Visitor, agree, begun, visited
from web.guard import Buckets

READER, OTHER = "192.0.2.7", "192.0.2.8"


@pytest.fixture
async def match(db: Database) -> Match:
    """A running match that may be seen."""
    await agree(db, ANN, BOB)
    return await begun(db, "attangle", 2, 3)


@asynccontextmanager
async def passed_on(
    visitor: Visitor, request: str, version: str, headers: str = "", body: str = ""
) -> AsyncIterator[asyncio.StreamReader]:
    """What is answered to a request that a proxy passes on for `READER`, also with `headers`."""
    port = int(visitor.base.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"{request} HTTP/{version}\r\nHost: {HOST}\r\nConnection: close\r\n"
        if "X-Forwarded-For" not in headers:
            head += f"X-Forwarded-For: {READER}\r\n"
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        writer.write(f"{head}{headers}{length}\r\n{body}".encode())
        async with asyncio.timeout(PATIENCE):
            yield reader
    finally:
        writer.close()


async def _answer(visitor: Visitor, request: str, version: str, **more: str) -> tuple[int, str]:
    async with passed_on(visitor, request, version, **more) as reader:
        head, _, body = (await reader.read()).decode("utf-8", "replace").partition("\r\n\r\n")
    return int(head.split()[1]), body


@pytest.mark.parametrize("version", ["1.0", "1.1"])
async def test_pages_and_streams_are_passed_on(db: Database, match: Match, version: str) -> None:
    """In both versions of the protocol: unless it is told otherwise nginx speaks the older one,
    which knows no chunks. What happens in a match is told at once, and not when a buffer is full.
    """
    async with visited(db, trusted=True) as visitor:
        for place in ("", "/", f"/m/{match.id}", f"/m/{match.id}.png", "/static/live.js"):
            status, body = await _answer(visitor, f"GET {PATH}{place}", version)
            assert (status, bool(body)) == (200, True), place
        secret = await new_link(db, match.id, match.player_to_move or ANN)
        ours = f"Authorization: Bearer {secret}\r\nOrigin: https://{HOST}\r\n"
        request = f"POST {PATH}/t/turn"
        status, body = await _answer(
            visitor, request, version, headers=ours, body='{"act": "look"}'
        )
        assert status == 200
        assert '"svg"' in body
        async with passed_on(visitor, f"GET {PATH}/m/{match.id}/events", version) as stream:
            head = (await stream.readuntil(b"\r\n\r\n")).decode().lower()
            assert "x-accel-buffering: no" in head
            assert ("transfer-encoding: chunked" in head) == (version == "1.1")
            await stream.readuntil(b"retry: 5000\n\n")
            token = str(match.game.legal_moves(match.position)[0])
            played = await matches.play(db, match.id, match.player_to_move or ANN, token)
            mark = visitor.site.mark(match.id, played.match.base)
            await stream.readuntil(f"data: {mark}\n\n".encode())


async def test_each_reader_has_limits_of_their_own(db: Database) -> None:
    """The last address is believed, which the proxy has written; what stands before it, be it in a
    header of its own, is what the reader says of themselves.
    """
    async with visited(db, buckets=Buckets(2, 0.0, 0.0), trusted=True) as visitor:
        for said, expected in (
            (f"X-Forwarded-For: {READER}\r\n", 200),
            (f"X-Forwarded-For: 10.0.0.1, {READER}\r\n", 200),
            (f"X-Forwarded-For: {OTHER}, {READER}\r\n", 429),
            (f"X-Forwarded-For: {OTHER}\r\nX-Forwarded-For: {READER}\r\n", 429),
            (f"X-Forwarded-For: {OTHER}\r\n", 200),
        ):
            found, _ = await _answer(visitor, f"GET {PATH}", "1.0", headers=said)
            assert found == expected, said


async def test_nothing_is_outside_the_path(db: Database, match: Match) -> None:
    """What else the proxy's server has at its root is not ours; and all that pages lead to is below
    the path.
    """
    async with visited(db, trusted=True) as visitor:
        for place in ("/", "/static/live.js", f"/m/{match.id}", "/t", "/t/turn"):
            assert (await _answer(visitor, f"GET {place}", "1.1"))[0] == 404
        for place in (
            "",
            f"/m/{match.id}",
            "/g/attangle",
            f"/p/{visitor.site.player_key(ANN)}",
            "/t",
        ):
            _, body = await _answer(visitor, f"GET {PATH}{place}", "1.0")
            led = [
                one.partition('"')[0]
                for one in body.split('href="/')[1:] + body.split('src="/')[1:]
            ]
            assert led
            assert all(f"/{one}".startswith(f"{PATH}/") for one in led), led
