"""Ids of matches, tournaments and ladders look alike: whoever names another kind is told so."""

from __future__ import annotations

import pytest

from matches.model.ids import number_of, public_id
from playground.client import Channel, Playground, User
from storage.ids import MatchNumber
from tests.support.matches import begin, said
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Named cup"
LEADS = "If you can see one with that ID, `/tournament show` or the button leads to its page."


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
        assert told.content == f"“{cup.id}” looks like the ID of a tournament. {LEADS}"
        page = await said(await told.click("Go to the tournament"))
        assert page.content.startswith(f"### {NAME}")
    await cup.join(ben, owner)
    await cup.start()
    match = await cup.match_of(ben)
    told = await said(await ben.command("tournament show", general, tournament=match))
    assert told.content.startswith(f"“{match}” looks like the ID of a match; `/board` shows match")
    assert told.labels == ["Board just for me", "Tournaments"]
    unknown = await said(await ben.command("tournament show", general, tournament="?"))
    assert unknown.content == "“?” doesn't exist."


async def test_the_id_of_another_kind_reveals_nothing(
    pg: Playground, owner: User, ben: User, david: User, emma: User
) -> None:
    """Whoever may not see a match or a tournament is told the same as of one that doesn't exist,
    and pressing the button leads no further.
    """
    hidden, open_to_all = pg.channel("general"), pg.channel("games")
    cup = await open_cup(owner, hidden, name=NAME)
    match = (await begin(hidden, "attangle", ben, david)).id
    await hidden.permit(user=emma, deny=["view_channel"])
    nothing = public_id(MatchNumber(number_of(match) + 9_000))
    told, other = [
        await said(await emma.command("board", open_to_all, match=one))
        for one in (cup.id, f"C-{nothing}")
    ]
    assert told.content.replace(cup.id, f"C-{nothing}") == other.content
    assert told.labels == other.labels
    page = await said(await told.click("Go to the tournament", by=emma))
    assert page.content == f"“{cup.id}” doesn't exist."
    told, other = [
        await said(await emma.command("tournament show", open_to_all, tournament=one))
        for one in (match, nothing)
    ]
    assert told.content.replace(match, nothing) == other.content
    assert told.labels == other.labels == ["Tournaments"]
