"""The channels of direct messages, by person.

Discord's library remembers 128 of them. Which channel is a person's never changes, so that it is
asked for once.
"""

from __future__ import annotations

from collections import OrderedDict

import discord

LIMIT = 100_000
"""How many are remembered."""


class DirectChannels:
    """Those that this process has asked for."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: OrderedDict[int, int] = OrderedDict()

    async def of(self, player: int) -> int:
        """The id of the channel. Raises as discord.py."""
        if player not in self._known:
            opened = await self._client.http.start_private_message(player)
            self._known[player] = int(opened["id"])
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)
        self._known.move_to_end(player)
        return self._known[player]
