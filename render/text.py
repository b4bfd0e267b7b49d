"""Text: the font, its metrics, and substitutes for characters that it lacks."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files
from math import ceil

from PIL import ImageFont

CAP = 1462 / 2048
"""The height of a capital of Open Sans, relative to the font's size."""

ELLIPSIS, AND = "…", " & "

_FILES = {"bold": "OpenSans-Bold.ttf", "semibold": "OpenSans-SemiBold.ttf"}


@lru_cache(maxsize=128)
def _font(size: int, weight: str) -> ImageFont.FreeTypeFont:
    path = files("ttf_opensans") / "ttf" / _FILES[weight]
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def sized(cap: float, weight: str = "semibold") -> ImageFont.FreeTypeFont:
    """The smallest font whose capitals are at least this many pixels high."""
    return _font(max(2, ceil(cap / CAP)), weight)


@lru_cache(maxsize=4096)
def width(text: str, cap: float, weight: str = "semibold") -> float:
    """The width of a text in pixels."""
    return sized(cap, weight).getlength(text)


@lru_cache(maxsize=4096)
def _known(character: str) -> bool:
    """Whether the font has the character. All characters that it lacks are drawn as the same
    box.
    """
    if character.isspace():
        return True
    probe = sized(20)
    drawn, box = (bytes(probe.getmask(sign)) for sign in (character, "\uffff"))
    return bool(drawn) and drawn != box


def _plain(character: str) -> str:
    """The character itself, or what it decomposes into, or nothing."""
    if character.isspace():
        return " "
    if unicodedata.category(character)[0] in "CM":
        return ""
    if _known(character):
        return character
    parts = unicodedata.normalize("NFKC", character)
    if not all(map(_known, parts)):
        parts = unicodedata.normalize("NFKD", character)
    return "".join(part for part in parts if unicodedata.category(part)[0] != "M" and _known(part))


@lru_cache(maxsize=1024)
def printable(text: str) -> str:
    """The text on one line, with only characters that the font has, and single blanks.

    Ornamental letters become plain ones. Emoji and scripts that the font lacks are left out.
    """
    composed = unicodedata.normalize("NFC", text[:200])
    return " ".join("".join(map(_plain, composed)).split())


@lru_cache(maxsize=1024)
def legible(text: str) -> bool:
    """Whether enough of a name can be printed to recognise it.

    That is at least half of its letters or, if it has none, anything at all.
    """
    letters = [
        character
        for character in unicodedata.normalize("NFC", text[:200])
        if unicodedata.category(character)[0] in "LN"
    ]
    if not letters:
        return bool(printable(text))
    return 2 * sum(bool(_plain(letter)) for letter in letters) >= len(letters)


def fitted(text: str, cap: float, room: float, weight: str = "semibold") -> str:
    """The text, shortened with an ellipsis if it is wider than `room` pixels."""
    if width(text, cap, weight) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, cap, weight) <= room:
            low = middle
        else:
            high = middle - 1
    cut = text[:low].rstrip() + ELLIPSIS
    return cut if width(cut, cap, weight) <= room else ""


def fitted_names(names: str, cap: float, room: float, weight: str = "semibold") -> str:
    """The same for names with " & " between them. The longest names are shortened first. But if
    fewer than two letters would be left of one, the last names are cut off instead.
    """
    parts = names.split(AND)
    if len(parts) == 1 or width(names, cap, weight) <= room:
        return fitted(names, cap, room, weight)
    left = room - (len(parts) - 1) * width(AND, cap, weight)
    for count, number in enumerate(sorted(range(len(parts)), key=lambda n: len(parts[n]))):
        parts[number] = fitted(parts[number], cap, left / (len(parts) - count), weight)
        left -= width(parts[number], cap, weight)
    whole, said = AND.join(parts), names.split(AND)
    told = all(part == name or len(part) > 2 for part, name in zip(parts, said, strict=True))
    return whole if told and width(whole, cap, weight) <= room else fitted(names, cap, room, weight)
