"""Carries out what is due in competitions, ladders and leagues, and posts their news.

Several processes may do so: each piece of work is leased to one of them at a time. A stopping bot
finishes what it is posting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from gettext import NullTranslations
from typing import Any

import matches
from bot.context import Bot
from bot.context.lookups import Quota
from bot.delivery import forum_posts, scheduled_events, sign_ups
from bot.delivery import news as delivery
from bot.delivery.boards import is_unshown
from bot.delivery.errands import Errands
from bot.delivery.posts import Sent, once, post_to
from bot.i18n.catalogues import of_locale
from bot.interactions.locale import language_at
from bot.messages.competitions import ladder_news, league_news
from bot.messages.competitions import news as competition_news
from bot.messages.competitions import sign_up as competition_sign_up
from bot.messages.competitions.story import Story
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.processes import pairing
from bot.text.discord_codes import TROUBLES, meaning_of, patience
from bot.ui.message import Reply
from competitions.ladders import games as ladder_games
from competitions.ladders import news as of_ladders
from competitions.ladders import queries as ladders
from competitions.ladders import upkeep as ladder_upkeep
from competitions.ladders.held import Held as Ladder
from competitions.ladders.ids import LadderId
from competitions.leagues import news as of_leagues
from competitions.leagues import queries as leagues
from competitions.leagues import upkeep as league_upkeep
from competitions.leagues.ids import LeagueId
from competitions.log.kept import Kept
from competitions.model.events import Opened, Paired, Replaced
from competitions.model.ladder.events import Accepted
from competitions.model.league.events import Opened as OpenedLeague
from competitions.tournaments import news, queries, upkeep
from competitions.tournaments.games import unopened
from competitions.tournaments.ids import CompetitionId
from matches.model.computer_players import is_computer_player
from matches.model.errors import Unavailable
from matches.model.match import Place
from storage.database import Database

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between two looks."""
AGAIN = 10.0
"""Seconds after which an announcement that was refused in another channel is tried again."""
AT_ONCE = 16
"""The most of each kind that are advanced at the same time, and the most whose news is posted."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of competition is processed. Its ids begin with `letter`. `take_due` leases
    those with something due, and `see_to` carries it out; `take_untold` leases those with news, and
    `tell` posts the news.
    """

    letter: str
    take_due: Callable[[Database, int], Awaitable[list[Any]]]
    see_to: Callable[[Bot, Any], Awaitable[Kept]]
    take_untold: Callable[[Database, int], Awaitable[list[Any]]]
    tell: Callable[[Bot, Any, datetime], Awaitable[None]]
    renew: Callable[[Database, Any, timedelta], Awaitable[None]]
    """Leases its news to this process for so long from now on."""
    move: Callable[[Bot, Any], Awaitable[None]]
    """Announces it again in another channel, given how it was held before."""
    show: Callable[[Bot, Any], Awaitable[sign_ups.Shown]] | None = None
    """Updates its announcement, if it has one."""


