"""`/seek`: what can be wished, and how."""

from __future__ import annotations

from collections.abc import AsyncIterator
from copy import copy

import pytest

from bot.cogs.wishes import _form, _meeting, cog
from bot.interactions.ways_out import _WAYS
from bot.messages import wish as message
from bot.ui.refused_forms import AGAIN
from matches.model.texts import REFUSALS
from playground.client import Channel, Playground, User
from tests.support.matches import said
from tests.support.wishes import known, listed, seek, told, wishing

pytestmark = pytest.mark.shared_bot

MINE = ["My searches"]


@pytest.fixture(autouse=True)
async def ended(pg: Playground) -> AsyncIterator[None]:
    """Nobody is found who does not seek any more."""
    async with wishing(pg):
        yield


async def test_by_the_form(ben: User) -> None:
    """Several tables and clocks at once; it comes back filled in."""
    shown = await listed(ben)
    assert shown.labels == ["New search"]
    form = (await shown.click("New search")).modal
    assert form is not None
    assert form.title == "What would you like to play?"
    assert form.fields == ["tables", "clocks", "strength", "where", "friends"]
    made = await form.submit(
        tables=["attangle-2", "tyr-2", "tyr-3"], clocks=["7d", "1d"], strength=["0"]
    )
    assert "**Attangle, Tyr – 3 gewinnt for 2/3**" in made.content
    assert "⏱ 1 day per turn / 7 days per turn" in made.content
    assert "of any strength · in direct messages" in made.content
    form = (await made.click("Change")).modal
    assert form is not None
    changed = await form.submit(clocks=["15m+10s"], strength=["100"])
    assert "**Attangle, Tyr – 3 gewinnt for 2/3**" in changed.content
    assert "⏱ 15 minutes, plus 10 seconds per turn" in changed.content
    assert "up to 100 points stronger or weaker" in changed.content


async def test_direct_messages_have_to_be_open(general: Channel, ben: User) -> None:
    """Whoever wishes for a match that knows no channel is told so."""
    for where, told_so in (("direct", True), ("anywhere", False), ("server", False)):
        made = await seek(ben, general, game="tyr", where=where)
        assert (message.OPEN in made.content) == told_so
    assert message.OPEN in (await seek(ben, game="attangle")).content


async def test_what_can_not_be_wished(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Each refusal says why, and leads on."""
    form = (await (await listed(ben)).click("New search")).modal
    assert form is not None
    refused = await said(await form.submit(tables=[]))
    assert (refused.content, refused.labels) == (_form.NO_GAME, [AGAIN, *MINE])
    refused = await seek(ben, game="attangle", seats=4)
    assert (refused.content, refused.labels) == (_form.NO_TABLE, MINE)
    refused = await seek(ben, game="attangle", clock="2 days")
    assert (refused.content, refused.labels) == (_form.FEW_CLOCKS, MINE)
    made = await seek(ben, game="attangle", clock="3 days")
    assert "⏱ 3 days per turn" in made.content
    refused = await seek(ben, general, game="attangle", friend1=david)
    assert "at most 0 friends" in refused.content
    assert refused.labels == MINE
    refused = await seek(ben, game="attangle", where="server")
    assert (refused.content, refused.labels) == (_meeting.ELSEWHERE, MINE)
    clara = pg.user("clara")
    await clara.leave(general)
    try:
        refused = await seek(ben, general, game="tyr", seats=3, friend1=clara, where="server")
        assert (refused.content, refused.labels) == (_meeting.NOT_ALL, MINE)
    finally:
        await clara.join(general)
    bot = copy(pg.user("clara"))
    bot.data = (await pg.request("GET", "control/state"))["bot"]
    refused = await seek(ben, general, game="tyr", seats=3, friend1=bot)
    assert refused.content == cog.BOTS


async def test_only_where_matches_may_be_opened(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A wish for this server takes what `/play` takes there; else it is one for direct messages."""
    anna, quiet = pg.user("anna"), pg.channel("quiet")
    await quiet.permit(deny=["send_messages"])
    refused = await seek(ben, quiet, game="attangle", where="server")
    assert "I'm missing permissions" in refused.content
    made = await seek(ben, quiet, game="attangle")
    assert "in direct messages" in made.content
    await quiet.permit()
    await anna.command("server", general, openers="managers")
    try:
        refused = await seek(ben, general, game="attangle", where="server")
        assert "with the *Manage Server* permission can start matches" in refused.content
    finally:
        await anna.command("server", general, reset="all")


async def test_too_many_wishes(ben: User) -> None:
    """Five at the same time."""
    for seats, clock in ((2, "1d"), (2, "3d"), (2, "7d"), (3, "1d"), (3, "3d")):
        made = await seek(ben, game="turnier", seats=seats, clock=clock)
        assert made.content.startswith("I'm looking for players")
    refused = await seek(ben, game="turnier", seats=4)
    assert refused.content == str(REFUSALS["too-many-wishes"]).format(limit=5)
    assert refused.labels == MINE
    assert (await refused.click("My searches")).labels.count("Cancel search") == 5


async def test_completion_of_clocks(general: Channel, ben: User) -> None:
    """The four that can be wished."""
    found = await ben.autocomplete("seek", "clock", "", channel=general)
    assert [one.value for one in found] == ["15m+10s", "1d", "3d", "7d"]
    found = await ben.autocomplete("seek", "clock", "3", channel=general)
    assert [one.display for one in found] == ["3 days per turn"]


async def test_in_german(pg: Playground, general: Channel) -> None:
    """The list, the form, and what one is told, in one's own language."""
    anna, clara = pg.user("anna"), pg.user("clara")
    await anna.change(locale="de")
    before = await known(anna, clara)
    made = await anna.command("seek", general, game="attangle")
    assert made.content.startswith("Ich suche Mitspieler für dich: Attangle.")
    assert made.labels == ["Ändern", "Suche beenden", "Neue Suche"]
    form = (await made.click("Ändern")).modal
    assert form is not None
    assert form.title == "Was möchtest du spielen?"
    await clara.command("seek", await clara.dm(), game="attangle")
    word = await told(anna, "Ich habe eine Partie für dich gefunden: Du spielst mit", before)
    assert "Gespielt wird in unseren Direktnachrichten." in word.content


async def test_from_find_an_opponent(general: Channel, ben: User) -> None:
    """Where one looks for an opponent one can have somebody found."""
    help_ = await ben.command("help", general)
    found = await help_.click("Find an opponent")
    assert message.SEEK in found.labels
    shown = await found.click(message.SEEK)
    assert message.NONE in shown.content


def test_refusals_lead_to_the_list() -> None:
    """All of them, also those that hardly anybody meets."""
    for sentence in (
        _form.NO_TABLE,
        _form.NO_GAME,
        _form.NO_CLOCK,
        _meeting.ELSEWHERE,
        _meeting.NOT_ALL,
    ):
        assert sentence in _WAYS
    for code in ("unknown-wish", "too-many-wishes", "party-too-large", "wish-fulfilled"):
        assert REFUSALS[code] in _WAYS
