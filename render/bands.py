"""Pixels compressed in bands of rows, which are kept: from ply to ply most of a picture stays.

A band refers to nothing before it, so that it is the same bytes wherever it stands; the bands of a
picture, one behind the other, are what zlib makes of all of its rows, but for a few per cent more.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from render.cache import Cache

HEIGHT = 64
"""Rows of a band: lower ones are found again more often, and have more bytes."""
KEPT = 16 << 20
"""Bytes of bands: those of some 300 pictures."""

_HEADER = b"\x78\x9c"
_END = b"\x03\x00"
"""A last block with nothing in it."""
_BASE = 65_521
"""Adler-32 counts modulo this."""


class Compressor(NamedTuple):
    """What does the work: `zlib`, or another module with its functions."""

    name: str
    begin: Callable[[], Any]
    """A compressor without header and checksum, as of `zlib.compressobj`."""
    crc32: Callable[[memoryview], int]
    adler32: Callable[[memoryview], int]


kept: Cache[tuple[str, int, int, int], bytes] = Cache(KEPT, len)
"""By compressor, length and both checksums of what was compressed."""


def compress(bands: Iterable[memoryview], compressor: Compressor) -> bytes:
    """All that the bands hold, one behind the other, as a zlib stream."""
    found, checksum, packer = [_HEADER], 1, None
    for band in bands:
        adler = compressor.adler32(band)
        key = compressor.name, len(band), compressor.crc32(band), adler
        known = kept.get(key)
        if known is None:
            packer = packer or compressor.begin()  # To begin another costs half as much as a band.
            known = kept.put(key, _pack(band, packer))
        found.append(known)
        checksum = joined(checksum, adler, len(band))
    return b"".join((*found, _END, checksum.to_bytes(4, "big")))


def _pack(band: memoryview, packer: Any) -> bytes:
    """The band as if it were alone: by a full flush the packer forgets what was before."""
    packed: bytes = packer.compress(band) + packer.flush(zlib.Z_FULL_FLUSH)
    return packed


def joined(before: int, behind: int, length: int) -> int:
    """The Adler-32 of two parts, from that of each, and the length of the second."""
    low, high = before & 0xFFFF, before >> 16
    sums = high + (behind >> 16) + length * (low - 1)
    return sums % _BASE << 16 | (low + (behind & 0xFFFF) - 1) % _BASE
