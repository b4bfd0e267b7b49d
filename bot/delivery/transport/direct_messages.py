"""Direct messages to the players of a match."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from bot.context import Bot
from bot.delivery.transport.posts import Sent, once, post_to
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.message import Reply
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import Listing

log = logging.getLogger(__name__)


def people(match: Listing) -> list[PlayerId]:
    """The people who play in a match, or are invited."""
    both = (*match.seated, *match.invited)
    return list(dict.fromkeys(player for player in both if not is_computer_player(player)))


Instead: TypeAlias = Callable[[PlayerId, Reply], Awaitable[Sent | None]]
"""Another way to a player than by a message with a nonce. Returns None if it is not there, and has
to be sent; raises TROUBLES if that can't be found out.
"""


async def to_players(
    bot: Bot,
    match: Listing,
    reply: Reply,
    nonce: str,
    *,
    without: PlayerId | None = None,
    instead: Instead | None = None,
) -> tuple[list[Sent], list[PlayerId]]:
    """Sends a reply to each player of a match except one, in another way where that is possible
    (`instead`). Also returns those who accept no direct messages. If sending to one player fails,
    this is raised after the others have got theirs.
    """
    sent: list[Sent] = []
    missed: list[PlayerId] = []
    trouble: BaseException | None = None
    for number, player in enumerate(people(match), start=1):
        if player == without:
            continue
        try:
            shown = None if instead is None else await instead(player, reply)
            if shown is None:
                shown = await once(partial(post_to, bot, player, f"{nonce}.{number}"), reply)
            sent.append(shown)
        except TROUBLES as error:
            if not meaning_of(error).shuts:
                trouble = trouble or error
                continue
            log.info("user=%d takes no direct message: %s", player, error)
            missed.append(player)
    if trouble is not None:
        raise trouble
    return sent, missed
