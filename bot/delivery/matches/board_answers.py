"""Boards, and what else everybody reads, as answers to the interactions that they result from.

Answers spend nothing of the requests that Discord allows a bot: see
`bot.delivery.transport.tokens`. They have no nonces. So what may have been sent as an answer is
looked for before it is sent in another way, by this process or the next one: a message names the
interaction that it answers, which stands in the match's log, too.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import matches
from bot.context import Bot
from bot.delivery.matches import own_tokens
from bot.delivery.transport import answers, tokens
from bot.delivery.transport.asides import Telling
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import Sent
from bot.delivery.transport.tokens import Token, Tokens
from bot.interactions.response import acknowledge, age_of, answers_with_new
from bot.messages.board import ON_BOARDS
from bot.ui.controls import item_of, parts, texts
from bot.ui.message import Reply
from matches.effects.notices import GRACE
from matches.model.ids import ChannelId, MatchId, PlayerId
from matches.outbox import queue
from matches.outbox.queue import Notice

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that a board waits for the first answer, which it follows."""
PROMPT = GRACE.total_seconds() - PATIENCE - 1
"""Seconds after an interaction in which what it has changed may still be shown as an answer. What
is owed is left to this process for `GRACE` only: the answer has been begun by then, a second
before, even if it has to wait for the first one.
"""


_ON_TURNS = (ON_BOARDS, "move")
"""The actions of the controls by which a board, or the line about one, is found."""


class TakenElsewhere(Exception):
    """It isn't there, but another process may be about to show it."""


class SentElsewhere(TakenElsewhere):
    """Another process has taken it to show it now. Whatever is later has to wait for that, since it
    can't be stopped any more.
    """


class Way(Protocol):
    """Another way to show something in a channel than by a message with a nonce."""

    tried: bool
    """An answer was sent, or may have been, and none was found."""

    until: int
    """The last entry of which a board tells that was found in place of this one; 0 if none was."""

    @property
    def since(self) -> int | None:
        """The interaction after which it may have been shown; None if it is shown for the first
        time now.
        """

    @property
    def is_prompt(self) -> bool:
        """Whether it may still be shown without a nonce: nobody else shows it meanwhile."""

    async def send(self, where: ChannelId, reply: Reply) -> Sent | None:
        """Shows it there. Returns None if it is not there, and has to be sent; raises TROUBLES if
        that can't be found out.
        """

    async def absent(self) -> None:
        """To be called if it was looked for and isn't there. Raises TakenElsewhere if another
        process is about to show it.
        """


class ByAnswer:
    """As an answer that follows the first one, if that is in the place where it is to be shown.

    The first answer is `done`, or where that replaces the message with the control, Discord is told
    that it will come. A first answer that takes long holds nothing up.
    """

    since = None
    until = 0

    def __init__(self, telling: Telling, done: Reply) -> None:
        self._telling, self._done = telling, done
        self._interaction = telling.interaction
        self.tried = False
        self._refused = False
        self._answer: asyncio.Future[object] | None = None

    @property
    def told(self) -> bool:
        """Whether the user has been told what was done."""
        return self._answer is not None and self._answer.done()

    async def send(self, where: ChannelId, reply: Reply) -> Sent | None:
        """As in `Way`."""
        interaction = self._interaction
        bot, token = interaction.client, Token(interaction.id, interaction.followup)
        if not self.is_possible(where, reply):
            return None
        if not await self._begin():  # Another process may have answered: it was delivered again.
            return await Found(bot, interaction.id).send(where, reply) if self._refused else None
        self.tried = True
        return await tokens.follow(
            bot, token, where, reply, is_it=_Answer((interaction.id,)), after=interaction.id
        )

    async def add(self, reply: Reply) -> None:
        """Sends one more after what it has sent. Nobody waits long for that; raises nothing."""
        if self.tried:
            interaction = self._interaction
            token = Token(interaction.id, interaction.followup)
            with suppress(TimeoutError):
                await asyncio.wait_for(tokens.add(interaction.client, token, reply), PATIENCE)

    async def absent(self) -> None:
        """As in `Way`."""

    async def lend(self, match_id: MatchId, shown: Sequence[Sent]) -> None:
        """Lets what the match will have to show where this is `shown` follow, too, also if nothing
        had to be sent there now. The user has been told what was done.
        """
        interaction = self._interaction
        bot, token = interaction.client, Token(interaction.id, interaction.followup)
        for one in shown:
            own_tokens.lend(interaction, match_id, one.channel)
            if self.is_possible(one.channel):
                bot.service(Tokens).may_follow(match_id, one.channel, token)

    def is_possible(self, where: ChannelId, reply: Reply = own_tokens.NOTHING) -> bool:
        """Whether everybody there would see the answer, and it could be found if it got lost."""
        return self.is_prompt and own_tokens.can_follow(self._interaction, where, reply)

    @property
    def is_prompt(self) -> bool:
        """As in `Way`."""
        return age_of(self._interaction) < PROMPT

    async def _begin(self) -> bool:
        """Gives the first answer, or has it begun. Returns whether an answer can follow it."""
        new = answers_with_new(self._interaction)
        tell = partial(answers.tell, self._interaction, self._done)
        beginning = self._telling.at_once(tell if new else partial(acknowledge, self._interaction))
        await asyncio.wait({beginning}, timeout=PATIENCE)
        self._answer = beginning if new else None
        self._refused = beginning.done() and not self._interaction.response.is_done()
        return beginning.done() and not self._refused


