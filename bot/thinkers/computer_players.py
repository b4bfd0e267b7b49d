"""Plays for computer players: takes their calls from the outbox, lets a worker search, and acts.

The search runs in a child process. A call stays in the database until it is answered. So if a
process dies during a search, another one repeats it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TypeVar

import matches
from bot.config.settings import Settings
from bot.observability.metrics import Metrics
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.processes.pool import Crashed, TooLong, Workers
from bot.thinkers.calls import Calls
from matches.effects.calls import Call, calls
from matches.effects.notices import board_key
from matches.model.computer_players import level_of, people
from matches.model.errors import TableError, Unavailable
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.model.played import Played
from matches.model.turns import fewest_turns, turns_by
from matches.outbox import queue
from matches.outbox.queue import Notice
from opponents import decisions
from opponents.decisions import Answer, Question
from storage.database import Database

T = TypeVar("T")

log = logging.getLogger(__name__)


POLL = 1.0
"""Seconds between two looks for calls."""
AHEAD = 1
"""How many calls this process takes for each worker beside the one that it searches for, so that
no worker waits for the database. Of live matches it takes as many again: they overtake the others.
"""
LONGEST = 20.0
"""Seconds that a search may take."""
ATTEMPTS = 5
"""After this many attempts a call waits for an hour."""
REMEMBERED = 1000
"""How many seats' latest expectations are remembered."""
_HOLD = queue.LEASE.total_seconds() / 3
_PATIENCE = timedelta(seconds=5)
_LATER = timedelta(hours=1)
_EASY = 0.02
"""The fraction of its usual effort that a player gets after a search took too long."""


def nothing() -> None:
    """Nobody in this process has to know."""


