"""The men of the games as emojis of the application: uploaded once, and done without."""

from __future__ import annotations

import base64
from io import BytesIO
from random import Random
from typing import Any

import aiohttp
import pytest
from PIL import Image

import games
from bot.app.emoji_sync import MOST
from bot.pictures.men import Man, all_shown, badges, men
from games import play as rules
from playground.client import Channel, Playground, User
from render.emoji import SIDE
from tests.support.forger import Forger
from tests.support.matches import begin
from tests.support.stack import TOKEN, Stack

pytestmark = pytest.mark.untraced

ALL = r"^/applications/\d+/emojis$"
ONE = r"^/applications/\d+/emojis/\d+$"


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot uploads its emojis."""
    return {"EMOJIS": "true"}


def test_every_man_has_a_name_and_a_picture_of_its_own() -> None:
    """Names are as Discord wants them, and each stands for another picture. There is room for many
    versions of them.
    """
    every = men()
    assert 0 < len(every) <= MOST / 10
    names = [one.name for one in every]
    assert len({*names}) == len(names)
    assert all(len(name) <= 32 and name.replace("_", "").isalnum() for name in names)
    for game in games.all_games():
        mine = [one for one in every if one.game == game.info.key]
        for seats in game.info.seats:
            assert {*badges(game, rules.setup(game, seats, {}, Random(seats)))} <= {*mine}


def test_a_picture_is_square_and_stands_on_nothing() -> None:
    """Its corners are transparent, and it is small enough for Discord."""
    for one in men()[:5]:
        data = one.painted()
        assert len(data) < 256 * 1024
        with Image.open(BytesIO(data)) as shown:
            picture = shown.convert("RGBA")
        assert picture.size == (SIDE, SIDE)
        alpha = picture.getchannel("A")
        assert (alpha.getpixel((0, 0)), alpha.getpixel((SIDE // 2, SIDE // 2))) == (0, 255)


async def _uploaded(pg: Playground) -> int:
    return int((await pg.requests(ALL, method="POST"))["statuses"].get("201", 0))


async def _there(pg: Playground) -> list[dict[str, Any]]:
    application = (await pg.refresh())["application_id"]
    async with (
        _as_bot() as session,
        session.get(f"{pg.url}/api/v10/applications/{application}/emojis") as found,
    ):
        return list((await found.json())["items"])


def _as_bot() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"})


async def _complete(pg: Playground) -> list[dict[str, Any]]:
    """The emojis, once there is one for each man and medal."""
    wanted = {one.name for one in all_shown()}

    async def all_there() -> bool:
        return wanted <= {one["name"] for one in await _there(pg)}

    await pg.wait_for(all_there)
    return await _there(pg)


async def _remove(pg: Playground, *emojis: dict[str, Any]) -> None:
    application = (await pg.refresh())["application_id"]
    async with _as_bot() as session:
        for one in emojis:
            path = f"applications/{application}/emojis/{one['id']}"
            async with session.delete(f"{pg.url}/api/v10/{path}") as response:
                assert response.status == 204


async def test_only_what_is_missing_is_uploaded(stack: Stack, pg: Playground) -> None:
    """A restarted bot uploads nothing, or only those that are gone. Emojis that are no man's, such
    as those of an earlier version, are left alone.
    """
    first = await _complete(pg)
    assert len(first) == len(all_shown()) == await _uploaded(pg)
    picture = base64.b64encode(men()[0].painted()).decode()
    body = {"name": "attangle_old_0123456789", "image": f"data:image/png;base64,{picture}"}
    application = (await pg.refresh())["application_id"]
    async with _as_bot() as session:
        await session.post(f"{pg.url}/api/v10/applications/{application}/emojis", json=body)
    await _remove(pg, *first[:2])
    before = await _uploaded(pg)
    assert stack.stop() == 0
    stack.start()
    await pg.wait_online()
    await _complete(pg)
    assert await _uploaded(pg) == before + 2
    assert (await pg.requests(ONE, method="DELETE"))["count"] == 2  # Ours, above.
    assert "attangle_old_0123456789" in {one["name"] for one in await _there(pg)}


async def test_emojis_are_shown_and_done_without(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Headers, buttons and menus have them. If they are removed while the bot runs, what it shows
    comes without them.
    """
    await _complete(pg)
    game = await begin(general, "attangle", ben, david)
    assert (await game.board()).content.count("<:attangle_") == 2
    listed = await ben.command("games", general)
    assert listed.beside(game.id)["emoji"]["name"].startswith("attangle_")
    asked = await ben.menu("Challenge", david, channel=general)
    assert all("emoji" in option for option in asked.selects[0]["options"])
    three = await begin(general, "3stein", ben, david, pg.user("emma"))
    draft = await (await three.board()).click("Move", by=three.players[0])
    named = {one["emoji"]["name"] for menu in draft.selects for one in menu["options"]}
    assert named
    assert all(name.startswith("3stein_") for name in named)
    tutorial = await ben.command("tutorial", general, game="attangle")
    lesson = await (await tutorial.click("Begin")).click("Skip")
    puzzle = await ben.command("puzzle", general, game="3stein")
    for shown in (lesson, puzzle):
        assert any("emoji" in option for menu in shown.selects for option in menu["options"])
    which = await ben.command("board", general)
    assert all("emoji" in option for option in which.selects[0]["options"])
    async with _as_bot() as session:
        new = await Forger(pg, session, general).press(ben, "new:-:0:")
    assert all("emoji" in option for menu in new.selects for option in menu["options"])
    await _remove(pg, *await _there(pg))
    listed = await ben.command("games", general)
    assert "emoji" not in listed.beside(game.id)
    asked = await ben.menu("Challenge", david, channel=general)
    assert not any("emoji" in option for option in asked.selects[0]["options"])


@pytest.mark.parametrize("status", [403, 500])
async def test_obstacles_hinder_nothing(stack: Stack, pg: Playground, status: int) -> None:
    """Where emojis are refused the bot starts without them, says so in its log, and plays."""
    assert stack.stop() == 0
    await pg.fault("status", ALL, status=status, times=20)
    stack.start()
    await pg.wait_online()
    shown = await pg.user("ben").command("help", pg.channel("general"))
    assert shown.text
    await pg.wait_for(lambda: _logged(stack, "no emojis"))


async def _logged(stack: Stack, words: str) -> bool:
    return words in stack.said()


def test_a_man_is_told_by_its_look() -> None:
    """The same man has the same name; in another colour it is another."""
    one = men()[0]
    others = [man for man in men() if man.glyph == one.glyph and man.role != one.role]
    assert Man(one.game, one.glyph, one.role).name == one.name
    assert all(man.name != one.name for man in others)
