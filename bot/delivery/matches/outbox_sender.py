"""Sends what the outbox still owes.

The answer to an interaction shows its board at once. The sender delivers the rest: boards left over
after a crash or an unreachable channel, and notices to players.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from gettext import NullTranslations

import discord

import matches
from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.matches import board_answers, boards, channels, seats, tables
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import post_to
from bot.i18n.catalogues import of_locale
from bot.interactions.locale import language_at
from bot.messages import announcement, reminder
from bot.messages import seat as seat_message
from bot.messages import table as table_message
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.text.discord_codes import TROUBLES, meaning_of, patience
from bot.ui.message import Reply
from matches.effects.notices import board_key
from matches.model.computer_players import is_computer_player
from matches.model.errors import TableError, Unavailable
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.outbox import queue
from matches.outbox.queue import Notice
from matches.settings import quiet_hours
from matches.settings.players import Preferences, preferences

log = logging.getLogger(__name__)


POLL = 1.0
"""Seconds between two looks at the outbox."""
PAUSE = 0.2
"""Seconds from being woken to looking, so that one look serves many wake-ups."""
SOON = timedelta(seconds=POLL)
AWAITED = timedelta(minutes=1)
"""How long a player's first notice waits for the match's first board."""
AT_ONCE = 16
"""The most notices that are sent at the same time."""
_TROUBLE = (*TROUBLES, TableError)


class NotYet(Exception):
    """It is too early for a notice: it has to `wait`."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