class Found:
    """Something that may be there already, as an answer to this interaction."""

    tried = True
    until = 0
    is_prompt = False

    def __init__(self, bot: Bot, interaction: int) -> None:
        self._bot, self.since = bot, interaction

    async def send(self, where: ChannelId, reply: Reply) -> Sent | None:
        """As in `Way`."""
        there = await self.look(where)
        if there is None:
            await self.absent()
        return there

    async def look(self, where: ChannelId) -> Sent | None:
        """The message, if it is there. Raises TROUBLES if that can't be found out."""
        is_it, after = _Answer((self.since,)), self.since
        message = await tokens.find(self._bot, where, after=after, is_it=is_it)
        return None if message is None else tokens.sent_by(message, where)

    async def absent(self) -> None:
        """As in `Way`."""


class Awaited(Found):
    """Something that is there already, as an answer to this interaction, or that another process is
    about to show.
    """

    async def absent(self) -> None:
        """As in `Way`."""
        raise TakenElsewhere("another process is about to answer by it")


class Repeated(Awaited):
    """The same for an interaction that was delivered again. Only at first, the process to which it
    was delivered before may be about to show it.
    """

    async def absent(self) -> None:
        """As in `Way`."""
        if tokens.age_of(self.since) < GRACE.total_seconds():
            await super().absent()


class Following:
    """A board that no interaction has caused. It follows what the `mover` has done last, if they
    have played by touch; else, as after a computer player's turn, the answer to whoever has moved
    before.

    If that was tried already, `attempts` of which this is one, it is looked for, and then sent as a
    message: it may be there as one, and only the nonce would tell. If it is another process's turn
    to try (None), it is only looked for, as an answer or as a message.
    """

    tried = False

    def __init__(
        self,
        bot: Bot,
        notice: Notice,
        before: Collection[int],
        attempts: int | None,
        mover: PlayerId | None = None,
    ) -> None:
        self._bot, self._notice, self._before = bot, notice, before
        self._mover = mover
        self.attempts = attempts
        """How often it has been taken; None if it is another process's turn to try."""
        self.until = 0
        self._taken = time.monotonic()

    async def send(self, where: ChannelId, reply: Reply) -> Sent | None:
        """As in `Way`. Raises TakenElsewhere, SentElsewhere."""
        bot, match_id, base = self._bot, self._notice.match_id, self._notice.base
        is_it = _Answer(self._before, match_id, base, self._mover)
        if self.since is not None:

            def is_there(message: Any) -> bool:
                board = self.attempts is None and entry_of(bot, message, match_id) >= base
                return board or is_it(message)

            there = await tokens.find(bot, where, after=self.since, is_it=is_there)
            if there is not None:
                self.until = max(_seqs(texts(there, "custom_id"), match_id))
                return tokens.sent_by(there, where)
            await self.absent()
            return None
        token = self._token(where)
        if token is None or bot.shut.is_shut(where) or not self._could_be_found(reply):
            return None
        after = max(self._before)
        return await tokens.follow(bot, token, where, reply, is_it=is_it, after=after)

    def _token(self, where: ChannelId) -> Token | None:
        known, match_id = self._bot.service(Tokens), self._notice.match_id
        own = None if self._mover is None else known.own(self._mover, match_id, where)
        return own or known.following(match_id, where, self._before)

    @property
    def since(self) -> int | None:
        """As in `Way`."""
        return None if self.attempts == 1 else max(self._before)

    @property
    def is_prompt(self) -> bool:
        """As in `Way`."""
        return time.monotonic() - self._taken < PROMPT

    async def absent(self) -> None:
        """As in `Way`. Raises SentElsewhere, too."""
        if self.attempts is None:
            raise await self._elsewhere()

    async def _elsewhere(self) -> TakenElsewhere:
        """What to raise if this process couldn't take it: another one is about to show it, or it
        was put off, by this process or for long.
        """
        bot, key, base = self._bot, self._notice.key, self._notice.base
        owed = await queue.boards(bot.database, self._notice.match_id, base)
        now = next((one for one in owed if one.key == key), None)
        tried, leased = bot.service(Outbox).last_attempt(key), bot.database.now() + queue.LEASE
        by_us = now is not None and tried is not None and now.attempts <= tried
        if by_us or (now is not None and now.due_at > leased):
            return TakenElsewhere("it has been put off")
        return SentElsewhere("another process is about to show it")

    def _could_be_found(self, reply: Reply) -> bool:
        """Whether its controls name the entry. Those of a line don't if nobody is to move."""
        named = (str(getattr(item_of(one), "custom_id", "")) for one in reply.controls)
        return any(seq >= self._notice.base for seq in _seqs(named, self._notice.match_id))


