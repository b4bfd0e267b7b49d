"""Studies that people have published of a match that is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from games.variations import Tried, Variation
from matches.model import tree
from matches.model.ids import MatchId, PlayerId
from matches.model.storage_errors import map_storage_errors
from matches.model.tree import ROOT, Number, Tree
from matches.unit_of_work.repository import key_of
from storage import variations as rows
from storage.database import Database
from storage.variations import VariationRow


@dataclass(frozen=True, slots=True)
class Published:
    """A published tree. It begins `after` that many of the match's turns and events."""

    match_id: MatchId
    author: PlayerId
    after: int
    tree: Tree

    @property
    def variation(self) -> Variation:
        """The variation as it appears in the match's record, where nobody is named."""
        return Variation(self.after, tuple(_tried(self.tree, ROOT, 1)))


def _tried(of: Tree, number: Number, depth: int) -> Iterator[Tried]:
    for node in of.children(number):
        yield Tried(depth, node.text, node.comment)
        yield from _tried(of, node.number, depth + 1)


async def published(db: Database, match_id: MatchId) -> list[Published]:
    """All published studies of a match, in the order of where they begin. Raises Unavailable."""

    def work(connection: Connection) -> list[VariationRow]:
        return rows.of_match(connection, key_of(match_id))

    with map_storage_errors(match_id):
        found = await db.read(work)
    return [read(match_id, row) for row in found]


def read(match_id: MatchId, row: VariationRow) -> Published:
    """The publication stored in a row."""
    return Published(match_id, row.player_id, row.after, tree.read(row.tree))
