"""Helpers for a tournament, a ladder or a league on the playground, and for what the bot says about
it.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from bot.commands.competitions import succession
from bot.commands.competitions.direction import ON_LEVEL
from bot.text.levels import LEVELS
from games.words import Sentence
from matches.model.texts import REFUSALS
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from playground.interaction import DEFER_UPDATE
from tests.support.languages import ENGLISH, Language

MATCH = re.compile(r"`([0-9A-HJKMNP-TV-Z]{4})`")
"""The id of a match in a message."""


class Directed:
    """One of them: its id, its channel, its director, and the language of all concerned."""

    command: ClassVar[str]
    """The command that shows one, and the name of its option."""
    letter: ClassVar[str]
    """The first letter of its ids."""
    join_buttons: ClassVar[tuple[str, ...]]
    """What the button to join may say, as it depends on whether there is room."""
    end_button: ClassVar[str] = "Cancel it…"

    def __init__(
        self,
        pg: Playground,
        channel: Channel,
        id_: str,
        director: User,
        language: Language = ENGLISH,
    ) -> None:
        self.pg, self.channel, self.id, self.director = pg, channel, id_, director
        self.language = language

    def say(self, sentence: Sentence, **fields: str | int) -> str:
        """What the bot says in the language of all concerned."""
        return self.language.say(sentence, **fields)

    # What its channel is told

    async def told(self, text: str = "") -> list[Message]:
        """The public messages about it with this text, the oldest first."""
        return [
            one
            for one in await self.channel.messages()
            if not one.ephemeral and self.id in _about(one) and text in one.content
        ]

    async def news(self, text: str, count: int = 1) -> Message:
        """The last message with this text, once there are this many."""

        async def there() -> list[Message]:
            found = await self.told(text)
            return found if len(found) >= count else []

        return (await self.pg.wait_for(there))[-1]

    async def poster(self) -> Message:
        """The announcement with the button to join, as it is now."""

        async def there() -> list[Message]:
            buttons = {*map(self.say, self.join_buttons)}
            return [one for one in await self.told() if buttons & {*one.labels}]

        return (await self.pg.wait_for(there))[0]

    # What people do

    async def join(self, *players: User) -> list[Reply]:
        """Lets people join through the announcement, one after the other; each waits for the
        answer.
        """
        return [await self._joined(one) for one in players]

    async def _joined(self, player: User) -> Reply:
        poster = await self.poster()
        label = next(one for one in map(self.say, self.join_buttons) if one in poster.labels)
        reply = await poster.click(label, by=player)

        async def told() -> bool:
            return bool((await reply.refresh()).followups)

        if reply.response_type == DEFER_UPDATE:  # An edit of the poster may be for another.
            await self.pg.wait_for(told)
        return reply

    async def page(self, player: User, view: str = "") -> Reply:
        """The page as somebody sees it, and one of its views."""
        given: Any = {self.command: self.id}
        shown = await player.command(f"{self.command} show", self.channel, **given)
        return await shown.click(self.say(view)) if view else shown

    async def manage(self) -> Reply:
        """What the director can do."""
        return await (await self.page(self.director)).click(self.say("Manage…"))

    async def form(self, label: str, **values: Any) -> Reply:
        """The director fills in the form of an act."""
        form = (await (await self.manage()).click(self.say(label))).modal
        assert form is not None
        return await form.submit(**values)

    async def add_computer_players(self, *levels: int) -> Reply:
        """The director signs computer players of these levels up, all at once."""
        choice = await (await self.manage()).click(self.say("Add computer players…"))
        offered, chosen = choice.selects[0]["options"], list[str]()
        for level in levels:
            on_level = self.say(ON_LEVEL, level=self.say(LEVELS[level]))
            fitting = (one["value"] for one in offered if one["description"] == on_level)
            chosen.append(next(one for one in fitting if one not in chosen))
        return await choice.select(None, chosen)

    async def hand_over(self, to: User) -> None:
        """The director asks somebody to direct it, who accepts by the direct message."""
        await self.form("Hand it over…", director=[to.id])
        dm = await to.dm()

        async def there() -> list[Message]:
            return [
                one
                for one in await dm.messages(to)
                if self.id in one.content and self.say(succession.ACCEPT) in one.labels
            ]

        question = (await self.pg.wait_for(there))[-1]
        await question.click(self.say(succession.ACCEPT), by=to)
        self.director = to

    async def cancel(self) -> None:
        """The director ends it, if it goes on."""
        page = await self.page(self.director)
        manage, end = self.say("Manage…"), self.say(self.end_button)
        menu = await page.click(manage) if manage in page.labels else page
        if end in menu.labels:
            form = (await menu.click(end)).modal
            assert form is not None
            await form.submit(reason="The test is over.")

    async def resign(self, player: User, match_id: str) -> None:
        """Somebody resigns a match of it, even if a computer player moves after the question."""
        assert await self.resigned(player, match_id)

    async def resigned(self, player: User, match_id: str) -> bool:
        """The same, if the match still goes on; returns whether it did."""
        moved_on = self.language.part(REFUSALS["stale-match"])

        async def answered() -> list[bool]:
            question = await player.command("resign", self.channel, match=match_id)
            if self.say("Resign") not in question.labels:
                return [False]
            answer = await question.click(self.say("Resign"))
            again = any(moved_on in one.content for one in answer.followups)
            return [] if again else [True]

        return (await self.pg.wait_for(answered))[0]


async def end_all(kind: type[Directed], director: User, channel: Channel) -> None:
    """Ends all of this kind that somebody directs."""
    ended = set[str]()
    while ids := await _mine(kind, director, channel) - ended:
        for id_ in ids:
            await kind(director.pg, channel, id_, director).cancel()
        ended |= ids


async def _mine(kind: type[Directed], director: User, channel: Channel) -> set[str]:
    listed = await director.command(f"{kind.command} list", channel, scope="mine")
    return {*re.findall(rf"`({kind.letter}-[0-9A-Z]+)`", listed.content)}


def id_in(reply: Message, kind: type[Directed]) -> str:
    """The id that an answer names, or its buttons."""
    found = re.search(rf"{kind.letter}-[0-9A-HJKMNP-TV-Z]{{4,12}}", _about(reply))
    assert found, reply.content
    return found[0]


def _about(message: Message) -> str:
    to = [str(one.get("custom_id", "")) for one in message.buttons]
    return " ".join([message.content, *to])
