"""Laws of what ladders and leagues show: the largest of each is what Discord takes, in every
language.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from typing import Any, get_args

import pytest

import games
from bot.cogs.ladders import _lists as ladder_lists
from bot.cogs.ladders import _views as ladder_views
from bot.cogs.ladders import management as ladder_managing
from bot.cogs.ladders import succession as ladder_handing_over
from bot.cogs.leagues import _lists as league_lists
from bot.cogs.leagues import _views as league_views
from bot.cogs.leagues import creation as league_opening
from bot.cogs.leagues import management as league_managing
from bot.cogs.leagues import succession as league_handing_over
from bot.commands.competitions import lists, succession
from bot.commands.competitions.creation import game_and_seats, game_field
from bot.i18n.catalogues import language as catalogue
from bot.i18n.catalogues import languages
from bot.messages.competitions import ladder as ladder_message
from bot.messages.competitions import league as league_message
from bot.messages.competitions import league_news
from bot.messages.competitions.tournament import TIES
from bot.messages.pages import pages
from bot.pictures.men import Emojis
from bot.text.discord_limits import CALLED, LAYOUT_TEXT, MESSAGE
from bot.ui import layout
from bot.ui.controls import item_of
from bot.ui.message import Reply
from competitions.ladders import acts as ladder_acts
from competitions.ladders.held import Held as LadderHeld
from competitions.ladders.ids import LadderId
from competitions.ladders.queries import HISTORY, History, Past
from competitions.ladders.queries import Line as LadderLine
from competitions.leagues import acts as league_acts
from competitions.leagues.held import Held as LeagueHeld
from competitions.leagues.held import Terms
from competitions.leagues.ids import LeagueId
from competitions.leagues.news import Told
from competitions.leagues.queries import Line as LeagueLine
from competitions.log.kept import Kept
from competitions.log.terms import CommonTerms
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import Challenged, Joined, LadderSettings, Played
from competitions.model.ladder.events import Opened as LadderOpened
from competitions.model.ladder.ladder import Ladder
from competitions.model.ladder.ladder import fold as fold_ladder
from competitions.model.league.events import Begun, Entered, Finished, LeagueSettings, Opened
from competitions.model.league.league import League, fold
from competitions.model.settings import Settings
from competitions.tournaments.held import Held as Division
from competitions.tournaments.ids import CompetitionId
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from playground.components import modal
from playground.forms import Form
from playground.limits import read_message
from playground.world import COMPONENTS_V2
from storage.ids import LadderNumber, LeagueNumber
from tests.support.held import held_of, in_play, over

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST = 2**63 - 1
"""The longest id."""
MANY = 150
SIZE = 64


def _member(number: int) -> MemberId:
    return MemberId(number)


def _people(count: int) -> dict[MemberId, PlayerId | None]:
    return {_member(number): PlayerId(LONGEST - number) for number in range(1, count + 1)}


def _common() -> dict[str, Any]:
    return {
        "guild": GuildId(LONGEST),
        "channel": ChannelId(LONGEST),
        "game": games.get("turnier"),
        "clock": Clock.read("10d+1d/20d"),
        "anywhere": True,
        "role": LONGEST,
        "reliability": 100,
    }


def _ladder(seats: int) -> Ladder:
    """Many members, of whom as many as possible challenge others."""
    settings = LadderSettings(seats=seats, reach=99)
    joined = [Joined(_member(number), NOW) for number in range(1, MANY + 1)]
    now = fold_ladder([LadderOpened(settings, NOW), *joined])
    for first in range(1, MANY - seats, seats):
        others = tuple(_member(first + at) for at in range(seats - 1))
        now = now.apply(Challenged(_member(first + seats - 1), others, NOW))
    return now


@pytest.fixture(scope="module", params=[2, 4])
def ladder(request: pytest.FixtureRequest) -> LadderHeld:
    """The largest ladder for so many at a table."""
    return LadderHeld(
        id=LadderId("L-ZZZZZZ"),
        number=LadderNumber(1),
        terms=CommonTerms(name="_" * 80, **_common()),
        host=PlayerId(LONGEST),
        seq=999_999,
        told=0,
        created_at=NOW,
        next_at=None,
        ladder=_ladder(request.param),
        people=_people(MANY),
        played={},
        until=dict.fromkeys(_ladder(request.param).challenges, NOW),
    )


RULES = {
    2: LeagueSettings(size=SIZE, exchanged=16, games=4, cycles=2, days=366),
    4: LeagueSettings(seats=4, size=SIZE, exchanged=16, games=4, rounds=99, days=366),
}
"""The longest, by seats."""
DIVISIONS = {
    2: (Settings("round-robin"), 10),
    4: (Settings("tables", seats=4, rounds=3, games=4), 24),
}
"""The same of their divisions, and how many play there."""


def _league(seats: int) -> League:
    """Two large divisions, and as many who wait for the next season."""
    signed = [Entered(_member(number)) for number in range(1, 2 * SIZE + 30)]
    divisions = (
        tuple(map(_member, range(1, SIZE + 1))),
        tuple(map(_member, range(SIZE + 1, 2 * SIZE + 1))),
    )
    return fold([Opened(RULES[seats]), *signed, Begun(1, divisions)])


@pytest.fixture(scope="module", params=[2, 4])
def league(request: pytest.FixtureRequest) -> LeagueHeld:
    """The largest league for so many at a table."""
    return LeagueHeld(
        id=LeagueId("G-ZZZZZZ"),
        number=LeagueNumber(1),
        terms=Terms(name="_" * 68, **_common(), starts_at=NOW + timedelta(days=366)),
        host=PlayerId(LONGEST),
        seq=999_999,
        told=0,
        created_at=NOW,
        next_at=None,
        league=_league(request.param),
        people=_people(2 * SIZE + 30),
        divisions=(CompetitionId("C-ZZZZZY"), CompetitionId("C-ZZZZZZ")),
    )


@pytest.fixture(params=languages())
def said(request: pytest.FixtureRequest) -> NullTranslations:
    """Each language."""
    return catalogue(request.param)


def _require_sendable(reply: Reply) -> None:
    """Nothing was cut off, and Discord takes it."""
    assert reply.parts
    shown: Any = layout.view(reply.parts, None, reply.controls).to_components()  # type: ignore[no-untyped-call]
    texts = [getattr(part, "text", "") for part in reply.parts]
    assert sum(map(len, texts)) <= LAYOUT_TEXT
    assert len(reply.mentions) <= CALLED
    read_message(Form({"flags": COMPONENTS_V2, "components": shown}), [], 0)


# Ladders


def _history(held: LadderHeld) -> History:
    """A page of challenges that were all played."""
    found = []
    for number, one in enumerate(list(held.ladder.challenges.values())[:HISTORY], start=1):
        made = Challenged(one.challenger, one.challenged, NOW)
        end = Played(number, tuple(range(1, len(one.members) + 1)), NOW)
        found.append(Past(number, made, end, MatchId("ZZZZZZ")))
    return History(tuple(found), held.people, more=True)


@pytest.mark.parametrize("which", get_args(ladder_message.View))
def test_pages_of_ladders(
    ladder: LadderHeld, said: NullTranslations, which: ladder_message.View
) -> None:
    """Every page of every view, for a director in the middle, for a stranger."""
    for member in (_member(MANY // 2), _member(MANY // 2 + 1), None):
        player = PlayerId(1) if member is None else ladder.people[member]
        assert player is not None
        for page in range(5):
            shown = ladder_views.Shown(
                ladder,
                player,
                member,
                said,
                page,
                history=_history(ladder),
                acts=get_args(ladder_acts.LadderAct),
                directs=True,
            )
            _require_sendable(ladder_views.view(shown, which))
    _require_sendable(ladder_message.poster(ladder, said))


def test_lists_and_menus_of_ladders(ladder: LadderHeld, said: NullTranslations) -> None:
    """A full list, and the director's menu."""
    line = LadderLine(
        id=ladder.id,
        name=ladder.terms.name,
        guild=ladder.terms.guild,
        channel=ladder.terms.channel,
        host=ladder.host,
        game=ladder.terms.game,
        settings=ladder.ladder.settings,
        status="running",
        members=9999,
        anywhere=True,
    )
    found = [replace(line, id=LadderId(f"L-ZZZZZ{at}")) for at in range(lists.PAGE)]
    places: dict[str, str] = dict.fromkeys((one.id for one in found), "W" * 100)
    full: Any = {"page": 1, "more": True, "on_server": True, "may_open": True}
    listed = lists.listed(ladder_lists.LISTS, found, "here", said, Emojis(), places=places, **full)
    _require_sendable(listed)
    _require_sendable(
        ladder_managing.MENU.reply(ladder, get_args(ladder_acts.LadderAct), said, lost=True)
    )


