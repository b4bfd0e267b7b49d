"""REST: answering interactions, through the callback and through the webhook of their token."""

from __future__ import annotations

from aiohttp import web

from . import errors, payloads
from .api import PREFIX, number, read_body, reply
from .interaction import Interaction, callback_response
from .interactions import Interactions
from .world import Message, World


class InteractionRest:
    """The handlers; `routes` lists them."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    def routes(self) -> list[web.RouteDef]:
        """All routes of this module."""
        webhook = PREFIX + "/webhooks/{application}/{token}"
        message = webhook + "/messages/{message}"
        return [
            web.post(PREFIX + "/interactions/{interaction}/{token}/callback", self.callback),
            web.post(webhook, self.follow_up),
            web.get(message, self.get),
            web.patch(message, self.edit),
            web.delete(message, self.delete),
        ]

    async def callback(self, request: web.Request) -> web.Response:
        """The first answer."""
        body, uploads = await read_body(request)
        interaction = self.interactions.answer(
            number(request, "interaction"), request.match_info["token"], body, uploads
        )
        if request.query.get("with_response", "").lower() not in ("1", "true"):
            return reply()
        return reply(callback_response(interaction, self.world.base_url))

    def _interaction(self, request: web.Request) -> Interaction:
        return self.interactions.by_token(
            number(request, "application"), request.match_info["token"]
        )

    def _message(self, request: web.Request) -> tuple[Interaction, Message]:
        interaction, reference = self._interaction(request), request.match_info["message"]
        if reference != "@original" and not reference.isdecimal():
            raise errors.not_found()
        return interaction, self.interactions.message(interaction, reference)

    async def follow_up(self, request: web.Request) -> web.Response:
        """A follow-up message."""
        body, uploads = await read_body(request)
        message = self.interactions.follow_up(self._interaction(request), body, uploads)
        return reply(payloads.message(message, self.world.base_url))

    async def get(self, request: web.Request) -> web.Response:
        """The original or a follow-up."""
        _, message = self._message(request)
        return reply(payloads.message(message, self.world.base_url))

    async def edit(self, request: web.Request) -> web.Response:
        """Change the original or a follow-up."""
        body, uploads = await read_body(request)
        interaction, message = self._message(request)
        edited = self.interactions.edit(interaction, message, body, uploads)
        return reply(payloads.message(edited, self.world.base_url))

    async def delete(self, request: web.Request) -> web.Response:
        """Delete the original or a follow-up."""
        interaction, message = self._message(request)
        self.interactions.delete(interaction, message)
        return reply()
