"""The web server: its routes and pages."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import AsyncIterator, Collection, Hashable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path

from aiohttp import web

import games
import matches
from matches import pages
from matches.model.ids import MatchId, PlayerId
from render.cache import Cache
from render.colours import stylesheet
from web import api, match_page, people, standings, touch_page
from web.boards import Boards
from web.frame import Reader, fresh
from web.guard import BODY, Buckets, address_of, guard, secure
from web.live import Live
from web.markup import Markup
from web.match_page import DIGITS
from web.site import Site
from web.touch import Touch

log = logging.getLogger(__name__)

STATIC = Path(__file__).with_name("static")
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
STEADY = 0.06
"""Seconds that every "no such match" or "no such player" answer takes, so that nobody can tell from
the time whether a hidden one exists.
"""
WRITTEN = 10_000_000
"""How many characters of written match pages are cached."""
LONGEST = 40
"""The longest part of a path, in characters, that is looked up."""


@asynccontextmanager
async def served(
    site: Site, host: str, port: int, buckets: Buckets | None = None
) -> AsyncIterator[int]:
    """Serves the pages at this address; yields the port. Raises OSError if it is taken."""
    pages_ = Pages(site)
    app = web.Application(middlewares=[guard(site, buckets or Buckets())], client_max_size=BODY)
    app.on_response_prepare.append(secure)
    app.add_routes(pages_.routes())
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, handler_cancellation=True)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        bound: int = runner.addresses[0][1]
        log.info("pages at %s, served from %s:%d", site.address, host, bound)
        yield bound
    finally:
        await pages_.live.close()
        await pages_.touch.live.close()
        await runner.cleanup()
        site.worker.shutdown(cancel_futures=True)


class Pages:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._boards = Boards(site)
        self._written: Cache[Hashable, Markup] = Cache(WRITTEN, weight=len)
        self.live: Live[MatchId] = Live(self._marks, partial(pages.pages, site.database))
        self.touch = Touch(site)

    def routes(self) -> list[web.RouteDef]:
        """All routes, below the site's path."""
        path = self._site.address.path
        handlers = {
            "/": self.start,
            "/m/{match:[^./]+}": self.match,
            r"/m/{match:[^./]+}.png": self.preview,
            "/m/{match}/events": self.events,
            r"/m/{match}/{turn:\d+}": self.match,
            "/g/{game}": self.board,
            "/p/{player}": self.player,
            "/p/{player}/matches.atom": self.feed,
            "/t": self.to_touch,
            "/t/events": self.touch.events,
            "/api/v1/openapi.json": self.described,
            "/api/v1/matches/{match}": self.api_match,
            "/api/v1/matches/{match}/positions": self.api_positions,
            "/static/{file}": self.static,
        }
        routes = [web.get(path + place, handler) for place, handler in handlers.items()]
        routes.append(web.post(f"{path}/t/turn", self.touch.turn))
        return [*routes, web.get(path, self.start)] if path else routes

    def _reader(self, request: web.Request) -> Reader:
        return Reader.of(self._site, request)

    async def _found(self, request: web.Request) -> pages.Page:
        """The requested match. For one that may not be seen it raises the same, after the same
        time, as for one that doesn't exist.
        """
        steady = asyncio.get_running_loop().time() + STEADY
        found = await pages.page(self._site.database, request.match_info["match"][:LONGEST])
        if found is None:
            await _until(steady)
            raise web.HTTPNotFound
        return found

    async def _player(self, request: web.Request) -> PlayerId:
        steady = asyncio.get_running_loop().time() + STEADY
        found = await standings.named(self._site, request.match_info["player"][:LONGEST])
        if found is None:
            await _until(steady)
            raise web.HTTPNotFound
        return found

    # Pages

    async def start(self, request: web.Request) -> web.StreamResponse:
        """The first page."""
        return standings.start(self._reader(request), request)

    async def match(self, request: web.Request) -> web.StreamResponse:
        """A match in its present state, or after a turn."""
        found = await self._found(request)
        said = request.match_info.get("turn")
        if said is not None and len(said) > DIGITS:
            raise web.HTTPNotFound
        turn = None if said is None else int(said)
        view = await match_page.shown(self._reader(request), self._boards, found, turn)
        if view is None:
            raise web.HTTPNotFound
        return match_page.response(request, view, self._written)

    async def preview(self, request: web.Request) -> web.StreamResponse:
        """The painted board of a match."""
        found = await self._found(request)
        players = await people.shown(self._reader(request), found)
        one = await matches.get(self._site.database, found.match.id)
        png = await self._boards.png(one, [player.caption for player in players])
        return fresh(request, web.Response(body=png, content_type="image/png"))

    async def events(self, request: web.Request) -> web.StreamResponse:
        """What happens in a match, as it happens."""
        found = await self._found(request)
        address = address_of(request, trusted=self._site.trusted)
        match_id = MatchId(found.match.id)
        # What the page has been told last, else what it has shown from the beginning.
        seen = request.headers.get("Last-Event-ID") or request.query.get("seen")
        mark = seen or (await self._marks([match_id])).get(match_id, "")
        return await self.live.stream(request, match_id, address, mark)

    async def _marks(self, watched: Collection[MatchId]) -> Mapping[MatchId, str]:
        found = await matches.bases(self._site.database, watched)
        return {match_id: self._site.mark(match_id, base) for match_id, base in found.items()}

    async def board(self, request: web.Request) -> web.StreamResponse:
        """The leaderboards of a game."""
        try:
            game = games.get(request.match_info["game"])
        except KeyError:
            raise web.HTTPNotFound from None
        return await standings.board(self._reader(request), request, game)

    async def player(self, request: web.Request) -> web.StreamResponse:
        """A player."""
        player = await self._player(request)
        return await standings.player_page(self._reader(request), request, player)

    async def feed(self, request: web.Request) -> web.StreamResponse:
        """A player's finished matches."""
        player = await self._player(request)
        return await standings.feed(self._reader(request), request, player)

    async def to_touch(self, request: web.Request) -> web.StreamResponse:
        """The page on which somebody plays."""
        return touch_page.response(self._reader(request), request)

    # JSON

    async def described(self, request: web.Request) -> web.StreamResponse:
        """What the JSON means."""
        return api.described(self._reader(request), request)

    async def api_match(self, request: web.Request) -> web.StreamResponse:
        """A match."""
        return await api.match(self._reader(request), request, await self._found(request))

    async def api_positions(self, request: web.Request) -> web.StreamResponse:
        """Its positions."""
        found = await self._found(request)
        return await api.positions(self._reader(request), request, self._boards, found)

    async def static(self, request: web.Request) -> web.StreamResponse:
        """A stylesheet, a script, a picture. A path from outside is never opened."""
        found = files().get(request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        response = web.Response(body=found.packed if packs else found.body)
        response.content_type, response.charset = found.kind, "utf-8"
        if packs:
            response.headers["Content-Encoding"] = "gzip"
        return fresh(request, response)


@dataclass(frozen=True)
class File:
    """A file that is served as it is, or compressed if the client accepts that."""

    kind: str
    body: bytes

    @cached_property
    def packed(self) -> bytes:
        """The same bytes in every process, so that it has the same tag."""
        return gzip.compress(self.body, mtime=0)


@cache
def files() -> dict[str, File]:
    """Everything that is served as it is, by name."""
    found = {
        path.name: File(TYPES[path.suffix], path.read_bytes())
        for path in STATIC.iterdir()
        if path.suffix in TYPES
    }
    return {**found, "colours.css": File(TYPES[".css"], stylesheet().encode())}


async def _until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - asyncio.get_running_loop().time()))
