"""Tells people that a seat is on offer to them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from bot.context import Bot, Interaction
from bot.delivery.matches import board_answers, channels, publication
from bot.delivery.transport import answers
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import Sent, once, post_to
from bot.i18n.catalogues import of_locale
from bot.interactions import error_handler
from bot.interactions.locale import language_at, language_of
from bot.messages import seat as message
from bot.text import match as match_text
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.message import Reply
from games.protocol import Seat
from games.words import N_, say
from matches.effects.notices import seat_key
from matches.model.handovers import SeatOffer
from matches.model.match import Match
from matches.outbox.queue import Notice

log = logging.getLogger(__name__)

UNREACHED = N_(
    "I can't tell {player}: they don't accept direct messages from me. They can find the seat with "
    "`/seats`."
)


async def publish_offer(interaction: Interaction, match: Match, seat: Seat, done: Reply) -> None:
    """Shows a seat that has just been offered, and then `done` to the user. If it can't be shown
    now, it is left to the outbox sender.
    """
    offer, outbox = match.offer_of(seat), interaction.client.service(Outbox)
    if offer is None:  # Somebody has taken it already.
        await answers.tell(interaction, done)
        return
    key = seat_key(match, seat)

    async def seen(_: Sequence[Sent]) -> None:
        await outbox.done(key)

    with outbox.busy_with(key):
        if match.apart:
            done, shown = await _told_directly(interaction, match, offer, key, done)
            if shown:
                await outbox.done(key)
            await answers.tell(interaction, done)
        else:
            public = await answers.public_language(interaction, match.place)
            reply = message.message(match, offer, public)
            await publication.publish(interaction, match, reply, key, done, seen=seen)


async def _told_directly(
    interaction: Interaction, match: Match, offer: SeatOffer, key: str, done: Reply
) -> tuple[Reply, bool]:
    """What the user is told after a direct message, and whether there is nothing more to send."""
    error_handler.stands(interaction)
    try:
        await _direct(interaction.client, match, offer, key)
    except TROUBLES as error:
        meaning = meaning_of(error)
        log.log(meaning.level, "match=%s seat=%d can't be offered: %s", match.id, offer.seat, error)
        if not meaning.shuts:
            return done, False
        language = language_of(interaction)
        fields = {"player": match_text.mention(offer.to, language)}
        return done.adding(f"-# {say(UNREACHED, fields, language=language)}"), True
    return done, True


async def show_left_offer(bot: Bot, match: Match, notice: Notice) -> None:
    """Shows a seat that is still on offer. Raises TROUBLES, TableError."""
    offer = match.offer_of(notice.seat or 1)
    if offer is None:
        return
    if not match.apart:
        reply = message.message(match, offer, await language_at(bot, match.place))
        way = await board_answers.way_of(bot, notice)
        await channels.broadcast(bot, match, reply, notice.nonce, way)
        return
    try:
        await _direct(bot, match, offer, notice.nonce)
    except TROUBLES as error:
        if not meaning_of(error).shuts:
            raise
        log.info("match=%s user=%s takes no direct message: %s", match.id, offer.to, error)


async def _direct(bot: Bot, match: Match, offer: SeatOffer, nonce: str) -> None:
    """The player to whom it is offered, if no channel shows the match."""
    if offer.to is None:
        return
    language = of_locale((await bot.preferences.by_player(offer.to)).spoken)
    reply = message.message(match, offer, language)
    await once(partial(post_to, bot, offer.to, nonce), reply)
