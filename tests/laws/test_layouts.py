"""Laws of lists and forms: the longest of each, in every game and language, is what Discord takes.

Discord is the playground, which reads them as it reads what the bot sends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from random import Random
from typing import Any

import pytest

import games
from bot.cogs.learning import help as help_pages
from bot.cogs.learning._help_topics import CHAPTERS, Names
from bot.cogs.lobby import _table_pages, open_tables, play_form
from bot.cogs.ratings import _messages as standings
from bot.cogs.records import my_matches
from bot.cogs.seats import open_seats
from bot.cogs.settings import player, server
from bot.cogs.settings._declared import Settings
from bot.context.command_ids import CommandIds
from bot.i18n.catalogues import language as catalogue
from bot.i18n.catalogues import languages
from bot.messages import board
from bot.messages import rating as rating_message
from bot.messages.competitions.tournament import Belonging, page_of
from bot.messages.first_steps import first_steps
from bot.pictures.men import Emojis, all_shown
from bot.text import match as match_text
from bot.text.discord_limits import LABEL, LAYOUT_TEXT, MESSAGE
from bot.ui import layout
from bot.ui.forms import Field
from bot.ui.message import Reply
from competitions.log.terms import LONGEST_NAME
from competitions.tournaments.queries import LAST_MEDAL, LOOKED_AT, Medal
from games import play as rules
from games.protocol import AnyGame
from games.texts import RESULTS
from matches.model.clock import Clock
from matches.model.conduct import LAST, Reliability
from matches.model.handovers import Handover, SeatOffer
from matches.model.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId
from matches.model.match import Ending, Listing, Place
from matches.model.ratings import Pool
from matches.model.requirements import MOST_HANDOVERS
from matches.ratings.standings import (
    PAGE,
    POOLS,
    Cursor,
    Leaderboard,
    Profile,
    Record,
    Score,
    Standing,
)
from matches.settings.guilds import GuildSettings
from matches.settings.players import Preferences
from playground.components import modal
from playground.forms import Form
from playground.limits import read_message
from playground.world import COMPONENTS_V2
from storage.ids import MatchNumber
from storage.ratings import Change, Rating
from storage.standings import Place as Rank
from tests.bot.test_sentences import a_match

NOW = datetime(2026, 1, 1, tzinfo=UTC)
IDS = [PlayerId(2**63 - 1 - seat) for seat in range(4)]
"""The longest ids."""
PLACE = Place(GuildId(2**63 - 1), ChannelId(2**63 - 1))


@pytest.fixture(params=languages())
def said(request: pytest.FixtureRequest) -> NullTranslations:
    """Each language."""
    return catalogue(request.param)


@pytest.fixture(scope="module")
def emojis() -> Emojis:
    """Discord has an emoji of each man and medal."""
    known = Emojis()
    known.ids = {one.name: 2**63 - 1 for one in all_shown()}
    return known


def _require_sendable(reply: Reply) -> None:
    """Nothing was cut off, and Discord takes it."""
    assert reply.parts
    shown: Any = layout.view(reply.parts, None, reply.controls).to_components()  # type: ignore[no-untyped-call]
    texts = [getattr(part, "text", "") for part in reply.parts]
    assert sum(map(len, texts)) <= LAYOUT_TEXT
    read_message(Form({"flags": COMPONENTS_V2, "components": shown}), [], 0)


def _require_form(fields: Sequence[Field]) -> None:
    parts = [field.to_component_dict() for field in fields]
    form = Form({"custom_id": "form", "title": "Form", "components": parts})
    modal(form)
    form.check()


def _listings(game: AnyGame, count: int, status: str) -> Iterator[Listing]:
    """Matches with every seat, chair and clock, at a place with a long id."""
    seats = max(game.info.seats)
    setup = rules.setup(game, seats, {}, Random(1))
    nobody = (None,) * (seats - 1)
    running = status == "running"
    for number in range(count):
        yield Listing(
            id=MatchId(f"ABCDEFGH{number:04}"),
            game=game,
            setup=setup,
            status="running" if running else "open",
            players=tuple(IDS[:seats]) if running else (IDS[0], *nobody),
            host=IDS[0],
            kept=(None,) * seats,
            seating="chosen",
            rated=False,
            place=PLACE,
            message=MessageId(2**63 - 1),
            seq=10**6,
            turn_count=0,
            to_move=1 if running else None,
            ending=None,
            created_at=NOW,
            started_at=NOW if running else None,
            clock=Clock.read("5d+12h/10d"),
            at_end="automatic",
            due_at=NOW + timedelta(days=5) if running else None,
            expires_at=None if running else NOW,
            reliability=100,
            offers=tuple(SeatOffer(seat, IDS[3]) for seat in range(1, seats + 1)),
        )


def test_lists_of_matches_and_tables(game: AnyGame, said: NullTranslations, emojis: Emojis) -> None:
    """A page of the longest rows fits, with the buttons to the pages beside it."""
    mine = [*_listings(game, my_matches.PAGE + 1, "running")]
    for who in IDS[:2]:
        _require_sendable(my_matches.listed(mine, who, NOW, said, emojis, page=1))
    mixed = [
        *mine[:2],
        replace(mine[2], to_move=2),
        replace(mine[3], status="adjourned"),
        *_listings(game, my_matches.PAGE - 3, "open"),
    ]
    headed = my_matches.listed(mixed, IDS[0], NOW, said, emojis, page=1)
    headings = (my_matches.MY_TURN, my_matches.THEIR_TURN, my_matches.STILL, my_matches.TABLES)
    texts = [getattr(part, "text", "") for part in headed.parts]
    at = [texts.index(f"**{said.gettext(one)}**") for one in headings]
    assert at == sorted(at)
    _require_sendable(headed)
    tables = [*_listings(game, open_tables.PAGE + 1, "open")]
    for who in (IDS[0], IDS[3]):
        shown = open_tables.listed(tables, who, said, emojis, game=game.info.key, page=1)
        _require_sendable(shown)


def test_lists_of_seats(game: AnyGame, said: NullTranslations, emojis: Emojis) -> None:
    """So does a page of matches in which every seat is on offer, to anyone or to oneself."""
    mine = [*_listings(game, open_seats.PAGE + 1, "running")]
    free = [
        replace(one, offers=tuple(SeatOffer(own.seat, None, anyone=True) for own in one.offers))
        for one in mine
    ]
    for found in (mine, free):
        _require_sendable(open_seats.listed(found, IDS[3], said, emojis, page=1))


def test_help(said: NullTranslations) -> None:
    """The first page with every game, each by a command that can be clicked; and a topic with more
    commands than any has.
    """
    ids = CommandIds()
    named = ("play", "move", "board", "rules", "settings", "games")
    ids.note(None, [{"name": one, "id": 2**63 - 1} for one in named])
    names = Names(ids, None, said)
    every = [game.info.key for game in games.all_games()]
    first = help_pages.first_page(names, every)
    _require_sendable(Reply("", first_steps(said), parts=first))
    shown = "\n".join(getattr(part, "text", "") for part in first)
    assert all(f"</play {key}:" in shown for key in every)
    line = f"{names['play 3stein']} – {'x' * LABEL}"
    for title in CHAPTERS:
        parts = help_pages.chapter(title, [line] * 20, names)
        _require_sendable(Reply("", first_steps(said), parts=parts))


def test_leaderboards_and_profiles(game: AnyGame, said: NullTranslations, emojis: Emojis) -> None:
    """A full page; and a player of as many pools as are shown, who has all kinds of medals, and
    against whom one has played all.
    """
    pool = Pool(game.info.key, max(game.info.seats), "correspondence")
    page = tuple(Standing(9999 - one, IDS[0], 2500, 99, 9999) for one in range(PAGE))
    ends = Cursor("above", 2500, IDS[0]), Cursor("below", 2500, IDS[0])
    own = Standing(9999, IDS[1], 1500, 99, 9999)
    for period in (0, 365):
        listed = Leaderboard(pool, GuildId(2**63 - 1), period, page, own, *ends)
        _require_sendable(standings.leaderboard(listed, IDS[1], said))
    rating = Rating(IDS[0], str(pool), 25.0, 8.0, 2500, 999, 400, 99, -20, 40)
    record = Record(pool, rating, Rank(2500, 99, 9998, 9999))
    scores = [Score(one.info.key, 99, 99, 99) for one in games.all_games()]
    reliable = Reliability(LAST, LAST - 1, timedelta(days=13, hours=23))
    found = Profile(IDS[0], (record,) * POOLS, reliable)
    medals = [
        Medal(one.info.key, place)
        for one in games.all_games()
        for place in range(1, LAST_MEDAL + 1)
    ]
    won = medals * LOOKED_AT
    _require_sendable(standings.profile(found, scores, won, said, emojis, picture=None))


def test_last_boards(game: AnyGame, said: NullTranslations, emojis: Emojis) -> None:
    """Every result, with everybody's rating, at the end of a match of a tournament with the longest
    name, all of whose seats were handed over as often as possible.
    """
    seats = max(game.info.seats)
    one = a_match(game, rules.setup(game, seats, {}, Random(1)))
    for reason in (*game.texts.results, *RESULTS):
        over = replace(
            one,
            status="finished",
            started_at=NOW,
            players=tuple(IDS[:seats]),
            to_move=None,
            ending=Ending(reason, tuple(range(1, seats + 1))),
            handovers=tuple(
                Handover(seat, seq, 999, NOW, "handover", IDS[0])
                for seat in range(1, seats + 1)
                for seq in range(MOST_HANDOVERS)
            ),
        )
        changes = [
            Change(MatchNumber(1), seat, IDS[seat - 1], "", 1, 25, 8, 2500, 25, 8, 2499, "", NOW, 1)
            for seat in range(1, seats + 1)
        ]
        belongs = Belonging("x" * LONGEST_NAME, "C-0000", 99)
        head = board.head(over, belongs, emojis.signs(game, over.setup), said)
        told = [match_text.standing(over, said), *rating_message.said(changes, said)]
        assert len("\n".join(head)) <= MESSAGE
        parts = (layout.Text("\n".join(filter(None, head))), *board.result(told))
        controls = (*board.under_board(over, said), page_of(belongs.id, said))
        _require_sendable(Reply("", controls, parts=parts))


def test_tables_by_taps(game: AnyGame, said: NullTranslations, emojis: Emojis) -> None:
    """The table as it would be opened, and the forms of its options."""
    seats = max(game.info.seats)
    chosen = {
        "opponents": ",".join(map(str, IDS[: seats - 1])),
        "clock": "13d+23h/14d",
        "seats": str(seats),
        "seating": "youngest",
        "timeout": "automatic",
    }
    _require_sendable(play_form.table(game, chosen, said, emojis))
    for at in range(len(_table_pages.pages(game))):
        _require_form(play_form.form(game, at, chosen, said))


def test_menus_show_whole_summaries(game: AnyGame, said: NullTranslations) -> None:
    """Nothing is cut off where a game is chosen."""
    assert len(said.gettext(game.texts.summary)) <= LABEL


@pytest.mark.parametrize(
    ("settings", "values"),
    [(player.SETTINGS, Preferences()), (server.SETTINGS, GuildSettings())],
    ids=["player", "server"],
)
def test_settings(settings: Settings, values: object, said: NullTranslations) -> None:
    """Their list, which explains each in a sentence, and their forms."""
    meanings = [said.gettext(one.meaning) for one in settings if one.title]
    assert all(re.fullmatch(r"[A-ZÄÖÜ`].+\.", one) for one in meanings)
    _require_sendable(settings.shown("setting", player.TITLE, values, said))
    buttons = [said.gettext(change) for change in settings.topics]
    assert len({*buttons}) == len(buttons), "each says what it changes"
    for topic in settings.topics.values():
        fields = [one.field(values, said) for one in topic]
        _require_form(fields)
        for one, field in zip(topic, fields, strict=True):
            assert field.text == said.gettext(one.title) or not one.title
