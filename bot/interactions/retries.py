"""Answers to interactions whose connection breaks off: asked for again, where that does no harm.

Discord's library tries again what was refused, but leaves what got lost to its caller.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.text.discord_codes import meaning_of

log = logging.getLogger(__name__)


PAUSES = (0.1, 0.7)
"""Seconds before trying again; an interaction has to be acknowledged within three."""
EPHEMERAL = 64


def install() -> None:
    """From now on answers are repeated, in this task and in those that it begins."""
    async_context.set(Patient())  # type: ignore[no-untyped-call]


class Patient(AsyncWebhookAdapter):
    """Sends again what got lost on the way there or back.

    An acknowledgement that has arrived the first time counts as one. A message for all to read is
    not sent again: there would be two of it.
    """

    async def request(
        self,
        route: Any,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        files: Sequence[discord.File] | None = None,
        **given: Any,
    ) -> Any:
        """As the library does it."""
        tried = 0
        if _acknowledges(route):
            given["params"] = None  # Nobody needs to be told how the answer looks.
        while True:
            try:
                said = await super().request(route, session, payload=payload, files=files, **given)
                return said or _acknowledged(route)
            except (aiohttp.ClientError, OSError) as error:
                if tried == len(PAUSES) or not _harmless(route, payload, error):
                    raise
                log.info("again after %s: %s %s", error, route.method, route.path)
                await asyncio.sleep(PAUSES[tried])
            except discord.HTTPException as error:
                if not tried or meaning_of(error).again != "done" or not _acknowledges(route):
                    raise
                return _acknowledged(route)
            tried += 1
            for file in files or ():
                file.reset()


def _acknowledges(route: Any) -> bool:
    return str(route.path).startswith("/interactions/")


def _acknowledged(route: Any) -> Any:
    """What the library reads out of an answer that has arrived."""
    return {"interaction": {"id": str(route.webhook_id)}} if _acknowledges(route) else None


def _harmless(route: Any, payload: dict[str, Any] | None, error: Exception) -> bool:
    """Whether it can be done twice, or has not been done yet."""
    if route.method != "POST" or _acknowledges(route):
        return True
    hidden = bool((payload or {}).get("flags", 0) & EPHEMERAL)
    return hidden or isinstance(error, aiohttp.ClientConnectorError)
