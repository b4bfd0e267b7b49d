"""Pictures of tournaments between servers: for which one people play stands with their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures.competitions.common import Drawn
from bot.pictures.competitions.crosstable import crosstable_picture
from bot.pictures.competitions.standings import standings_picture
from competitions.model.entrants import EntrantId
from competitions.model.settings import Settings
from render.table import Row
from tests.bot.competition_stages import NAMES, ended, page_of, reader
from tests.render.pages import LONG, check


@pytest.mark.parametrize("settings", [Settings("round-robin"), Settings("swiss", rounds=3)])
def test_servers_stand_below_names(settings: Settings) -> None:
    """In a cup of servers, as far as they may be named and can be printed. Words say it, too."""
    now = ended(settings, len(NAMES))
    servers = {EntrantId(1): "Playground", EntrantId(2): LONG, EntrantId(3): "漢字"}
    who = replace(reader(own=1), servers=servers)
    for drawn in (standings_picture(now, who), crosstable_picture(now, who)):
        check(page_of(drawn))
        below = {row.cells[1].text: row.cells[1].below for row in _rows(drawn)}
        assert {name: server for name, server in below.items() if server} == {
            "Anna": "Playground",
            "Ben": LONG,
        }
        assert any("Anna (Playground): " in line for line in drawn.lines)
        assert any(line.partition(": ")[0].endswith("(漢字)") for line in drawn.lines)


def test_pages_are_shorter_with_servers() -> None:
    """Since their rows are higher."""
    now = ended(Settings("swiss", rounds=3), 16)
    who = replace(reader(), servers={EntrantId(1): "Playground"})
    assert standings_picture(now, reader()).pages == 1
    for page in range(2):
        drawn = standings_picture(now, who, page=page)
        assert drawn.pages == 2
        check(page_of(drawn))


def _rows(drawn: Drawn) -> tuple[Row, ...]:
    """The rows of the table that is painted."""
    found: tuple[Row, ...] = drawn.work.args[0].rows  # type: ignore[attr-defined]
    return found
