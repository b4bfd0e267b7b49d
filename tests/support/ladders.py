"""Short ways to a ladder or a league on the playground, and to what its channel is told."""

from __future__ import annotations

import re
from typing import Any

from bot.commands import handing_over
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User

_MATCH = re.compile(r"`([0-9A-HJKMNP-TV-Z]{4})`")


class _Held:
    """A ladder or a league: its id, its channel, its director."""

    command = ""
    """The command that shows one, and the name of its option."""
    join_button = ""

    def __init__(self, pg: Playground, channel: Channel, id_: str, director: User) -> None:
        self.pg, self.channel, self.id, self.director = pg, channel, id_, director

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
        """The announcement with the button to join, as it is now."""

        async def there() -> list[Message]:
            return [one for one in await self.told() if self.join_button in one.labels]

        return (await self.pg.wait_for(there))[0]

    async def join(self, *players: User) -> list[Reply]:
        """They join by the announcement, one after the other."""
        poster = await self.poster()
        return [await (await poster.refresh()).click(self.join_button, by=one) for one in players]

    async def page(self, player: User, view: str = "") -> Reply:
        """The page as somebody sees it, and one of its views."""
        given: Any = {self.command: self.id}
        shown = await player.command(f"{self.command} show", self.channel, **given)
        return await shown.click(view) if view else shown

    async def manage(self) -> Reply:
        """What the director can do."""
        return await (await self.page(self.director)).click("Manage…")

    async def form(self, label: str, **values: Any) -> Reply:
        """The director fills in the form of an act."""
        form = (await (await self.manage()).click(label)).modal
        assert form is not None
        return await form.submit(**values)

    async def hand_over(self, to: User) -> None:
        """The director asks somebody to direct it, who accepts by the direct message."""
        await self.form("Hand it over…", director=[to.id])
        dm = await to.dm()

        async def there() -> list[Message]:
            return [
                one
                for one in await dm.messages(to)
                if self.id in one.content and handing_over.ACCEPT in one.labels
            ]

        question = (await self.pg.wait_for(there))[-1]
        await question.click(handing_over.ACCEPT, by=to)
        self.director = to

    async def resign(self, player: User, match: str) -> None:
        """Somebody resigns a match of it, even if a computer player moves after the question."""

        async def resigned() -> bool:
            question = await player.command("resign", self.channel, match=match)
            answer = await question.click("Resign")
            return not any("has moved on since" in one.content for one in answer.followups)

        await self.pg.wait_for(resigned)


class Climb(_Held):
    """A ladder."""

    command, join_button = "ladder", "Join the ladder"

    async def challenge(self, player: User, *others: User) -> Reply:
        """Somebody challenges others, whom the menu has to offer."""
        choice = await (await self.page(player)).click("Challenge…")
        offered = {
            one["label"].partition(". ")[2]: one["value"] for one in choice.selects[0]["options"]
        }
        return await choice.select(None, [offered[one.display] for one in others])

    async def close(self) -> None:
        """The director closes it, if it goes on."""
        page = await self.page(self.director)
        menu = await page.click("Manage…") if "Manage…" in page.labels else page
        if "Close it…" in menu.labels:
            form = (await menu.click("Close it…")).modal
            assert form is not None
            await form.submit(reason="The test is over.")


class League(_Held):
    """A league."""

    command, join_button = "league", "Sign up"

    async def add_computer_player(self, level: str) -> Reply:
        """The director signs a computer player up."""
        choice = await (await self.manage()).click("Add a computer player…")
        return await choice.select(None, [level])

    async def cancel(self) -> None:
        """The director cancels it, if it goes on."""
        page = await self.page(self.director)
        menu = await page.click("Manage…") if "Manage…" in page.labels else page
        if "Cancel it…" in menu.labels:
            form = (await menu.click("Cancel it…")).modal
            assert form is not None
            await form.submit(reason="The test is over.")

    async def matches_of(self, player: User) -> list[str]:
        """The matches that somebody plays here now."""
        mine = await self.page(player, "My season")
        if "My matches" not in mine.labels:
            return []
        return _MATCH.findall((await mine.click("My matches")).content)


async def open_ladder(
    director: User, channel: Channel, game: str = "attangle", **options: Any
) -> Climb:
    """A ladder that has just been opened by a command."""
    reply = await director.command("ladder new", channel, game=game, **options)
    return Climb(channel.pg, channel, id_in(reply, "L"), director)


async def open_league(
    director: User, channel: Channel, game: str = "attangle", **options: Any
) -> League:
    """A league that has just been opened by a command."""
    reply = await director.command("league new", channel, game=game, **options)
    return League(channel.pg, channel, id_in(reply, "G"), director)


def id_in(reply: Message, letter: str) -> str:
    """The id that an answer names, or its buttons."""
    found = re.search(rf"{letter}-[0-9A-HJKMNP-TV-Z]{{4,12}}", _about(reply))
    assert found, reply.content
    return found[0]


def _about(message: Message) -> str:
    to = [str(one.get("custom_id", "")) for one in message.buttons]
    return " ".join([message.content, *to])
