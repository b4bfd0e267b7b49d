"""When many interactions come at once, people who have asked for little lately are answered first.

Each person has a supply of interactions, which refills over time. As long as half of it is left,
their interactions begin at once, and the rest begins with a gap to that of others. After that they
begin one at a time, when there is nothing else to do, and those that wait too long may be refused.
So nobody is slowed down while the bot is idle, and people who ask for a lot don't keep others
waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any

import discord

HAND = 10.0
"""How many interactions a person can have begun, however fast they come; half of them at once."""
EACH_SECOND = 1.5
"""How many a person regains each second."""
PATIENCE = 1.5
"""The longest wait for a quiet moment, in seconds. After that an interaction waits for its gap and
begins if it is the person's only one; if they have several, it is refused. Discord allows three
seconds for both waits and the answer.
"""
PAUSE = 0.05
"""Seconds reserved for everybody else between two interactions that have waited."""
GAP = 0.03
"""Seconds between the beginnings of two interactions of people who have used up half of their
supply. Otherwise those of several people begin at the same moment, and everybody else's wait for
all of them: with ten hostile people, the slowest twentieth of boards took 48 ms instead of 54.
"""
GAPS = 20
"""The most interactions that wait for their gap, of all people together. More are refused."""
LONGEST = 0.5
"""Seconds after which an unfinished interaction no longer blocks others: it is itself waiting, for
a job or for Discord.
"""
WAITING = 5
"""How many interactions of a person may wait."""
KNOWN = 10_000
"""About how many people are remembered."""


class TooFast(Exception):
    """Somebody has asked for too much; this interaction can't begin."""


@dataclass
class _Hand:
    left: float
    at: float
    waiting: int = 0


class Turnstile:
    """The interactions that are running, and those that wait."""

    def __init__(self) -> None:
        self._hands: OrderedDict[int, _Hand] = OrderedDict()
        self._at_work = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._next_gap = 0.0

    async def begin(self, person: int) -> None:
        """Waits until an interaction of this person may begin. The caller has to `end` it.

        Raises TooFast.
        """
        hand = self._hand(person)
        if hand.left >= 1:
            hand.left -= 1
            if hand.left < HAND / 2:
                await self._gap()
        elif self._at_work or self._waiting:
            if hand.waiting >= WAITING:
                raise TooFast
            await self._wait(hand)
            return  # Counted as running when its turn came.
        self._at_work += 1

    async def admit(self, interaction: discord.Interaction[Any]) -> None:
        """The same for the current task; the interaction ends with the task. Raises TooFast."""
        task = asyncio.current_task()
        assert task is not None
        await self.begin(interaction.user.id)
        at_work = True

        def over(*_: object) -> None:
            nonlocal at_work
            if at_work:
                at_work = False
                self.end()

        asyncio.get_running_loop().call_later(LONGEST, over)
        task.add_done_callback(over)

    def end(self) -> None:
        """Ends an interaction."""
        self._at_work -= 1
        if self._waiting and not self._at_work:
            asyncio.get_running_loop().call_later(PAUSE, self._next)

    def _next(self) -> None:
        while self._waiting and not self._at_work:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                self._at_work += 1

    async def _wait(self, hand: _Hand) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        hand.waiting += 1
        try:
            await asyncio.wait([turn], timeout=PATIENCE)
            if turn.done():
                return
            if hand.waiting > 1:
                raise TooFast
        except asyncio.CancelledError:
            if turn.done():  # It got its turn at the same moment, so it passes the turn on.
                self.end()
            raise
        finally:
            turn.cancel()
            hand.waiting -= 1
        await self._gap()
        self._at_work += 1

    async def _gap(self) -> None:
        """Waits until the next interaction may begin that comes with a gap. Raises TooFast."""
        now = time.monotonic()
        begins = max(now, self._next_gap)
        if begins - now > GAPS * GAP:
            raise TooFast
        self._next_gap = begins + GAP
        await asyncio.sleep(begins - now)

    def _hand(self, person: int) -> _Hand:
        now = time.monotonic()
        hand = self._hands.setdefault(person, _Hand(HAND, now))
        hand.left = min(HAND, hand.left + EACH_SECOND * (now - hand.at))
        hand.at = now
        self._hands.move_to_end(person)
        while len(self._hands) > KNOWN:
            self._hands.popitem(last=False)
        return hand
