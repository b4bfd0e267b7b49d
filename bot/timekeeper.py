"""The timekeeper: ends the time of those who have run out of it, in a loop that survives anything.

It also says that the process is alive, and gives time back during which no process was. Several
processes may each have one: what is due is taken from the database, once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import aiohttp
import discord

import matches
from bot import delivery, errors, replies, sentences
from bot.chosen import language_at
from bot.replies import Reply
from bot.settings import Settings
from games.words import N_, say
from matches import notices
from matches.errors import TableError
from matches.match import Match, Played
from matches.owing import board_key

if TYPE_CHECKING:
    from bot.client import Dreierlei

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between two looks at the clocks."""
BEAT = timedelta(seconds=5)
"""The time between two heartbeats."""

BACK = N_("I could not be reached for a while. {player}, you have time until {due_at}.")


class Timekeeper:
    """Keeps the time, for as long as `run` runs."""

    def __init__(self, bot: Dreierlei) -> None:
        self._bot = bot
        self._process = name_of(bot.settings)
        self._beat: datetime | None = None
        self._telling: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Looks at the clocks, for ever."""
        while True:
            await self.look()
            await asyncio.sleep(POLL)

    async def look(self) -> None:
        """One look, whatever it comes to: a heartbeat if it is time, then what is due."""
        try:
            await self._give_heartbeat()
            for match in await matches.due_now(self._bot.database):
                await self._expire(match)
        except TableError as error:
            log.warning("the clocks can't be read: %s", error)
        except Exception:
            log.exception("the clocks can't be read")

    async def _give_heartbeat(self) -> None:
        """Goes before anything is declared over: time may have to be given back."""
        database = self._bot.database
        now = database.now()
        if self._beat is not None and now - self._beat < BEAT:
            return
        act = matches.give_back if self._beat is None else matches.heartbeat
        short = await act(database, self._process)
        self._beat = now
        if short:
            log.info("time was given back; %d matches are short of it", len(short))
            task = asyncio.create_task(self._tell(short), name="time-given-back")
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _expire(self, match_id: str) -> None:
        try:
            played = await matches.expire(self._bot.database, match_id)
            if played is not None:
                log.info("match=%s seq=%d timeout", match_id, played.match.seq)
                await self._show(played)
        except TableError as error:
            log.warning("match=%s can't be timed out: %s", match_id, error)
        except Exception:
            log.exception("match=%s can't be timed out", match_id)

    async def _show(self, played: Played) -> None:
        """Has the postman bring the board now, and tells who lost prepared turns by it."""
        match = played.match
        await notices.hold(self._bot.database, [board_key(match)], timedelta())
        language = await language_at(self._bot, match.place)
        for dropped in played.dropped:
            if dropped.player is not None:
                why = errors.refusal(match.game, dropped.error.refusal, language, match.setup)
                reply = replies.dropped(match, dropped, why, language)
                await delivery.whisper(self._bot, dropped.player, reply)

    async def _tell(self, short: Iterable[str]) -> None:
        """Tells players that they have little time after a time in which nobody could play."""
        await self._bot.wait_until_ready()
        for match_id in short:
            try:
                match = await matches.get(self._bot.database, match_id)
                if match.due_at is not None:
                    await self._tell_one(match, match.due_at)
            except (TableError, discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("match=%s time given back: %s", match_id, error)

    async def _tell_one(self, match: Match, due_at: datetime) -> None:
        language, player = await language_at(self._bot, match.place), match.player_to_move
        fields = {
            "player": sentences.mention(player, language),
            "due_at": discord.utils.format_dt(due_at, "R"),
        }
        text = f"{sentences.title(match, language)}\n{say(BACK, fields, language=language)}"
        reply = Reply(text, replies.move_button(match, language), mentions=replies.to_notify(match))
        await delivery.broadcast(self._bot, match, reply, f"{match.id}.{due_at:%j%H%M%S}")


def name_of(settings: Settings) -> str:
    """What this process is called each time it is started: by its share of the shards."""
    if not settings.shard_ids:
        return "all"
    return f"{','.join(map(str, settings.shard_ids))}/{settings.shard_count}"
