"""REST: the application's own emojis."""

from __future__ import annotations

import base64
import binascii
import re

from aiohttp import web

from . import errors, payloads
from .api import PREFIX, number, read_body, reply
from .errors import ApiError
from .forms import Form
from .world import Emoji, World

MOST = 2000
"""The most emojis of an application."""
LARGEST = 256 * 1024
"""The most bytes of an emoji."""
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_DATA = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.*)", re.DOTALL)


class EmojiRest:
    """The handlers; `routes` lists them."""

    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[web.RouteDef]:
        """All routes of this module."""
        place = PREFIX + "/applications/{application}/emojis"
        return [
            web.get(place, self.all),
            web.post(place, self.create),
            web.get(place + "/{emoji}", self.one),
            web.patch(place + "/{emoji}", self.rename),
            web.delete(place + "/{emoji}", self.delete),
        ]

    def _require_own(self, request: web.Request) -> None:
        if number(request, "application") != self.world.application_id:
            raise ApiError(
                403, 20012, "You are not authorized to perform this action on this application"
            )

    def _found(self, request: web.Request) -> Emoji:
        self._require_own(request)
        found = self.world.emojis.get(number(request, "emoji"))
        if found is None:
            raise errors.unknown("emoji")
        return found

    async def all(self, request: web.Request) -> web.Response:
        """All emojis."""
        self._require_own(request)
        items = [payloads.emoji(each, self.world.bot) for each in self.world.emojis.values()]
        return reply({"items": items})

    async def one(self, request: web.Request) -> web.Response:
        """One emoji."""
        return reply(payloads.emoji(self._found(request), self.world.bot))

    async def create(self, request: web.Request) -> web.Response:
        """Add an emoji, from a picture in a data URI."""
        self._require_own(request)
        form = Form((await read_body(request))[0])
        name, (kind, data) = self._name(form), _picture(form["image"])
        form.check()
        if len(self.world.emojis) >= MOST:
            raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
        made = Emoji(self.world.ids.next(), name, kind, data)
        self.world.emojis[made.id] = made
        return reply(payloads.emoji(made, self.world.bot), 201)

    async def rename(self, request: web.Request) -> web.Response:
        """Rename an emoji."""
        found = self._found(request)
        form = Form((await read_body(request))[0])
        name = self._name(form, found)
        form.check()
        found.name = name
        return reply(payloads.emoji(found, self.world.bot))

    async def delete(self, request: web.Request) -> web.Response:
        """Remove an emoji."""
        del self.world.emojis[self._found(request).id]
        return reply()

    def _name(self, form: Form, renamed: Emoji | None = None) -> str:
        name = form["name"].text(2, 32, required=True) or ""
        if name and not _NAME.fullmatch(name):
            form["name"].error("STRING_TYPE_REGEX", "String value did not match validation regex.")
        others = [each for each in self.world.emojis.values() if each is not renamed]
        if any(each.name == name for each in others):
            form["name"].error(
                "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This emoji name is already taken"
            )
        return name


def _picture(form: Form) -> tuple[str, bytes]:
    """The type and the bytes of a picture in a data URI."""
    found = _DATA.fullmatch(form.text(1, 2**31, required=True) or "")
    try:
        kind, data = (found[1], base64.b64decode(found[2], validate=True)) if found else ("", b"")
    except binascii.Error:
        kind, data = "", b""
    if not data:
        form.error("IMAGE_INVALID", "Invalid image data")
    if len(data) > LARGEST:
        form.error("BINARY_TYPE_MAX_SIZE", f"File cannot be larger than {LARGEST / 1024} kb.")
    return kind, data
