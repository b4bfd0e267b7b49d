"""Tournaments played to their end by people and computer players, with real commands."""

from __future__ import annotations

import re

import pytest

from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.directed import MATCH
from tests.support.matches import HASTY, started
from tests.support.short_matches import LINES
from tests.support.stack import Stack
from tests.support.tournaments import Cup, open_cup

pytestmark = pytest.mark.untraced

PEOPLE = ("anna", "ben", "clara", "david", "emma")


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


async def _play(cup: Cup, told: Message) -> MatchId:
    """A match of a round in which only people meet is played, turn after turn, until the game is
    over.
    """
    line = next(one for one in told.content.splitlines() if one.count("<@") == 2)
    found = MATCH.search(line)
    assert found
    match = MatchId(found[1])

    async def has_a_thread() -> bool:
        return any(match in one.name for one in await cup.pg.threads(cup.channel))

    await cup.pg.wait_for(has_a_thread)
    players = tuple(cup.pg.user(id_) for id_ in re.findall(r"<@(\d+)>", line))
    game, short = await started(cup.channel, match, players), LINES["attangle"]
    for number, turn in enumerate(short.turns.split("; ")):
        reply = await game.move(number % 2 + 1, turn)
        assert f"`{turn}`" in reply.content
    board = await game.board()
    assert short.said in board.content
    assert game.players[number % 2].mention in board.content.partition("🏆")[2]
    return match


async def _resign_all(cup: Cup, told: Message, *, but: MatchId | None = None) -> None:
    """In each match of a round, people resign: the later ones named, where only people play. One
    has been played.
    """
    for line in told.content.splitlines():
        found = MATCH.search(line)
        if found is None or found[1] == but:
            continue
        players = [cup.pg.user(id_) for id_ in re.findall(r"<@(\d+)>", line)]
        losers = players if "🤖" in line else players[1:]
        for player in losers:
            await cup.resign(player, found[1])


async def _english(pg: Playground) -> list[User]:
    """Everybody, in a language that the test reads."""
    people = [pg.user(name) for name in PEOPLE]
    for one in people:
        await one.change(locale="en-US")
    return people


async def _decide_for(cup: Cup, told: Message) -> None:
    """The director decides the first game of a round in which a person meets a computer player, for
    the person.
    """
    line = next(one for one in told.content.splitlines() if "<@" in one and "🤖" in one)
    pairing = line.partition(".")[0]
    choice = await (await cup.manage()).click("Decide a match…")
    form = (await choice.select(None, [f"2.{pairing}.0"])).modal
    assert form is not None
    first = line.index("<@") < line.index("🤖")
    await form.submit(result=["1,2" if first else "2,1"], reason="Agreed.")


async def test_a_monthly_cup_of_eight(stack: Stack, pg: Playground, general: Channel) -> None:
    """Five people and three computer players: a knockout with a kill in the middle, a match that is
    played to its natural end, a decision by the director, a final with a picture, and sign-up for
    the next one.
    """
    people = await _english(pg)
    cup = await open_cup(people[0], general, name="Monthly cup", size=8, repeats="month")
    await cup.join(*people)
    await cup.add_computer_players(1, 1, 2)
    first = await cup.news("Monthly cup: round 1 of 3 begins")
    assert sorted(first.mentions) == sorted(PEOPLE)
    assert len([line for line in first.content.splitlines() if MATCH.search(line)]) == 4

    stack.kill()
    stack.start()
    await pg.wait_online()
    played = await _play(cup, first)
    await _resign_all(cup, first, but=played)

    second = await cup.news("Monthly cup: round 2 of 3 begins")
    await _decide_for(cup, second)
    told = await cup.news("Director's decision in round 2")
    assert "Agreed." in told.content
    final = await cup.news("Monthly cup: round 3 of 3 begins")
    await _resign_all(cup, final)
    over = await cup.news("Monthly cup is over")
    assert "🥇" in over.content
    assert over.attachments
    for number in (1, 2, 3):
        assert len(await cup.told(f"round {number} of 3 begins")) == 1
    winners = next(line for line in over.content.splitlines() if "🥇" in line)
    for player in people:
        profile = await people[1].command("profile", general, player=player)
        assert ("1 × gold medal" in profile.content) == (player.mention in winners)
    table = await cup.page(people[1], "Standings")
    assert "🥈" in table.content
    assert table.attachments
    assert "Round 3 of 3" in (await cup.page(people[1], "Rounds")).content

    async def next_one() -> list[Message]:
        posters = [one for one in await general.messages() if "Sign up" in one.labels]
        return [one for one in posters if cup.id not in str(one.buttons)]

    assert await pg.wait_for(next_one)


async def test_a_cup_for_three_seats(pg: Playground, general: Channel) -> None:
    """Two rounds of tables of three; the places of each table make the points."""
    people = await _english(pg)
    cup = await open_cup(people[0], general, "3stein", name="Three", size=6, rounds=2)
    await cup.join(*people)
    await cup.add_computer_players(1)
    for number in (1, 2):
        told = await cup.news(f"Three: round {number} of 2 begins")
        assert sorted(told.mentions) == sorted(PEOPLE)
        await _resign_all(cup, told)
    over = await cup.news("Three is over")
    assert all(one.mention in over.content for one in people)
    assert over.attachments
    table = await cup.page(people[1], "Standings")
    assert table.attachments
