"""Helpers for a ladder or a league on the playground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.answers import Message, Reply
from playground.client import Channel, User
from tests.support.directed import MATCH, Directed, id_in
from tests.support.languages import ENGLISH, Language


class Climb(Directed):
    """A ladder."""

    command, letter = "ladder", "L"
    join_buttons, end_button = ("Join the ladder",), "Close it…"

    async def challenge(self, player: User, *others: User) -> Reply:
        """A person challenges others. The menu must offer them."""
        choice = await (await self.page(player)).click(self.say("Challenge…"))
        offered = {
            one["label"].partition(". ")[2]: one["value"] for one in choice.selects[0]["options"]
        }
        return await choice.select(None, [offered[one.display] for one in others])


class League(Directed):
    """A league."""

    command, letter = "league", "G"
    join_buttons = ("Sign up",)

    async def matches_of(self, player: User) -> list[str]:
        """The matches that somebody plays here now."""
        mine = await self.page(player, "My season")
        if self.say("My matches") not in mine.labels:
            return []
        return MATCH.findall((await mine.click(self.say("My matches"))).content)

    async def all_play(self, people: Sequence[User], matches: int) -> None:
        """Waits until each of them has this many matches."""

        async def playing() -> bool:
            return all([len(await self.matches_of(one)) == matches for one in people])

        assert await self.pg.wait_for(playing)

    async def resign_all(self, people: Sequence[User]) -> None:
        """In all matches that are played now: of two people the later one resigns, of one the
        person.
        """
        for match, there in (await self.playing(people)).items():
            await self.resign(there[-1], match)

    async def playing(self, people: Sequence[User]) -> dict[str, list[User]]:
        """The matches that are played now, each with those of these people who are in it."""
        found: dict[str, list[User]] = {}
        for one in people:
            for match in await self.matches_of(one):
                found.setdefault(match, []).append(one)
        return found


async def open_ladder(
    director: User,
    channel: Channel,
    game: str = "attangle",
    language: Language = ENGLISH,
    **options: Any,
) -> Climb:
    """A ladder that has just been opened by a command."""
    reply = await director.command("ladder new", channel, game=game, **options)
    return ladder_of(reply, channel, director, language)


def ladder_of(
    reply: Message, channel: Channel, director: User, language: Language = ENGLISH
) -> Climb:
    """The ladder that an answer leads to."""
    return Climb(channel.pg, channel, id_in(reply, Climb), director, language)


async def open_league(
    director: User,
    channel: Channel,
    game: str = "attangle",
    language: Language = ENGLISH,
    **options: Any,
) -> League:
    """A league that has just been opened by a command."""
    reply = await director.command("league new", channel, game=game, **options)
    return league_of(reply, channel, director, language)


def league_of(
    reply: Message, channel: Channel, director: User, language: Language = ENGLISH
) -> League:
    """The league that an answer leads to."""
    return League(channel.pg, channel, id_in(reply, League), director, language)
