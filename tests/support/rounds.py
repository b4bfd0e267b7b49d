"""The rounds of a tournament on the playground: what is told of them, and playing them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Collection, Iterator
from dataclasses import dataclass
from itertools import count

from bot.messages.competitions.end import OVER
from bot.messages.competitions.news import BEGINS
from playground.answers import Message
from playground.client import User
from tests.support.directed import MATCH
from tests.support.tournaments import Cup

_PERSON = re.compile(r"<@(\d+)>")


@dataclass(frozen=True)
class Pairing:
    """A line of a round: its number, its people in the order in which they are named, its matches,
    and whether computer players are in it.
    """

    number: str
    line: str
    people: tuple[User, ...]
    matches: tuple[str, ...]
    robots: bool


def pairings(cup: Cup, told: Message) -> Iterator[Pairing]:
    """Those that are played, as they are told."""
    for line in told.content.splitlines():
        if matches := MATCH.findall(line):
            people = tuple(cup.pg.user(id_) for id_ in _PERSON.findall(line))
            number = line.partition(".")[0]
            yield Pairing(number, line, people, tuple(matches), robots="🤖" in line)


async def rounds(cup: Cup, name: str) -> AsyncIterator[Message]:
    """What is told of each round of a tournament, as soon as it begins, until it is over."""
    for number in count(1):
        begins = cup.language.part(BEGINS, name=name, round=number)
        over = cup.say(OVER, name=name)

        async def next_one(begins: str = begins, over: str = over) -> list[Message]:
            return await cup.told(begins) or await cup.told(over)

        told = (await cup.pg.wait_for(next_one))[-1]
        if over in told.content:
            return
        yield told


async def resign_all(cup: Cup, told: Message, *, but: Collection[str] = ()) -> None:
    """In each match of a round, people resign until it is over: where only people play, the later
    ones named. Some have been played.
    """
    for one in pairings(cup, told):
        for match in one.matches:
            if match not in but:
                await _resign(cup, match, one.people if one.robots else one.people[1:])


async def _resign(cup: Cup, match_id: str, people: Collection[User]) -> None:
    for player in people:
        if not await cup.resigned(player, match_id):
            return