# Leagues


@pytest.mark.parametrize("which", get_args(league_message.View))
def test_pages_of_leagues(
    league: LeagueHeld, said: NullTranslations, which: league_message.View
) -> None:
    """Every view, for a director who takes part."""
    player = league.people[_member(1)]
    assert player is not None
    for page in range(2):
        shown = league_views.Shown(
            league, player, said, page, acts=get_args(league_acts.LeagueAct), directs=True
        )
        _require_sendable(league_views.view(shown, which))
    _require_sendable(league_message.poster(league, said))


def test_standings_of_a_division_lead_to_its_tie_breaks(
    league: LeagueHeld, said: NullTranslations
) -> None:
    """Once something is decided, and some have the same points."""
    player, (settings, count) = PlayerId(1), DIVISIONS[league.league.settings.seats]
    decided = held_of(over(settings, 1, count), 1)
    begun = held_of(in_play(settings, 1, count, 1), 1)
    views: list[tuple[league_message.View, Division, bool]] = [
        ("table", decided, True),
        ("table", begun, False),
        ("mine", decided, False),
    ]
    for which, division, there in views:
        reply = league_views.view(league_views.Shown(league, player, said, 0, division), which)
        _require_sendable(reply)
        labels = [getattr(item_of(one), "label", "") for one in reply.controls]
        assert (said.gettext(TIES) in labels) == there


