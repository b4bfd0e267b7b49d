"""Laws of what tournaments show: the largest of each is what Discord takes, in every language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from typing import Any, get_args

import discord
import pytest

import games
from bot.cogs.tournaments import _choices, _views, creation, management, rulings, ties
from bot.cogs.tournaments._lists import LISTS
from bot.cogs.tournaments._views import Reader, Shown
from bot.cogs.tournaments.succession import OFFERS
from bot.commands.competitions import direction, lists, succession
from bot.commands.competitions.creation import RATED, USUAL_CLOCK, game_field
from bot.commands.options import read_clock
from bot.i18n.catalogues import language as catalogue
from bot.i18n.catalogues import languages
from bot.messages.competitions import end as competition_end
from bot.messages.competitions import news as competition_news
from bot.messages.competitions import servers as competition_servers
from bot.messages.competitions import sign_up as competition_sign_up
from bot.messages.competitions import tournament as message
from bot.messages.competitions.story import Story
from bot.messages.competitions.tournament import View
from bot.pictures.board import Picture
from bot.pictures.men import Emojis
from bot.text import standings, tie_breaks
from bot.text.discord_limits import CALLED, LABEL, LAYOUT_TEXT, MESSAGE, OPTIONS
from bot.text.position import ALT_LIMIT
from bot.ui import layout
from bot.ui.controls import menu, pager
from bot.ui.forms import Field
from bot.ui.message import Reply
from competitions.formats.rounds import all_standings
from competitions.model.entrants import EntrantId
from competitions.model.events import Cancelled, Joined, Left
from competitions.model.settings import Settings
from competitions.pairing.sections import MOST
from competitions.tournaments.acts import TournamentAct
from competitions.tournaments.held import Held, Section
from competitions.tournaments.ids import CompetitionId, CompetitionNumber
from competitions.tournaments.news import Moment, Told
from competitions.tournaments.queries import Line
from competitions.tournaments.start import DIVIDED
from matches.model.clock import PRESETS
from matches.model.ids import GuildId, PlayerId
from playground.components import modal
from playground.forms import Form
from playground.limits import Upload, read_message
from playground.world import COMPONENTS_V2
from tests.support.held import LONGEST, NOW, held_of, in_play, matches_of, over, signed_up

ACTS = get_args(TournamentAct)
SIZES = [
    (Settings("swiss", rounds=9, least=2, most=200), 1, 30),
    (Settings("round-robin", cycles=2, games=2), 1, 10),
    (Settings("knockout", games=4), 2, 128),
    (Settings("groups"), 1, 32),
    (Settings("tables", seats=4, rounds=3), 1, 24),
]
"""Settings, the people of each entrant, and the entrants."""
IN_PLAY = [
    (Settings("round-robin", cycles=2), 2, 10, 18),
    (Settings("tables", seats=4, rounds=3, games=4), 1, 24, 1),
    (Settings("knockout", games=4), 2, 128, 1),
]
"""The same, and the rounds that have begun."""


@pytest.fixture(scope="module", params=SIZES, ids=lambda one: one[0].format)
def held(request: pytest.FixtureRequest) -> Held:
    """The largest tournament of each format, played to its end."""
    settings, size, count = request.param
    return _over(settings, size, count)


@cache
def _over(settings: Settings, size: int, count: int) -> Held:
    return held_of(over(settings, size, count), size)


@pytest.fixture(scope="module", params=IN_PLAY, ids=lambda one: one[0].format)
def running(request: pytest.FixtureRequest) -> Held:
    """A large tournament in which as much as possible is played at the same time."""
    settings, size, count, rounds = request.param
    return held_of(in_play(settings, size, count, rounds), size)


@pytest.fixture(params=languages())
def said(request: pytest.FixtureRequest) -> NullTranslations:
    """Each language."""
    return catalogue(request.param)


def _require_sendable(reply: Reply) -> None:
    """Nothing was cut off, and Discord takes it, with its picture."""
    assert reply.parts
    shown: Any = layout.view(reply.parts, reply.picture, reply.controls).to_components()  # type: ignore[no-untyped-call]
    texts = [getattr(part, "text", "") for part in reply.parts]
    assert sum(map(len, texts)) <= LAYOUT_TEXT
    assert len(reply.mentions) <= CALLED
    files = [] if reply.picture is None else [Upload(0, reply.picture.name, b"")]
    read_message(Form({"flags": COMPONENTS_V2, "components": shown}), files, 0)


def _require_plain(reply: Reply) -> None:
    """The same for a message without a frame."""
    assert not reply.parts
    assert len(reply.text) <= MESSAGE
    assert len(reply.mentions) <= CALLED
    shown: Any = reply.sent()["view"].to_components()
    read_message(Form({"content": reply.text, "components": shown}), [], 0)


def _require_form(fields: Sequence[Field]) -> None:
    parts = [field.to_component_dict() for field in fields]
    form = Form({"custom_id": "form", "title": "Form", "components": parts})
    modal(form)
    form.check()


def _reader(held: Held) -> Reader:
    """A director who takes part."""
    entrant = EntrantId(1)
    return Reader(held.teams[entrant][0] or PlayerId(1), entrant, directs=True)


PICTURE = Picture(b"", "W" * ALT_LIMIT, "crosstable.png")


@pytest.mark.untraced
@pytest.mark.parametrize("which", get_args(View))
def test_pages(held: Held, said: NullTranslations, which: View) -> None:
    """Every page of every view, for a director who takes part, with a picture."""
    reader, acts = _reader(held), ACTS
    for page in range(_views.last_page(held, which) + 3):
        shown = Shown(held, reader, said, page, PICTURE, acts=acts, pictures=13)
        _require_sendable(_views.view(shown, which))


@pytest.mark.parametrize("which", get_args(View))
def test_pages_while_it_is_played(running: Held, said: NullTranslations, which: View) -> None:
    """The same with as many own matches as there are, each with its button."""
    reader = _reader(running)
    playing = matches_of(running, reader.player, reader.entrant)[: 2 * _views.ROWS]
    for page in range(_views.last_page(running, which) + 2):
        shown = Shown(running, reader, said, page, PICTURE, playing, ACTS)
        reply = _views.view(shown, which)
        _require_sendable(reply)
        if which == "mine":
            rows = [part for part in reply.parts if isinstance(part, layout.Row)]
            assert rows
            assert len(rows) <= _views.ROWS


@pytest.mark.parametrize("which", get_args(View))
def test_pages_of_sections(held: Held, said: NullTranslations, which: View) -> None:
    """The same for a section of a tournament."""
    terms = replace(held.terms, section=Section(CompetitionNumber(1), MOST))
    shown = Shown(replace(held, terms=terms), _reader(held), said, 0, PICTURE, acts=ACTS)
    _require_sendable(_views.view(shown, which))


def test_the_whole_of_sections(said: NullTranslations) -> None:
    """With as many sections as there can be: its pages, its announcement, and what is told."""
    now = signed_up(Settings("swiss"), 2, 30 * MOST).apply(Cancelled(DIVIDED))
    sections = tuple(CompetitionId(f"C-ZZZZZ{at:02}") for at in range(MOST))
    whole = replace(held_of(now, 2), sections=sections)
    whole = replace(whole, terms=replace(whole.terms, section_size=30))
    held = held_of(over(Settings("round-robin"), 1, 8), 1)
    members = tuple(replace(one, guild=GuildId(1 + one.entrant // 2)) for one in held.members)
    inside = [replace(held, id=id_, members=members) for id_ in sections]
    names = dict.fromkeys(range(1, 200), "\\_" * competition_servers.LONGEST)
    for page in range(30):
        shown = Shown(
            whole,
            _reader(whole),
            said,
            page,
            acts=ACTS,
            servers=names,
            sections=inside,
            summed=standings.servers_of_sections(inside, names, said),
        )
        for which in get_args(View):
            _require_sendable(_views.view(shown, which))
    _require_sendable(competition_sign_up.poster(whole, said))
    _require_sendable(management.menu_of(whole, ACTS, said))
    moment = Moment(now, whole.teams)
    told = Told(9, Cancelled(DIVIDED), NOW, None, moment, moment)
    _require_plain(competition_end.cancelled(Story(told, whole), Cancelled(DIVIDED), said))


def test_standings_of_servers(held: Held, said: NullTranslations) -> None:
    """With the longest names, on every page."""
    members = [replace(one, guild=GuildId(1 + one.entrant // 2)) for one in held.members]
    cup = replace(held, members=tuple(members), terms=replace(held.terms, servers=True))
    names = dict.fromkeys(range(1, 200), "\\_" * competition_servers.LONGEST)
    for page in range(10):
        shown = Shown(cup, _reader(cup), said, page, PICTURE, acts=ACTS, pictures=3, servers=names)
        _require_sendable(_views.view(shown, "table"))
        _require_sendable(_views.view(shown, "about"))


@pytest.mark.untraced
def test_each_page_of_standings_is_another(held: Held, said: NullTranslations) -> None:
    """However many pages the picture has, the words stand on as many, each line on one of them."""
    reader = _reader(held)
    for pictures in (1, 2, 7):
        lines = list[str]()
        _, pages = _views._table(Shown(held, reader, said, pictures=pictures))
        for page in range(pages):
            parts, _ = _views._table(Shown(held, reader, said, page, pictures=pictures))
            lines += [one for one in parts[2].text.split("\n") if "<@" in one]  # type: ignore[union-attr]
        assert pages >= pictures
        assert len(lines) == len({*lines}) >= len(held.competition.seeding)


LONG = Settings("round-robin", cycles=2)
"""With this, a sum has as many terms as there are rounds, or opponents."""


@pytest.mark.parametrize(
    ("settings", "size", "count"), [*SIZES, (LONG, 2, 24)], ids=lambda one: str(one)[:30]
)
def test_tie_breaks(settings: Settings, size: int, count: int, said: NullTranslations) -> None:
    """Every page of them, also of the longest sums; each line stands on one of the pages."""
    held = _over(settings, size, count)
    tables = all_standings(held.competition)
    level = [row.entrant for table in tables for tie in table.ties for row in tie]
    shows = [one.item.label for one in _standings(held, said) if hasattr(one.item, "label")]
    assert (said.gettext(message.TIES) in shows) == bool(level)
    names = dict.fromkeys(level, "W" * 2 * LABEL)
    for entrant in [*level[:2], *level[-1:]]:
        shown = ties.Shown(held, tables, entrant, level[-1], said, 0, names)
        _require_sendable(ties.view(replace(shown, page=None)))
        lines = list[str]()
        for page in range(200):
            reply = ties.view(replace(shown, page=page))
            _require_sendable(reply)
            if "\n".join(lines).endswith(text := reply.parts[-1].text):  # type: ignore[union-attr]
                break
            lines.append(text)
        assert page < 199
        (table,) = [one for one in tables if entrant in one.tally.points]
        rows = tie_breaks.compared(table, entrant, level[-1])
        assert "\n".join(lines) == "\n".join(tie_breaks.lines(held, table, rows, said))


def _standings(held: Held, said: NullTranslations) -> Sequence[Any]:
    """The controls of the standings, for a director who takes part."""
    return _views.view(Shown(held, _reader(held), said), "table").controls


def test_nobody_has_as_many_points_as_somebody_else(said: NullTranslations) -> None:
    """Any more: the page says so, and leads back."""
    held = held_of(over(Settings("knockout"), 1, 4), 1)
    assert ties.first(all_standings(held.competition), EntrantId(1)) is None
    reply = ties.view(ties.Shown(held, (), None, EntrantId(1), said))
    _require_sendable(reply)
    assert len(reply.controls) == 1


def test_the_menu_of_tie_breaks_goes_along(said: NullTranslations) -> None:
    """It has room for some, and whoever stands at its end can be chosen: so all are reached."""
    held = held_of(over(Settings("swiss", rounds=3), 1, 90), 1)
    tables = all_standings(held.competition)
    entrant = ties.first(tables, None)
    seen = set[EntrantId]()
    while True:
        found = [row.entrant for row in ties.offered(tables, entrant)]
        assert len(found) == OPTIONS
        assert entrant in found
        seen |= {*found}
        if found[-1] == entrant:
            break
        entrant = found[-1]
    assert seen == {row.entrant for table in tables for tie in table.ties for row in tie}
    assert ties.first(tables, EntrantId(7)) == (7 if 7 in seen else ties.first(tables, None))


def test_what_is_told(held: Held, said: NullTranslations) -> None:
    """Each round fits in a few messages, and calls nobody twice."""
    for pairings in held.competition.rounds:
        pages = [*competition_news._pages(held, pairings, said)]
        lines = [line for page in pages for line in page.lines]
        assert len(lines) == len(pairings)
        people = [page.people for page in pages]
        called = [one for page in people for one in page]
        assert len(called) == len({*called})
        assert all(len(page) <= CALLED for page in people)
        assert all(sum(map(len, page.lines)) < LAYOUT_TEXT for page in pages)
    _require_sendable(competition_sign_up.poster(held, said))


def test_sign_up(said: NullTranslations) -> None:
    """The announcement, the question to a partner, who has left: with the longest names."""
    now = signed_up(Settings("knockout", most=4), 2, 30)
    held = held_of(now, 2)
    _require_sendable(competition_sign_up.poster(held, said))
    last = now.signed[-1]
    asked = replace(held, asked=frozenset(filter(None, held.teams[last.id][1:])))
    moment = Moment(now, held.teams)
    joined = Told(9, Joined(last), NOW, held.host, moment, moment)
    question = competition_sign_up.joined(Story(joined, asked), Joined(last), said)
    assert question is not None
    _require_plain(question)
    first = now.signed[0].id
    event = Left(first, "“*W*” " * (direction.LONGEST_REASON // 6))
    after = Moment(now.apply(event), held.teams)
    left = Told(9, event, NOW, held.host, moment, after)
    told = competition_sign_up.left(Story(left, held), event, said)
    assert told is not None
    _require_plain(told)


def test_lists_and_menus(held: Held, said: NullTranslations) -> None:
    """A full list, and the director's menus."""
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
    places: dict[str, str] = dict.fromkeys((one.id for one in lines), "W" * 100)
    full: Any = {"page": 1, "more": True, "on_server": True, "may_open": True}
    shown = lists.listed(LISTS, lines, "open", said, Emojis(), places=places, **full)
    _require_sendable(shown)
    _require_sendable(management.menu_of(held, ACTS, said, lost=True))
    options = [
        discord.SelectOption(label="W" * LABEL, value=str(at), description="W" * LABEL)
        for at in range(OPTIONS)
    ]
    turning = pager(1, lambda to: f"cup-who:-:9:{held.id}/9999/{to}", more=True)
    for name, choice in management.CHOICES.items():
        question = management.BY_WHOM if choice.entrants else direction.WHICH
        made = management._choosing(
            held, name, question, options, said, more="/9999", turning=turning
        )
        _require_sendable(made)
    found = menu(said.gettext(rulings.CHOICE), "cup-game:-:0:C-ZZZZZZ", options)
    _require_plain(Reply("W", (found,)))


