"""A tour of everything that can be asked of ladders and leagues, and of the competitions that are
their divisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from typing import TypeAlias

import matches
from competitions.ladders import challenges, direction
from competitions.ladders import news as ladder_news
from competitions.ladders import offers as ladder_offers
from competitions.ladders import queries as ladders
from competitions.ladders import upkeep as ladder_upkeep
from competitions.ladders.creation import open_ladder
from competitions.ladders.held import Held as Ladder
from competitions.leagues import direction as league_directing
from competitions.leagues import news as league_news
from competitions.leagues import offers as league_offers
from competitions.leagues import queries as leagues
from competitions.leagues import signup
from competitions.leagues import upkeep as league_upkeep
from competitions.leagues.creation import open_league
from competitions.leagues.held import Held as League
from competitions.leagues.held import Terms
from competitions.log.admission import Membership
from competitions.log.terms import CommonTerms
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import LadderSettings
from competitions.model.league.events import LeagueSettings
from competitions.tournaments import news as life_news
from competitions.tournaments import queries as competitions
from competitions.tournaments import upkeep
from games import get as game_of
from matches.model.clock import Clock
from matches.model.computer_players import of_level
from matches.model.ids import ChannelId, GuildId, MessageId, PlayerId
from matches.settings import players as preferences
from storage.database import Database

GUILD, CHANNEL = GuildId(700), ChannelId(9001)
ANN, BOB, CAT, DAN, EVE = map(PlayerId, (501, 502, 503, 504, 505))
BUSY = PlayerId(1000)
"""A player with many of them."""

DAYS = Clock.read("3d")
SEASON = timedelta(days=28)
MEMBER = Membership(member=True)

Wait: TypeAlias = Callable[[timedelta], None]
"""Lets time pass."""


async def tour_of_leagues(db: Database, wait: Wait) -> None:
    """Everything at least once, including branches with queries of their own."""
    await preferences.prefer(db, DAN, at_once=20)
    asked = count(5 * 10**9)
    await _ladder(db, wait, asked)
    await _league(db, wait, asked)
    for statuses in (ladders.GOING, ladders.OVER):
        await ladders.of_player(db, BUSY, statuses=statuses)
        await ladders.in_guild(db, GUILD, statuses=statuses)
        await ladders.in_guild(db, GUILD, statuses=statuses, channels=[CHANNEL])
    for over in (leagues.GOING, leagues.OVER):
        await leagues.of_player(db, BUSY, statuses=over)
        await leagues.in_guild(db, GUILD, statuses=over)
        await leagues.in_guild(db, GUILD, statuses=over, channels=[CHANNEL])
    for guild in (GUILD, None):
        await ladders.elsewhere(db, guild)
        await leagues.elsewhere(db, guild)
        await competitions.elsewhere(db, guild)
    await competitions.of_player(db, BUSY)
    await competitions.in_guild(db, GUILD)


# Ladders


async def _ladder(db: Database, wait: Wait, asked: Iterator[int]) -> None:
    terms = CommonTerms(
        name="Ladder", guild=GUILD, channel=CHANNEL, game=game_of("attangle"), clock=DAYS
    )
    rules = LadderSettings(cooldown=0)
    held = await open_ladder(db, terms, rules, ANN, interaction=next(asked))
    for player in (BOB, CAT, DAN, EVE):
        held = await challenges.join(
            db, held.id, player, membership=MEMBER, interaction=next(asked)
        )
    await _challenge(db, held, DAN, CAT)
    await challenges.recall(db, held.id, DAN)
    await _challenge(db, held, DAN, CAT)
    await challenges.refuse(db, held.id, CAT, 2)
    held = await _played(db, await _accepted(db, held, EVE, BOB))
    await _told(db)
    held = await _accepted(db, held, CAT, DAN)
    await direction.annul(db, held.id, ANN, held.ladder.made, reason="Rain.")
    held = await _accepted(db, held, DAN, EVE)
    await challenges.leave(db, held.id, EVE)
    await challenges.join(db, held.id, EVE, membership=MEMBER)
    await direction.move(db, held.id, ANN, _member(held, CAT), 1, reason="A mistake.")
    await _challenge(db, held, BOB, CAT)
    wait(timedelta(days=5))
    await _advance_ladders(db)
    wait(timedelta(days=40))
    await _advance_ladders(db)
    await direction.remove(db, held.id, ANN, _member(held, BOB), reason="Gone.")
    await direction.change(db, held.id, ANN, name="Other")
    shown = await ladder_offers.offer(db, held.id, ANN, CAT)
    await ladder_offers.offered(db, held.id, CAT, shown)
    await direction.hand_over(db, held.id, ANN, CAT)
    await ladders.history(db, await ladders.get(db, held.id))
    await direction.close(db, held.id, CAT, reason="Summer.")
    await _told(db)


def _member(held: Ladder, player: PlayerId) -> MemberId:
    found = held.member_of(player)
    assert found is not None
    return found


async def _challenge(db: Database, held: Ladder, player: PlayerId, other: PlayerId) -> Ladder:
    return await challenges.challenge(db, held.id, player, [_member(held, other)])


async def _accepted(db: Database, held: Ladder, player: PlayerId, other: PlayerId) -> Ladder:
    """Somebody challenges somebody else, who accepts, and their match is opened."""
    held = await _challenge(db, held, player, other)
    await challenges.accept(db, held.id, other, held.ladder.made)
    return await ladder_upkeep.advance(db, held.id)


async def _played(db: Database, held: Ladder) -> Ladder:
    """The challenger wins the latest challenge."""
    challenge = held.ladder.challenges[held.ladder.made]
    match_id = held.match_of(challenge)
    assert match_id is not None
    assert await ladders.belonging(db, match_id) == (held.id, held.terms.name)
    loser = held.people[challenge.challenged[0]]
    assert loser is not None
    await matches.resign(db, match_id, loser)
    await _advance_ladders(db)
    await ladder_news.match_of(db, held, challenge.number)
    return await ladders.get(db, held.id)


async def _advance_ladders(db: Database) -> None:
    for ladder in await ladder_upkeep.take_due(db):
        await ladder_upkeep.advance(db, ladder)


async def _told(db: Database) -> None:
    for ladder in await ladder_news.take_news(db):
        held = await ladders.get(db, ladder)
        await ladder_news.news(db, held)
        await ladder_news.renew(db, ladder)
        await ladder_news.told(db, ladder, held.seq)


# Leagues


async def _league(db: Database, wait: Wait, asked: Iterator[int]) -> None:
    terms = Terms(
        name="League",
        guild=GUILD,
        channel=CHANNEL,
        game=game_of("attangle"),
        clock=DAYS,
        starts_at=db.now() + SEASON,
    )
    rules = LeagueSettings(size=2, exchanged=1, days=SEASON.days)
    held = await open_league(db, terms, rules, ANN, interaction=next(asked))
    await league_news.posted(db, held.id, MessageId(1))
    for player in (BOB, CAT, DAN, EVE):
        held = await signup.join(db, held.id, player, membership=MEMBER, interaction=next(asked))
    await signup.leave(db, held.id, EVE)
    held = await signup.join(db, held.id, EVE, membership=MEMBER)
    robot = of_level(1)
    held = await league_directing.enter(db, held.id, ANN, robot)
    entered = held.member_of(robot)
    assert entered is not None
    await league_directing.dismiss(db, held.id, ANN, entered, reason="No.")
    held = await league_directing.begin(db, held.id, ANN, 1)
    await _season(db, wait, held)
    await league_directing.change(db, held.id, ANN, name="Other")
    shown = await league_offers.offer(db, held.id, ANN, BOB)
    await league_offers.offered(db, held.id, BOB, shown)
    await league_directing.hand_over(db, held.id, ANN, BOB)
    await _season(db, wait, held)
    await league_directing.end(db, held.id, BOB, reason="Summer.")
    await league_directing.cancel(db, held.id, BOB, reason="Rain.")
    await _advance_leagues(db)
    assert (await leagues.get(db, held.id)).league.status == "over"


async def _season(db: Database, wait: Wait, held: League) -> None:
    """A season begins, and one of its games is played."""
    wait(SEASON)
    await _advance_leagues(db)
    held = await leagues.get(db, held.id)
    division = await leagues.division(db, held, 1)
    assert division.terms.part is not None
    await leagues.of_part(db, division.terms.part)
    match = await matches.get(db, next(iter(division.matches.values())))
    assert match.player_to_move is not None
    await matches.resign(db, match.id, match.player_to_move)
    await _advance_leagues(db)
    for league in await league_news.take_news(db):
        held = await leagues.get(db, league)
        await league_news.news(db, held)
        await league_news.renew(db, league)
        await league_news.told(db, league, held.seq)
    for competition in await life_news.take_news(db):
        played = await competitions.get(db, competition)
        await life_news.news(db, played)
        await life_news.renew(db, competition)
        await life_news.told(db, competition, played.seq)


async def _advance_leagues(db: Database) -> None:
    """Does what is due, in divisions and in leagues, until nothing is."""
    busy = True
    while busy:
        busy = False
        for division in await upkeep.take_due(db):
            await upkeep.advance(db, division)
            busy = True
        for league in await league_upkeep.take_due(db):
            await league_upkeep.advance(db, league)
            busy = True
