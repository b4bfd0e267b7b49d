"""Which calls of computer players a process takes next, so that people take turns.

A process takes only as many calls as it can search for, and leaves the others to other processes.
So somebody with ten matches keeps nobody waiting for ten searches, however many processes search.
"""

from __future__ import annotations

from itertools import count

from bot.processes.fair_queue import Turns
from matches.outbox import queue
from matches.outbox.queue import Notice
from storage.database import Database

LOOKED_AT = 200
"""How many calls are looked at: those of matches with people first, and the longest due first."""
TRIES = 3
"""How often calls are chosen in a row while other processes take them first. What somebody has
locked without taking it stays in the list.
"""


class Calls:
    """The calls that wait in the database, in the order in which this process takes them: those of
    live matches first, those of matches without people last, and in each of the three ranks people
    take turns.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turns = Turns(), Turns(), Turns()
        """By rank: what is urgent doesn't wait for turns because of what isn't."""
        self._numbers = count()
        self._order: dict[str, tuple[int, int, int]] = {}
        """The rank, the turn and the number of each call that waits, by its key."""

    async def take(self, most: int, urgent: int = 0) -> list[Notice]:
        """Takes the next ones, at most so many, or up to `urgent` of live matches. Each is leased
        for `LEASE`. Raises Unavailable.
        """
        taken = list[Notice]()
        for _ in range(TRIES):
            chosen = await self._next(most - len(taken), urgent - len(taken))
            if not chosen:
                break
            taken += await queue.take_calls(self._database, chosen)
        return taken

    async def _next(self, most: int, urgent: int = 0) -> list[str]:
        """The keys of those whose turn it is."""
        if max(most, urgent) <= 0:
            return []
        known, self._order = self._order, {}
        for one in await queue.waiting_calls(self._database, LOOKED_AT):
            rank = 0 if one.urgent else 2 if one.alone else 1
            place = known.get(one.key)
            if place is None or place[0] != rank:
                place = rank, self._turns[rank].draw(one.people), next(self._numbers)
            self._order[one.key] = place
        order = sorted(self._order, key=self._order.__getitem__)
        room = [max(most, urgent) if self._order[key][0] == 0 else most for key in order]
        chosen = [key for number, key in enumerate(order) if number < room[number]]
        for key in chosen:
            rank, turn, _ = self._order.pop(key)
            self._turns[rank].begun(turn)
        return chosen
