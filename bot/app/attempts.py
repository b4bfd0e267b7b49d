"""What a bot does once after its start, however often Discord refuses it at first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.text.discord_codes import meaning_of

LONGEST_PAUSE = 3600.0
"""Seconds between two attempts, at most."""


async def until_done(
    attempt: Callable[[], Awaitable[None]], log: logging.Logger, failure: str, pause: float
) -> None:
    """Tries until it succeeds, or until Discord gives a refusal that will never change. `pause` is
    the number of seconds before the second attempt; each pause is twice as long as the one before.

    Raises nothing: each failed attempt is logged as this `failure`, with its cause.
    """
    while True:
        try:
            return await attempt()
        except Exception as error:  # noqa: BLE001 - the bot does without
            meaning, cause = meaning_of(error), f"{type(error).__name__}: {error}"
            if meaning.again == "never":
                log.log(meaning.level, "%s: %s", failure, cause)
                return None
            log.log(meaning.level, "%s, next try in %d s: %s", failure, pause, cause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
