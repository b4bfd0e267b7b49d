"""How people are called on boards that are touched, in words and in pictures."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest

from bot.text.verbatim import verbatim
from matches import Match
from matches.touch import new_link
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT
from tests.web.conftest import NAMES, Visitor, agree, begun
from tests.web.test_touch import Link, link, match
from tests.web.touching import Hand
from web.words import plain

__all__ = ["link", "match"]


async def test_people_are_called_what_they_call_themselves(
    link: Link, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names are no markup, whatever is in them: an opponent's can't spoil a board."""
    hand = await link(match, BOB)
    for called in ("<t:99999999999999>", "<t:0>", "<@102>", "a*b**", "`c` \\*", "-# d"):
        monkeypatch.setitem(NAMES, ANN, called)
        assert (await hand.look())["players"] == f"White {called} – Black Bob"


async def test_who_is_not_known_is_somebody(db: Database, link: Link) -> None:
    """As on all pages; a dash would be nobody."""
    match = await begun(db, "3stein", 3, 2)
    assert match.player_to_move == CAT
    seen = await (await link(match, ANN)).look()
    assert seen["standing"].startswith("A player is to move as ")
    assert seen["players"].endswith(" a player")


@pytest.mark.parametrize("called", ["\U0001f98a\U0001f98a", "一二三四"])
async def test_names_that_no_picture_can_show(
    db: Database, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, called: str
) -> None:
    """Their seats stand in the picture, as in Discord; the page itself can show any name."""
    monkeypatch.setitem(NAMES, BOB, called)
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    hand = Hand(visitor, await new_link(db, match.id, BOB))
    seen = await hand.look()
    page = (await visitor.get("m", match.id)).text
    drawn = re.findall("<svg.*</svg>", page)[0]
    for shown, picture in ((seen["players"], seen["svg"]), (page, drawn)):
        assert called in shown
        assert called not in picture
        assert re.search(">Black</text>", picture)


def test_markup_is_read_as_discord_reads_it() -> None:
    """What people have typed is quoted as it was; a time that no calendar has stays as it is."""
    for said, read in (
        ("<t:99999999999999> <t:253402300800:R>", "<t:99999999999999> <t:253402300800:R>"),
        (f"<@{'9' * 5000}>", f"<@{'9' * 5000}>"),
        *((verbatim(typed), typed) for typed in ("a_b*c` \\d", "@everyone <@102> <t:0> \\<#1>")),
        ("**Turn** `a*<@102>`: \\<@102>, <@102>", "Turn a*<@102>: <@102>, **B**"),
        ("-# <@!101>\n> c", "–\nc"),
    ):
        assert plain(said, {BOB: "**B**"}, NullTranslations()) == read
    said = plain("<@101>, <@101>", {}, NullTranslations(), somebody="a player")
    assert said == "A player, a player"
    assert plain("<t:0:f>", {}, NullTranslations()).startswith("1/1/70, 12:00")
