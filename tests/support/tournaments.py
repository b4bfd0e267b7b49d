"""Helpers for a tournament on the playground."""

from __future__ import annotations

from typing import Any

from matches.model.ids import MatchId
from playground.answers import Message, Reply
from playground.client import Channel, User
from tests.support.directed import MATCH, Directed, id_in
from tests.support.languages import ENGLISH, Language


class Cup(Directed):
    """A tournament."""

    command, letter = "tournament", "C"
    join_buttons = ("Sign up", "Join the waiting list")

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

    async def start(self) -> Reply:
        """The director ends the sign-up."""
        menu, start = await self.manage(), self.language.part("Start with {count}")
        return await menu.click(next(one for one in menu.labels if one.startswith(start)))

    async def match_of(self, player: User, besides: frozenset[str] = frozenset()) -> MatchId:
        """The match that a person is playing here now, other than those already known."""

        async def there() -> list[str]:
            mine = await self.page(player, "My matches")
            return [one for one in MATCH.findall(mine.content) if one not in besides]

        return MatchId((await self.pg.wait_for(there))[0])


def _to(message: Message) -> list[str]:
    return [str(one.get("custom_id", "")) for one in message.buttons]


async def open_cup(
    director: User,
    channel: Channel,
    game: str = "attangle",
    language: Language = ENGLISH,
    **options: Any,
) -> Cup:
    """A tournament that has just been opened by a command."""
    reply = await director.command("tournament new", channel, game=game, **options)
    return cup_of(reply, channel, director, language)


def cup_of(reply: Message, channel: Channel, director: User, language: Language = ENGLISH) -> Cup:
    """The tournament that an answer leads to."""
    return Cup(channel.pg, channel, id_in(reply, Cup), director, language)
