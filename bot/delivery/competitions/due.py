"""Carries out what is due in competitions, ladders and leagues, and posts their news.

Several processes may do so: each piece of work is leased to one of them at a time. A stopping bot
finishes what it is posting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.context import Bot
from bot.context.lookups import Quota
from bot.delivery.competitions import bulletins, scheduled_events, sign_ups
from bot.delivery.competitions.errands import Errands
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.processes import pairing
from bot.text.discord_codes import LOST, TROUBLES, Meaning, meaning_of, patience
from competitions.ladders import news as of_ladders
from competitions.ladders import upkeep as ladder_upkeep
from competitions.ladders.ids import LadderId
from competitions.leagues import news as of_leagues
from competitions.leagues import upkeep as league_upkeep
from competitions.leagues.ids import LeagueId
from competitions.log import ids as public_ids
from competitions.log.ids import KindName, kind_of
from competitions.log.kept import Kept
from competitions.tournaments import news, queries, upkeep
from competitions.tournaments.ids import CompetitionId
from matches.model.errors import Unavailable
from storage.database import Database

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between two looks."""
AT_ONCE = 16
"""The most of each kind that are advanced at the same time, and the most whose news is posted."""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """How one kind of competition is processed. `take_due` leases those with something
    due, and `advance` carries it out; `take_news` leases those with news, and `tell` posts the
    news.
    """

    name: KindName
    take_due: Callable[[Database, int], Awaitable[list[Any]]]
    advance: Callable[[Bot, Any], Awaitable[Kept]]
    take_news: Callable[[Database, int], Awaitable[list[Any]]]
    tell: Callable[[Bot, Any, datetime], Awaitable[bool]]
    """Returns whether its announcement has to be updated."""
    renew: Callable[[Database, Any, timedelta], Awaitable[None]]
    """Leases its news to this process for so long from now on."""
    move: Callable[[Bot, Any], Awaitable[None]]
    """Announces it again in another channel, given how it was held before."""
    show: Callable[[Bot, Any], Awaitable[sign_ups.Shown]] | None = None
    """Updates its announcement, if it has one."""


@dataclass(frozen=True, slots=True)
class _Later:
    """Something that was refused `tries` times in a row. `act` tries it again: when the timer
    fires, or before.
    """

    tries: int
    act: Callable[[], None]
    timer: asyncio.TimerHandle


