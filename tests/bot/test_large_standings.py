"""The page of large standings: it says what it would say if all of it had been read."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import games
from bot.app.client import Dreierlei
from bot.cogs.tournaments import _views, page
from bot.cogs.tournaments._views import Reader, Shown
from bot.commands.competitions import pictures as competition_pictures
from bot.i18n.catalogues import language
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Withdrawn
from competitions.model.settings import Settings
from competitions.standings.placings import Sheet, placings, span
from competitions.standings.table import standings
from competitions.tournaments import sheets
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import start
from competitions.tournaments.held import Held
from competitions.tournaments.upkeep import advance
from matches.model.ids import PlayerId
from tests.bot.test_prefetch import ENGLISH, bot
from tests.competitions.play import game_by_game, started
from tests.competitions.tournaments.conftest import ANN, HOST, PLAYERS, join, terms
from tests.matches import toy
from tests.support.held import held_of, over

__all__ = ["bot"]


def _with_sheet(held: Held, at: int) -> Held:
    """The same with one page of its table."""
    table = placings(standings(held.competition))
    count = len(table.lines)
    pages = -(-count // sheets.LINES)
    lines = tuple(table.lines[one] for one in span(at, pages, count))
    teams = {one.entrant: held.teams[one.entrant] for one in lines}
    sheet = Sheet(lines, at, pages, table.level, table.decisive)
    return replace(held, sheet=sheet, teams=teams, members=(), matches={}, played={})


def _shown(held: Held, at: int, german: bool) -> Any:
    said = language("de") if german else ENGLISH
    return _views.view(Shown(held, Reader(ANN, None, directs=True), said, at), "table")


def _buttons(shown: Any) -> list[tuple[str, str, bool]]:
    """What the buttons of a page say, where they lead, and whether they can't be pressed."""
    return [(one.item.label, one.item.custom_id, one.item.disabled) for one in shown.controls]


@pytest.mark.parametrize("settings", [Settings("swiss"), Settings("tables", seats=3, mixed=True)])
def test_each_page_says_the_same(settings: Settings) -> None:
    """In every respect: lines, medals, who has withdrawn, the remark, and the buttons."""
    now = started(settings, 43)
    found: list[Competition] = [now, over(settings, 1, 43)]
    for at, one in enumerate(game_by_game(now, Random(1))):
        if at % 20 == 0:
            found.append(one)
    found.append(found[-1].apply(Withdrawn(EntrantId(3))))
    for one in found:
        held = held_of(one, 1)
        held = replace(held, terms=replace(held.terms, servers=False))
        for at in range(3):
            whole, part = _shown(held, at, at == 1), _shown(_with_sheet(held, at), at, at == 1)
            assert part.parts == whole.parts
            assert _buttons(part) == _buttons(whole)


async def test_no_more_is_read_than_is_shown(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the standings of a large tournament, with the same answer to who may see it; in words
    alone. For other views it is read as a whole.
    """
    monkeypatch.setitem(games._registry(), "toy", toy.GAME)
    monkeypatch.setattr(sheets, "LARGE", 4)
    db = bot.database
    held = await open_competition(db, terms(), Settings("swiss", rounds=3), HOST)
    for player in PLAYERS[:7]:
        held = await join(db, held.id, player)
    await start(db, held.id, HOST)
    held = await advance(db, held.id)

    def interaction(player: PlayerId) -> Any:
        user = SimpleNamespace(id=player)
        return SimpleNamespace(
            client=bot,
            user=user,
            guild_id=None,
            guild=None,
            locale=discord.Locale.american_english,
            extras={},
        )

    asked = interaction(ANN)
    seen = await page._seen(asked, "table").found(asked, held.id)
    assert seen.sheet is not None
    assert (seen.matches, len(seen.teams)) == ({}, 7)
    drawn = await competition_pictures.of_view(asked, seen, "table")
    assert (drawn.picture, drawn.page, drawn.pages) == (None, 0, 1)
    assert page.acts_of(asked, seen) == page.acts_of(asked, held)
    whole = await page._seen(asked, "rounds").found(asked, held.id)
    assert (whole.sheet, whole.competition) == (None, held.competition)
    stranger = interaction(PlayerId(999))
    with pytest.raises(CompetitionError, match="unknown-competition"):
        await page._seen(stranger, "table").found(stranger, held.id)
