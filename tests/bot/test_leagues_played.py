"""A ladder and a league, played to their end by people and computer players, with real commands."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.cogs.leagues import _views
from bot.i18n import catalogues
from bot.messages.competitions import ladder_news, league_news
from bot.messages.competitions.tournament import LADDER, LEAGUE
from bot.text import ladder as ladder_text
from bot.text import league as league_text
from bot.text.competition import coded
from bot.text.competition_terms import ROUNDS, TABLES_OF
from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Playground, User
from tests.support.directed import MATCH, Directed
from tests.support.ladders import League, open_ladder, open_league
from tests.support.languages import LANGUAGES, Language
from tests.support.matches import HASTY, boards_with, said
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

CLUB = "Club league"


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


async def test_a_ladder(stack: Stack, pg: Playground, language: Language) -> None:
    """Four people: one is won, one declined, one stopped by a kill in the middle, and the end."""
    first, second, third, fourth = await language.speakers(pg, 4)
    chosen: Any = {"name": "The ladder of the club", "cooldown": 0}
    climb = await open_ladder(first, language.channel(pg), language=language, **chosen)
    await climb.join(first, second, third, fourth)
    await climb.challenge(fourth, second)
    calls = language.part(ladder_news.CHALLENGES, challenger=fourth.mention, place=4)
    await (await climb.news(calls)).click(climb.say("Accept"), by=second)
    played = MATCH.search((await climb.news(language.part(ladder_news.PLAY))).content)
    assert played
    stack.kill()
    stack.start()
    await pg.wait_online()
    await climb.resign(second, played[1])
    await _leads_to(climb, played[1], LADDER)
    result = await climb.news(language.part(ladder_news.RESULT, challenger=fourth.mention))
    assert climb.say(ladder_text.MOVES, player=fourth.mention, old=4, new=2) in result.content
    await climb.challenge(third, fourth)
    calls = language.part(ladder_news.CHALLENGES, challenger=third.mention, place=4)
    sure = await (await climb.news(calls)).click(climb.say("Decline and lose…"), by=fourth)
    await (await said(sure)).click(climb.say("Decline and lose"))
    between = {"player": fourth.mention, "challenger": third.mention}
    await climb.news(climb.say(ladder_news.DECLINES, **between))
    places = (await climb.page(first, "All places")).content
    order = [places.index(one.mention) for one in (first, third, fourth, second)]
    assert order == sorted(order)
    assert len(await climb.told(language.part(ladder_news.RESULT, challenger=fourth.mention))) == 1
    await climb.form("Close it…", reason="The season is over.")
    over = await climb.news(climb.say(ladder_news.CLOSED))
    assert climb.say(ladder_news.FIRST, player=first.mention) in over.content


async def _leads_to(held: Directed, match: str, label: str) -> None:
    """The last board of a match names what it belongs to, and leads there."""
    match_id = MatchId(match)
    (last,) = await held.pg.wait_for(
        lambda: boards_with(held.channel, match_id, held.say("Rematch"))
    )
    assert coded(held.id, catalogues.language(held.language.code)) in last.content
    assert last.labels[-1] == held.say(label)


def _bring_forward(stack: Stack) -> None:
    """The next season begins now."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        due = "2020-01-01 00:00:00.000000"
        database.execute("UPDATE league SET starts_at = ?, next_at = ?", (due, due))


