"""Reading and changing stored settings by their owner's id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection

from matches.model.storage_errors import map_storage_errors
from matches.settings.declared import read, require_fitting, to_store, with_times
from storage.database import Database
from storage.transactions import transaction

Settings = TypeVar("Settings")
Owner = TypeVar("Owner")


@dataclass(frozen=True, slots=True)
class Stored(Generic[Settings, Owner]):
    """Settings of one kind: how they are declared, loaded and stored, by the id of their owner, and
    how nobody else changes them meanwhile. What stores them gets those from before, too.
    """

    kind: type[Settings]
    load: Callable[[Connection, Owner], dict[str, Any]]
    store: Callable[[Connection, Owner, dict[str, Any], dict[str, Any]], None]
    hold: Callable[[Connection, Owner], None]

    async def get(self, db: Database, owner: Owner) -> Settings:
        """The present settings. Raises Unavailable."""
        with map_storage_errors():
            stored = await db.read(lambda connection: self.load(connection, owner))
        return read(self.kind, stored)

    async def change(self, db: Database, owner: Owner, chosen: Mapping[str, Any]) -> Settings:
        """Stores these choices. The others stay, and None resets one. Returns the resulting
        settings. Raises Unavailable, and WrongChoice for what can't be chosen.
        """
        require_fitting(self.kind, chosen)

        def work(connection: Connection) -> Settings:
            with transaction(connection):
                self.hold(connection, owner)
                before = self.load(connection, owner)
                now = ceil(db.now().timestamp())  # A match in this second counts as earlier.
                wanted = with_times(self.kind, before, {**before, **chosen}, now)
                kept = to_store(self.kind, wanted)
                self.store(connection, owner, before, kept)
            return read(self.kind, kept)

        with map_storage_errors():
            return await db.write(work)
