"""Repeats answers to interactions after a broken connection, where that does no harm.

discord.py repeats requests that were refused, but leaves lost ones to its caller.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import aiohttp
import discord
from discord.http import json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.text.discord_codes import meaning_of

log = logging.getLogger(__name__)

T = TypeVar("T")


PAUSES = (0.1, 0.7)
"""Seconds before further attempts. An interaction has to be acknowledged within three."""
EPHEMERAL = 64
"""The flag of a message that only its reader sees."""
TOO_MANY = 429
ACKNOWLEDGED_WITHIN = 3.0
"""Seconds after which Discord doesn't wait for an acknowledgement any more."""
KEPT = 1_000
"""How many deferrals are remembered that may or may not have arrived."""
_DEFERRALS = (
    discord.InteractionResponseType.deferred_channel_message.value,
    discord.InteractionResponseType.deferred_message_update.value,
)


class Deferred(discord.HTTPException):
    """A first answer was refused, because the deferral before it has arrived after all, although
    every response to it was lost. So the user is still waiting, and the answer has to be an edit or
    a follow-up.
    """

    def __init__(self, refused: discord.HTTPException) -> None:
        super().__init__(refused.response, {"code": refused.code, "message": refused.text})


async def repeated(act: Callable[[], Awaitable[T]]) -> T:
    """Does something that may be done twice, and repeats it if the connection breaks. Raises what
    the last attempt raises; refusals by Discord are raised at once.
    """
    for pause in PAUSES:
        try:
            return await act()
        except (aiohttp.ClientError, OSError) as error:
            log.info("again after %s", error)
            await asyncio.sleep(pause)
    return await act()


def install() -> None:
    """From now on repeats lost answers, in this task and those that it starts."""
    async_context.set(Patient())


class Patient(AsyncWebhookAdapter):
    """Repeats requests that were lost on the way there or back.

    If the first acknowledgement did arrive, the refusal of the second counts as success. If this
    becomes known only after a deferral was given up, the next answer raises Deferred. A public
    message is not repeated, since it could appear twice.

    An acknowledgement that a rate limit would make too late raises discord.RateLimited at once.
    Later requests wait for as long as Discord says, because nothing else could replace them.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._unsure: OrderedDict[str, None] = OrderedDict()
        """The tokens of interactions whose deferral was given up but may have arrived."""

    async def request(
        self,
        route: Any,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        files: Sequence[discord.File] | None = None,
        **given: Any,
    ) -> Any:
        """As in discord.py."""
        tried = 0
        if _acknowledges(route):
            given["params"] = None  # Discord's copy of the answer is not needed.
            hurried: Any = _Hurried(session)
            session = hurried
        while True:
            try:
                said = await super().request(route, session, payload=payload, files=files, **given)
                return said or _acknowledged(route)
            except (aiohttp.ClientError, OSError) as error:
                if tried == len(PAUSES) or not _harmless(route, payload, error):
                    self._doubt(route, payload)
                    raise
                log.info("again after %s: %s %s", error, route.method, route.path)
                await asyncio.sleep(PAUSES[tried])
            except discord.HTTPException as error:
                if meaning_of(error).again != "done" or not _acknowledges(route):
                    raise
                if route.webhook_token in self._unsure:
                    raise Deferred(error) from error
                if not tried:
                    raise
                return _acknowledged(route)
            tried += 1
            for file in files or ():
                file.reset()

    def _doubt(self, route: Any, payload: dict[str, Any] | None) -> None:
        """If this is a deferral, notes that it may or may not have arrived."""
        if _acknowledges(route) and payload is not None and payload["type"] in _DEFERRALS:
            self._unsure[route.webhook_token] = None
            if len(self._unsure) > KEPT:
                self._unsure.popitem(last=False)


class _Hurried:
    """A session for acknowledgements, which doesn't wait too long for a rate limit."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, *args: Any, **given: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """As the session does it. Raises discord.RateLimited."""
        async with self._session.request(*args, **given) as response:
            if response.status == TOO_MANY:
                said = await json_or_text(response)
                wait = float(said.get("retry_after", 0.0)) if isinstance(said, dict) else 0.0
                if wait > ACKNOWLEDGED_WITHIN:
                    raise discord.RateLimited(wait)
            yield response


def _acknowledges(route: Any) -> bool:
    return str(route.path).startswith("/interactions/")


def _acknowledged(route: Any) -> Any:
    """What discord.py reads from a successful response."""
    return {"interaction": {"id": str(route.webhook_id)}} if _acknowledges(route) else None


def _harmless(route: Any, payload: dict[str, Any] | None, error: Exception) -> bool:
    """Whether the request can be sent twice, or has not arrived yet."""
    if route.method != "POST" or _acknowledges(route):
        return True
    hidden = bool((payload or {}).get("flags", 0) & EPHEMERAL)
    return hidden or isinstance(error, aiohttp.ClientConnectorError)
