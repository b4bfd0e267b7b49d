"""Seals: what is kept in the place of a player's id that has to be recognised but not read.

A seal is a keyed hash of the id, together with what it is for, so that two seals of one player
have nothing in common. The key is a row of the database: it travels with every backup and copy.
Ids of Discord are numbers that could be tried one by one; so the hash is a slow one.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import lru_cache

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from storage.schema import secret

LENGTH = 32
"""The characters of a seal."""
_NAME = "seals"
_KEY = select(secret.c.value).where(secret.c.name == _NAME)


def known_key(connection: Connection) -> bytes | None:
    """The key, if anything has ever been sealed."""
    found = connection.execute(_KEY).scalar()
    return None if found is None else bytes.fromhex(found)


def key(connection: Connection) -> bytes:
    """The key, which is made when it is needed first. Inside a transaction."""
    known = known_key(connection)
    if known is not None:
        return known
    new = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    made = new(secret).values(name=_NAME, value=secrets.token_hex(32)).on_conflict_do_nothing()
    connection.execute(made)
    return bytes.fromhex(connection.execute(_KEY).scalar_one())


@lru_cache(maxsize=1024)
def seal(with_key: bytes, purpose: str, *ids: int) -> str:
    """The seal of these ids for this purpose. A new one takes some milliseconds, which a table and
    its rematches need not spend each time.
    """
    text = ":".join([purpose, *map(str, ids)]).encode()
    return hashlib.scrypt(text, salt=with_key, n=1024, r=8, p=1, dklen=LENGTH // 2).hex()
