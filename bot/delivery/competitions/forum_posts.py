"""Tournaments in forums: each has its own post, in which it is announced and held. The announcement
is the first message of the post, and the post's tags show its status.
"""

from __future__ import annotations

import logging
from gettext import NullTranslations

from bot.context import Bot
from bot.delivery.transport import forums
from bot.messages.competitions import sign_up as competition_sign_up
from bot.text import forum_tags
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.text.forum_tags import Words
from competitions.tournaments import news, queries
from competitions.tournaments.held import Held
from matches.model.ids import MessageId
from matches.model.match import Place

log = logging.getLogger(__name__)


async def announce(bot: Bot, held: Held, language: NullTranslations) -> Held:
    """Gives a tournament its own post, if it will be announced in a forum or in a post that the bot
    has made; such a post belongs to the previous tournament, if one is held again. Returns the
    tournament as it is held now. Raises TROUBLES, CompetitionError, Unavailable.
    """
    place = Place(held.terms.guild, held.terms.channel)
    forum = await forums.forum_of(bot, place)
    if forum is None:
        return held
    name, poster = _name(held), competition_sign_up.poster(held, language)
    try:
        post = await forums.make(bot, forum, name, _tags(held), poster)
    except TROUBLES as error:
        if forum.id == place.channel or not meaning_of(error).lasts:
            raise
        log.info("competition=%s gets no post: %s", held.id, error)
        return held
    await news.posted(bot.database, held.id, MessageId(post), post)
    return await queries.get(bot.database, held.id)


async def keep(bot: Bot, held: Held) -> None:
    """Updates the name and the tags of its post, if it has one. Raises TROUBLES."""
    if held.poster == MessageId(held.terms.channel):  # A post has its first message's id.
        place = Place(held.terms.guild, held.terms.channel)
        await forums.keep(bot, place, _name(held), _tags(held))


def _name(held: Held) -> str:
    return forums.called(held.terms.name, held.id)


def _tags(held: Held) -> list[Words]:
    """The tags for its kind and its status."""
    return [
        forum_tags.of_state(held.competition.status),
        forum_tags.of_game(held.terms.game),
        forum_tags.of_tournament(),
    ]