async def test_a_league_season_of_two_divisions(
    stack: Stack, pg: Playground, language: Language
) -> None:
    """Four people and two computer players: both divisions are played to their end, and the next
    season begins with whoever was promoted and relegated.
    """
    people, place = await language.speakers(pg, 4), language.channel(pg)
    first, second, third, fourth = people
    chosen: Any = {"size": 3, "exchanged": 1, "start": 1, "length": 7}
    league = await open_league(first, place, language=language, name=CLUB, **chosen)
    await league.join(first, second)
    await league.add_computer_players(1)
    await league.join(third, fourth)
    await league.add_computer_players(1)
    _bring_forward(stack)
    begins = await league.news(league.say(league_news.BEGINS, name=CLUB, season=1))
    assert sorted(begins.mentions) == sorted(one.name for one in people)
    assert league.say(league_text.DIVISION, division=2) in begins.content
    await league.all_play(people, 2)
    table = await league.page(fourth, "Standings")
    assert _division(league, 2) in table.content
    assert "🔼" in table.content
    assert table.attachments
    above = await table.click("◀")
    assert "🔽" in above.content
    stack.kill()
    stack.start()
    await pg.wait_online()
    (match, *_) = await league.matches_of(first)
    await league.resign_all(people)
    await _leads_to(league, match, LEAGUE)
    ended = league.say(league_news.OVER, name=CLUB, season=1)
    over = await league.news(ended)
    assert "🔼" in over.content
    assert language.part(league_news.DECIDING) in over.content
    assert over.attachments
    assert f"{second.mention} 🔽" in over.content
    mine = await league.page(first, "My season")
    assert mine.attachments
    assert league.say(_views.YOU_PLAY_NEXT, season=2) in mine.content
    await league.news(language.part(league_news.ABSENT), count=2)
    await league.join(second, fourth)
    _bring_forward(stack)
    again = await league.news(league.say(league_news.BEGINS, name=CLUB, season=2))
    higher, lower = _divisions(league, again)
    assert first.mention in higher
    assert second.mention in lower
    for number in (1, 2):
        begins_ = league.say(league_news.BEGINS, name=CLUB, season=number)
        assert len(await league.told(begins_)) == 1
    assert len(await league.told(ended)) == 1
    ends = await league.form("End after this season…", reason="It was fun.")
    assert league.say(league_text.IS_LAST) in ends.content
    await league.news(league.say(league_news.LAST, season=2))
    await league.cancel()
    await league.news(league.say(league_news.CLOSED))


def _division(league: League, number: int) -> str:
    """The title of the standings of a division in the first season."""
    season = league.say(league_text.SEASON, season=1)
    return f"{season} · {league.say(league_text.DIVISION, division=number)}"


def _divisions(league: League, told: Message) -> tuple[str, str]:
    """What is told of the first division, and of the second."""
    title = league.say(league_text.DIVISION, division=2)
    higher, found, lower = told.content.partition(f"**{title}**")
    assert found
    return higher, lower


async def test_a_season_at_tables_of_three(
    stack: Stack, pg: Playground, language: Language
) -> None:
    """Four people and two computer players: both rounds of both divisions are played to their end,
    one after the other, and the next season begins with whoever was promoted and relegated.
    """
    people, place = await language.speakers(pg, 4), language.channel(pg)
    first, second, third, fourth = people
    chosen: Any = {"size": 3, "exchanged": 1, "rounds": 2, "start": 1, "length": 7}
    league = await open_league(first, place, "3stein", language, name=CLUB, **chosen)
    await league.join(first, second)
    await league.add_computer_players(1)
    await league.join(third, fourth)
    await league.add_computer_players(1)
    assert league.say(league_text.SIGNED, count=6) in (await league.page(first)).content
    _bring_forward(stack)
    begins = await league.news(league.say(league_news.BEGINS, name=CLUB, season=1))
    assert sorted(begins.mentions) == sorted(one.name for one in people)
    done = set[str]()
    for round_ in (1, 2):
        playing = [await _next_match(league, one, done) for one in people]
        assert playing[0] == playing[1] != playing[2] == playing[3]
        for one, match in zip(reversed(people), reversed(playing), strict=True):
            await league.resign(one, match)
        done.update(playing)
        if round_ == 1:
            stack.kill()
            stack.start()
            await pg.wait_online()
    ended = league.say(league_news.OVER, name=CLUB, season=1)
    higher, lower = _divisions(league, await league.news(ended))
    assert f"{second.mention} 🔽" in higher
    assert lower.count("🔼") == 1
    await _leads_to(league, playing[0], LEAGUE)
    table = await league.page(first, "Standings")
    assert _division(league, 1) in table.content
    assert "🔽" in table.content
    assert table.attachments
    rounds = await table.click(league.say(_views.ITS_GAMES))
    kind = f"{league.say(TABLES_OF, seats=3)} · {league.say(ROUNDS, count=2)}"
    assert kind in (await rounds.click(league.say("Overview"))).content
    assert (await league.page(fourth, "My season")).attachments
    await league.news(language.part(league_news.ABSENT), count=4)
    await league.join(*people)
    _bring_forward(stack)
    again = await league.news(league.say(league_news.BEGINS, name=CLUB, season=2))
    higher, lower = _divisions(league, again)
    assert first.mention in higher
    assert all(one.mention in lower for one in (second, third, fourth))
    for one in people:
        await _next_match(league, one, done)
    assert len(await league.told(ended)) == 1
    await league.cancel()
    await league.news(league.say(league_news.CLOSED))


async def _next_match(league: League, player: User, done: set[str]) -> str:
    """The match that somebody plays here after those that are done."""

    async def playing() -> list[str]:
        return [one for one in await league.matches_of(player) if one not in done]

    (match,) = await league.pg.wait_for(playing)
    return match