def test_lists_and_menus_of_leagues(league: LeagueHeld, said: NullTranslations) -> None:
    """A full list, and the director's menu."""
    line = LeagueLine(
        id=league.id,
        name=league.terms.name,
        guild=league.terms.guild,
        channel=league.terms.channel,
        host=league.host,
        game=league.terms.game,
        settings=league.league.settings,
        status="running",
        season=99,
        signed=9999,
        starts_at=NOW,
        anywhere=True,
    )
    found = [replace(line, id=LeagueId(f"G-ZZZZZ{at}")) for at in range(lists.PAGE)]
    places: dict[str, str] = dict.fromkeys((one.id for one in found), "W" * 100)
    full: Any = {"page": 1, "more": True, "on_server": True, "may_open": True}
    listed = lists.listed(league_lists.LISTS, found, "here", said, Emojis(), places=places, **full)
    _require_sendable(listed)
    _require_sendable(
        league_managing.MENU.reply(league, get_args(league_acts.LeagueAct), said, lost=True)
    )


def test_the_form_for_a_league(said: NullTranslations) -> None:
    """It offers each game with each number of seats, and what it sends is read so."""
    game: Any = game_field(games.all_games(), "everyone", said, seats=True)
    fields = [game, *league_opening._fields(None, said)]
    parts = [field.to_component_dict() for field in fields]
    form = Form({"custom_id": "form", "title": "Form", "components": parts})
    modal(form)
    form.check()
    read = [game_and_seats(one.value) for one in game.component.options]
    assert {(key, seats or min(games.get(key).info.seats)) for key, seats in read} == {
        (one.info.key, seats) for one in games.all_games() for seats in one.info.seats
    }


@pytest.mark.parametrize("offers", [ladder_handing_over.OFFERS, league_handing_over.OFFERS])
def test_handing_over(
    ladder: LadderHeld, league: LeagueHeld, said: NullTranslations, offers: succession.Offers
) -> None:
    """The question to whoever is to direct it, and what stands there afterwards."""
    held: Kept = ladder if offers is ladder_handing_over.OFFERS else league
    offer, called = f"9999999999.{'f' * 32}", (PlayerId(LONGEST),)
    asked = succession.question(offers, held, held.host, offer, said, called=called)
    for reply in (asked, succession.done(held, said)):
        assert len(reply.text) <= MESSAGE
        shown: Any = reply.sent()["view"].to_components()
        read_message(Form({"content": reply.text, "components": shown}), [], 0)


def test_what_is_told_of_a_season(league: LeagueHeld, said: NullTranslations) -> None:
    """Its beginning and its end fit in a few messages, and call nobody twice."""
    now = league.league
    begun, finished = Begun(1, now.divisions), Finished(1, now.divisions)
    after = now.apply(finished)
    for event, before, later in ((begun, now, now), (finished, now, after)):
        told = Told(9, event, NOW, None, before, later)
        story = league_news._Story(None, league, told, said)  # type: ignore[arg-type]
        if isinstance(event, Begun):
            lines = [*league_news._divisions(story, event)]
        else:
            lines = [*league_news._finals(story, event)]
        listed = [*pages(lines)]
        called = [one for page in listed for one in page.people]
        assert len(called) == len({*called})
        assert all(len(page.people) <= CALLED for page in listed)
        assert all(sum(map(len, page.lines)) < LAYOUT_TEXT for page in listed)
        if isinstance(event, Begun):
            assert len(called) == 2 * SIZE
