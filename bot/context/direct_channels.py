"""The ids of people's direct message channels.

A person's channel never changes, so it is asked for once. discord.py itself remembers only 128.
"""

from __future__ import annotations

from collections import OrderedDict

import discord

LIMIT = 100_000
"""How many are remembered."""


class DirectChannels:
    """The channels that this process has asked for."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: OrderedDict[int, int] = OrderedDict()

    async def of(self, player: int) -> int:
        """The id of a person's channel. Raises as discord.py."""
        if player not in self._known:
            opened = await self._client.http.start_private_message(player)
            self._known[player] = int(opened["id"])
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)
        self._known.move_to_end(player)
        return self._known[player]
