"""Carrying out one use case: load the match, let it act, commit; try again after a lost race."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Connection

from matches.effects.calls import call
from matches.effects.clocks import corrected
from matches.effects.notices import renew_timed
from matches.model.ids import MatchId, MatchNumber
from matches.model.log import Log
from matches.model.match import Match
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.cache import Cache, cache_of
from matches.unit_of_work.commit import commit
from matches.unit_of_work.repository import ATTEMPTS, key_of, load, read_again
from matches.unit_of_work.work import UnitOfWork, draft_of
from storage import competitions
from storage import matches as rows
from storage.database import Database
from storage.errors import LostRace
from storage.matches import Snapshot
from storage.transactions import transaction

logger = logging.getLogger(__name__)

Act: TypeAlias = Callable[[UnitOfWork], None]
"""A use case: it checks, writes into the unit of work, and raises to refuse. It may be called
several times, each time with another unit of work."""

Soon: TypeAlias = Callable[[Match], None]
"""Callback that receives the match just before it is stored, its clock not updated yet, to prepare
work on it. It is called up to twice: in the caller's thread with a forecast from the match as it is
remembered, and in the database's thread with the match itself. Neither may ever be stored. Must not
raise.
"""


async def perform(
    db: Database,
    match_id: MatchId,
    act: Act,
    interaction: int | None = None,
    soon: Soon | None = None,
) -> UnitOfWork:
    """Carries out a use case, and returns its unit of work, with the match as it was stored.

    After a lost race it tries again with the winner's state; `act` can check with `require_fresh`
    whether the position is still the same. If the position has changed, `match.line` is the very
    object that `soon` was shown last. An interaction that was carried out before changes nothing,
    and returns the unit of work as it was left then. Raises Unavailable, UnknownMatch and what
    `act` raises.
    """
    execution = _Execution(
        db, cache_of(db), key_of(match_id), act, interaction=interaction, soon=soon
    )
    with map_storage_errors(match_id):
        return await db.write(execution.run)


async def repeated(db: Database, match_id: MatchId, interaction: int) -> UnitOfWork | None:
    """The unit of work as this interaction left it, if it was carried out before. Raises
    Unavailable, UnknownMatch.
    """
    number, cache = key_of(match_id), cache_of(db)

    def look(connection: Connection) -> UnitOfWork | None:
        match, at = load(connection, cache, number, interaction)
        if not _was_carried_out(at, interaction):
            return None
        return _repeated(connection, number, match, at, interaction)

    with map_storage_errors(match_id):
        return await db.read(look)


class _Execution:
    """One use case on its way through the database."""

    def __init__(
        self,
        db: Database,
        cache: Cache,
        number: MatchNumber,
        act: Act,
        *,
        interaction: int | None,
        soon: Soon | None,
    ) -> None:
        self.db, self.cache, self.number = db, cache, number
        self.act, self.interaction, self.soon = act, interaction, soon
        self.asked = cache.tick
        self.seen: int | None = None

    def run(self, connection: Connection) -> UnitOfWork:
        """Tries until it is stored or refused. Raises LostRace if the race is lost too often."""
        for _ in range(ATTEMPTS - 1):
            with suppress(LostRace):
                return self._attempt(connection)
        return self._attempt(connection)

    def _attempt(self, connection: Connection) -> UnitOfWork:
        number, cache, interaction = self.number, self.cache, self.interaction
        match, at = load(connection, cache, number, interaction)
        if _was_carried_out(at, interaction):
            return _repeated(connection, number, match, at, interaction)
        if self.seen is None:
            self.seen = -1 if cache.moved_since(number, self.asked) else match.seq
        log = Log(match, self.db.now(), interaction)
        unit = UnitOfWork(
            number, match, log, self.seen, at.draft, behind=at.behind, connection=connection
        )
        at = _correct(connection, unit, at)
        self.act(unit)
        if log.entries or unit.draft is not None:
            after = log.match() if log.entries else unit.match
            if self.soon is not None and after.base != unit.match.base:
                self.soon(after)
            commit(connection, cache, unit, at, after)
        return unit


def _correct(connection: Connection, unit: UnitOfWork, at: Snapshot) -> Snapshot:
    """Freezes a match in its row, too, or thaws it once its log replays again. Then what was owed
    to its players, and void meanwhile, is owed again.

    Returns how the row is then. Raises LostRace.
    """
    if unit.match.status == at.status:
        return at
    with transaction(connection):
        match = unit.match = unit.log.header = corrected(connection, unit.match, unit.log)
        at = rows.set_status(
            connection, unit.number, at, match.status, match.due_at, now=unit.log.at
        )
        if unit.log.at is not None:
            _tell(connection, unit.number, match, unit.log.at)
    if match.fault is None:
        logger.info("match=%s turn=%d replays again", match.id, match.turn_count)
    else:
        fault = match.fault
        logger.error("match=%s turn=%d is frozen: %s", match.id, fault.number, fault.message)
    return at


def _tell(connection: Connection, number: MatchNumber, match: Match, now: datetime) -> None:
    """Tells others that a match was frozen or goes on."""
    if match.official and match.status == "frozen":
        competitions.wake(connection, number, now)
    if match.status == "running":
        call(connection, number, replace(match, status="frozen"), match, now)
        renew_timed(connection, number, match, now)


def _was_carried_out(at: Snapshot, interaction: int | None) -> bool:
    """Whether the interaction that was asked about has left entries, or the draft."""
    return at.batch is not None or bool(interaction and at.draft_interaction == interaction)


def _repeated(
    connection: Connection, number: MatchNumber, match: Match, at: Snapshot, interaction: int | None
) -> UnitOfWork:
    """The unit of work as the interaction left it: its entries read again."""
    log = Log(match)
    if at.batch is not None:
        log = read_again(connection, match, number, at.batch)
    unit = UnitOfWork(number, log.match(), log, at.seq, at.draft, repeated=True)
    if interaction and at.draft_interaction == interaction and match.to_move:
        unit.draft = draft_of(match, match.to_move, at.draft)
    return unit
