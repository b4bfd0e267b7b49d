"""Short ways to a tournament on the playground, and to what its channel is told."""

from __future__ import annotations

import re
from typing import Any

from matches.model.ids import MatchId
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User

_ID = re.compile(r"C-[0-9A-HJKMNP-TV-Z]{4,12}")
_MATCH = re.compile(r"`([0-9A-HJKMNP-TV-Z]{4})`")


class Cup:
    """A tournament: its id, its channel, its director."""

    def __init__(self, pg: Playground, channel: Channel, id_: str, director: User) -> None:
        self.pg = pg
        self.channel = channel
        self.id = id_
        self.director = director

    # What its channel is told

    async def told(self, text: str = "") -> list[Message]:
        """The public messages about it with this text, the oldest first."""
        return [
            one
            for one in await self.channel.messages()
            if not one.ephemeral and self.id in _about(one) and text in one.content
        ]

    async def news(self, text: str, count: int = 1) -> Message:
        """The last of so many messages with this text, once they are there."""

        async def there() -> list[Message]:
            found = await self.told(text)
            return found if len(found) >= count else []

        return (await self.pg.wait_for(there))[-1]

    async def poster(self) -> Message:
        """The announcement with the button to sign up, as it is now."""

        async def there() -> list[Message]:
            return [
                one
                for one in await self.told()
                if any("cup-join" in to or "cup-team" in to for to in _to(one))
            ]

        return (await self.pg.wait_for(there))[0]

    async def shown(self, poster: Message, text: str) -> Message:
        """The announcement, once it shows this: it is brought up to date with the news."""

        async def there() -> bool:
            return text in (await poster.refresh()).content

        await self.pg.wait_for(there)
        return poster

    # What people do

    async def join(self, *players: User) -> list[Reply]:
        """They sign up by the announcement, one after the other."""
        poster = await self.poster()
        return [await poster.click("Sign up", by=one) for one in players]

    async def page(self, player: User, view: str = "") -> Reply:
        """The page as somebody sees it, and one of its views."""
        shown = await player.command("tournament show", self.channel, tournament=self.id)
        return await shown.click(view) if view else shown

    async def manage(self) -> Reply:
        """What the director can do."""
        return await (await self.page(self.director)).click("Manage…")

    async def start(self) -> Reply:
        """The director ends the sign-up."""
        menu = await self.manage()
        return await menu.click(next(one for one in menu.labels if one.startswith("Start with")))

    async def cancel(self) -> None:
        """The director cancels it, if it goes on."""
        page = await self.page(self.director)
        menu = await page.click("Manage…") if "Manage…" in page.labels else page
        if "Cancel it…" in menu.labels:
            form = (await menu.click("Cancel it…")).modal
            assert form is not None
            await form.submit(reason="The test is over.")

    async def add_computer_player(self, level: str) -> Reply:
        """The director signs a computer player up."""
        choice = await (await self.manage()).click("Add a computer player…")
        return await choice.select(None, [level])

    async def match_of(self, player: User, besides: frozenset[str] = frozenset()) -> MatchId:
        """The match that somebody plays here now, and that is none of those known already."""

        async def there() -> list[str]:
            mine = await self.page(player, "My matches")
            return [one for one in _MATCH.findall(mine.content) if one not in besides]

        return MatchId((await self.pg.wait_for(there))[0])

    async def resign(self, player: User, match: str) -> None:
        """Somebody resigns a match of it, even if a computer player moves after the question."""

        async def resigned() -> bool:
            question = await player.command("resign", self.channel, match=match)
            answer = await question.click("Resign")
            return not any("has moved on since" in one.content for one in answer.followups)

        await self.pg.wait_for(resigned)


def _to(message: Message) -> list[str]:
    return [str(one.get("custom_id", "")) for one in message.buttons]


def _about(message: Message) -> str:
    return " ".join([message.content, *_to(message)])


async def open_cup(director: User, channel: Channel, game: str = "attangle", **options: Any) -> Cup:
    """A tournament that has just been opened by a command."""
    reply = await director.command("tournament new", channel, game=game, **options)
    return cup_of(reply, channel, director)


def cup_of(reply: Message, channel: Channel, director: User) -> Cup:
    """The tournament that an answer leads to."""
    found = _ID.search(_about(reply))
    assert found, reply.content
    return Cup(channel.pg, channel, found[0], director)
