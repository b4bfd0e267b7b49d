"""The captions of seats in pictures: names as far as the font can draw them, never empty."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageSequence

import games
from bot.context.names import Called
from games import play
from games.shot import Shot, scene_of
from playground.client import Channel, Playground, User
from render import paint
from tests.support.matches import Game, begin, named, open_table, started

pytestmark = pytest.mark.shared_bot


@pytest.fixture(autouse=True)
async def _settled(pg: Playground) -> AsyncIterator[None]:
    """After each test all names are as before."""
    names = {name: pg.user(name).display for name in ("ben", "david")}
    yield
    for name, display in names.items():
        await pg.user(name).change(display=display)


def _expected(captions: list[str]) -> Image.Image:
    """The board of a new match, from the side of the player to move."""
    game = games.get("attangle")
    position = play.Line.begin(game, play.setup(game, 2)).position
    painted = paint(scene_of(game, Shot(position, seat=1)), theme="light", captions=captions)
    return Image.open(BytesIO(painted.png)).convert("RGB")


async def _shown(game: Game) -> Image.Image:
    (file,) = (await game.board()).attachments
    return Image.open(BytesIO(await file.read())).convert("RGB")


def _same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


@pytest.mark.parametrize(
    ("display", "caption"),
    [("Жук ♥", "Жук"), ("日本", "ben"), ("さくら A", "ben"), ("שלום", "ben"), ("Kim さん", "Kim")],
)
async def test_a_name_that_can_not_be_drawn(
    general: Channel, ben: User, david: User, display: str, caption: str
) -> None:
    """It is replaced by the user name, which has Latin letters. An emoji in a name is just left
    out.
    """
    await ben.change(display=display)
    game = await begin(general, "attangle", ben, david)
    captions = [caption if one is ben else one.display for one in game.players]
    assert _same(await _shown(game), _expected(captions))
    without = ["" if one is ben else one.display for one in game.players]
    assert not _same(await _shown(game), _expected(without))


def test_the_first_name_that_can_be_drawn() -> None:
    """The server nickname comes first, then the display name, then the user name. Without any of
    them the seat's name is used.
    """
    assert Called("Anna", "日本", "anna_1").caption == "Anna"
    assert Called("日本", "Ännchen", "anna_1").caption == "Ännchen"
    assert Called("日本", None, "anna_1").caption == "anna_1"
    assert Called("日本", "さくら", "しろ").caption is None


async def test_films_have_the_same_captions(general: Channel, ben: User, david: User) -> None:
    """Frames of an animation also show the user name instead of an empty caption."""
    frames = []
    for display in ("日本", "ben"):
        await ben.change(display=display)
        table = await open_table(ben, general, "attangle", seating="chosen")
        await table.click("Play as Black", by=david)
        game = await started(general, named(table), (ben, david))
        await game.move(1, "c3")
        reply = await ben.command("replay", general, match=game.id, animate=0)
        (file,) = reply.attachments
        film = Image.open(BytesIO(await file.read()))
        frames.append([one.convert("RGB").tobytes() for one in ImageSequence.Iterator(film)])
    assert frames[0] == frames[1]
