"""What the channels of tournaments, ladders and leagues are told."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from gettext import NullTranslations

import matches
from bot.context import Bot
from bot.delivery.competitions import forum_posts, scheduled_events
from bot.delivery.competitions import news as delivery
from bot.delivery.matches.boards import is_unshown
from bot.delivery.transport.posts import Sent, once, post_to
from bot.i18n.catalogues import of_locale
from bot.interactions.locale import language_at
from bot.messages.competitions import ladder_news, league_news
from bot.messages.competitions import news as competition_news
from bot.messages.competitions import sign_up as competition_sign_up
from bot.messages.competitions.story import Story
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.message import Reply
from competitions.ladders import games as ladder_games
from competitions.ladders import news as of_ladders
from competitions.ladders import queries as ladders
from competitions.ladders.held import Held as Ladder
from competitions.ladders.ids import LadderId
from competitions.leagues import news as of_leagues
from competitions.leagues import queries as leagues
from competitions.leagues.ids import LeagueId
from competitions.model.events import Opened, Paired, Replaced
from competitions.model.ladder.events import Accepted
from competitions.model.league.events import Opened as OpenedLeague
from competitions.tournaments import news, queries
from competitions.tournaments.games import unopened
from competitions.tournaments.ids import CompetitionId
from matches.model.computer_players import is_computer_player
from matches.model.match import Place

log = logging.getLogger(__name__)


async def tell_competition(bot: Bot, id_: CompetitionId, since: datetime) -> bool:
    """Tells the channel of a tournament what has happened. Returns whether its announcement has to
    be updated. Raises the same as `bot.delivery.competitions.news.tell`.
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
    return done and any(isinstance(told.event, competition_sign_up.SHOWN) for told in found)


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


async def tell_ladder(bot: Bot, id_: LadderId, since: datetime) -> bool:
    """Tells the channel of a ladder what has happened. Raises the same as
    `bot.delivery.competitions.news.tell`.
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
    return False  # A ladder's announcement stays as it was made.


async def _is_unopened(bot: Bot, held: Ladder, challenge: int) -> bool:
    """Whether the match of an accepted challenge still has to be opened or shown."""
    if challenge in ladder_games.unopened(held):
        return True
    match_id = await of_ladders.match_of(bot.database, held, challenge)
    return match_id is not None and await is_unshown(bot, await matches.get(bot.database, match_id))


async def tell_league(bot: Bot, id_: LeagueId, since: datetime) -> bool:
    """Tells the channel of a league what has happened. Returns whether its announcement has to be
    updated. Raises the same as `bot.delivery.competitions.news.tell`.
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
    return done and any(not isinstance(told.event, OpenedLeague) for told in found)