class Competitions:
    """Processes competitions, ladders and leagues in rounds. Must be woken when one has changed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._awake = asyncio.Event()
        self._since = bot.database.now()
        self._errands = Errands(bot, self.wake)
        self._changed: set[str] = set()
        """Those whose announcements have to be updated."""
        self._tried: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        """How often an update was refused in a row, and when it is tried again."""
        self._moved: dict[str, Kept] = {}
        """Those to announce in another channel, as they were held before."""
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
            trouble=Trouble(log, "competitions can't be seen to"),
            awake=self._awake,
        )

    def wake(self) -> None:
        """Starts a round in which everything due is done and announced."""
        self._awake.set()

    async def _round(self) -> None:
        """Starts everything that is due. One competition doesn't wait for another."""
        if self._bot.stopping:
            return
        for id_ in [*self._moved]:
            self._errands.begin("move", id_, self._move)
        for kind in KINDS:
            if room := self._room("see to", kind):
                for id_ in await kind.take_due(self._bot.database, room):
                    self._errands.begin("see to", id_, partial(self._see_to, kind), taken=True)
        for kind in KINDS:
            for id_ in [one for one in self._reopened if one[:1] == kind.letter]:
                await kind.renew(self._bot.database, id_, timedelta())
                self._reopened.discard(id_)
            if room := self._room("tell of", kind):
                for id_ in await kind.take_untold(self._bot.database, room):
                    self._errands.begin("tell of", id_, partial(self._tell_of, kind), taken=True)

    def _room(self, what: str, kind: Kind) -> int:
        return AT_ONCE - self._errands.count(what, kind.letter)

    async def _see_to(self, kind: Kind, id_: str) -> None:
        held = await kind.see_to(self._bot, id_)
        log.info("competition=%s seq=%d", id_, held.seq)

    async def _tell_of(self, kind: Kind, id_: str) -> None:
        await kind.tell(self._bot, id_, self._since)

    def _reopen(self, waiting: Iterable[str]) -> None:
        """Called with the ids of those that waited for a channel, when it opens again."""
        self._reopened |= {key for key in waiting if key[:2] in [f"{one.letter}-" for one in KINDS]}
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
        self.wake()

    async def _move(self, id_: str) -> None:
        before = self._moved.pop(id_)
        try:
            await next(kind.move for kind in KINDS if kind.letter == id_[:1])(self._bot, before)
        except (*TROUBLES, Unavailable) as error:
            if isinstance(error, Unavailable) or not delivery.is_lost(meaning_of(error)):
                asyncio.get_running_loop().call_later(AGAIN, self.changed, before)
            raise
        finally:
            self._reopen([id_])  # What the channel before has refused goes to the new one.
            self.show(id_)

    async def _show(self, id_: str) -> None:
        show = next(kind.show for kind in KINDS if kind.letter == id_[:1])
        while id_ in self._changed:
            self._changed.discard(id_)
            if show is not None:
                self.shown(id_, await show(self._bot, id_))

    def shown(self, id_: str, shown: sign_ups.Shown) -> None:
        """What Discord has kept from being brought up to date is tried again later: in a
        competition that is over, nothing else might ever change.
        """
        tried, timer = self._tried.pop(id_, (0, None))
        if timer is not None:
            timer.cancel()
        pause = None if shown.owed is None else patience(shown.owed, tried + 1)
        if pause is not None and not self._bot.stopping:
            later = asyncio.get_running_loop().call_later
            self._tried[id_] = tried + 1, later(pause.total_seconds(), self.show, id_)

    @property
    def owed(self) -> frozenset[str]:
        """Those whose announcements are tried again later."""
        return frozenset(self._tried)


# What is done


async def _advance(bot: Bot, id_: CompetitionId) -> Kept:
    """Rounds of many entrants are paired in a process of their own."""
    return await upkeep.advance(bot.database, id_, pair=partial(pairing.paired, bot.jobs))


async def _advance_ladder(bot: Bot, id_: LadderId) -> Kept:
    return await ladder_upkeep.advance(bot.database, id_)


async def _advance_league(bot: Bot, id_: LeagueId) -> Kept:
    return await league_upkeep.advance(bot.database, id_)


# What is told


async def tell_competition(bot: Bot, id_: CompetitionId, since: datetime) -> None:
    """Tells the channel of a competition what has happened, and updates the message in which people
    sign up. Raises the same as `bot.delivery.news.tell`.
    """
    held = await queries.get(bot.database, id_)
    language = await language_at(bot, Place(held.terms.guild, held.terms.channel))
    found = await news.news(bot.database, held)

    async def replies(told: news.Told, late: timedelta) -> list[Reply] | None:
        nonlocal held
        if isinstance(told.event, Paired) and unopened(held) and late < delivery.SETTLING:
            return None
        if isinstance(told.event, Opened) and held.terms.part is None:
            held = await forum_posts.announce(bot, held, language)
            if held.poster is not None:
                return []
        made = await competition_news.replies(bot, Story(told, held), language)
        called = [await bot.preferences.called(one.mentions) for one in made]
        return [replace(one, mentions=those) for one, those in zip(made, called, strict=True)]

    async def sent(told: news.Told, message: Sent) -> None:
        if isinstance(told.event, Opened):
            await news.posted(bot.database, id_, message.id)
        if isinstance(told.event, Replaced):
            await _tell_replaced(bot, Story(told, held), told.event, language)

    noted = held.told

    async def note(seq: int, *, more: bool) -> None:
        """Counts as told only once the event is correct, so that a crash leaves no wrong event."""
        nonlocal noted
        passed = [told.event for told in found if noted < told.seq <= seq]
        shown = [event for event in passed if isinstance(event, scheduled_events.SHOWN)]
        if shown:
            new = any(isinstance(event, Opened) for event in shown)
            await news.renew(bot.database, id_)
            await scheduled_events.keep(bot, await queries.get(bot.database, id_), new=new)
        await news.told(bot.database, id_, seq, more=more)
        noted = seq

    done = await delivery.tell(
        bot,
        held,
        found,
        replies,
        since=since,
        renew=partial(news.renew, bot.database, id_),
        told=note,
        sent=sent,
        where=lambda: held.terms.channel,
    )
    if done and any(isinstance(told.event, competition_sign_up.SHOWN) for told in found):
        bot.service(Competitions).shown(id_, await sign_ups.show(bot, id_))


