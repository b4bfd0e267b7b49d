"""Ids of matches, tournaments and ladders look alike: whoever names another kind is told so."""

from __future__ import annotations

import pytest

from playground.client import Channel, User
from tests.support.matches import said
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Named cup"


async def test_the_id_of_another_kind(general: Channel, owner: User, ben: User) -> None:
    """Whoever names a tournament where a match or a ladder is meant is told what it is, with the
    way to it; and the other way round.
    """
    cup = await open_cup(owner, general, name=NAME)
    for refused in (
        await ben.command("board", general, match=cup.id.lower()),
        await ben.command("ladder show", general, ladder=cup.id),
    ):
        told = await said(refused)
        assert told.content == f"“{cup.id}” is a tournament; the button leads to its page."
        page = await said(await told.click("Go to the tournament"))
        assert page.content.startswith(f"### {NAME}")
    await cup.join(ben, owner)
    await cup.start()
    match = await cup.match_of(ben)
    told = await said(await ben.command("tournament show", general, tournament=match))
    assert told.content.startswith(f"“{match}” looks like the ID of a match. The IDs of tourn")
    assert told.labels == ["My board", "Tournaments"]
    unknown = await said(await ben.command("tournament show", general, tournament="?"))
    assert unknown.content == "“?” doesn't exist."