def test_handing_over(held: Held, said: NullTranslations) -> None:
    """The question to whoever is to direct it, and what stands there afterwards."""
    offer = f"9999999999.{'f' * 32}"
    called = (PlayerId(LONGEST),)
    _require_plain(succession.question(OFFERS, held, held.host, offer, said, called=called))
    _require_plain(succession.done(held, said))


def test_forms(held: Held, said: NullTranslations) -> None:
    """The form of a result, with the longest names."""
    one = held.competition.rounds[0][0]
    named = dict.fromkeys(one.seats, "W" * 40)
    game = (one.round, one.number, 0)
    known = held.competition.outcomes[game]
    for knockout in (False, True):
        _require_form([*_choices.ruling(one, game, known, named, said, knockout=knockout)])


def test_forms_say_what_holds_for_all(said: NullTranslations) -> None:
    """That matches are rated, and who may open one, whole."""
    for organizers, note in RATED.items():
        assert game_field(games.all_games(), organizers, said).description == said.gettext(note)


def test_the_usual_clock_can_be_left_in_the_form(said: NullTranslations) -> None:
    """Whichever clock a server has, the form opens with it, and reads it as the same clock."""
    for clock in (*PRESETS, None):
        game = game_field(games.all_games(), "everyone", said)
        fields = [game, *creation.fields_of(clock, said)]
        _require_form(fields)
        filled: Any = next(one.component for one in fields if one.component.custom_id == "clock")  # type: ignore[attr-defined]
        assert read_clock(filled.default) == (clock or USUAL_CLOCK)
