"""Tournaments played to their end by people and computer players, with real commands."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cogs.tournaments.management import CHOICES
from bot.messages.competitions.end import OVER
from bot.messages.competitions.news import BEGINS, RULED
from bot.messages.competitions.tournament import JOIN
from bot.text.competition_terms import RUNNING
from bot.text.stages import FINAL, PLACE_3, QUARTER_FINALS, SEMI_FINALS
from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Playground
from tests.support.languages import LANGUAGES, Language
from tests.support.matches import HASTY, started
from tests.support.rounds import Pairing, pairings, resign_all
from tests.support.short_matches import LINES
from tests.support.stack import Stack
from tests.support.tournaments import Cup, open_cup

pytestmark = pytest.mark.untraced

EVERYBODY = 5


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


@pytest.fixture(autouse=True)
def _strangers(stack: Stack) -> None:
    """Nobody here has played before: neither ratings nor limits come from another test."""
    stack.renew()


@pytest.fixture(params=LANGUAGES, ids=lambda one: one.code)
def language(request: pytest.FixtureRequest) -> Language:
    """What all concerned speak."""
    found: Language = request.param
    return found


async def _play(cup: Cup, one: Pairing) -> str:
    """A match in which only people meet is played, turn after turn, until the game is over."""
    (match,) = one.matches

    async def has_a_thread() -> bool:
        return any(match in one.name for one in await cup.pg.threads(cup.channel))

    await cup.pg.wait_for(has_a_thread)
    game, short = await started(cup.channel, MatchId(match), one.people), LINES["attangle"]
    for number, turn in enumerate(short.turns.split("; ")):
        reply = await game.move(number % 2 + 1, turn)
        assert f"`{turn}`" in reply.content
    board = await game.board()
    assert cup.say(short.said) in board.content
    assert game.players[number % 2].mention in board.content.partition("🏆")[2]
    return match


async def _decide_for(cup: Cup, told: Message) -> None:
    """The director decides the first game of a round in which a person meets a computer player, for
    the person.
    """
    one = next(one for one in pairings(cup, told) if one.robots and one.people)
    choice = await (await cup.manage()).click(cup.say(CHOICES["decide"].label))
    form = (await choice.select(None, [f"2.{one.number}.0"])).modal
    assert form is not None
    first = one.line.index("<@") < one.line.index("🤖")
    await form.submit(result=["1,2" if first else "2,1"], reason="Agreed.")


async def test_a_monthly_cup_of_eight(stack: Stack, pg: Playground, language: Language) -> None:
    """Five people and three computer players: a knockout with a kill in the middle, a match that is
    played to its natural end, a decision by the director, a final with a picture, and sign-up for
    the next one.
    """
    people, place = await language.speakers(pg, EVERYBODY), language.channel(pg)
    given: Any = {"name": "Monthly cup", "size": 8, "repeats": "month"}
    cup = await open_cup(people[0], place, language=language, **given)
    begins = [cup.say(BEGINS, name="Monthly cup", round=one, rounds=3) for one in (1, 2, 3)]
    await cup.join(*people)
    await cup.add_computer_players(1, 1, 2)
    first = await cup.news(begins[0])
    assert sorted(first.mentions) == sorted(one.name for one in people)
    found = [*pairings(cup, first)]
    assert len(found) == 4

    stack.kill()
    stack.start()
    await pg.wait_online()
    played = await _play(cup, next(one for one in found if len(one.people) == 2))
    await resign_all(cup, first, but=[played])

    second = await cup.news(begins[1])
    await _decide_for(cup, second)
    ruled = await cup.news(language.part(RULED, round=2))
    assert "Agreed." in ruled.content
    final = await cup.news(begins[2])
    await resign_all(cup, final)
    over = await cup.news(cup.say(OVER, name="Monthly cup"))
    assert "🥇" in over.content
    assert over.attachments
    stages = [[QUARTER_FINALS], [SEMI_FINALS], [FINAL, PLACE_3]]
    for told, names in zip((first, second, final), stages, strict=True):
        said = [line for line in told.content.splitlines() if line.startswith("**")]
        assert said == [f"**{cup.say(name)}**" for name in names]
    for text in begins:
        assert len(await cup.told(text)) == 1
    winners = next(line for line in over.content.splitlines() if "🥇" in line)
    for player in people:
        profile = await people[1].command("profile", place, player=player)
        medal = f"1 × {cup.say('gold medal')}"
        assert (medal in profile.content) == (player.mention in winners)
    table = await cup.page(people[1], "Standings")
    assert "🥈" in table.content
    assert table.attachments
    last = cup.say(RUNNING, round=3, rounds=3)
    rounds = (await cup.page(people[1], "Rounds")).content
    assert last in rounds
    assert f"**{cup.say(PLACE_3)}**\n2. " in rounds

    async def next_one() -> list[Message]:
        posters = [one for one in await place.messages() if cup.say(JOIN) in one.labels]
        return [one for one in posters if cup.id not in str(one.buttons)]

    assert await pg.wait_for(next_one)


async def test_a_cup_for_three_seats(pg: Playground, language: Language) -> None:
    """Two rounds of tables of three; the places of each table make the points."""
    people, place = await language.speakers(pg, EVERYBODY), language.channel(pg)
    given: Any = {"name": "Three", "size": 6, "rounds": 2}
    cup = await open_cup(people[0], place, "3stein", language, **given)
    await cup.join(*people)
    await cup.add_computer_players(1)
    for number in (1, 2):
        told = await cup.news(cup.say(BEGINS, name="Three", round=number, rounds=2))
        assert sorted(told.mentions) == sorted(one.name for one in people)
        await resign_all(cup, told)
    over = await cup.news(cup.say(OVER, name="Three"))
    assert all(one.mention in over.content for one in people)
    assert over.attachments
    table = await cup.page(people[1], "Standings")
    assert table.attachments
