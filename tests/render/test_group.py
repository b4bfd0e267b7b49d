"""Several pictures as one."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from render import THEMES, Picture, grouped
from render.group import CAP, GAP, NAME


def _picture(width: int, height: int, colour: tuple[int, int, int]) -> Picture:
    file = BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "PNG")
    return Picture(file.getvalue(), (width, height))


def test_rows_are_centred() -> None:
    """Pictures stand in order, with gaps of the background; the last row is in the middle."""
    colours = [(200, 0, 0), (0, 200, 0), (0, 0, 200)]
    made = grouped([_picture(100, 60, colour) for colour in colours], 2, "dark")
    assert made.size == (200 + 3 * GAP, 120 + 3 * GAP)
    with Image.open(BytesIO(made.png)) as image:
        assert image.size == made.size
        shown = image.convert("RGB")
    middle = made.size[0] // 2
    assert shown.getpixel((GAP + 50, GAP + 30)) == colours[0]
    assert shown.getpixel((2 * GAP + 150, GAP + 30)) == colours[1]
    assert shown.getpixel((middle, 2 * GAP + 90)) == colours[2]
    assert shown.getpixel((GAP, 2 * GAP + 90)) == THEMES["dark"].colour("background")


def test_names_stand_below() -> None:
    """Each picture has its name below it, as large as a phone needs; a name too long is cut."""
    plain, ink = _picture(300, 60, (200, 0, 0)), THEMES["dark"].colour("ink")
    made = grouped([plain, plain], 2, "dark", ["Tyr", "Turnier " * 9])
    assert made.size == (600 + 3 * GAP, 60 + NAME + 2 * GAP)
    with Image.open(BytesIO(made.png)) as image:
        shown = image.convert("RGB")
    for left, most in ((GAP, 120), (2 * GAP + 300, 300)):
        line = shown.crop((left, GAP + 60, left + 300, GAP + 60 + NAME))
        inked = [
            (x, y)
            for x in range(line.width)
            for y in range(line.height)
            if line.getpixel((x, y)) == ink
        ]
        assert CAP - 3 < max(y for _, y in inked) - min(y for _, y in inked) < NAME
        assert 40 < max(x for x, _ in inked) - min(x for x, _ in inked) <= most