class Competitions:
    """Processes competitions, ladders and leagues in rounds. Must be woken when one has changed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._awake = asyncio.Event()
        self._since = bot.database.now()
        self._errands = Errands(bot, self.wake)
        self._changed: set[str] = set()
        """Those whose announcements have to be updated."""
        self._moved: dict[str, Kept] = {}
        """Those to announce in another channel, as they were held when they were last announced."""
        self._later: dict[tuple[str, str], _Later] = {}
        """What Discord has refused, by what it is and the id."""
        self._reopened: set[str] = set()
        """Those whose news a channel may have refused, and which can be announced now."""
        bot.shut.when_open(self._reopen)
        rate = bot.settings.limits.rates.host
        self.opening = Quota(rate.most, rate.within.total_seconds())
        """Limits how often a person may open one."""
        self.rounds = Poller(
            "competitions",
            self._round,
            POLL,
            trouble=Trouble(log, "competitions can't be advanced"),
            awake=self._awake,
        )

    def wake(self) -> None:
        """Starts a round in which everything due is done and announced."""
        self._awake.set()

    async def _round(self) -> None:
        """Starts everything that is due. One competition doesn't wait for another."""
        if self._bot.stopping:
            return
        for id_ in [one for one in self._moved if ("move", one) not in self._later]:
            self._errands.begin("move", id_, self._move)
        for kind in KINDS:
            if room := self._room("advance", kind):
                for id_ in await kind.take_due(self._bot.database, room):
                    self._errands.begin("advance", id_, partial(self._carry_out, kind), taken=True)
        for kind in KINDS:
            for id_ in [one for one in self._reopened if kind_of(one) == kind.name]:
                if not self._errands.is_running("tell of", id_):  # Its lease is in use.
                    await kind.renew(self._bot.database, id_, timedelta())
                    self._reopened.discard(id_)
            if room := self._room("tell of", kind):
                for id_ in await kind.take_news(self._bot.database, room):
                    self._errands.begin("tell of", id_, partial(self._tell_of, kind), taken=True)

    def _room(self, what: str, kind: Upkeep) -> int:
        return AT_ONCE - self._errands.count(what, kind.name)

    async def _carry_out(self, kind: Upkeep, id_: str) -> None:
        held = await kind.advance(self._bot, id_)
        log.info("competition=%s seq=%d", id_, held.seq)

    async def _tell_of(self, kind: Upkeep, id_: str) -> None:
        if await kind.tell(self._bot, id_, self._since):
            self.show(id_)

    def _reopen(self, waiting: Iterable[str]) -> None:
        """Called with the ids of those that waited for a channel, when it opens again."""
        ids = {key for key in waiting if key[:2] in public_ids.KINDS}
        for later in [one for (_, id_), one in self._later.items() if id_ in ids]:
            later.act()
        self._reopened |= ids
        self.wake()

    def show(self, id_: str) -> None:
        """Schedules an update of the announcement, and of a tournament's event, after a change that
        is not announced.
        """
        self._changed.add(id_)
        self._errands.begin("show", id_, self._show)

    def changed(self, before: Kept) -> None:
        """The same after its director has changed its name or its channel. In a new channel it is
        announced again, as soon as Discord lets the bot write there.
        """
        self._moved.setdefault(before.id, before)
        self._errands.begin("move", before.id, self._move)

    async def _move(self, id_: str) -> None:
        tries, before, owed = self._tries("move", id_), self._moved.pop(id_), None
        try:
            await _kind_of(id_).move(self._bot, before)
        except (*TROUBLES, Unavailable) as error:
            owed = _owed(error)
            raise
        finally:
            again = partial(self._errands.begin, "move", id_, self._move)
            # In a channel that was chosen meanwhile it is announced at once.
            if owed is not None and (
                id_ in self._moved or self._again("move", id_, owed, tries, again)
            ):
                self._moved[id_] = before
            else:
                self._reopen([id_])  # What the channel before has refused goes to the new one.
                self.show(id_)

    async def _show(self, id_: str) -> None:
        show = _kind_of(id_).show
        while id_ in self._changed and id_ not in self._moved:  # It isn't there yet.
            self._changed.discard(id_)
            tries, owed = self._tries("show", id_), None
            try:
                if show is not None:
                    owed = (await show(self._bot, id_)).owed
            except Unavailable as error:
                owed = _owed(error)
                raise
            finally:
                self._again("show", id_, owed, tries, partial(self.show, id_))

    def _tries(self, what: str, id_: str) -> int:
        """How often this was refused in a row until now, when it is tried again."""
        if (later := self._later.pop((what, id_), None)) is None:
            return 0
        later.timer.cancel()
        return later.tries

    def _again(
        self, what: str, id_: str, owed: Meaning | None, tries: int, act: Callable[[], None]
    ) -> bool:
        """Does something again later if it is `owed`, and returns whether it does: for a
        competition that is over, nothing else might ever do so. A process that ends forgets it.
        """
        pause = None if owed is None else patience(owed, tries + 1)
        if pause is not None:
            later = asyncio.get_running_loop().call_later
            timer = later(pause.total_seconds(), lambda: None if self._bot.stopping else act())
            self._later[what, id_] = _Later(tries + 1, act, timer)
        return pause is not None

    @property
    def owed(self) -> frozenset[str]:
        """Those whose announcements are tried again later."""
        return frozenset(id_ for _, id_ in self._later)


def _kind_of(id_: str) -> Upkeep:
    return next(kind for kind in KINDS if kind.name == kind_of(id_))


def _owed(error: Exception) -> Meaning | None:
    """Why something has to be tried again; None if it would be refused however often."""
    meaning = LOST if isinstance(error, Unavailable) else meaning_of(error)
    return meaning if meaning.passes else None


# The kinds


async def _advance(bot: Bot, id_: CompetitionId) -> Kept:
    """Rounds of many entrants are paired in a process of their own."""
    return await upkeep.advance(bot.database, id_, pair=partial(pairing.paired, bot.jobs))


async def _advance_ladder(bot: Bot, id_: LadderId) -> Kept:
    return await ladder_upkeep.advance(bot.database, id_)


async def _advance_league(bot: Bot, id_: LeagueId) -> Kept:
    return await league_upkeep.advance(bot.database, id_)


async def _show_competition(bot: Bot, id_: CompetitionId) -> sign_ups.Shown:
    shown = await sign_ups.show(bot, id_)
    await scheduled_events.keep(bot, await queries.get(bot.database, id_))
    return shown


KINDS = (
    Upkeep(
        "tournament",
        upkeep.take_due,
        _advance,
        news.take_news,
        bulletins.tell_competition,
        news.renew,
        sign_ups.move,
        _show_competition,
    ),
    Upkeep(
        "ladder",
        ladder_upkeep.take_due,
        _advance_ladder,
        of_ladders.take_news,
        bulletins.tell_ladder,
        of_ladders.renew,
        sign_ups.move_ladder,
    ),
    Upkeep(
        "league",
        league_upkeep.take_due,
        _advance_league,
        of_leagues.take_news,
        bulletins.tell_league,
        of_leagues.renew,
        sign_ups.move_league,
        sign_ups.show_league,
    ),
)
