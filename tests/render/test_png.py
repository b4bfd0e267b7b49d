"""PNG files: the painter writes them itself, from parts that are kept."""

from __future__ import annotations

import io
import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from games import all_games, play
from games.protocol import AnyGame
from render import bands, paint, painter, png
from tests.render import scenes
from tests.render.painted import CAPTIONS, IDS, MADE_UP, TABLES, changed, drawn, played

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("name", MADE_UP)
def test_png_holds_the_pixels(name: str) -> None:
    """The PNG file, plain or fast, decodes to exactly the painted pixels."""
    image = painter.pixels(scenes.SCENES[name](), captions=CAPTIONS)
    for data in (png.encode(image), png.encode(image, fast=True)):
        with Image.open(io.BytesIO(data)) as read:
            read.load()
            assert read.mode == "P"
            assert read.tobytes() == image.tobytes()
            assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_what_is_kept_of_other_pictures() -> None:
    """Cached bands of other pictures do not change a file's bytes. The two encoders never share
    bands.
    """
    first, second = scenes.stacks(), scenes.dice()
    for fast in (False, True):
        bands.kept.clear()
        alone = paint(second, fast=fast).png
        weight = bands.kept.total
        bands.kept.clear()
        paint(first, fast=not fast)
        paint(first, fast=fast)
        paint(second, fast=not fast)
        assert paint(second, fast=fast).png == alone
        assert paint(second, fast=fast).png == alone
        assert 0 < weight <= bands.kept.total


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.key)
def test_what_is_kept_of_other_plies(game: AnyGame) -> None:
    """From ply to ply only bands with changes are painted. The pictures equal those painted whole,
    in another order, without a cache.
    """
    rng = Random(5)
    setup = play.setup(game, max(game.info.seats), {}, rng)
    position, seen = game.start(setup), []
    for move in play.random_line(game, setup, rng, 14):
        before, position = position, game.apply(position, move)
        seen.append(game.scene(position, game.events(before, move, position)))
    files = [paint(scene, captions=CAPTIONS).png for scene in seen]
    painter.clear_caches()
    for scene, file in reversed(list(zip(seen, files, strict=True))):
        with Image.open(io.BytesIO(file)) as read:
            assert changed(read.convert("RGB"), drawn(scene)) == 0


@given(st.lists(st.binary(), max_size=9))
def test_checksums_of_parts(parts: list[bytes]) -> None:
    """Adler-32 of the whole follows from its parts, of any length."""
    checksum = 1
    for part in parts:
        checksum = bands.joined(checksum, zlib.adler32(part), len(part))
    assert checksum == zlib.adler32(b"".join(parts))


def test_only_palette_images_are_encoded() -> None:
    """The writer refuses other images."""
    with pytest.raises(ValueError, match="RGB"):
        png.encode(Image.new("RGB", (3, 3)))


@pytest.mark.parametrize("name", MADE_UP)
def test_bytes_beside_pillow(name: str) -> None:
    """A file has at most 1.2 times the bytes of Pillow's at level 6."""
    image = painter.pixels(scenes.SCENES[name](), captions=CAPTIONS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=False, compress_level=6)
    assert len(png.encode(image)) <= 1.2 * len(file.getvalue())


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_bytes_of_games(game: AnyGame, seats: int) -> None:
    """The files of all games stay within 1.2 times Pillow's bytes."""
    image = painter.pixels(played(game, seats), captions=CAPTIONS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=False, compress_level=6)
    assert len(png.encode(image)) <= 1.2 * len(file.getvalue())
