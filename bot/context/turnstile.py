"""Who is answered first where much is asked at once: whoever has asked for little of late.

Each person has so many interactions in hand, and gets new ones as time goes by. While they last,
everything is begun at once. Whoever has used them up is answered as long as there is nothing else
to do, and one after the other. Of what they ask for at once some is refused then. So nobody is
slowed down while the bot is at rest, and nobody who asks for a lot keeps the others waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any

import discord

HAND = 10.0
"""So many interactions of a person are begun at once, however fast they come."""
EACH_SECOND = 2.0
"""So many are added each second."""
PATIENCE = 1.5
"""Seconds that one waits at most: Discord waits for three. Then it is begun if it is the only one
of its person, and refused if that person has asked for several at once.
"""
PAUSE = 0.05
"""Seconds that are left to all others between two that have waited."""
LONGEST = 0.5
"""Seconds after which an interaction that is not over keeps nobody waiting: it waits itself, for a
job or for Discord.
"""
WAITING = 5
"""How many of a person may wait."""
KNOWN = 10_000
"""About so many people are remembered."""


class TooFast(Exception):
    """Somebody has asked for too much: it can't be begun now."""


@dataclass
class _Hand:
    left: float
    at: float
    waiting: int = 0


class Turnstile:
    """The interactions that are at work, and those that wait."""

    def __init__(self) -> None:
        self._hands: OrderedDict[int, _Hand] = OrderedDict()
        self._at_work = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def begin(self, person: int) -> None:
        """Waits until an interaction of this person may be begun, which then has to be ended.

        Raises TooFast.
        """
        hand = self._hand(person)
        if hand.left >= 1:
            hand.left -= 1
        elif self._at_work or self._waiting:
            if hand.waiting >= WAITING:
                raise TooFast
            await self._wait(hand)
            return  # It is at work since it was its turn.
        self._at_work += 1

    async def admit(self, interaction: discord.Interaction[Any]) -> None:
        """The same for what the current task does, which has not to be ended. Raises TooFast."""
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
        """An interaction is over."""
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
            await asyncio.wait_for(turn, PATIENCE)
        except TimeoutError:
            if hand.waiting > 1:
                raise TooFast from None
            self._at_work += 1
        finally:
            hand.waiting -= 1

    def _hand(self, person: int) -> _Hand:
        now = time.monotonic()
        hand = self._hands.setdefault(person, _Hand(HAND, now))
        hand.left = min(HAND, hand.left + EACH_SECOND * (now - hand.at))
        hand.at = now
        self._hands.move_to_end(person)
        while len(self._hands) > KNOWN:
            self._hands.popitem(last=False)
        return hand
