"""A ladder and a league, played to their end by people and computer players, with real commands."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from matches.model.ids import MatchId
from playground.client import Channel, Playground, User
from tests.support.directed import MATCH, Directed
from tests.support.ladders import League, open_ladder, open_league
from tests.support.matches import HASTY, boards_with
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


async def _english(pg: Playground, *names: str) -> list[User]:
    """These people, in a language that the test reads."""
    people = [pg.user(name) for name in names]
    for one in people:
        await one.change(locale="en-US")
    return people


async def test_a_ladder(stack: Stack, pg: Playground, general: Channel) -> None:
    """Four people: one is won, one declined, one stopped by a kill in the middle, and the end."""
    anna, ben, david, emma = await _english(pg, "anna", "ben", "david", "emma")
    climb = await open_ladder(anna, general, name="The ladder of the club", cooldown=0)
    await climb.join(anna, ben, david, emma)
    await climb.challenge(emma, ben)
    call = await climb.news("(place 4) challenges")
    await call.click("Accept", by=ben)
    played = MATCH.search((await climb.news("are playing match `")).content)
    assert played
    stack.kill()
    stack.start()
    await pg.wait_online()
    await climb.resign(ben, played[1])
    await _leads_to(climb, played[1], "Go to the ladder")
    result = await climb.news(f"{emma.mention}'s challenge:")
    assert f"{emma.mention}: 4 → 2" in result.content
    await climb.challenge(david, emma)
    call = await climb.news("(place 4) challenges")
    await call.click("Decline and lose", by=emma)
    await climb.news(f"declines {david.mention}'s challenge")
    places = (await climb.page(anna, "All places")).content
    order = [places.index(one.mention) for one in (anna, david, emma, ben)]
    assert order == sorted(order)
    assert len(await climb.told("'s challenge:")) == 1
    await climb.form("Close it…", reason="The season is over.")
    over = await climb.news("The ladder is over.")
    assert f"🏆 {anna.mention} is at the top." in over.content


async def _leads_to(held: Directed, match: str, label: str) -> None:
    """The last board of a match names what it belongs to, and leads there."""
    match_id = MatchId(match)
    (last,) = await held.pg.wait_for(lambda: boards_with(held.channel, match_id, "Rematch"))
    assert f"{held.command} `{held.id}`" in last.content
    assert last.labels[-1] == label


def _bring_forward(stack: Stack) -> None:
    """The next season begins now."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        due = "2020-01-01 00:00:00.000000"
        database.execute("UPDATE league SET starts_at = ?, next_at = ?", (due, due))


async def _resign_all(league: League, people: list[User]) -> None:
    """In all matches of a season: of two people the later one resigns, of one the person."""
    done = set[str]()
    for one in people:
        for match in await league.matches_of(one):
            if match in done:
                continue
            board = await one.command("board", league.channel, match=match)
            there = [other for other in people if other.mention in board.content]
            await league.resign(there[-1], match)
            done.add(match)


async def _all_play(league: League, people: list[User], matches: int) -> None:
    """Waits until each of them has so many matches."""
    for one in people:

        async def playing(one: User = one) -> bool:
            return len(await league.matches_of(one)) == matches

        assert await league.pg.wait_for(playing)


async def test_a_league_season_of_two_divisions(
    stack: Stack, pg: Playground, general: Channel
) -> None:
    """Four people and two computer players: both divisions are played to their end, and the next
    season begins with whoever was promoted and relegated.
    """
    people = await _english(pg, "anna", "ben", "david", "emma")
    anna, ben, david, emma = people
    league = await open_league(
        anna, general, name="Club league", size=3, exchanged=1, start=1, length=7
    )
    await league.join(anna, ben)
    await league.add_computer_players(1)
    await league.join(david, emma)
    await league.add_computer_players(1)
    _bring_forward(stack)
    begins = await league.news("Club league: season 1 begins")
    assert sorted(begins.mentions) == ["anna", "ben", "david", "emma"]
    assert "**Division 2**" in begins.content
    await _all_play(league, people, 2)
    table = await league.page(emma, "Standings")
    assert "Season 1 · Division 2" in table.content
    assert "🔼" in table.content
    assert table.attachments
    first = await table.click("◀")
    assert "🔽" in first.content
    stack.kill()
    stack.start()
    await pg.wait_online()
    (match, *_) = await league.matches_of(anna)
    await _resign_all(league, people)
    await _leads_to(league, match, "Go to the league")
    over = await league.news("Club league: season 1 is over")
    assert "🔼" in over.content
    assert "The deciding match of the first division: `" in over.content
    assert over.attachments
    assert f"{ben.mention} 🔽" in over.content
    mine = await league.page(anna, "My season")
    assert mine.attachments
    assert "You're signed up for season 2." in mine.content
    await league.news("didn't show up", count=2)
    await league.join(ben, emma)
    _bring_forward(stack)
    again = await league.news("Club league: season 2 begins")
    higher, _, lower = again.content.partition("**Division 2**")
    assert anna.mention in higher
    assert ben.mention in lower
    for number in (1, 2):
        assert len(await league.told(f"season {number} begins")) == 1
    assert len(await league.told("season 1 is over")) == 1
    ends = await league.form("End after this season…", reason="It was fun.")
    assert "It's the last season." in ends.content
    await league.news("is the last one of this league")
    await league.cancel()
    await league.news("The league is over.")


async def test_a_season_at_tables_of_three(stack: Stack, pg: Playground, general: Channel) -> None:
    """Four people and two computer players: both rounds of both divisions are played to their end,
    one after the other, and the next season begins with whoever was promoted and relegated.
    """
    people = await _english(pg, "anna", "ben", "david", "emma")
    anna, ben, david, emma = people
    chosen = {"size": 3, "exchanged": 1, "rounds": 2, "start": 1, "length": 7}
    league = await open_league(anna, general, "3stein", name="Threes", **chosen)
    await league.join(anna, ben)
    await league.add_computer_players(1)
    await league.join(david, emma)
    await league.add_computer_players(1)
    assert "6 signed up" in (await league.page(anna)).content
    _bring_forward(stack)
    begins = await league.news("Threes: season 1 begins")
    assert sorted(begins.mentions) == ["anna", "ben", "david", "emma"]
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
    over = await league.news("Threes: season 1 is over")
    higher, _, lower = over.content.partition("**Division 2**")
    assert f"{ben.mention} 🔽" in higher
    assert lower.count("🔼") == 1
    await _leads_to(league, playing[0], "Go to the league")
    table = await league.page(anna, "Standings")
    assert "Season 1 · Division 1" in table.content
    assert "🔽" in table.content
    assert table.attachments
    rounds = await table.click("Matches in this division")
    assert "Tables of 3 · 2 rounds" in (await rounds.click("Overview")).content
    assert (await league.page(emma, "My season")).attachments
    await league.news("didn't show up", count=4)
    await league.join(*people)
    _bring_forward(stack)
    again = await league.news("Threes: season 2 begins")
    higher, _, lower = again.content.partition("**Division 2**")
    assert anna.mention in higher
    assert all(one.mention in lower for one in (ben, david, emma))
    for one in people:
        await _next_match(league, one, done)
    assert len(await league.told("season 1 is over")) == 1
    await league.cancel()
    await league.news("The league is over.")


async def _next_match(league: League, player: User, done: set[str]) -> str:
    """The match that somebody plays here after those that are done."""

    async def playing() -> list[str]:
        return [one for one in await league.matches_of(player) if one not in done]

    (match,) = await league.pg.wait_for(playing)
    return match
