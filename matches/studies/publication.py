"""Publishing studies of matches that are over, taking them back, and deleting comments."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from games.stops import Stops
from matches.archive.records import log_of
from matches.archive.variations import Published, read
from matches.model.errors import NotOver
from matches.model.ids import MatchId, PlayerId, StudyNumber
from matches.model.match import Match
from matches.model.study_errors import NothingTried, NotPublished
from matches.model.tree import Number, Tree
from matches.studies.stored import get, write
from matches.unit_of_work.repository import key_of
from storage import variations as rows
from storage.database import Database
from storage.variations import VariationRow


def beginning(match: Match, root: int, start: str) -> int | None:
    """The number of turns and events after which the match was in this position with `root` turns
    played; None if it never was. Replays the match.
    """
    stops = Stops(match.game, match.setup, log_of(match))
    for number in range(root, len(stops.entries) + 1):
        stop = stops.at(number)
        if stop.turns > root:
            return None
        if stop.turns == root and str(stop.position) == start:
            return number
    return None


async def publish(
    db: Database, owner: PlayerId, number: StudyNumber, match: Match, after: int
) -> Published:
    """Shows the study as it is now, with its comments, to everybody who may read its match,
    replacing what its owner has published of it before. `after` is the number of the match's turns
    and events before its start.

    Raises NotOver, NothingTried, UnknownStudy.
    """
    if match.ending is None:
        raise NotOver(match=match.id)
    study = await get(db, owner, number)
    if not study.tree.nodes:
        raise NothingTried(match=match.id)
    row = VariationRow(key_of(match.id), owner, after, study.tree.stored(), db.now())
    await write(db, lambda connection: rows.put(connection, row))
    return read(match.id, row)


async def take_back(db: Database, match_id: MatchId, author: PlayerId) -> None:
    """Withdraws what somebody has published of a match. Raises NotPublished."""

    def work(connection: Connection) -> bool:
        return rows.remove(connection, key_of(match_id), author)

    if not await write(db, work):
        raise NotPublished(match=match_id)


async def delete_comment(
    db: Database, match_id: MatchId, author: PlayerId, node: Number
) -> Published:
    """Deletes a published comment; the author's study keeps it. The caller has checked that the
    user is its author, or manages the server of the match. Raises NotPublished.
    """

    def work(connection: Connection) -> Published:
        found = rows.of_match(connection, key_of(match_id))
        row = next((one for one in found if one.player_id == author), None)
        if row is None or not _has(read(match_id, row).tree, node):
            raise NotPublished(match=match_id)
        before = read(match_id, row)
        after = replace(before, tree=before.tree.commented(node, ""))
        rows.put(connection, replace(row, tree=after.tree.stored()))
        return after

    return await write(db, work)


def _has(tree: Tree, node: Number) -> bool:
    return tree.node(node) is not None
