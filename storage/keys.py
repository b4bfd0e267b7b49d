"""Random keys. Each is made when it is first needed.

A key is a row of the database: it is part of every backup and copy, and all processes share it.
"""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, bindparam, select

from storage.schema import secret
from storage.upserts import INSERTS

_VALUE = select(secret.c.value).where(secret.c.name == bindparam("key"))


def known(connection: Connection, name: str) -> bytes | None:
    """The key with this name, if it has ever been needed."""
    found = connection.execute(_VALUE, {"key": name}).scalar()
    return None if found is None else bytes.fromhex(found)


def key(connection: Connection, name: str) -> bytes:
    """The key with this name, made if it does not exist yet. Must be called inside a
    transaction.
    """
    found = known(connection, name)
    if found is not None:
        return found
    new = INSERTS[connection.dialect.name](secret)
    made = new.values(name=name, value=secrets.token_hex(32)).on_conflict_do_nothing()
    connection.execute(made)
    return bytes.fromhex(connection.execute(_VALUE, {"key": name}).scalar_one())
