"""Palette images as PNG files, without the overhead of a general-purpose encoder."""

from __future__ import annotations

import struct
import zlib
from functools import partial
from math import ceil

from PIL import Image

from render.bands import HEIGHT, Bands, Compressor, compress

LEVEL = 6
"""zlib's usual level. The next lower one would save a quarter of the time and cost a twentieth more
bytes, but most bands come from the cache anyway.
"""
ZLIB = Compressor("zlib", partial(zlib.compressobj, LEVEL, wbits=-15, memLevel=9), zlib.adler32)


def _isal() -> Compressor | None:
    """The compressor of `isal`, if installed: ten times as fast, with a tenth more bytes."""
    try:
        from isal import isal_zlib  # noqa: PLC0415 - it is optional
    except ImportError:
        return None
    begin = partial(isal_zlib.compressobj, 1, wbits=-15)
    return Compressor("isal", begin, isal_zlib.adler32)


ISAL = _isal()
"""The fast compressor; None if `isal` is not installed."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        (
            struct.pack(">I", len(data)),
            kind,
            data,
            struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))),
        )
    )


def encode(image: Image.Image, fast: bool = False) -> bytes:
    """A 'P' image of at most 256 colours as a PNG file.

    With `fast`, `isal` compresses it if that optional package is installed. Raises ValueError for
    other modes.
    """
    if image.mode != "P":
        raise ValueError(f"a palette image is needed, not mode {image.mode!r}")
    colours = bytes(image.getpalette("RGB") or ())[:768]
    return written(image.size, colours, _unknown(image), fast)


def _unknown(image: Image.Image) -> Bands:
    """The bands of an image without keys. Each row begins with a zero byte."""

    def rows(first: int, end: int) -> bytes:
        # Pixels cropped from beyond the edge are zero.
        box = -1, first * HEIGHT, image.width, min(end * HEIGHT, image.height)
        return image.crop(box).tobytes()

    return Bands([None] * ceil(image.height / HEIGHT), rows, (image.width + 1) * HEIGHT)


def written(size: tuple[int, int], colours: bytes, bands: Bands, fast: bool = False) -> bytes:
    """The PNG file of these bands, with the colours of its palette. `fast` as in `encode`."""
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", compress(bands, (fast and ISAL) or ZLIB)),
            _chunk(b"IEND", b""),
        )
    )
