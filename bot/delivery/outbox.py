"""The postman: sends what the outbox owes and nobody has sent, in a loop that survives anything.

A board is shown at once by whoever answers the interaction; the postman brings those that were left
lying, by a process that died or a channel that could not be reached, and the notices to players.
Several processes may each have one: they take notices from the outbox, not from each other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from gettext import NullTranslations

import discord

import matches
from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery import channels
from bot.delivery.posting import post_to
from bot.i18n.catalogues import of_locale
from bot.interactions.locale import language_at
from bot.messages import announcement, reminder
from bot.messages import board as board_message
from bot.messages import table as table_message
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.text.discord_codes import TROUBLES, meaning_of, patience
from bot.ui.message import Reply
from matches.model.computer_players import is_computer_player
from matches.model.errors import TableError
from matches.model.match import Match
from matches.outbox import sending
from matches.outbox.sending import Notice
from matches.settings import quiet_hours
from matches.settings.players import preferences

log = logging.getLogger(__name__)


POLL = 1.0
"""Seconds between two looks at the outbox."""
PAUSE = 0.2
"""Seconds between being woken and looking, so that one look does for many who wake."""
AT_ONCE = 16
"""How many notices are being sent at the same time, at most."""
_AT_LAST = timedelta(days=-1000)
"""Due for so long that nothing goes before it."""
_HOLD = sending.LEASE.total_seconds() / 3
_TROUBLE = (*TROUBLES, TableError)


class Postman:
    """Sends what is owed, for as long as `run` runs."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._busy: Counter[str] = Counter()
        self._held = 0.0
        self._sending: set[asyncio.Task[None]] = set()
        trouble = Trouble(log, "the outbox can't be read")
        self.rounds = Poller("outbox", self._round, POLL, trouble=trouble, settling=PAUSE)
        self._sent: list[str] = []
        self._noting = asyncio.Lock()
        self._mended: set[str] = set()
        bot.shut.when_open(self.mended)

    @contextmanager
    def busy_with(self, *keys: str) -> Iterator[None]:
        """While somebody in this process sends that, nobody else does, however long it takes."""
        for key in keys:
            self._busy[key] += 1
        try:
            yield
        finally:
            for key in keys:
                self._busy[key] -= 1
                if not self._busy[key]:
                    del self._busy[key]

    async def done(self, *keys: str) -> None:
        """That has been sent. Where this can't be noted it is sent again, with the same nonce.

        What others have sent while the disk was busy is noted with it, so that it is waited for
        once.
        """
        self._sent += keys
        async with self._noting:
            sent, self._sent = self._sent, []
            try:
                if sent:
                    await sending.done(self._bot.database, *sent)
            except TableError as error:
                log.warning("notice=%s is still owed: %s", ",".join(sent), error)
        self.rounds.wake()  # Whoever is sent a notice of the same turn gets it now.

    async def hurry(self, key: str) -> None:
        """Brings that at once, before all that is due: nobody else is going to, and somebody waits
        for it. Raises Unavailable.
        """
        await sending.hold(self._bot.database, [key], _AT_LAST)
        self.rounds.wake()

    def mended(self, keys: Iterable[str]) -> None:
        """What has waited for a channel, under these keys, can be sent now."""
        self._mended.update(keys)
        self.rounds.wake()

    async def _round(self) -> None:
        """Takes what is due and begins to send it, and holds on to what takes long."""
        if self._busy and time.monotonic() - self._held > _HOLD:
            self._held = time.monotonic()
            await sending.hold(self._bot.database, list(self._busy))
        if self._mended:
            await sending.hold(self._bot.database, list(self._mended), timedelta())
            self._mended.clear()
        # What the bot would begin while it stops, it could not finish: the next one sends it.
        waiting = self._bot.stopping or self._bot.invalid_requests.exhausted
        room = 0 if waiting else AT_ONCE - len(self._sending)
        found = await sending.due(self._bot.database, room) if room else []
        for notice in found:
            if notice.key not in self._busy:
                task = asyncio.create_task(self._deliver(notice), name=f"notice-{notice.key}")
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)
                self._bot.unfinished.add(task)
        if found:
            self.rounds.wake()

    async def _deliver(self, notice: Notice) -> None:
        with self.busy_with(notice.key):
            try:
                wait = await self._send(notice)
            except _TROUBLE as error:
                log.log(
                    level_of(error), "notice=%s attempt=%d: %s", notice.key, notice.attempts, error
                )
                wait = await self._patience(notice, error)
            except Exception as error:
                log.exception("notice=%s attempt=%d", notice.key, notice.attempts)
                wait = await self._patience(notice, error)
            else:
                if wait is None:
                    log.info("notice=%s sent", notice.key)
            await self._leave(notice, wait)

    async def _patience(self, notice: Notice, error: BaseException) -> timedelta | None:
        """How long to wait after an attempt that failed; None after the last one.

        One that was only too early, since the time has been moved, does not count as failed.
        """
        meaning = meaning_of(error)
        wait = patience(meaning, notice.attempts)
        if wait is None:
            log.warning("notice=%s is given up", notice.key)
            return None
        if isinstance(error, discord.RateLimited):
            return max(wait, timedelta(seconds=error.retry_after))
        if not meaning.shuts:
            return wait
        try:
            match = await matches.get(self._bot.database, notice.match_id)
        except TableError:
            return wait
        return self._bot.shut.pause_of(match.place, notice.key) or wait

    async def _leave(self, notice: Notice, wait: timedelta | None) -> None:
        """Notes that a notice is done with, or when to try it again."""
        try:
            if wait is None:
                await sending.done(self._bot.database, notice.key)
            else:
                await sending.hold(self._bot.database, [notice.key], wait)
        except TableError as error:
            log.warning("notice=%s is still owed: %s", notice.key, error)

    # Each kind

    async def _send(self, notice: Notice) -> timedelta | None:
        """Sends a notice, unless it has become void; or says how long it has to wait."""
        if notice.kind == "board":
            return await self._board(notice)
        if notice.kind == "table":
            await self._table(notice)
            return None
        match = await matches.get(self._bot.database, notice.match_id)
        if notice.kind in announcement.KINDS:
            await self._announce(notice, match)
            return None
        player = match.players[(notice.seat or 1) - 1]
        if player is None or is_computer_player(player):
            return None
        if notice.kind != "dropped" and match.base != notice.base:
            return None
        return await self._to_player(notice, match, player)

    async def _to_player(self, notice: Notice, match: Match, player: int) -> timedelta | None:
        """Sends what is for one player where and when he wants to hear of it."""
        database = self._bot.database
        chosen = await preferences(database, player)
        place, now = chosen.notices, database.now()
        wait = quiet_hours.until(chosen.quiet, chosen.time_zone, now) - now
        if notice.lead is not None:
            over = match.due_at is not None and match.due_at <= now
            if match.due_at is None or place == "none" or (over and notice.kind != "claim"):
                return None
            wait = max(wait, match.due_at - notice.lead - now)
        if wait > timedelta():
            return wait
        public = await language_at(self._bot, match.place)
        language = of_locale(chosen.spoken) if chosen.spoken else public
        direct = place == "direct" or match.apart or notice.kind == "dropped"
        if direct and await self._direct(notice, match, player, language):
            return None
        if match.apart:
            return None
        reply = await self._reply(notice, player, public, direct=False)
        await channels.broadcast(self._bot, match, reply, notice.nonce)
        return None

    async def _announce(self, notice: Notice, match: Match) -> None:
        async with channels.in_order(notice.match_id):
            language = await language_at(self._bot, match.place)
            reply = await announcement.announcement(self._bot, notice, match, language)
            if reply is not None:
                await channels.broadcast(self._bot, match, reply, notice.nonce)

    async def _reply(
        self, notice: Notice, player: int, language: NullTranslations, *, direct: bool
    ) -> Reply:
        if notice.kind == "dropped":
            return await announcement.dropped(self._bot, notice, player, language, direct=direct)
        if notice.kind == "claim":
            return await reminder.claimable(self._bot, notice, player, language)
        return await reminder.about(self._bot, notice, player, language, picture=direct)

    async def _board(self, notice: Notice) -> timedelta | None:
        async with channels.in_order(notice.match_id):
            owed = await sending.boards(self._bot.database, notice.match_id, notice.base)
            if not owed or owed[-1].key != notice.key:  # Somebody has shown it meanwhile.
                return None
            try:
                await self._show(notice, await self.catch_up(owed[:-1]))
            except discord.HTTPException as error:
                wait = await self._patience(notice, error)
                if wait is None or not await self.put_together(owed, wait):
                    raise
                return wait
            return None

    async def catch_up(self, owed: Sequence[Notice]) -> list[Notice]:
        """Shows boards that were left lying, so that none of them follows a later one. Returns the
        last ones if one can't be shown now: then the next board has to tell of them, too. After
        the first that fails none is tried, so that trouble is met with once a turn.

        For whoever holds the lock of the match.
        """
        for at, one in enumerate(owed):
            try:
                await self._show(one)
            except _TROUBLE as error:
                log.log(level_of(error), "notice=%s before a later one: %s", one.key, error)
                return list(owed[at:])
        return []

    async def put_together(self, owed: Sequence[Notice], wait: timedelta | None = None) -> bool:
        """Where a match can't be shown, makes one of the boards that it owes, which tells of all;
        whether that was so. For whoever holds the lock of the match.
        """
        if len(owed) < 2:
            return False
        try:
            match = await matches.get(self._bot.database, owed[-1].match_id)
            pause = None if match.apart else self._bot.shut.pause_of(match.place, owed[-1].key)
            if pause is None:
                return False
            await sending.put_together(self._bot.database, owed, wait or pause)
        except TableError as error:
            log.warning("notice=%s stays alone: %s", owed[-1].key, error)
            return False
        return True

    async def _table(self, notice: Notice) -> None:
        """Shows a table that is still open, and whose message nobody has seen."""
        async with channels.in_order(notice.match_id):
            match = await matches.get(self._bot.database, notice.match_id)
            if match.status != "open" or match.message is not None:
                return
            reply = table_message.message(match, await language_at(self._bot, match.place))
            sent = await channels.broadcast(self._bot, match, reply, notice.nonce)
            if sent and not match.apart:
                await matches.move_to(self._bot.database, match.id, message=sent[0].id)

    async def _show(self, notice: Notice, left: Sequence[Notice] = ()) -> None:
        """Shows a board, which tells also of those before it that were left."""
        await self._require_open(notice)
        told = await sending.told(self._bot.database, notice, left)
        host = await self._bot.chosen.by_player(told.match.host)
        language = await language_at(self._bot, told.match.place, host.spoken)
        reply = await board_message.board(self._bot, told.match, language, told.turns, told.events)
        line = board_message.line(told.match, language, told.turns, told.events, reply)
        await channels.board(self._bot, told.match, reply, line, notice.nonce)
        await self.done(notice.key, *(one.key for one in left))
        await channels.close(self._bot, told.match)

    async def _require_open(self, notice: Notice) -> None:
        """Raises StillShut where a board would be painted in vain."""
        match = await matches.get(self._bot.database, notice.match_id)
        if not match.apart:
            self._bot.shut.require(match.place)

    async def _direct(
        self, notice: Notice, match: Match, player: int, language: NullTranslations
    ) -> bool:
        """Sends it to the player himself; False if he takes no direct messages."""
        reply = await self._reply(notice, player, language, direct=True)
        try:
            await post_to(self._bot, player, notice.nonce, **reply.sent())
        except discord.HTTPException as error:
            if not meaning_of(error).shuts:
                raise
            log.info("match=%s user=%d takes no direct message: %s", match.id, player, error)
            return False
        return True
