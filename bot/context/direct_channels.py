"""The ids of people's direct message channels.

A person's channel never changes, so it is asked for once. discord.py itself remembers only 128.
"""

from __future__ import annotations

from collections import OrderedDict

import discord

from matches.model.ids import ChannelId, PlayerId

LIMIT = 100_000
"""How many are remembered."""


class DirectChannels:
    """The channels that this process has asked for."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: OrderedDict[PlayerId, ChannelId] = OrderedDict()

    async def of(self, player_id: PlayerId) -> ChannelId:
        """The id of a person's channel. Raises as discord.py."""
        if player_id not in self._known:
            opened = await self._client.http.start_private_message(player_id)
            self._known[player_id] = ChannelId(int(opened["id"]))
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)
        self._known.move_to_end(player_id)
        return self._known[player_id]
