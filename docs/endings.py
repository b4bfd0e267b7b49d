"""Competitions for the screens of the gallery, played to their end: see `docs.screens`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.messages.competitions import league_news
from games.record import from_text
from playground.client import Channel, User
from tests.support.directed import Directed
from tests.support.ladders import League, open_league
from tests.support.rounds import pairings, resign_all, rounds
from tests.support.tournaments import Cup, open_cup

CUP, TABLES, LEAGUE = "Winter cup", "3Stein cup", "Attangle league"


async def bracket(people: Sequence[User], place: Channel) -> Cup:
    """A knockout of five people and three computer players; the first person directs it."""
    cup = await open_cup(people[0], place, name=CUP, size=8)
    await cup.join(*people)
    await cup.add_computer_players(1, 2, 3)
    return await _played(cup, CUP)


async def tables(people: Sequence[User], place: Channel) -> Cup:
    """Three rounds of five people and a computer player at tables of three."""
    cup = await open_cup(people[0], place, "3stein", name=TABLES, size=6)
    await cup.join(*people)
    await cup.add_computer_players(2)
    return await _played(cup, TABLES)


async def _played(cup: Cup, name: str) -> Cup:
    async for told in rounds(cup, name):
        for one in pairings(cup, told):
            for match in one.matches:
                await _begun(cup, match, one.people)
        await resign_all(cup, told)
    return cup


async def _begun(held: Directed, match_id: str, people: Sequence[User]) -> None:
    """Everybody moves once: who resigns before that has not come."""
    waiting = [*people]

    async def moved() -> bool:
        for one in waiting:
            board = await one.command("board", held.channel, match=match_id)
            if held.say("Move") in board.labels:
                exported = await one.command("export", held.channel, match=match_id)
                line = from_text((await exported.attachments[0].read()).decode()).line()
                turn = str(line.game.legal_moves(line.position)[0])
                await one.command("move", held.channel, match=match_id, turn=turn)
                waiting.remove(one)
                break
        return not waiting

    await held.pg.wait_for(moved)


async def league(people: Sequence[User], place: Channel) -> League:
    """A season of two divisions of five, of which the first has three of the people. The second of
    them beats the others.
    """
    chosen: Any = {"size": 5, "exchanged": 1, "start": 1}
    found = await open_league(people[0], place, name=LEAGUE, **chosen)
    await found.join(*people[:3])
    await found.add_computer_players(2, 3)
    await found.join(*people[3:])
    await found.add_computer_players(1, 1, 2)
    sure = await (await found.manage()).click("Begin the season now…")
    await sure.click("Begin season 1")
    await found.all_play(people, 4)
    for match, there in (await found.playing(people)).items():
        await _begun(found, match, there)
    await found.resign_all([*people[1:], people[0]])
    await found.news(found.say(league_news.OVER, name=LEAGUE, season=1))
    return found
