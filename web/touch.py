"""Requests from boards that are touched: who is asking, and what they are shown and told."""

from __future__ import annotations

import asyncio
import json
import logging
from functools import partial
from typing import Any

from aiohttp import web

from bot.i18n.catalogues import languages, of_locale
from bot.text import refusal as refusal_text
from games.errors import MoveError
from games.words import N_, say
from matches.course.drafts import at_hand
from matches.model.computer_players import is_computer_player
from matches.model.errors import TableError, Unavailable
from matches.model.match import Match
from matches.touch import Link, link_of, marks
from web import people
from web.guard import address_of
from web.live import Live
from web.site import Site
from web.touch_acts import ACTS, LONGEST, Done, Wish, hurried, with_forced
from web.touch_page import WORDS
from web.touch_view import Viewer, view

log = logging.getLogger(__name__)

PLAYED = N_("You played {turn}.")
SECRET = 100
"""The longest secret of a link, in characters, that is looked up."""


class Touch:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        look = partial(marks, site.database)
        self.live: Live[str] = Live(look, look)

    async def turn(self, request: web.Request) -> web.StreamResponse:
        """Does what a player has chosen, and shows them their board."""
        link = await self._link(request)
        try:
            wish = Wish.read(json.loads(await request.text()))
        except (ValueError, RecursionError):
            raise web.HTTPBadRequest from None
        done, error = Done(), None
        try:
            done = await ACTS[wish.act](self._site, link, wish)
        except (TableError, MoveError) as refused:
            error = refused
            if isinstance(refused, Unavailable):
                given = link.match_id, wish.seq, wish.act, link.player, refused
                log.warning("match=%s seq=%d action=%s user=%d refused: %s", *given)
        shown, _ = await asyncio.gather(
            self._shown(link, done, error), hurried(self._site, done.played)
        )
        headers = {"Cache-Control": "no-store"}
        return web.json_response(shown, headers=headers)

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Says when something has happened in a match, or to a draft."""
        link = await self._link(request)
        address = address_of(request, trusted=self._site.trusted)
        seen = request.headers.get("Last-Event-ID", "")[:LONGEST]
        return await self.live.stream(request, link.digest, address, seen)

    async def _link(self, request: web.Request) -> Link:
        """The link that a request uses. Raises the same error for every invalid link."""
        kind, _, secret = request.headers.get("Authorization", "").partition(" ")
        link = None
        if kind == "Bearer" and len(secret) <= SECRET:
            link = await link_of(self._site.database, secret)
        if link is None:
            raise web.HTTPUnauthorized
        return link

    async def _shown(
        self, link: Link, done: Done, error: TableError | MoveError | None
    ) -> dict[str, Any]:
        """The present board, with what was done or refused."""
        match, draft = await at_hand(self._site.database, link.match_id, link.player)
        viewer = await self._viewer(match, link)
        if draft is not None and not done.stem and not draft.complete:
            draft = await with_forced(self._site, link, draft)
        match = match if draft is None else draft.match
        made = await asyncio.to_thread(view, match, draft, done.stem, viewer)
        words = {name: viewer.language.gettext(said) for name, said in WORDS.items()}
        said = self._said(done, error, match, viewer)
        return {**made, "words": words, "refused": error is not None, "said": said}

    async def _viewer(self, match: Match, link: Link) -> Viewer:
        guild, site, chosen = match.place.guild, self._site, link.chosen
        asked = [one for one in match.seated if not is_computer_player(one)]
        found = await asyncio.gather(*(people.name_of(site, guild, one) for one in asked))
        names: dict[int, str] = {
            one: name for one, name in zip(asked, found, strict=True) if name is not None
        }
        code = (chosen.spoken or "en").partition("-")[0]
        code = code if code in languages() else "en"
        return Viewer(link.player, code, of_locale(code), chosen.time_zone, names)

    def _said(
        self, done: Done, error: TableError | MoveError | None, match: Match, viewer: Viewer
    ) -> str:
        language = viewer.language
        if isinstance(error, MoveError):
            why = refusal_text.refusal(match.game, error.refusal, language, match.setup)
            return viewer.plain(why)
        if error is not None:
            return viewer.plain(refusal_text.of_table(error, language))
        if done.played is not None and done.played.turns:
            return say(PLAYED, {"turn": done.played.turns[0].turn.text}, language=language)
        return ""
