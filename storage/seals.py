"""Seals: they replace a player's id where it must be recognised but not readable.

A seal is a keyed hash of the id, together with what it is for, so that two seals of one player have
nothing in common. Discord ids are numbers that could be tried one by one, so the hash is slow.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from sqlalchemy import Connection

from storage import keys

LENGTH = 32
"""The characters of a seal."""
_NAME = "seals"


def known_key(connection: Connection) -> bytes | None:
    """The key, if anything has ever been sealed."""
    return keys.known(connection, _NAME)


def key(connection: Connection) -> bytes:
    """The key, made if it does not exist yet. Must be called inside a transaction."""
    return keys.key(connection, _NAME)


@lru_cache(maxsize=1024)
def seal(with_key: bytes, purpose: str, *ids: int) -> str:
    """The seal of these ids for this purpose. Computing a seal takes some milliseconds, so it is
    cached, for example for a table and its rematches.
    """
    text = ":".join([purpose, *map(str, ids)]).encode()
    return hashlib.scrypt(text, salt=with_key, n=1024, r=8, p=1, dklen=LENGTH // 2).hex()
