"""Carries out what is due in competitions, ladders and leagues, and posts their news.

Several processes may do so: each piece of work is leased to one of them at a time. A stopping bot
finishes what it is posting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from gettext import NullTranslations
from typing import Any

import matches
from bot.context import Bot
from bot.context.lookups import Quota
from bot.delivery import news as delivery
from bot.delivery import posters, scheduled_events, tournament_posts
from bot.delivery.boards import is_unshown
from bot.delivery.errands import Errands
from bot.delivery.posts import Sent, once, post_to
from bot.i18n.catalogues import of_locale
from bot.interactions.locale import language_at
from bot.messages import competition_news, competition_sign_up, ladder_news, league_news
from bot.messages.competition_story import Story
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.processes import pairing
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.message import Reply
from competitions.ladder.events import Accepted
from competitions.ladders import games as ladder_games
from competitions.ladders import news as of_ladders
from competitions.ladders import queries as ladders
from competitions.ladders import upkeep as ladder_upkeep
from competitions.ladders.held import Held as Ladder
from competitions.ladders.ids import LadderId
from competitions.league.events import Opened as OpenedLeague
from competitions.leagues import news as of_leagues
from competitions.leagues import queries as leagues
from competitions.leagues import upkeep as league_upkeep
from competitions.leagues.ids import LeagueId
from competitions.life import news, queries, upkeep
from competitions.life.games import unopened
from competitions.life.ids import CompetitionId
from competitions.logged.kept import Kept
from competitions.model.events import Opened, Paired, Replaced
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
"""The most of each kind that are seen to, and the most that are told of, at the same time."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of competition is looked after. Its ids begin with `letter`. `take_due` leases
    those with something due, and `see_to` carries it out; `take_untold` leases those with news, and
    `tell` posts it.
    """

    letter: str
    take_due: Callable[[Database, int], Awaitable[list[Any]]]
    see_to: Callable[[Bot, Any], Awaitable[Kept]]
    take_untold: Callable[[Database, int], Awaitable[list[Any]]]
    tell: Callable[[Bot, Any, datetime], Awaitable[None]]
    move: Callable[[Bot, Any], Awaitable[None]]
    """How it is announced anew in another channel, given how it was held before."""
    show: Callable[[Bot, Any], Awaitable[None]] | None = None
    """How its announcement is brought up to date, where that is done at all."""


class Competitions:
    """Sees to competitions, ladders and leagues, in rounds. Is woken when one has changed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._awake = asyncio.Event()
        self._since = bot.database.now()
        self._errands = Errands(bot, self.wake)
        self._changed: set[str] = set()
        """Those whose announcements are to be brought up to date."""
        self._moved: dict[str, Kept] = {}
        """Those to be announced in another channel, as they were held before."""
        rate = bot.settings.limits.rates.host
        self.opening = Quota(rate.most, rate.within.total_seconds())
        """How often a person may open one."""
        self.rounds = Poller(
            "competitions",
            self._round,
            POLL,
            trouble=Trouble(log, "competitions can't be seen to"),
            awake=self._awake,
        )

    def wake(self) -> None:
        """Has everything done and told that there is."""
        self._awake.set()

    async def _round(self) -> None:
        """Begins with all that is due. One competition doesn't wait for another."""
        if self._bot.stopping:
            return
        for id_ in [*self._moved]:
            self._errands.begin("move", id_, self._move)
        for kind in KINDS:
            if room := self._room("see to", kind):
                for id_ in await kind.take_due(self._bot.database, room):
                    self._errands.begin("see to", id_, partial(self._see_to, kind), taken=True)
        for kind in KINDS:
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

    def show(self, id_: str) -> None:
        """Has the announcement brought up to date, and the event of a tournament, after a change
        that is no news.
        """
        self._changed.add(id_)
        self._errands.begin("show", id_, self._show)

    def changed(self, before: Kept) -> None:
        """The same after its director has changed its name or its channel: in another channel it is
        announced anew, as soon as Discord lets the bot write there.
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
            self.show(id_)

    async def _show(self, id_: str) -> None:
        show = next(kind.show for kind in KINDS if kind.letter == id_[:1])
        while id_ in self._changed:
            self._changed.discard(id_)
            if show is not None:
                await show(self._bot, id_)


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
    """Tells the channel of a competition what has happened, and brings the message up to date in
    which people sign up. Raises as `bot.delivery.news.tell`.
    """
    held = await queries.get(bot.database, id_)
    language = await language_at(bot, Place(held.terms.guild, held.terms.channel))
    found = await news.news(bot.database, held)

    async def replies(told: news.Told, late: timedelta) -> list[Reply] | None:
        nonlocal held
        if isinstance(told.event, Paired) and unopened(held) and late < delivery.SETTLING:
            return None
        if isinstance(told.event, Opened) and held.terms.part is None:
            held = await tournament_posts.announce(bot, held, language)
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
        """Only after the event is right it counts as told: so a crash leaves no wrong one."""
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
        await posters.show(bot, id_)


async def _tell_replaced(bot: Bot, story: Story, event: Replaced, public: NullTranslations) -> None:
    """Tells those who have been replaced by direct message, but whoever did it, or had withdrawn by
    themselves. Raises TROUBLES; whoever takes none can read it in the channel.
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


async def _show_competition(bot: Bot, id_: CompetitionId) -> None:
    await posters.show(bot, id_)
    await scheduled_events.keep(bot, await queries.get(bot.database, id_))


async def tell_ladder(bot: Bot, id_: LadderId, since: datetime) -> None:
    """Tells the channel of a ladder what has happened. Raises as `bot.delivery.news.tell`."""
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
    """Whether the match of an accepted challenge has still to be opened, or to be shown."""
    if challenge in ladder_games.unopened(held):
        return True
    match_id = await of_ladders.match_of(bot.database, held, challenge)
    return match_id is not None and await is_unshown(bot, await matches.get(bot.database, match_id))


async def tell_league(bot: Bot, id_: LeagueId, since: datetime) -> None:
    """Tells the channel of a league what has happened, and brings the message up to date in which
    people sign up. Raises as `bot.delivery.news.tell`.
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
        await posters.show_league(bot, id_)


KINDS = (
    Kind(
        "C",
        upkeep.take_due,
        _advance,
        news.take_untold,
        tell_competition,
        posters.move,
        _show_competition,
    ),
    Kind(
        "L",
        ladder_upkeep.take_due,
        _advance_ladder,
        of_ladders.take_untold,
        tell_ladder,
        posters.move_ladder,
    ),
    Kind(
        "G",
        league_upkeep.take_due,
        _advance_league,
        of_leagues.take_untold,
        tell_league,
        posters.move_league,
        posters.show_league,
    ),
)
