"""Tournaments whose channel can't be written in: nothing is lost, and it is told once it can be."""

from __future__ import annotations

import pytest

from playground.client import Channel, Playground, User
from tests.support.stack import Stack
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.untraced


async def test_a_channel_without_permissions(pg: Playground, anna: User, ben: User) -> None:
    """What could not be told is told, in its order, once the bot may write again."""
    await anna.change(locale="en-US")
    quiet = pg.channel("quiet")
    cup = await open_cup(anna, quiet, name="Muted")
    await cup.join(ben, anna)
    await quiet.permit(deny=["send_messages"])
    await cup.start()
    assert await cup.match_of(ben)
    assert await cup.told("begins") == []
    await quiet.permit()
    told = await cup.news("round 1 of 1 begins")
    assert sorted(told.mentions) == ["anna", "ben"]


async def test_a_deleted_channel(pg: Playground, anna: User, ben: User) -> None:
    """The page says how it stands; the director moves it to another channel, and it goes on."""
    await anna.change(locale="en-US")
    lost, general = pg.channel("games"), pg.channel("general")
    cup = await open_cup(anna, lost, name="Moved")
    await cup.join(ben, anna)
    await lost.delete()
    cup.channel = general
    assert "2 of 8 places taken" in (await cup.page(ben)).content
    menu = await cup.manage()
    assert "I can't write in" in menu.content
    form = (await menu.click("Name and channel…")).modal
    assert form is not None
    await form.submit(channel=[general.id])
    await cup.start()
    await cup.news("round 1 of 1 begins")
    assert await cup.match_of(ben)


async def test_stopped_in_between(
    stack: Stack, pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """What was stored before a stop is told by the next process, once."""
    await anna.change(locale="en-US")
    cup = await open_cup(anna, general, name="Stopped")
    poster = await cup.poster()
    assert stack.stop() == 0
    stack.start()
    await pg.wait_online()
    await poster.click("Sign up", by=ben)
    await cup.join(anna)
    await cup.start()
    await cup.news("round 1 of 1 begins")
    assert len(await cup.told("round 1 of 1 begins")) == 1