class ComputerPlayers:
    """Answers the calls of computer players.

    A round begins when it is `awake`, and each second. `owed` is called when there is something to
    send, such as the board after a turn: by this process, or else by those that look into the
    outbox. `beat` is called after each round that went well.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        workers: Workers,
        metrics: Metrics,
        *,
        awake: asyncio.Event | None = None,
        owed: Callable[[], None] = nothing,
        beat: Callable[[], None] = nothing,
    ) -> None:
        self._settings, self._database = settings, database
        self._workers, self._metrics = workers, metrics
        self._owed, self._beat = owed, beat
        self._busy: dict[str, tuple[Notice, asyncio.Task[None]]] = {}
        self._calls = Calls(database)
        self._taking: asyncio.Task[list[Notice]] | None = None
        self._pausing = 0
        """How many have been searched for, and only wait for the turn not to come too soon."""
        self._held = self._looked = 0.0
        trouble = Trouble(log, "calls can't be read")
        self.rounds = Poller("computer-players", self._round, POLL, trouble=trouble, awake=awake)
        self._expected: OrderedDict[tuple[str, int], dict[int, float]] = OrderedDict()
        """What seats of matches have expected, by the entry that has called them."""

    async def close(self) -> None:
        """Stops taking calls, and leaves unanswered ones to other processes, at once."""
        self.rounds.stop()
        keys, tasks = [*self._busy], [task for _, task in self._busy.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Unavailable):  # Then they are free when the lease is over.
            if self._taking is not None:  # A round was broken off.
                keys += [notice.key for notice in await self._taking]
            for key in keys:
                await queue.put_back(self._database, key, timedelta())

    async def _round(self) -> None:
        """Drops void calls, extends the lease of the others, and takes new ones."""
        if time.monotonic() - self._looked > POLL:
            self._looked = time.monotonic()
            await self._give_up()
        if self._busy and time.monotonic() - self._held > _HOLD:
            self._held = time.monotonic()
            await queue.hold(self._database, list(self._busy))
        searched, workers = len(self._busy) - self._pausing, self._workers.number
        most, urgent = (workers * (1 + ahead) - searched for ahead in (AHEAD, 2 * AHEAD))
        taking = self._taking = asyncio.create_task(self._calls.take(most, urgent))
        taken = await asyncio.shield(taking)  # Whoever stops has to know what is leased.
        self._taking = None
        for notice in taken:
            if notice.key not in self._busy:
                task = asyncio.create_task(
                    self._answer(notice), name=f"computer-player-{notice.key}"
                )
                self._busy[notice.key] = notice, task
                task.add_done_callback(partial(self._over, notice.key))
        self._beat()

    async def _give_up(self) -> None:
        """Cancels work on calls that have become void."""
        database = self._database
        now = await matches.seqs(database, {notice.match_id for notice, _ in self._busy.values()})
        for notice, task in list(self._busy.values()):
            seq = now.get(notice.match_id)
            if seq == notice.base:  # Nothing has happened since.
                continue
            if seq is None or _call(await matches.get(database, notice.match_id), notice) is None:
                task.cancel()

    def _over(self, key: str, _: asyncio.Task[None]) -> None:
        del self._busy[key]

    async def _answer(self, notice: Notice) -> None:
        """Answers a call, unless it is void. After a failure it is tried again."""
        try:
            await self._try(notice)
        except Unavailable as error:
            log.warning("call=%s has to wait: %s", notice.key, error)
        self.rounds.wake()

    async def _try(self, notice: Notice) -> None:
        """Answers a call, unless it is void, and says when it is to be tried again. Raises
        Unavailable.
        """
        database = self._database
        try:
            match = await matches.get(database, notice.match_id)
            call = _call(match, notice)
            if call is not None:
                await self._act(match, call)
            await queue.done(database, notice.key)
        except Unavailable:
            raise
        except TableError as error:  # The match has moved on, with a new call if needed.
            log.info("call=%s is void: %s", notice.key, error)
            await queue.done(database, notice.key)
        except asyncio.CancelledError:
            log.info("call=%s is given up", notice.key)
            raise
        except Exception:
            log.exception("call=%s attempt=%d", notice.key, notice.attempts)
            wait = _PATIENCE if notice.attempts < ATTEMPTS else _LATER
            await queue.hold(database, [notice.key], wait)

    async def _act(self, match: Match, call: Call) -> None:
        player = match.players[call.seat - 1]
        assert player is not None
        acts = {"move": self._move, "draw": self._draw}
        await acts[call.kind](match, call, player)

    # Turns

    async def _move(self, match: Match, call: Call, player: PlayerId) -> None:
        """Resigns, or plays a turn and perhaps offers a draw."""
        database, begun = self._database, time.monotonic()
        answer: Answer = await self._think(match, call, player, decisions.turn)
        safety = answer.safety or "unguarded"
        self._metrics.computer_turns.labels(match.game.info.key, safety).inc()
        await self._pause(self._settings.computer_pause - time.monotonic() + begun)
        values = self._remember(match, call, answer.value)
        if len(match.players) == 2 and decisions.gives_up(values, level_of(player)):
            await self._show(await matches.resign(database, match.id, player, seq=call.seq))
            return
        played = await matches.extend_draft(
            database,
            match.id,
            player,
            answer.turn,
            seq=call.seq,
            length=0,
            commit=True,
            warned=True,
        )
        await self._show(played)
        after = played.match
        free = after.status == "running" and after.draw_offer is None
        idle = decisions.idle(after.game.info.key, after.position)
        draw, turns = _worth_of_draw(after, call.seat), turns_by(after, call.seat)
        if free and decisions.offers_draw(answer.value, draw, idle, turns):
            await matches.offer_draw(database, match.id, player)
            self._owed()

    async def _pause(self, seconds: float) -> None:
        """Waits, and leaves the workers to others meanwhile."""
        self._pausing += 1
        self.rounds.wake()
        try:
            await asyncio.sleep(max(0.0, seconds))
        finally:
            self._pausing -= 1

    def _remember(self, match: Match, call: Call, value: float) -> list[float]:
        """Remembers a seat's expectation, and returns its latest ones that this process knows: one
        for each turn, however often it was thought about.
        """
        key = match.id, call.seat
        values = self._expected.setdefault(key, {})
        values[call.seq] = value
        for old in [*values][: -decisions.PATIENCE]:
            del values[old]
        self._expected.move_to_end(key)
        while len(self._expected) > REMEMBERED:
            self._expected.popitem(last=False)
        return [*values.values()]

    async def _show(self, played: Played) -> None:
        """Notes what was played, and makes the board due at once."""
        self._metrics.played(played)
        await self._board(played.match)

    async def _board(self, match: Match) -> None:
        await queue.hurry(self._database, board_key(match))
        self._owed()

    # Offers of others

    async def _draw(self, match: Match, call: Call, player: PlayerId) -> None:
        """Accepts or declines a draw."""
        if not await self._agrees_to_draw(match, call, player):
            await matches.decline_draw(self._database, match.id, player)
            self._owed()
            return
        after = await matches.accept_draw(self._database, match.id, player, seq=call.seq)
        if after.draw_offer is None:
            await self._board(after)

    async def _agrees_to_draw(self, match: Match, call: Call, player: PlayerId) -> bool:
        idle = decisions.idle(match.game.info.key, match.position)
        if decisions.is_too_early(fewest_turns(match), idle):
            return False
        task = partial(decisions.prospects, seat=call.seat)
        expected = await self._think(match, call, player, task)
        return decisions.agrees_to_draw(expected, _worth_of_draw(match, call.seat), idle)

    # Searching

    async def _think(
        self, match: Match, call: Call, player: PlayerId, task: Callable[[Question], T]
    ) -> T:
        """Runs a search in a worker, and repeats it with little effort if it took too long."""
        urgent = match.clock is not None and match.clock.live and bool(people(match))
        effort = self._settings.computer_effort
        question = await question_of(self._database, match, call.seq, level_of(player), effort)
        run = partial(self._workers.run, urgent=urgent, seconds=LONGEST)
        try:
            return await run(partial(task, question))
        except (TooLong, Crashed, MemoryError) as error:
            log.warning("match=%s seq=%d: %r, with less effort now", match.id, match.seq, error)
        return await run(partial(task, replace(question, effort=effort * _EASY)))


async def question_of(
    database: Database, match: Match, seq: int, level: int, effort: float = 1.0
) -> Question:
    """What a computer player of this level has to think about in a match as it was after entry
    `seq`. Raises Unavailable.
    """
    info, setup = match.game.info, match.setup
    position = await asyncio.to_thread(str, match.position)
    seed = await matches.seed_of(database, match.id, seq)
    return Question(info.key, setup.seats, dict(setup.options), position, level, seed, effort)


def _worth_of_draw(match: Match, seat: int) -> float:
    return decisions.worth_of_draw(match.position, match.game.sides(match.setup), seat)


def _call(match: Match, notice: Notice) -> Call | None:
    """The call of the notice, if the match still asks for it."""
    asked = (notice.seat, notice.base)
    return next((one for one in calls(match) if (one.seat, one.seq) == asked), None)
