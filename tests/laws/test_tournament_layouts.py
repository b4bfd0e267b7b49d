"""Laws of what tournaments show: the largest of each is what Discord takes, in every language."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from random import Random
from typing import Any, get_args

import pytest

import games
from bot.cogs.tournaments import _choices, _views, lists, managing
from bot.cogs.tournaments._views import Reader, Shown
from bot.i18n.catalogues import language as catalogue
from bot.i18n.catalogues import languages
from bot.messages import competition_news
from bot.messages.competition import View
from bot.pictures.men import Emojis
from bot.text import competition as text
from bot.text.discord_limits import CALLED, LAYOUT_TEXT
from bot.ui import layout
from bot.ui.message import Reply
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.life.acts import Act
from competitions.life.held import Held, Terms, teams_at
from competitions.life.ids import CompetitionId
from competitions.life.queries import Line
from competitions.model.competition import Competition, games_of
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.events import Agreed, Decided, Ended, Joined, Started
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from playground.components import modal
from playground.forms import Form
from playground.limits import read_message
from playground.world import COMPONENTS_V2
from storage.competitions import Member
from storage.ids import CompetitionNumber

_ACTS: tuple[Act, ...] = ("join", "excuse", "withdraw")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST = 2**63 - 1
"""The longest id."""
SIZES = [
    (Settings("swiss", rounds=9, least=2, most=200), 1, 30),
    (Settings("round-robin", cycles=2, games=2), 1, 10),
    (Settings("knockout", games=4), 2, 128),
    (Settings("groups"), 1, 32),
    (Settings("tables", seats=4, rounds=3), 1, 24),
]
"""Settings, the people of each entrant, and the entrants."""


def _over(settings: Settings, size: int, count: int) -> Competition:
    """A competition that was played to its end, with lots of ties."""
    now, rng = Competition(settings), Random(1)
    for number in range(1, count + 1):
        now = now.apply(Joined(Entrant(EntrantId(number), size, 1000.0 + number)))
        if size > 1:
            now = now.apply(Agreed(EntrantId(number)))
    now = now.apply(Started(tuple(EntrantId(number) for number in range(1, count + 1))))
    while now.status == "running":
        step = next_round(now)
        if isinstance(step, Over):
            return now.apply(Ended(step.places))
        now = now.apply(step)
        for game in now.undecided:
            seats = len(now.pairing(game).seats)
            ranks = rng.sample(range(1, seats + 1), seats)
            now = now.apply(Decided(game, Outcome(tuple(ranks), "played")))
    return now


def _held(now: Competition, size: int) -> Held:
    members = tuple(
        Member(entrant.id, place, PlayerId(LONGEST - 4 * entrant.id - place), 1)
        for entrant in now.signed
        for place in range(1, size + 1)
    )
    every = [game for pairings in now.rounds for one in pairings for game in games_of(one)]
    return Held(
        id=CompetitionId("C-ZZZZZZ"),
        number=CompetitionNumber(1),
        terms=Terms(
            name="W" * 80,
            guild=GuildId(LONGEST),
            channel=ChannelId(LONGEST),
            game=games.get("turnier"),
            clock=Clock.read("10d+1d/20d"),
            team=size,
            starts_at=NOW,
            ends_at=NOW + timedelta(days=90),
            each_round=timedelta(days=9, hours=5),
            anywhere=True,
            role=LONGEST,
            lowest=1000.0,
            highest=2000.0,
            repeats="month",
        ),
        host=PlayerId(LONGEST),
        seq=999_999,
        told=0,
        created_at=NOW,
        begun_at=NOW,
        next_at=None,
        competition=now,
        members=members,
        teams=teams_at(members, 1),
        asked=frozenset(),
        matches={game: MatchId("ZZZZZZ") for game in every},
        played={},
    )


@pytest.fixture(scope="module", params=SIZES, ids=lambda one: one[0].format)
def held(request: pytest.FixtureRequest) -> Held:
    """The largest tournament of each format."""
    settings, size, count = request.param
    return _held(_over(settings, size, count), size)


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


@pytest.mark.parametrize("which", get_args(View))
def test_pages(held: Held, said: NullTranslations, which: View) -> None:
    """Every page of every view, for a director who takes part."""
    entrant = EntrantId(1)
    reader = Reader(held.teams[entrant][0] or PlayerId(1), entrant, directs=True)
    for page in range(_views.last_page(held, which) + 3):
        _require_sendable(_views.view(Shown(held, reader, said, page, acts=_ACTS), which))


def test_what_is_told(held: Held, said: NullTranslations) -> None:
    """Each round fits in a few messages, and calls nobody twice."""
    for pairings in held.competition.rounds:
        pages = [*competition_news._pages(held, pairings, said)]
        lines = [line for page in pages for line in page.lines]
        assert len(lines) == len(pairings)
        people = [text.people(held, page.entrants) for page in pages]
        called = [one for page in people for one in page]
        assert len(called) == len({*called})
        assert all(len(page) <= CALLED for page in people)
        assert all(sum(map(len, page.lines)) < LAYOUT_TEXT for page in pages)
    _require_sendable(competition_news.poster(held, said))


def test_lists_and_menus(held: Held, said: NullTranslations) -> None:
    """A full list, and the director's menu."""
    line = Line(
        id=held.id,
        name=held.terms.name,
        guild=held.terms.guild,
        channel=held.terms.channel,
        host=held.host,
        game=held.terms.game,
        settings=held.competition.settings,
        team=held.terms.team,
        status="open",
        entrants=9999,
        anywhere=True,
        stalled=0,
        starts_at=NOW,
        ends_at=NOW,
    )
    lines = [replace(line, id=CompetitionId(f"C-ZZZZZ{at}")) for at in range(lists.PAGE)]
    shown = lists.listed(lines, "open", 1, said, Emojis(), more=True, on_server=True)
    _require_sendable(shown)
    _require_sendable(managing.menu_of(held, get_args(Act), said))


def test_forms(held: Held, said: NullTranslations) -> None:
    """The form of a result, with the longest names."""
    one = held.competition.rounds[0][0]
    named = dict.fromkeys(one.seats, "W" * 40)
    game = (one.round, one.number, 0)
    fields = [*_choices.ruling(one, game, held.competition.outcomes[game], named, said)]
    parts = [field.to_component_dict() for field in fields]
    form = Form({"custom_id": "form", "title": "Form", "components": parts})
    modal(form)
    form.check()
