"""Where a match continues, for players who have acted elsewhere: a line, and a link to its
board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations

from bot.context import Bot, Interaction
from bot.delivery.matches import past_boards
from bot.delivery.transport.posts import Sent
from bot.interactions import access
from bot.interactions.contexts import user_of
from bot.messages.board import BOARD, TO_BOARD, act_button
from bot.messages.table import PLAYED_IN, TO_TABLE
from bot.ui.controls import Link, link
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.ids import ChannelId, MessageId
from matches.model.match import Listing

GOES_ON = N_("It continues in {channel}.")
IN_DIRECT = N_("It continues in our direct messages.")


async def led(
    interaction: Interaction,
    match: Listing,
    done: Reply,
    language: NullTranslations,
    sent: Sequence[Sent] = (),
) -> Reply:
    """What a player is told, with where the match is shown and a link to its board, or before the
    start to its table, unless they are there. The board is the last one of those just `sent`, else
    the newest known one. Players who can't see it there can have it shown to them alone.
    """
    if not match.concerns(user_of(interaction)):
        return done
    if match.apart and sent:
        direct = await interaction.client.direct.of(user_of(interaction))
        sent = [one for one in sent if one.channel == direct]
    where = sent[-1].channel if sent else match.place.where
    if where == interaction.channel_id or (match.apart and not sent):
        return done
    if not match.apart and not await access.sees(interaction, match):
        look = act_button(match, BOARD, "board", language)
        return done.offering(look)
    if match.status == "running":
        sentence = IN_DIRECT if match.apart else GOES_ON if match.turn_count else PLAYED_IN
        done = done.adding(say(sentence, {"channel": f"<#{where}>"}, language=language))
    message = sent[-1].id if sent else None
    label = TO_TABLE if match.started_at is None else TO_BOARD
    there = await to_board(interaction.client, match, language, where, message, label=label)
    return replace(done, controls=(*done.controls[:1], there, *done.controls[1:]))


async def to_board(
    bot: Bot,
    match: Listing,
    language: NullTranslations,
    where: ChannelId | None = None,
    message: MessageId | None = None,
    *,
    label: str = TO_BOARD,
) -> Link:
    """A link to the board in this message; otherwise to the newest known board, or to the place:
    `where`, or that of the match.
    """
    guild = None if match.apart else match.place.guild
    place = bot.get_partial_messageable(where or match.place.where, guild_id=guild)
    if message is not None:
        url: str | None = place.get_partial_message(message).jump_url
    else:
        url = await past_boards.address(bot, match, where)
    return link(language.gettext(label), url or place.jump_url)
