"""Other web pages, and malformed requests, can do nothing to a playground."""

from __future__ import annotations

import aiohttp
import pytest
import yarl

from playground.client import Playground, PlaygroundError
from playground.paths import LONGEST, PathPattern
from playground.server import Server

PATHS = ["/", "/start.js", "/playground/state", "/playground/control/requests", "/api/v10/gateway"]
CATASTROPHE = r"(a+)+$"


async def _status(server: Server, path: str, method: str = "GET", **headers: str) -> int:
    """The status of a request whose path is sent unchanged."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    port = int(server.url.rpartition(":")[2])
    url = yarl.URL(f"http://127.0.0.1:{port}{path}", encoded=True)
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url, headers=named) as response,
    ):
        return response.status


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
@pytest.mark.parametrize("path", PATHS)
async def test_what_foreign_pages_load(server: Server, path: str, site: str) -> None:
    """Browsers send no Origin for subresources, but mark them as cross-site. Another port of this
    machine is a different page, too.
    """
    for kind in ("image", "script", "empty", "iframe"):
        assert await _status(server, path, Sec_Fetch_Site=site, Sec_Fetch_Dest=kind) == 403
    assert await _status(server, path, Sec_Fetch_Site=site) == 403


@pytest.mark.parametrize("path", PATHS[:-1])
async def test_what_the_page_itself_loads(server: Server, path: str) -> None:
    """The page itself and an address typed by hand are allowed, and so are programs, which send no
    such header.
    """
    for site in ("same-origin", "none"):
        assert await _status(server, path, Sec_Fetch_Site=site) == 200
    assert await _status(server, path) == 200


async def test_links_to_the_page(server: Server) -> None:
    """An external link may lead to the page, and to nothing else."""
    link = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Dest": "document"}
    assert await _status(server, "/", **link) == 200
    for path in PATHS[1:]:
        assert await _status(server, path, **link) == 403
    assert await _status(server, "/", "POST", **link) == 403


async def test_rebound_names(server: Server) -> None:
    """A foreign host name that resolves to this server is refused, whatever the browser thinks."""
    for path in PATHS:
        assert await _status(server, path, Host="evil.example", Sec_Fetch_Site="same-origin") == 403


async def test_no_pattern_from_outside_is_compiled(pg: Playground, server: Server) -> None:
    """Everything but plain parts of a path is refused, wherever a pattern may be given."""
    for wrong in (CATASTROPHE, "/a*", "(", "x" * (LONGEST + 1)):
        with pytest.raises(PlaygroundError) as refused:
            await pg.requests(wrong)
        assert refused.value.status == 400
        with pytest.raises(PlaygroundError):
            await pg.fault("status", wrong)
        with pytest.raises(PlaygroundError):
            await pg.chances(path=wrong, cut=1.0)
    assert server.faults.planned == []


@pytest.mark.parametrize(
    ("pattern", "path", "found"),
    [
        ("", "/gateway", True),
        ("/messages", "/channels/5/messages", True),
        ("/messages", "/channels/5/messages/7", True),
        ("/messages$", "/channels/5/messages/7", False),
        (r"/messages/\d+$", "/channels/5/messages/7", True),
        (r"/channels/\d+/messages", "/channels/5/messages/7", True),
        (r"/channels/\d+/messages", "/channels/x/messages", False),
        (r"/channels/\d+/messages", "/channels/5", False),
        ("/mess", "/channels/5/messages", False),
        ("@me$", "/users/@me", True),
        ("@me$", "/users/@me/guilds", False),
        (r"/a/\d+/b", "/a/1/a/2/b", True),
    ],
)
def test_patterns(pattern: str, path: str, found: bool) -> None:
    """Patterns match whole consecutive parts, anywhere or at the end."""
    assert PathPattern(pattern).finds(path) is found


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/a%00.js",
        "/" + "x" * 5000,
        "/%2e%2e/server.py",
        "/../server.py",
        "/static",
        "/attachments/1/x/y",
        "/attachments/1/" + "9" * 5000 + "/y",
        "/attachments/1/2/%00",
        "/api/v10/nothing",
    ],
)
async def test_nonsense_is_not_found(server: Server, path: str) -> None:
    """Unknown paths are 404, not server errors."""
    assert await _status(server, path) in (401, 404)


@pytest.mark.parametrize(
    "path",
    [
        "/playground/channels/" + "9" * 5000 + "/messages?user=1",
        "/playground/control/channels/x/messages",
        "/playground/state?user=%00",
        "/playground/control/interactions/" + "9" * 5000,
    ],
)
async def test_nonsense_is_refused(server: Server, path: str) -> None:
    """Invalid requests by the page are refused with one sentence."""
    assert await _status(server, path) in (400, 404)


async def test_endless_json(server: Server) -> None:
    """A body that is nested too deeply counts as invalid."""
    async with aiohttp.ClientSession() as session:
        url = f"{server.url}/playground/control/gateway"
        async with session.post(url, data=b"[" * 200_000) as response:
            assert response.status == 400
