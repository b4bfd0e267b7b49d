"""Gives the application an emoji for each man and medal, unless it has that one already.

The name of an emoji holds a hash of its look, so Discord's own list tells what is missing: no
record of ours would know of other processes, or of emojis that were removed by hand. Those of
earlier versions stay as long as there is room, since old messages show them.
"""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord.http import Route

from bot.app.attempts import until_done
from bot.context import Bot
from bot.pictures.men import Emojis, Shown, all_shown
from bot.text.discord_codes import meaning_of

log = logging.getLogger(__name__)

MOST = 2000
"""How many emojis Discord gives an application."""
PAUSE = 60.0
"""Seconds between the first two attempts."""


class EmojiSync:
    """Keeps the application's emojis complete. Until they are, men are told in words."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._trying: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begins to look and, where something is missing, to upload. Nothing waits for it."""
        self._trying = asyncio.create_task(self._try(), name="emojis")

    def close(self) -> None:
        """Stops trying."""
        if self._trying is not None:
            self._trying.cancel()

    async def _try(self) -> None:
        await self._bot.wait_until_ready()
        await until_done(partial(complete, self._bot), log, "no emojis", PAUSE)


async def complete(bot: Bot) -> None:
    """Uploads the emojis that Discord lacks; all that there are can be used from then on.

    Raises as discord.py, and Crashed.
    """
    known, there = bot.service(Emojis), await _listed(bot)
    known.ids = there
    wanted = await bot.painter.run(all_shown)
    missing = [man for man in wanted if man.name not in there]
    if not missing:
        log.info("the emojis are there already")
        return
    await _make_room(bot, there, wanted, len(missing))
    for man in missing:
        there[man.name] = await _upload(bot, man)
        known.ids = {**there}
    log.info("uploaded %d emojis", len(missing))


async def _listed(bot: Bot) -> dict[str, int]:
    found = await bot.http.request(Route("GET", _path(bot)))
    return {one["name"]: int(one["id"]) for one in found["items"]}


async def _upload(bot: Bot, man: Shown) -> int:
    """Uploads one, unless another process has just done so. Returns its id."""
    picture = base64.b64encode(await bot.painter.run(man.painted)).decode()
    body = {"name": man.name, "image": f"data:image/png;base64,{picture}"}
    try:
        made: Any = await bot.http.request(Route("POST", _path(bot)), json=body)
    except discord.HTTPException:
        if (found := (await _listed(bot)).get(man.name)) is not None:
            return found
        raise
    return int(made["id"])


async def _make_room(
    bot: Bot, there: Mapping[str, int], wanted: Sequence[Shown], needed: int
) -> None:
    """Removes the oldest emojis that no man has any more, as many as new ones have no room."""
    in_use = {man.name for man in wanted}
    old = sorted(number for name, number in there.items() if name not in in_use)
    for number in old[: max(0, len(there) + needed - MOST)]:
        try:
            await bot.http.request(Route("DELETE", f"{_path(bot)}/{number}"))
        except discord.HTTPException as error:
            if meaning_of(error).again != "done":  # Another process has removed it.
                raise


def _path(bot: Bot) -> str:
    return f"/applications/{bot.application_id}/emojis"