def is_board(sent: Sent, match_id: MatchId) -> bool:
    """Whether an answer that was sent, or found, is a match's board, and not a line about one."""
    return any(True for _ in _seqs(sent.controls, match_id, ON_BOARDS))


def entry_of(bot: Bot, message: Any, match_id: MatchId) -> int:
    """The entry for which a message of ours is a match's board, whatever it answers; else 0."""
    ours = bot.user is not None and int(message["author"]["id"]) == bot.user.id
    made = _seqs(texts(message, "custom_id"), match_id, ON_BOARDS) if ours else ()
    return max(made, default=0)


@dataclass(frozen=True, slots=True)
class _Answer:
    """Whether a message answers one of these interactions; with a `match_id`, by its board at the
    entry `base` or a later one, or by the line about that. Any of its controls tells, since all
    name the entry: the board and the line of a match that is over have other ones than before.

    It may also answer whatever the `mover` has done. Then only what boards and lines have tells:
    they may have made an offer, too.
    """

    interactions: Collection[int]
    match_id: MatchId | None = None
    base: int = 0
    mover: PlayerId | None = None

    def __call__(self, message: Any) -> bool:
        known = tokens.answers_to(message) in self.interactions
        if not known and (self.mover is None or tokens.answers_whom(message) != self.mover):
            return False
        if self.match_id is None:
            return True
        wanted = () if known else _ON_TURNS
        made = _seqs(texts(message, "custom_id"), self.match_id, *wanted)
        return any(seq >= self.base for seq in made)


def _seqs(named: Iterable[str], match_id: MatchId, *wanted: str) -> Iterator[int]:
    """The entries of a match for which controls with these ids were made, of all actions or of the
    `wanted` ones.
    """
    for action, about, seq, _ in map(parts, named):
        if about == match_id and (not wanted or action in wanted):
            yield seq


async def awaited(bot: Bot, owed: Sequence[Notice]) -> bool:
    """Whether another process is still about to answer somebody by one of these. Raises
    Unavailable.
    """
    for notice in owed:
        if _is_left_to_another(bot, notice):
            own, _ = await queue.interactions_of(bot.database, notice)
            if own is not None:
                return True
    return False


def _is_left_to_another(bot: Bot, notice: Notice) -> bool:
    """Whether nobody has taken it, it is left to the process that has stored it, and that isn't
    this one. What has to wait for a channel that is shut is put off for longer.
    """
    if notice.attempts or bot.service(Outbox).has_tried(notice.key):
        return False
    now = bot.database.now()
    return now < notice.due_at <= now + queue.LEASE


async def way_of(bot: Bot, notice: Notice, *, taken: bool = False) -> Way | None:
    """How something may have been shown that is still owed, or may be shown now; None if it can
    only be a message. `taken`: the caller has taken the notice to send it. If not, what answers
    nobody is taken here, so that whoever tries next looks for it first. Raises Unavailable.
    """
    own, before = await queue.interactions_of(bot.database, notice)
    if own is not None:
        return (Awaited if _is_left_to_another(bot, notice) else Found)(bot, own)
    if not before or notice.kind != "board":
        return None
    attempts: int | None = notice.attempts
    if not taken:
        waiting = bot.service(Outbox).is_busy_with(notice.key)  # For the lock that we hold.
        attempts = await queue.take(bot.database, notice, ours=waiting)
    return Following(bot, notice, before, attempts, await _mover(bot, notice))


async def _mover(bot: Bot, notice: Notice) -> PlayerId | None:
    """Who has played the turn of which a board tells first; None if it tells of another change.
    Raises Unavailable.
    """
    match = await matches.get(bot.database, notice.match_id)
    first = next((one for one in match.turns if one.batch == notice.batch), None)
    return None if first is None else match.players[first.seat - 1]
