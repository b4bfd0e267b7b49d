"""Controls and forms that nobody was shown.

The bot's account posts controls, so that they reach the bot as real ones; what was filled into a
form is replaced on its way there.
"""

from __future__ import annotations

from asyncio import Semaphore
from typing import Any

import aiohttp

from playground.answers import Message, Modal, Reply
from playground.client import Channel, Playground, User
from tests.support.stack import TOKEN


class Forger:
    """Posts controls as the bot, and has somebody use them; fills in forms."""

    def __init__(self, pg: Playground, session: aiohttp.ClientSession, channel: Channel) -> None:
        self.pg = pg
        self.channel = channel
        self._session = session
        self.room = Semaphore(1)
        """Waits between controls that are used in turn, because people who do a lot at once are
        told to wait.
        """

    def moved(self, channel: Channel) -> Forger:
        """The same in another channel."""
        return Forger(self.pg, self._session, channel)

    async def press(self, by: User, custom_id: str) -> Reply:
        """A button."""
        button = {"type": 2, "style": 2, "label": "Forged", "custom_id": custom_id}
        return await (await self._posted(button)).click(custom_id, by=by)

    async def choose(self, by: User, custom_id: str, value: str) -> Reply:
        """A menu with one option."""
        options = [{"label": "Forged", "value": value}]
        menu = {"type": 3, "custom_id": custom_id, "options": options}
        return await (await self._posted(menu)).select(custom_id, [value], by=by)

    async def menu(self, by: User, name: str, custom_id: str) -> Reply:
        """A command from the menu on a message with such a button."""
        button = {"type": 2, "style": 2, "label": "Forged", "custom_id": custom_id}
        return await by.menu(name, await self._posted(button))

    async def submit(self, form: Modal, **chosen: list[str]) -> Reply:
        """A form with these menus instead of its own fields."""
        menus = [{"custom_id": name, "values": values} for name, values in chosen.items()]
        parts = [{"type": 18, "id": 1, "component": {"type": 8, "id": 2} | one} for one in menus]
        data = {"custom_id": form.data["custom_id"], "components": parts}
        await self.pg.gateway("odd", event="INTERACTION_CREATE", set={"data": data})
        try:
            return await form.submit()
        finally:
            await self.pg.gateway("odd", event="INTERACTION_CREATE")

    async def _posted(self, control: dict[str, Any]) -> Message:
        url = f"{self.pg.url}/api/v10/channels/{self.channel.id}/messages"
        body = {"content": "Forged.", "components": [{"type": 1, "components": [control]}]}
        headers = {"Authorization": f"Bot {TOKEN}"}
        async with self._session.post(url, json=body, headers=headers) as response:
            data = await response.json()
            assert response.status == 200, data
        return Message(self.pg, data, None)
