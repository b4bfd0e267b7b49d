"""Drops events of Discord's gateway that can't be read, so that the bot lives on.

discord.py reads each kind of event with one function of `ConnectionState.parsers`. An exception
there would end the process, and would do so again at every start if the event is sent at every
start. So each of these functions is wrapped here. Where possible, an event is read without the part
that can't be read. The bot never relies on the cache of guilds, so a guild may be missing there.

`ConnectionState` and `DiscordWebSocket` are private to discord.py: its version is bounded, and
`tests/bot/test_gateway.py` shows whether a newer one still fits.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import discord
from discord import shard
from discord.errors import ConnectionClosed
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure
from discord.http import Route

from bot.context import Bot
from bot.context.addressed import addressed
from bot.context.system_message import of_thread
from bot.i18n.catalogues import of_locale
from bot.interactions.retries import EPHEMERAL
from bot.observability.logs import reference
from bot.text.discord_codes import TROUBLES, meaning_of
from games.words import N_, say

log = logging.getLogger(__name__)

T = TypeVar("T")


Json = dict[str, Any]

READY, INTERACTION, MESSAGE = "READY", "INTERACTION_CREATE", "MESSAGE_CREATE"
UNUSED = ("MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
"""Events that come along with new messages, and are not read."""
NOT_READ = N_(
    "I couldn't read what Discord sent me, so nothing has happened. Please try again later. "
    "Reference: {reference}"
)
_PING, _AUTOCOMPLETE = 1, 4
_MESSAGE, _CHOICES = 4, 8
_THREADS = (10, 11, 12)
_SMALLEST_LIMIT = 10 * 1024 * 1024
"""Bytes that may be attached everywhere on Discord."""
_LONGEST = 200


class Unreadable(OSError):
    """Something that the connection needs can't be read. discord.py reconnects, after longer and
    longer pauses, as it does when a connection breaks.
    """


class Socket(DiscordWebSocket):
    """A connection to the gateway. A strange frame ends it, but not the process."""

    async def received_message(self, msg: Any, /) -> None:
        """As in discord.py, but raises Unreadable instead of anything unforeseen."""
        try:
            await super().received_message(msg)
        except (ReconnectWebSocket, WebSocketClosure, ConnectionClosed):
            raise
        except (OSError, aiohttp.ClientError, TimeoutError):
            raise
        except Exception as error:
            raise Unreadable(f"a frame can't be read: {error!r}"[:_LONGEST]) from error


class Events:
    """Reads one bot's events, as far as they can be read."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._state = bot._connection  # noqa: SLF001 - see above
        self._seen: Counter[tuple[str, str]] = Counter()
        self._mend: dict[str, Callable[[Json], Json]] = {
            READY: self._ready,
            "GUILD_CREATE": self._guild,
            "GUILD_UPDATE": self._guild,
            "THREAD_LIST_SYNC": self._threads,
            INTERACTION: _interaction,
            MESSAGE: lambda data: data,
        }
        parsers = self._state.parsers
        parsers[MESSAGE] = self._message
        for name in UNUSED:
            del parsers[name]
        for name, parse in parsers.items():
            parsers[name] = partial(self._read, name, parse)
        shard.DiscordWebSocket = Socket  # type: ignore[misc]

    def _read(self, name: str, parse: Callable[[Any], None], data: Any) -> None:
        """Reads an event: whole, or else without what can't be read, or else not at all."""
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001 - whatever it is
            self._note(name, error)
        else:
            return
        try:
            parse(self._mend[name](data))
        except Exception as error:
            if name == READY:
                raise Unreadable(f"{name} can't be read: {error!r}"[:_LONGEST]) from error
            if name == INTERACTION:
                self._apologize(data, error)

    def _message(self, data: Json) -> None:
        """Tells the bot's listeners about messages that are meant for it, and about Discord's
        messages about its threads. discord.py itself never reads a message.
        """
        assert self._bot.user is not None
        if found := addressed(data, self._bot.user.id):
            self._bot.dispatch("addressed", found)
        elif told := of_thread(data, self._bot.user.id):
            self._bot.dispatch("system_message", told)

    def _note(self, name: str, error: Exception) -> None:
        """Counts an event that can't be read, and logs the first of its kind, the tenth, the
        hundredth, and so on.
        """
        self._bot.metrics.dropped.labels(name).inc()
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        self._seen[name, where] += 1
        count = self._seen[name, where]
        if str(count).strip("0") == "1":
            said = repr(error)[:_LONGEST]
            log.warning("event=%s count=%d can't be read (%s): %s", name, count, where, said)

    # What is left of an event

    def _ready(self, data: Json) -> Json:
        """The bot's own user, and those of its guilds that can be read."""
        user = {"username": "-", "discriminator": "0", "avatar": None} | data["user"]
        needed = {"shard": data["shard"], "user": user}
        return needed | {"guilds": _readable(data.get("guilds") or [], self._are_guilds)}

    def _are_guilds(self, some: Sequence[Json]) -> bool:
        return all(self._is_guild(one) for one in some)

    def _is_guild(self, data: Json) -> bool:
        try:
            discord.Guild(data=data, state=self._state)  # type: ignore[arg-type]
        except Exception:  # noqa: BLE001 - whatever it is
            return False
        return True

    def _guild(self, data: Json) -> Json:
        """The guild without each thread, role, sound and so on that can't be read."""
        kept: Json = {}
        for key, value in data.items():
            if isinstance(value, list):
                kept[key] = self._parts(data["id"], key, value)
            elif self._is_guild({"id": data["id"], key: value}):
                kept[key] = value
        return kept

    def _threads(self, data: Json) -> Json:
        """Those threads that can be read, without their members."""
        threads = self._parts(data["guild_id"], "threads", data["threads"])
        return data | {"threads": threads, "members": []}

    def _parts(self, guild: Any, key: str, parts: Sequence[Any]) -> list[Any]:
        """Those parts of a guild that can be read."""
        return _readable(parts, lambda some: self._is_guild({"id": guild, key: some}))

    # Answers to those who wait

    def _apologize(self, data: Any, error: Exception) -> None:
        """Tells the user that their interaction could not be read, if it can be answered at all."""
        number = reference()
        try:
            route = Route(
                "POST",
                "/interactions/{interaction}/{token}/callback",
                interaction=int(data["id"]),
                token=data["token"],
            )
            body = _apology(data, number)
        except (KeyError, TypeError, ValueError, AttributeError):
            return
        if body is None:
            return
        self._bot.metrics.bugs.inc()
        where = traceback.extract_tb(error.__traceback__)[-1]
        log.error(
            "reference=%s interaction=%d can't be read (%s:%s): %s",
            number,
            int(data["id"]),
            Path(where.filename).name,
            where.lineno,
            repr(error)[:_LONGEST],
        )
        task = asyncio.create_task(self._answer(route, body), name="unread-interaction")
        self._bot.unfinished.add(task)

    async def _answer(self, route: Route, body: Json) -> None:
        try:
            await self._bot.http.request(route, json=body)
        except TROUBLES as error:
            log.log(meaning_of(error).level, "can't be answered: %s", error)


