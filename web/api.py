"""`/api/v1`: matches and positions as JSON, described by an OpenAPI document."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from aiohttp import web

import matches
from matches.pages import Page
from web import people
from web.boards import Boards
from web.frame import Reader, fresh

DOCUMENT = Path(__file__).with_name("openapi.json")


@cache
def document() -> dict[str, Any]:
    """The description of all answers."""
    found: dict[str, Any] = json.loads(DOCUMENT.read_text("utf-8"))
    return found


async def match(reader: Reader, request: web.Request, found: Page) -> web.Response:
    """A match with its turns."""
    one = await matches.get(reader.site.database, found.match.id)
    ending = one.ending
    value = {
        "id": one.id,
        "game": one.game.info.key,
        "seats": one.setup.seats,
        "options": dict(one.setup.options),
        "status": one.status,
        "rated": one.rated,
        "players": [
            {"seat": seat, "name": player.name, "key": player.key}
            for seat, player in enumerate(await people.shown(reader, found), start=1)
        ],
        "to_move": one.to_move,
        "started_at": _time(one.started_at),
        "finished_at": _time(one.finished_at),
        "result": ending and {"reason": ending.reason, "ranks": list(ending.ranks)},
        "position": str(one.position),
        "turns": [
            {"number": turn.number, "seat": turn.seat, "text": turn.text, "at": _time(turn.at)}
            for turn in one.turns
        ],
        "url": reader.site.address.origin + reader.site.url("m", one.id),
    }
    return fresh(request, _json(value))


async def positions(
    reader: Reader, request: web.Request, boards: Boards, found: Page
) -> web.Response:
    """The positions of a match, from its start, after each turn and event."""
    one = await matches.get(reader.site.database, found.match.id)
    value = {"id": one.id, "game": one.game.info.key, "positions": await boards.positions(one)}
    return fresh(request, _json(value))


def described(reader: Reader, request: web.Request) -> web.Response:
    """The OpenAPI document, with the address of this installation."""
    here = reader.site.address.origin + reader.site.url("api", "v1")
    return fresh(request, _json({**document(), "servers": [{"url": here}]}))


def _json(value: object) -> web.Response:
    return web.Response(text=json.dumps(value, ensure_ascii=False), content_type="application/json")


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