async def _tell_replaced(bot: Bot, story: Story, event: Replaced, public: NullTranslations) -> None:
    """Tells replaced players by direct message, except those who did it themselves or had withdrawn
    on their own. Raises TROUBLES. Players who accept no direct messages can read it in the channel.
    """
    knows = (story.player, story.told.withdrawn_by)
    for place, player in enumerate(story.earlier.get(event.entrant, ())):
        if player in knows or player is None or is_computer_player(player):
            continue
        spoken = (await bot.preferences.by_player(player)).spoken
        language = of_locale(spoken) if spoken else public
        reply = competition_news.to_replaced(story, event, language)
        nonce = f"{story.held.id}.{story.told.seq}.r{place}"
        try:
            await once(partial(post_to, bot, player, nonce), reply)
        except TROUBLES as error:
            if not meaning_of(error).shuts:
                raise
            log.info("competition=%s user=%d: %s", story.held.id, player, error)


async def _show_competition(bot: Bot, id_: CompetitionId) -> sign_ups.Shown:
    shown = await sign_ups.show(bot, id_)
    await scheduled_events.keep(bot, await queries.get(bot.database, id_))
    return shown


async def tell_ladder(bot: Bot, id_: LadderId, since: datetime) -> None:
    """Tells the channel of a ladder what has happened. Raises the same as
    `bot.delivery.news.tell`.
    """
    held = await ladders.get(bot.database, id_)
    language = await language_at(bot, Place(held.terms.guild, held.terms.channel))

    async def replies(told: of_ladders.Told, late: timedelta) -> list[Reply] | None:
        event = told.event
        if (
            isinstance(event, Accepted)
            and late < delivery.SETTLING
            and await _is_unopened(bot, held, event.number)
        ):
            return None
        return await ladder_news.replies(bot, held, told, language)

    await delivery.tell(
        bot,
        held,
        await of_ladders.news(bot.database, held),
        replies,
        since=since,
        renew=partial(of_ladders.renew, bot.database, id_),
        told=partial(of_ladders.told, bot.database, id_),
    )


async def _is_unopened(bot: Bot, held: Ladder, challenge: int) -> bool:
    """Whether the match of an accepted challenge still has to be opened or shown."""
    if challenge in ladder_games.unopened(held):
        return True
    match_id = await of_ladders.match_of(bot.database, held, challenge)
    return match_id is not None and await is_unshown(bot, await matches.get(bot.database, match_id))


async def tell_league(bot: Bot, id_: LeagueId, since: datetime) -> None:
    """Tells the channel of a league what has happened, and updates the message in which people sign
    up. Raises the same as `bot.delivery.news.tell`.
    """
    held = await leagues.get(bot.database, id_)
    language = await language_at(bot, Place(held.terms.guild, held.terms.channel))

    async def replies(told: of_leagues.Told, _: timedelta) -> list[Reply] | None:
        return await league_news.replies(bot, held, told, language)

    async def sent(told: of_leagues.Told, message: Sent) -> None:
        if isinstance(told.event, OpenedLeague):
            await of_leagues.posted(bot.database, id_, message.id)

    found = await of_leagues.news(bot.database, held)
    done = await delivery.tell(
        bot,
        held,
        found,
        replies,
        since=since,
        renew=partial(of_leagues.renew, bot.database, id_),
        told=partial(of_leagues.told, bot.database, id_),
        sent=sent,
    )
    if done and any(not isinstance(told.event, OpenedLeague) for told in found):
        bot.service(Competitions).shown(id_, await sign_ups.show_league(bot, id_))


KINDS = (
    Kind(
        "C",
        upkeep.take_due,
        _advance,
        news.take_untold,
        tell_competition,
        news.renew,
        sign_ups.move,
        _show_competition,
    ),
    Kind(
        "L",
        ladder_upkeep.take_due,
        _advance_ladder,
        of_ladders.take_untold,
        tell_ladder,
        of_ladders.renew,
        sign_ups.move_ladder,
    ),
    Kind(
        "G",
        league_upkeep.take_due,
        _advance_league,
        of_leagues.take_untold,
        tell_league,
        of_leagues.renew,
        sign_ups.move_league,
        sign_ups.show_league,
    ),
)
