"""Medals of tournaments: on boards before the names, and counted on the profile."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import games
from bot.app.client import Dreierlei
from bot.cogs.ratings import _messages
from bot.commands.competitions.pictures import zones
from bot.pictures.board import of_match
from bot.pictures.competitions.standings import Zones
from bot.pictures.medals import Honours
from bot.pictures.men import Emojis
from bot.text import standings
from competitions.leagues import signup, upkeep
from competitions.leagues.creation import open_league
from competitions.leagues.held import Terms
from competitions.model.league.events import LeagueSettings
from competitions.model.settings import Settings
from competitions.tournaments import queries
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import start
from competitions.tournaments.held import Part
from competitions.tournaments.queries import Medal
from competitions.tournaments.rulings import decide
from competitions.tournaments.upkeep import advance
from games.protocol import AnyGame
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.match import Match
from matches.ratings.standings import Profile
from storage.database import Database
from storage.ids import LeagueNumber
from tests.bot.test_prefetch import ANN, BEN, CAT, ENGLISH, bot, match
from tests.competitions.leagues.conftest import MEMBER
from tests.competitions.tournaments.conftest import HOST, join, terms
from tests.support.held import held_of, over

__all__ = ["bot", "match"]


async def _cup(database: Database, game: AnyGame, *, ann_wins: bool) -> None:
    """A cup of two, as it was decided."""
    held = await open_competition(database, terms(game=game), Settings("knockout"), HOST)
    for player in (ANN, BEN):
        held = await join(database, held.id, player)
    await start(database, held.id, HOST)
    held = await advance(database, held.id)
    (one,) = held.competition.rounds[0]
    winner = held.entrant_of(ANN if ann_wins else BEN)
    ranks = {id_: 1 if id_ == winner else 2 for id_ in one.seats}
    await decide(database, held.id, HOST, (1, 1, 0), ranks, seen=held.seq, reason="So.")
    held = await advance(database, held.id)
    assert held.competition.status == "over"


async def test_the_best_medal_of_the_game_stands_before_the_name(
    bot: Dreierlei, match: Match
) -> None:
    """On the boards of that game, once it is known."""
    database, game = bot.database, match.game
    before = await of_match(bot, match, ENGLISH)
    assert await Honours(database).of(match) == ()
    await _cup(database, game, ann_wins=False)
    assert await Honours(database).of(match) == (2, 1)
    await _cup(database, game, ann_wins=True)
    await _cup(database, game, ann_wins=True)
    assert await Honours(database).of(match) == (1, 1)
    assert [one.place for one in await queries.medals(database, BEN)] == [2, 2, 1]
    assert await queries.medals(database, CAT) == ()
    assert await of_match(bot, match, ENGLISH) == before, "it is believed for a while"
    bot.service(Honours)._known.clear()
    assert (await of_match(bot, match, ENGLISH)).data != before.data


async def test_only_medals_of_the_same_game(bot: Dreierlei, match: Match) -> None:
    """Who is good at one game need not be at another."""
    await _cup(bot.database, games.get("tyr"), ann_wins=True)
    assert await Honours(bot.database).of(match) == ()
    assert await queries.medals(bot.database, ANN) == (Medal("tyr", 1),)


def test_the_profile_counts_them() -> None:
    """By game and metal, without the tournaments, of which not everybody may know."""
    won = [Medal("tyr", 3), Medal("attangle", 1), Medal("attangle", 1), Medal("tyr", 2)]
    shown = _messages.profile(Profile(ANN, ()), [], won, ENGLISH, Emojis(), picture=None)
    said = "\n".join(getattr(part, "text", "") for part in shown.parts)
    assert "**Medals in tournaments**" in said
    assert "Tyr – 3 gewinnt: 1 × silver medal, 1 × bronze medal" in said
    assert "Attangle: 2 × gold medal" in said


async def test_of_a_league_the_first_division_has_medals(bot: Dreierlei) -> None:
    """In the table of its latest season, and no lower one, also if nobody goes up."""
    database, starts = bot.database, bot.database.now() + timedelta(days=7)
    settings = LeagueSettings(size=2, least=2, most=3, exchanged=0)
    chosen = Terms(
        name="League",
        guild=GuildId(7),
        channel=ChannelId(8),
        game=games.get("tyr"),
        clock=Clock.read("3d"),
        starts_at=starts,
    )
    held = await open_league(database, chosen, settings, HOST)
    for number in range(4):
        await signup.join(database, held.id, PlayerId(1_001 + number), membership=MEMBER)
    later = Database(database.url, lambda: starts)
    held = await upkeep.advance(later, held.id)
    interaction: Any = SimpleNamespace(client=bot)
    found = [
        await zones(interaction, await queries.get(database, division))
        for division in held.divisions
    ]
    assert found == [Zones(medals=True), Zones(medals=False)]
    await later.close()


def test_words_have_medals_where_pictures_have_them() -> None:
    """At the end, but in no lower division of a league."""
    cup = held_of(over(Settings("round-robin"), 1, 3), 1)
    for part, honoured in (
        (None, True),
        (Part(LeagueNumber(1), 1, 1), True),
        (Part(LeagueNumber(1), 1, 2), False),
    ):
        (block,) = standings.blocks(replace(cup, terms=replace(cup.terms, part=part)), ENGLISH)
        assert ("🥇" in block.lines[0]) == honoured
        assert ("`  1`" in block.lines[0]) != honoured
