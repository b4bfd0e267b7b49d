"""Palette images as PNG files, without the detours of a general writer."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from PIL import Image

LEVEL = 5
"""A cheap zlib level that still matches lazily: within a tenth of level 6's bytes, in less
time."""


def _isal() -> Callable[[bytes], bytes] | None:
    """Intel's compressor, if it is installed: ten times as fast, a fifth more bytes.

    Its level 3 takes four times as long as 2, for pictures of boards in vain.
    """
    try:
        from isal import isal_zlib  # noqa: PLC0415 - it is optional
    except ImportError:
        return None
    return lambda data: bytes(isal_zlib.compress(data, 2))


ISAL = _isal()
"""What compresses fast; None if it is not installed."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        (
            struct.pack(">I", len(data)),
            kind,
            data,
            struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))),
        )
    )


def _rows(image: Image.Image) -> bytes:
    """The pixels, each row after a zero byte: the filter "none", best for palettes.

    What is cropped from beyond the edge is zero.
    """
    return image.crop((-1, 0, *image.size)).tobytes()


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 15, 9)
    return packer.compress(data) + packer.flush()


def encode(image: Image.Image, fast: bool = False) -> bytes:
    """A 'P' image of at most 256 colours as a PNG file.

    With `fast` the optional `isal` compresses, if installed. Raises ValueError for other modes.
    """
    if image.mode != "P":
        raise ValueError(f"a palette image is needed, not mode {image.mode!r}")
    colours = bytes(image.getpalette("RGB") or ())[:768]
    pack = ISAL if fast and ISAL is not None else _deflate
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", pack(_rows(image))),
            _chunk(b"IEND", b""),
        )
    )
