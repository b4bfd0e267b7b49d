"""What comes from outside, and what browsers are told."""

from __future__ import annotations

import asyncio
import random
import re

import pytest

from storage.database import Database
from tests import PATIENCE
from tests.matches.conftest import ANN, BOB
from tests.web.conftest import HOST, PATH, Visitor, agree, begun, visited
from web.guard import ADDRESSES, BODY, HELD, Buckets, household
from web.markup import Markup, joined, tag, text
from web.site import Address


async def test_every_answer_is_secured(db: Database, visitor: Visitor) -> None:
    """No inline code, no cookies, no referrer; also where something is refused."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    for place in (f"m/{match.id}", f"m/{match.id}.png", "static/live.js", "m/ZZZZ", "no/such"):
        answer = await visitor.get(place)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        assert "*" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "Set-Cookie" not in answer.headers
        if answer.headers["Content-Type"].startswith("text/html"):
            assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", answer.text)


@pytest.mark.parametrize("host", ["evil.test", f"{HOST}:81", "127.0.0.1", f"{HOST}.evil.test", ""])
async def test_other_names_are_refused(visitor: Visitor, host: str) -> None:
    """So nobody can point their own name at this server."""
    assert (await visitor.get("", headers={"Host": host})).status in (400, 421)
    assert (await visitor.get("", headers={"Host": HOST.upper()})).status == 200


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://müller.test/three/", "https://xn--mller-kva.test"),
        ("https://Pages.test:443/three", "https://pages.test"),
        ("http://pages.test:80/three", "http://pages.test"),
        ("http://pages.test:8766/three", "http://pages.test:8766"),
        ("https://[2001:db8::1]:443/three", "https://[2001:db8::1]"),
    ],
)
def test_hosts_are_known_as_browsers_name_them(given: str, origin: str) -> None:
    """Whatever `WEB_URL` says: in Punycode, in small letters, and without a usual port."""
    found = Address.read(given)
    assert (found.origin, found.path) == (origin, "/three")
    assert found.host == origin.partition("://")[2]


async def test_other_methods_are_refused(visitor: Visitor) -> None:
    """Nothing can be changed yet; from other pages least of all."""
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert (await visitor.get("m", "ZZZZ", method=method)).status == 405
        foreign = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.test"}
        answer = await visitor.get("m", "ZZZZ", method=method, headers=foreign)
        assert answer.status == 403
    assert (await visitor.get("", method="HEAD")).body == b""


async def test_nobody_asks_too_often(db: Database) -> None:
    """Who does is told to wait; others aren't."""
    async with visited(db, buckets=Buckets(3, 0.0, 0.0), trusted=True) as one:
        found = [(await one.get("")).status for _ in range(5)]
        assert found == [200, 200, 200, 429, 429]
        other = {"X-Forwarded-For": "10.0.0.1, 192.0.2.7"}
        assert (await one.get("", headers=other)).status == 200
    async with visited(db, buckets=Buckets(1, 0.0, 0.0)) as one:
        assert (await one.get("")).status == 200
        assert (await one.get("", headers=other)).status == 429  # Nobody said there is a proxy.


async def test_whoever_asks_too_often_is_held_up(db: Database) -> None:
    """Their requests are refused later, but for those beyond the most that are held. Others are
    answered meanwhile, and whoever goes away is forgotten.
    """
    buckets = Buckets(1, 0.0, PATIENCE)
    async with visited(db, buckets=buckets, trusted=True) as one:
        assert (await one.get("")).status == 200
        asked = [asyncio.create_task(one.get("")) for _ in range(HELD + 1)]
        refused, held = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert [(await each).status for each in refused] == [429]
        other = {"X-Forwarded-For": "192.0.2.7"}
        assert (await one.get("", headers=other)).status == 200
        assert buckets.held == HELD == len(held)
        for each in held:
            each.cancel()
    assert buckets.held == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8::2"),
        ("2001:db8::1", "2001:db8:0:0:ffff:ffff:ffff:ffff"),
        ("2001:db8:1:2::", "2001:0db8:0001:0002::9"),
        ("192.0.2.7", "::ffff:192.0.2.7"),
    ],
)
def test_households_share_their_limits(one: str, other: str) -> None:
    """Half of an IPv6 address, however it is written; an IPv4 address is one."""
    assert household(one) == household(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8:0:1::1"),
        ("192.0.2.7", "192.0.2.8"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8"),
        ("", "unknown"),
    ],
)
def test_others_have_limits_of_their_own(one: str, other: str) -> None:
    """Another network, another IPv4 address, and what is no address at all."""
    assert household(one) != household(other)