def _readable(parts: Sequence[T], reads: Callable[[Sequence[T]], bool]) -> list[T]:
    """Those parts that can be read. Found by halving, since nearly all of them can."""
    if not parts or reads(parts):
        return [*parts]
    if len(parts) == 1:
        return []
    half = len(parts) // 2
    return _readable(parts[:half], reads) + _readable(parts[half:], reads)


def _interaction(data: Json) -> Json:
    """The interaction without what the bot doesn't need: the user's purchases, the thread's
    message counts.
    """
    limit = data.get("attachment_size_limit")
    mended: Json = (
        {"version": 1}
        | data
        | {
            "entitlements": [],
            "entitlement_skus": [],
            "attachment_size_limit": limit if isinstance(limit, int) else _SMALLEST_LIMIT,
        }
    )
    if isinstance(channel := data.get("channel"), dict) and channel.get("type") in _THREADS:
        mended["channel"] = _thread(channel)
    return mended


def _thread(data: Json) -> Json:
    """What the bot needs of a thread: its identity, and whether it is archived."""
    known = data.get("thread_metadata")
    archived = isinstance(known, dict) and known.get("archived") is True
    at = discord.utils.utcnow().isoformat()
    metadata = {"archived": archived, "auto_archive_duration": 60, "archive_timestamp": at}
    numbers = {key: data.get(key) or 0 for key in ("id", "type", "parent_id", "owner_id")}
    counts = {"message_count": 0, "member_count": 0}
    return {"name": str(data.get("name")), "thread_metadata": metadata} | numbers | counts


def _apology(data: Json, reference: str) -> Json | None:
    """The answer to an interaction, by its type; None where nobody waits for one."""
    if data.get("type") == _PING:
        return None
    if data.get("type") == _AUTOCOMPLETE:
        return {"type": _CHOICES, "data": {"choices": []}}
    language = of_locale(str(data.get("locale")))
    text = say(NOT_READ, {"reference": reference}, language=language)
    return {"type": _MESSAGE, "data": {"content": text, "flags": EPHEMERAL}}
