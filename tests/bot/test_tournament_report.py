"""The report of a tournament in FIDE's format, as a file."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from py4swiss.trf import TrfParser

from bot.cogs.tournaments import report
from bot.messages.competitions.tournament import REPORT
from competitions.tournaments.texts import REFUSALS
from playground.answers import Reply
from playground.client import Channel, User
from tests.support.forger import Forger
from tests.support.matches import private
from tests.support.tournaments import Cup, open_cup

pytestmark = pytest.mark.shared_bot

_PAIRING = re.compile(r"<@(\d+)> – <@(\d+)> · match `([0-9A-HJKMNP-TV-Z]{4})`")
_ROW = re.compile(r"^(?:` *\d+`|[🥇🥈🥉]) <@(\d+)>(?: \*\*(\d+)\*\*)?", re.MULTILINE)


@pytest.fixture
def people(ben: User, david: User, emma: User) -> list[User]:
    """Three who read English."""
    return [ben, david, emma]


async def _file(reply: Reply, cup: Cup) -> str:
    """The file that somebody gets for themselves, beside the page."""
    said = (await private(reply, number=1))[-1]
    assert said.ephemeral
    assert said.content == f"**Report** · tournament `{cup.id}`\n{report.FILE}"
    (file,) = said.attachments
    assert file.filename == f"{cup.id}.trf"
    return (await file.read()).decode()


async def test_whoever_sees_it_gets_the_report(
    general: Channel, owner: User, people: list[User], tmp_path: Path
) -> None:
    """On the page of its standings, and where it is directed: what a strict parser reads."""
    *players, onlooker = people
    cup = await open_cup(owner, general, name="Report", format="round-robin", size=2)
    assert REPORT not in (await cup.page(onlooker, "Standings")).labels
    assert REPORT not in (await cup.manage()).labels
    await cup.join(*players)
    await cup.news("round 1 of 1 begins")
    for page in (await cup.page(onlooker, "Standings"), await cup.manage()):
        text = await _file(await page.click(REPORT), cup)
        path = tmp_path / "report.trf"
        path.write_text(text, encoding="utf-8")
        told = TrfParser.parse(path, strict=True)
        assert told.tournament_section.tournament_name == "Report"
        names = {one.name for one in told.player_sections}
        assert names == {one.display for one in players}
        assert "### Round 1, not decided yet: " in text


@pytest.mark.parametrize("played", [("swiss", 3, 2), ("round-robin", 3, 3), ("knockout", 4, 2)])
async def test_at_the_end_it_says_what_the_standings_say(
    general: Channel, owner: User, people: list[User], tmp_path: Path, played: tuple[str, int, int]
) -> None:
    """The same order, and the same points: won matches and byes. A knockout's page has none."""
    pg, (format_, size, rounds) = general.pg, played
    given: Any = {"rounds": rounds} if format_ == "swiss" else {}
    cup = await open_cup(owner, general, name="Report", format=format_, size=size, **given)
    await cup.join(*[owner, *people][:size])
    won = Counter[str]()
    for number in range(1, rounds + 1):
        begins = await cup.news(f"round {number} of {rounds} begins")
        found = _PAIRING.findall(begins.content)
        assert len(found) == size // 2
        for winner, loser, match in found:
            won[winner] += 1
            await cup.resign(pg.user(loser), match)
    await cup.news("Report is over")
    page = await cup.page(people[0], "Standings")
    rows = _ROW.findall(page.content)
    path = tmp_path / "report.trf"
    path.write_text(await _file(await page.click(REPORT), cup), encoding="utf-8")
    told = TrfParser.parse(path, strict=True).player_sections
    placed = sorted(told, key=lambda one: one.rank)
    assert [one.name for one in placed] == [pg.user(who).display for who, _ in rows]
    points = [one.points_times_ten // 10 for one in placed]
    if format_ == "knockout":
        assert points == [won[who] for who, _ in rows]
    else:
        assert points == [int(shown) for _, shown in rows]
    byes = rounds if format_ == "swiss" else 0
    assert sum(points) == won.total() + byes


async def test_there_is_none_for_tables_of_three(
    general: Channel, owner: User, people: list[User], forger: Forger
) -> None:
    """It isn't offered, and whoever asks all the same reads why. Nor is there one before the
    start.
    """
    cup = await open_cup(owner, general, "3stein", name="Three", size=3, rounds=1)
    button = f"cup-report:-:0:{cup.id}"
    assert (await forger.press(people[0], button)).content == REFUSALS["only-pairs"]
    await cup.join(*people)
    await cup.news("round 1 of 1 begins")
    assert REPORT not in (await cup.page(people[0], "Standings")).labels
    assert REPORT not in (await cup.manage()).labels
    pairs = await open_cup(owner, general, name="Pairs")
    refused = await forger.press(people[0], f"cup-report:-:0:{pairs.id}")
    assert refused.content == REFUSALS["not-running"]