class OutboxSender:
    """Sends what is due, in rounds."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._outbox = bot.service(Outbox)
        self._sending: set[asyncio.Task[None]] = set()
        self.rounds = Poller(
            "outbox",
            self._round,
            POLL,
            trouble=Trouble(log, "the outbox can't be read"),
            settling=PAUSE,
            awake=self._outbox.awake,
        )

    async def _round(self) -> None:
        """Takes what is due, starts sending it, and extends the leases of what takes long."""
        await self._outbox.keep()
        # A stopping bot couldn't finish anything new; the next process sends it.
        waiting = self._bot.stopping or self._bot.invalid_requests.exhausted
        room = 0 if waiting else AT_ONCE - len(self._sending)
        found = await self._due(room) if room else []
        for notice in found:
            key = notice.key
            if not (self._outbox.is_busy_with(key) or self._outbox.has_sent(key)):
                task = asyncio.create_task(self._deliver(notice), name=f"notice-{key}")
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)
                self._bot.unfinished.add(task)
        if found:
            self._outbox.wake()

    async def _due(self, most: int) -> list[Notice]:
        bot = self._bot
        count, shards = bot.all_shards or 1, bot.own_shards()
        return await queue.due(bot.database, most, count=count, shards=shards)

    async def _deliver(self, notice: Notice) -> None:
        with self._outbox.busy_with(notice.key, attempt=notice.attempts):
            try:
                wait = await self._send(notice)
            except NotYet as error:
                await self._put_back(notice, error.wait)
                return
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
        """How long to wait after a failed attempt; None after the last one.

        An attempt that was only too early, because the due time has moved, doesn't count.
        """
        # A database that is away is no more the notice's fault than a network that is.
        passes = isinstance(error, (*TROUBLES, Unavailable))
        meaning = meaning_of(error) if passes else None
        wait = patience(meaning, notice.attempts)
        if wait is None:
            log.warning("notice=%s is given up", notice.key)
            return None
        if isinstance(error, discord.RateLimited):
            return max(wait, timedelta(seconds=error.retry_after))
        if meaning is None or not meaning.shuts:
            return wait
        try:
            match = await matches.get(self._bot.database, notice.match_id)
        except TableError:
            return wait
        return self._bot.shut.pause_of(match.place, notice.key) or wait

    async def _put_back(self, notice: Notice, wait: timedelta) -> None:
        try:
            await queue.put_back(self._bot.database, notice.key, wait)
            self._outbox.put_back(notice.key)
        except TableError as error:
            log.warning("notice=%s is taken again: %s", notice.key, error)

    async def _leave(self, notice: Notice, wait: timedelta | None) -> None:
        """Removes a notice (`wait` is None), or puts it off; not if a turn has renewed it."""
        key, base = notice.key, notice.base
        if wait is None:
            await self._outbox.done(key, base=base)
            return
        try:
            await queue.hold(self._bot.database, [key], wait, base=base)
        except TableError as error:
            log.warning("notice=%s is still owed: %s", notice.key, error)

    # Each kind

    async def _send(self, notice: Notice) -> timedelta | None:
        """Sends a notice, unless it is void. If a board was refused and has to wait, returns for
        how long. Raises NotYet.
        """
        if notice.kind == "board":
            return await self._board(notice)
        if notice.kind == "table":
            await self._table(notice)
            return None
        match = await matches.get(self._bot.database, notice.match_id)
        if notice.kind == "seat":
            async with channels.in_order(match.id):
                await seats.show_left_offer(self._bot, match, notice)
            return None
        if notice.kind in announcement.KINDS:
            await self._announce(notice, match)
            return None
        player = match.players[(notice.seat or 1) - 1]
        if player is None or is_computer_player(player):
            return None
        if _is_void(notice, match):
            return None
        await self._to_player(notice, match, player)
        return None

    async def _to_player(self, notice: Notice, match: Match, player: PlayerId) -> None:
        """Sends a player's notice where and when they want it. Raises NotYet."""
        database = self._bot.database
        chosen = await preferences(database, player)
        place, now = chosen.notices, database.now()
        wait = quiet_hours.until(chosen.quiet, chosen.time_zone, now) - now
        if notice.lead is not None:
            over = match.due_at is not None and match.due_at <= now
            if match.due_at is None or place == "none" or (over and notice.kind != "claim"):
                return
            wait = max(wait, match.due_at - notice.lead - now)
        if wait > timedelta():
            raise NotYet(wait)
        if notice.kind == "turn" and match.apart and not _was_quiet(match, chosen):
            return  # They have been told by the board, in their direct messages.
        public = await language_at(self._bot, match.place)
        language = of_locale(chosen.spoken) if chosen.spoken else public
        direct = place == "direct" or match.apart or notice.kind in ("dropped", "leaver")
        if direct and await self._awaits_thread(match):
            raise NotYet(SOON)
        if direct and await self._direct(notice, match, player, language):
            return
        if match.apart or notice.kind == "leaver":  # The players aren't where the match is played.
            return
        reply = await self._reply(notice, player, public, direct=False)
        await channels.broadcast(self._bot, match, reply, notice.nonce)

    async def _awaits_thread(self, match: Match) -> bool:
        """Whether the match may get its thread soon, with its first board, so that players can be
        told where to play. If the board can't be sent, they don't wait for long.
        """
        place = match.place
        if place.guild is None or place.thread is not None or match.apart or match.turn_count:
            return False
        database, begun = self._bot.database, match.started_at
        if begun is None or database.now() - begun > AWAITED:
            return False
        return await queue.is_pending(database, board_key(match))

    async def _announce(self, notice: Notice, match: Match) -> None:
        async with channels.in_order(notice.match_id):
            language = await language_at(self._bot, match.place)
            reply = await announcement.announcement(self._bot, notice, match, language)
            if reply is not None:
                await channels.broadcast(self._bot, match, reply, notice.nonce)

    async def _reply(
        self, notice: Notice, player: PlayerId, language: NullTranslations, *, direct: bool
    ) -> Reply:
        if notice.kind == "dropped":
            return await announcement.dropped(self._bot, notice, player, language, direct=direct)
        if notice.kind == "leaver":
            match = await matches.get(self._bot.database, notice.match_id)
            return seat_message.to_leaver(match, notice.seat or 1, language)
        if notice.kind == "claim":
            return await reminder.claimable(self._bot, notice, player, language)
        return await reminder.about(self._bot, notice, player, language, picture=direct)

    async def _board(self, notice: Notice) -> timedelta | None:
        """Shows the boards up to this one. Raises NotYet while another process is about to show an
        earlier one, which would be there twice then, or after this one.
        """
        async with channels.in_order(notice.match_id):
            owed = await queue.boards(self._bot.database, notice.match_id, notice.base)
            if not owed or owed[-1].key != notice.key:  # It has been shown in the meantime.
                return None
            if await board_answers.awaited(self._bot, owed[:-1]):
                raise NotYet(SOON)
            try:
                await boards.show_left_board(self._bot, owed, taken=True)
            except board_answers.SentElsewhere:
                raise NotYet(SOON) from None
            except discord.HTTPException as error:
                wait = await self._patience(notice, error)
                if wait is None or not await self._outbox.put_together(owed, wait):
                    raise
                return wait
            return None

    async def _table(self, notice: Notice) -> None:
        """Shows a table that is still open and has no message yet; the result of a match that is
        over, in the message of its table.
        """
        async with channels.in_order(notice.match_id):
            match = await matches.get(self._bot.database, notice.match_id)
            if match.ending is not None and match.started_at is not None:
                await tables.show_result(self._bot, match)
                return
            if match.status != "open" or match.message is not None:
                return
            reply = table_message.message(match, await language_at(self._bot, match.place))
            way = await board_answers.way_of(self._bot, notice)
            sent = await channels.broadcast(self._bot, match, reply, notice.nonce, way)
            if sent and not match.apart:
                await matches.move_to(self._bot.database, match.id, message=sent[0].id)

    async def _direct(
        self, notice: Notice, match: Match, player: PlayerId, language: NullTranslations
    ) -> bool:
        """Sends it as a direct message. Returns False if the player accepts none."""
        reply = await self._reply(notice, player, language, direct=True)
        try:
            await post_to(self._bot, player, notice.nonce, **reply.sent())
        except discord.HTTPException as error:
            if not meaning_of(error).shuts:
                raise
            log.info("match=%s user=%d takes no direct message: %s", match.id, player, error)
            return False
        return True


def _was_quiet(match: Match, chosen: Preferences) -> bool:
    """Whether the player had quiet hours when the match came to where it is."""
    last = [turn.at for turn in match.turns[-1:]] + [event.at for event in match.events[-1:]]
    at = max(last, default=match.created_at)
    return quiet_hours.until(chosen.quiet, chosen.time_zone, at) > at


def _is_void(notice: Notice, match: Match) -> bool:
    """Whether a player's notice has become pointless."""
    if notice.kind == "leaver":
        return match.offer_of(notice.seat or 1) is None
    return notice.kind != "dropped" and match.base != notice.base
