"""Turns prepared in advance."""

from __future__ import annotations

from games.play import example, tidy
from games.preparation import require_readable
from games.protocol import Seat
from games.words import plain
from matches.course.entry import TURN_LIMIT, checked
from matches.model.conditions import SEPARATOR
from matches.model.errors import NothingPrepared, NothingToPrepare, TooManyPrepared
from matches.model.forced import go_on
from matches.model.ids import MatchId, PlayerId
from matches.model.played import Played
from matches.model.requirements import require_seat
from matches.unit_of_work.execution import perform
from matches.unit_of_work.queries import get
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database

PREPARED_LIMIT = 200
"""The most turns that one seat may have prepared."""


# Prepared turns


async def prepare(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    text: str,
    *,
    seq: int | None = None,
    interaction: int | None = None,
) -> Played:
    """Adds turns, separated by semicolons, to those that the player has prepared.

    Whether they are legal is checked only when they are played: as soon as it is this player's
    turn. With `seq` they are added only if the match is still as the player saw it. Raises
    MoveError for what can never be a turn, TooManyPrepared, TurnTooLong, NothingToPrepare,
    StaleMatch and as `play`.
    """

    def act(unit: UnitOfWork) -> None:
        if seq not in (None, unit.match.seq):
            raise unit.stale()
        add_prepared(unit, require_seat(unit.match, player), text)

    return (await perform(db, match_id, act, interaction)).played(player)


async def prepared(db: Database, match_id: MatchId, player: PlayerId) -> tuple[str, ...]:
    """The turns that the player has prepared, the next one first. Raises the same as `resign`."""
    match = await get(db, match_id)
    return match.queues.get(require_seat(match, player, adjourned=True), ())


async def clear_prepared(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Played:
    """Deletes the player's prepared turns. Raises NothingPrepared."""

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        if not unit.match.queues.get(seat):
            raise NothingPrepared(match=unit.match.id)
        unit.log.write("clear", seat)

    return (await perform(db, match_id, act, interaction)).played(player)


def add_prepared(unit: UnitOfWork, seat: Seat, text: str) -> None:
    """Prepares turns, given with semicolons between them. If it is the player's turn, they are
    played at once, as far as they are legal. Raises NothingToPrepare, and the same as `enqueue` and
    `readable`.
    """
    texts = readable(unit, text.split(";"))
    if not texts:
        shown = example(unit.match.game, unit.match.position)
        raise NothingToPrepare(match=unit.match.id, example=shown)
    enqueue(unit, seat, texts)
    if unit.match.to_move == seat and not unit.stored_draft:
        unit.require_time()
        go_on(unit.log)


def enqueue(unit: UnitOfWork, seat: Seat, texts: list[str]) -> None:
    """Adds turns to the prepared ones. Raises TooManyPrepared."""
    number = len(unit.match.queues.get(seat, ())) + len(texts)
    if number > PREPARED_LIMIT:
        raise TooManyPrepared(limit=PREPARED_LIMIT, number=number)
    if texts:
        unit.log.write("prepare", seat, SEPARATOR.join(texts))


def throw_away_later(unit: UnitOfWork, seat: Seat) -> None:
    """Deletes what the player prepared during their own turn. It belongs to the draft of that turn:
    anything prepared earlier has already been played.
    """
    if unit.match.queues.get(seat):
        unit.log.write("clear", seat)


def interrupt(unit: UnitOfWork) -> None:
    """Deletes what was prepared along with the draft of the seat to move, which is void now: it
    must not be played in its stead.
    """
    if unit.stored_draft and unit.match.to_move is not None:
        throw_away_later(unit, unit.match.to_move)


def take_back_later(unit: UnitOfWork, seat: Seat) -> None:
    """Deletes the last turn that was prepared along with the player's own. There must be one."""
    *texts, _ = unit.match.queues[seat]
    unit.log.write("clear", seat)
    if texts:
        unit.log.write("prepare", seat, SEPARATOR.join(texts))


def readable(unit: UnitOfWork, parts: list[str]) -> list[str]:
    """The turns as they are stored. Raises MoveError if one of them can never be played, whatever
    the position will be; and TurnTooLong.
    """
    match, texts = unit.match, texts_of(parts)
    require_readable(match.game, match.position, *texts)
    return texts


def texts_of(parts: list[str]) -> list[str]:
    """The turns as they are stored: without invisible characters, which no token contains and not
    every database can store.
    """
    found = (plain(tidy(checked(part)), TURN_LIMIT) for part in parts)
    return list(filter(None, found))
