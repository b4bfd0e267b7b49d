"""A player's studies: opening, listing and removing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from games.protocol import AnyGame, Setup
from matches.model.ids import MatchId, PlayerId, StudyNumber, number_of
from matches.model.match import Match
from matches.model.storage_errors import map_storage_errors
from matches.model.study_errors import StaleStudy, StudyFull, TooManyStudies
from matches.model.tree import ROOT, Tree
from matches.studies.stored import found, store, write
from matches.studies.study import Study, at, read, written
from matches.studies.texts import text_of
from storage import players as people
from storage import studies as rows
from storage.database import Database
from storage.studies import StudyRow

MOST = 50
"""The most studies of one player."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a study begins: a position between two turns, its match, and the number of turns before
    it.
    """

    game: AnyGame
    setup: Setup
    position: str
    match_id: MatchId | None = None
    turns: tuple[str, ...] = ()
    """The turns of the match up to there."""

    @classmethod
    def of(cls, match: Match) -> Start:
        """The match as it stands."""
        turns = tuple(one.text for one in match.turns)
        return cls(match.game, match.setup, text_of(match.position), match.id, turns)


@dataclass(frozen=True, slots=True)
class Opened:
    """A study that was opened; `gone` is the one that was removed to make room."""

    study: Study
    gone: Study | None = None


async def open_at(db: Database, owner: PlayerId, start: Start) -> Opened:
    """The owner's study at this position: the most recently changed one of this match that contains
    the position, or to which the match's turns can be added to reach it. Otherwise a new one.

    If there are already `MOST` studies, the longest unused one without a name is removed. Raises
    TooManyStudies if all have names, Unavailable.
    """

    def work(connection: Connection) -> Opened:
        people.hold(connection, [owner])
        for row in _of_match(connection, owner, start.match_id):
            before = read(row)
            after = _reaching(before, start)
            if after is not None:
                same = after == before
                return Opened(before if same else store(db, connection, before, after))
        return _created(db, connection, owner, start)

    return await write(db, work)


async def listed(db: Database, owner: PlayerId) -> list[Study]:
    """The owner's studies without their trees, the most recently changed one first."""
    with map_storage_errors():
        found_rows = await db.read(lambda connection: rows.of_player(connection, owner))
    return [read(row) for row in found_rows]


async def remove(db: Database, owner: PlayerId, number: StudyNumber, *, seq: int) -> Study:
    """Deletes the study, even one that can't be read any more. Raises UnknownStudy, StaleStudy if
    it has changed since the owner saw it, and Unavailable.
    """

    def work(connection: Connection) -> Study:
        gone = found(connection, owner, number)
        if gone.seq != seq:
            raise StaleStudy(number=number)
        rows.remove(connection, owner, number)
        return gone

    return await write(db, work)


def _of_match(
    connection: Connection, owner: PlayerId, match_id: MatchId | None
) -> Sequence[StudyRow]:
    return [] if match_id is None else rows.of_match(connection, owner, number_of(match_id))


def _reaching(study: Study, start: Start) -> Study | None:
    """The study with its owner at that position, if the turns of the match lead there from its
    root, and there is room for them. Missing turns are added.
    """
    turns = study.leading(start.turns, start.position)
    if turns is None:
        return None
    try:
        tree, node = study.tree.reaching(turns)
    except StudyFull:
        return None
    if node == study.here:
        return study
    return at(replace(study, tree=tree), node)


def _created(db: Database, connection: Connection, owner: PlayerId, start: Start) -> Opened:
    known = rows.of_player(connection, owner)
    gone = None
    if len(known) >= MOST:
        eldest = next((row for row in reversed(known) if not row.name), None)
        if eldest is None:
            raise TooManyStudies(limit=MOST)
        gone = read(eldest)
        rows.remove(connection, owner, eldest.number)
    study = Study(
        owner=owner,
        number=StudyNumber(max((row.number for row in known), default=0) + 1),
        match_id=start.match_id,
        game=start.game,
        setup=start.setup,
        start=start.position,
        root=len(start.turns),
        name="",
        tree=Tree(),
        here=ROOT,
        draft="",
        seq=1,
        changed_at=db.now(),
    )
    rows.create(connection, written(study))
    return Opened(study, gone)