def test_tokens_come_back() -> None:
    """With time, up to the most; and memory is bounded."""
    buckets = Buckets(2, 0.5)
    assert [buckets.take("a", 0.0) for _ in range(3)] == [True, True, False]
    assert not buckets.take("a", 1.0)
    assert buckets.take("a", 2.0)
    assert not buckets.take("a", 2.0)
    assert [buckets.take("a", 1000.0) for _ in range(3)] == [True, True, False]
    for number in range(ADDRESSES + 10):
        buckets.take(str(number), 0.0)
    assert len(buckets._left) == ADDRESSES


def test_what_is_no_markup_is_escaped() -> None:
    """Everywhere, once."""
    rude = "<b> & \"'"
    said = "&lt;b&gt; &amp; &quot;&#x27;"
    assert tag("p", rude, title=rude) == f'<p title="{said}">{said}</p>'
    assert joined(rude, Markup("<br>"), None, 3) == f"{said}<br>3"
    assert text(text(rude)) == said
    assert tag("feed", xml__lang="de", data_a_b=1) == '<feed xml:lang="de" data-a-b="1"></feed>'
    assert tag("a", "x", class_="y", data_z=None, hidden=True, open=False) == (
        '<a class="y" hidden>x</a>'
    )


_PIECES = (
    *("/", "//", "..", ".", "%2e%2e", "%00", "%", "?", "#", "&", "=", "lang", "de", "'", '"'),
    *(
        "<script>",
        "m",
        "g",
        "p",
        "t",
        "turn",
        "api",
        "v1",
        "static",
        "live.js",
        "events",
        ".png",
        "1",
    ),
    *("ZZZZ", "\\", "%ff", "%C3%BC", "~", "9" * 30, "a" * 3000, "%0d%0aSet-Cookie:x", ";", "+"),
)
_HEADERS = (
    *("Accept-Language", "If-None-Match", "Last-Event-ID", "Accept", "Range", "Cookie"),
    *("X-Forwarded-For", "Sec-Fetch-Site", "Origin", "Authorization", "Content-Type"),
)


async def test_any_request_has_an_answer(db: Database, visitor: Visitor) -> None:
    """Random bytes of requests never lead to an error of ours, and to nothing but a page."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    rng = random.Random(7)
    port = int(visitor.base.rpartition(":")[2])
    for _ in range(400):
        pieces = rng.choices([*_PIECES, match.id], k=rng.randrange(1, 7))
        path = PATH + "/" + rng.choice(("", "/")).join(pieces)
        headers = "".join(
            f"{rng.choice(_HEADERS)}: {''.join(rng.choices(_PIECES, k=2))}\r\n"
            for _ in range(rng.randrange(3))
        )
        method = rng.choice(("GET", "GET", "GET", "HEAD", "POST", "TRACE", "X"))
        request = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n{headers}\r\n"
        status, head = await _asked(port, request.encode("latin-1", "replace"))
        assert status < 500 or status == 503, request
        assert "set-cookie" not in head.lower(), request
    big = f"POST {PATH}/m/ZZZZ HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {BODY * 100}\r\n\r\n"
    assert (await _asked(port, big.encode()))[0] == 405


async def _asked(port: int, request: bytes) -> tuple[int, str]:
    """The status and the headers of the answer to these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        return int(head.split()[1]), head
    finally:
        writer.close()
