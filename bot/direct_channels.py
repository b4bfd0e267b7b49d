"""Direct messages: their channels by person, and what goes to each player of a match.

Discord's library remembers 128 channels. Which channel is a person's never changes, so that it is
asked for once.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.discord_codes import TROUBLES, meaning_of
from bot.posting import once, post_to
from bot.replies import Reply
from matches.match import Listing, Player
from matches.robots import is_robot

if TYPE_CHECKING:
    from bot.client import Dreierlei

log = logging.getLogger(__name__)

LIMIT = 100_000
"""How many are remembered."""


class DirectChannels:
    """Those that this process has asked for."""

    def __init__(self, bot: Dreierlei) -> None:
        self._bot = bot
        self._known: OrderedDict[int, int] = OrderedDict()

    async def of(self, player: int) -> int:
        """The id of the channel. Raises as discord.py."""
        if player not in self._known:
            opened = await self._bot.http.start_private_message(player)
            self._known[player] = int(opened["id"])
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)
        self._known.move_to_end(player)
        return self._known[player]


def people(match: Listing) -> list[Player]:
    """Whom a match is for, and who can read."""
    both = (*match.seated, *match.invited)
    return list(dict.fromkeys(player for player in both if not is_robot(player)))


async def to_players(
    bot: Dreierlei, match: Listing, reply: Reply, nonce: str, without: Player | None = None
) -> tuple[list[discord.abc.Snowflake], list[Player]]:
    """Sends a reply to each player of a match, but one; also gives those who take no direct
    messages. Trouble with one does not keep it from the others; then it is raised.
    """
    sent: list[discord.abc.Snowflake] = []
    missed: list[Player] = []
    trouble: BaseException | None = None
    for number, player in enumerate(people(match), start=1):
        if player == without:
            continue
        try:
            sent.append(await once(partial(post_to, bot, player, f"{nonce}.{number}"), reply))
        except TROUBLES as error:
            if not meaning_of(error).shuts:
                trouble = trouble or error
                continue
            log.info("user=%d takes no direct message: %s", player, error)
            missed.append(player)
    if trouble is not None:
        raise trouble
    return sent, missed
