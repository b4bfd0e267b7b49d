"""Carrying out one use case: load the match, let it act, write all or nothing, and know repeats."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sqlalchemy import Connection

from games.errors import MoveError
from games.play import play_turn
from games.protocol import Seat
from matches.effects.calls import call
from matches.effects.clocks import changed, charge, corrected
from matches.effects.notices import owe
from matches.effects.ratings import settle
from matches.model.computer_players import is_robot
from matches.model.errors import (
    Adjourned,
    HasWithdrawn,
    MatchFrozen,
    MatchOver,
    NotRunning,
    NotSeated,
    StaleMatch,
    TimeIsUp,
    Unavailable,
    UnknownMatch,
)
from matches.model.log import Log
from matches.model.match import GOING, Draft, Ending, Match, Played, Player
from matches.unit_of_work.cache import Cache, cache_of
from matches.unit_of_work.repository import ATTEMPTS, key_of, load, read_again
from storage import clocks
from storage import matches as rows
from storage.database import Database
from storage.errors import LostRace, StorageError
from storage.matches import Chair, DraftText, Glance
from storage.transactions import transaction

logger = logging.getLogger(__name__)

_SUMMARY = (
    *("base", "turn_count", "to_move", "status", "started_at", "due_at"),
    *("expires_at", "taken_back"),
)
"""Columns of a match that follow from its log."""


# One use case


@dataclass
class Desk:
    """A match on the desk: what a use case finds, and what it leaves to be written.

    `newcomer` is who sits in a seat from now on in the place of somebody else. `seen` is the `seq`
    that a player who names none is taken to have seen. `stored` is the text
    of the valid draft ("" after a reset, None if there is none).
    """

    number: int
    match: Match
    log: Log
    seen: int
    stored: str | None
    repeated: bool = False
    behind: bool = True
    """Whether the match may owe boards from before the use case."""
    draft: Draft | None = None
    chairs: list[Chair] | None = None
    newcomer: tuple[Seat, Player] | None = None
    changes: dict[str, Any] = field(default_factory=dict)
    connection: Connection | None = None
    """For use cases that look something up; what they write is written after them."""
    allowed: Callable[[Connection], None] | None = None
    """What has still to be checked inside the transaction, since it does not hang on this match
    alone: it raises to refuse."""

    def require_running(self, *, adjourned: bool = False) -> None:
        """Raises NotRunning, MatchOver, MatchFrozen, and Adjourned unless that is allowed."""
        match = self.match
        if match.fault is not None and match.status == "frozen":
            fault = match.fault
            raise MatchFrozen(match=match.id, number=fault.number, text=fault.text)
        if match.status == "open":
            raise NotRunning(match=match.id)
        if match.status not in GOING:
            raise MatchOver(match=match.id)
        if match.status == "adjourned" and not adjourned:
            raise Adjourned(match=match.id)

    def require_known(self, player: Player) -> None:
        """Raises UnknownMatch if the match is private and not this player's."""
        if not self.match.known_to(player):
            raise UnknownMatch(match=self.match.id)

    def require_seat(self, player: Player, *, adjourned: bool = False) -> Seat:
        """The player's seat in the running match. Raises NotSeated, HasWithdrawn and the above."""
        self.require_known(player)
        seat = self.match.seat_of(player)
        if seat is None:
            raise NotSeated(match=self.match.id)
        self.require_running(adjourned=adjourned)
        if seat in self.match.position.withdrawn:
            raise HasWithdrawn(match=self.match.id)
        return seat

    def require_fresh(self, seq: int | None) -> None:
        """Raises StaleMatch if the position is not the one that the player saw."""
        match = self.match
        if not match.base <= (self.seen if seq is None else seq) <= match.seq:
            raise self.stale()

    def require_time(self) -> None:
        """Raises TimeIsUp if the time of the seat to move is over and that counts by itself.

        Computer players never lose on time: what they need is up to the machine.
        """
        match, now = self.match, self.log.at
        if is_robot(match.player_to_move):
            return
        if match.at_end == "automatic" and match.due_at and now and match.due_at <= now:
            raise TimeIsUp(match=match.id)

    def stale(self) -> StaleMatch:
        """The refusal of what was made for another position or draft."""
        return StaleMatch(match=self.match.id, seq=self.match.seq)

    def played(self, player: Player) -> Played:
        """The outcome of a use case that concerns turns."""
        log = self.log
        seat = self.match.seat_of(player)
        return Played(
            match=self.match,
            player=player,
            turns=tuple(log.turns),
            events=tuple(log.events),
            draft=self.draft,
            dropped=tuple(log.dropped),
            prepared=log.queues.get(seat, ()) if seat else (),
            repeated=self.repeated,
            behind=self.behind,
        )


def draft_of(match: Match, seat: Seat, text: str | None) -> Draft:
    """The draft with this text; empty if the text can't be played (any more)."""
    if text:
        try:
            turn = play_turn(match.line, text)
        except MoveError:
            pass
        else:
            return Draft(match, seat, turn.text, turn.line, turn.steps)
    return Draft(match, seat, "", match.line)


Soon: TypeAlias = Callable[[Match], None]
"""Is shown the match that is about to be stored, with its clock as it was, so that somebody can
prepare what he is going to do with it: maybe beforehand, in the caller's thread, what would come of
the match as it is remembered, and then, in the database's thread, what comes of it as it is.
Neither may ever be stored. Must not raise.
"""


async def perform(
    db: Database,
    match_id: str,
    act: Callable[[Desk], None],
    interaction: int | None = None,
    soon: Soon | None = None,
) -> Desk:
    """Carries a use case out: `act` checks, writes into the desk's log, and raises to refuse.

    A lost race is tried again on what the winner left; `act` sees by `require_fresh` whether the
    position is still the same. On return the desk's match is the new one: with the very line that
    `soon` was shown last, if the position has changed. An interaction that was carried out before
    gives the desk as it was left then.
    """
    case = _Case(db, cache_of(db), key_of(match_id), act, interaction=interaction, soon=soon)
    try:
        return await db.write(case.run)
    except StorageError as error:
        raise Unavailable(match=match_id) from error


class _Case:
    """One use case on its way through the database."""

    def __init__(
        self,
        db: Database,
        cache: Cache,
        number: int,
        act: Callable[[Desk], None],
        *,
        interaction: int | None,
        soon: Soon | None,
    ) -> None:
        self.db, self.cache, self.number = db, cache, number
        self.act, self.interaction, self.soon = act, interaction, soon
        self.asked = cache.tick
        self.seen: int | None = None

    def run(self, connection: Connection) -> Desk:
        """Tries until the race is won, or refused, or lost too often. Raises LostRace then."""
        for _ in range(ATTEMPTS - 1):
            with suppress(LostRace):
                return self._attempt(connection)
        return self._attempt(connection)

    def _attempt(self, connection: Connection) -> Desk:
        number, cache, interaction = self.number, self.cache, self.interaction
        match, at = load(connection, cache, number, interaction)
        if at.batch is not None or (interaction and at.draft_interaction == interaction):
            return _repeated(connection, number, match, at, interaction)
        if self.seen is None:
            self.seen = -1 if cache.moved_since(number, self.asked) else match.seq
        log = Log(match, self.db.now(), interaction)
        desk = Desk(
            number, match, log, self.seen, at.draft, behind=at.behind, connection=connection
        )
        at = _correct(connection, desk, at)
        self.act(desk)
        _commit(connection, cache, desk, at, interaction, soon=self.soon)
        return desk


def _correct(connection: Connection, desk: Desk, at: Glance) -> Glance:
    """Freezes a match in its row, too, or thaws it after its log replays again. Returns how the row
    is then.
    """
    if desk.match.status == at.status:
        return at
    with transaction(connection):
        match = desk.match = desk.log.header = corrected(connection, desk.match, desk.log)
        at = rows.set_status(
            connection, desk.number, at, match.status, match.due_at, now=desk.log.at
        )
    if match.fault is None:
        logger.info("match=%s turn=%d replays again", match.id, match.turn_count)
    else:
        fault = match.fault
        logger.error("match=%s turn=%d is frozen: %s", match.id, fault.number, fault.message)
    return at


def _commit(
    connection: Connection,
    cache: Cache,
    desk: Desk,
    at: Glance,
    interaction: int | None,
    *,
    soon: Soon | None,
) -> None:
    log, draft = desk.log, desk.draft
    if not log.entries and draft is None:
        return
    before, after = desk.match, log.match() if log.entries else desk.match
    moved = after.base != before.base
    if soon is not None and moved:
        soon(after)
    with cache.moving(desk.number) if moved else nullcontext():
        after = _store(connection, desk, at, after, interaction)
        if log.entries:
            cache.put(desk.number, after, moved=moved)
    desk.match = after
    if draft is not None:
        desk.draft = replace(draft, match=after)


def _store(
    connection: Connection,
    desk: Desk,
    at: Glance,
    after: Match,
    interaction: int | None,
) -> Match:
    """Stores what the use case leaves; returns the match with its clock charged for it."""
    log, draft, before = desk.log, desk.draft, desk.match
    with transaction(connection):
        if desk.allowed is not None:
            desk.allowed(connection)
        if log.entries:
            after = charge(connection, before, log, after)
            changes = _changes(desk, after)
            rows.append(connection, desk.number, at, log.entries, changes)
            if desk.chairs is not None:
                rows.set_chairs(connection, desk.number, desk.chairs)
            if desk.newcomer is not None:
                rows.set_player(connection, desk.number, *desk.newcomer)
            clocks.set_clocks(connection, desk.number, changed(before, after))
            ended = _new_ending(before, after)
            if ended is not None and ended.ranks:
                rows.set_ranks(connection, desk.number, ended.ranks)
                settle(connection, desk.number, after)
            owe(connection, desk.number, before, log, after)
            call(connection, desk.number, before, after, desk.log.entries[-1].at)
        if draft is not None:
            new = DraftText(draft.seat, before.base, draft.text, desk.stored, interaction)
            rows.put_draft(connection, desk.number, new)
    return after


def _changes(desk: Desk, after: Match) -> dict[str, Any]:
    """What the new entries change in the match's own row."""
    before = desk.match
    # Only what differs: a column that is named costs its indices, even if it stays the same.
    changes = {
        name: getattr(after, name)
        for name in _SUMMARY
        if getattr(after, name) != getattr(before, name)
    }
    changes |= {"moved_at": desk.log.at, **desk.changes}
    ended = _new_ending(before, after)
    if ended is not None:
        seat = desk.log.entries[-1].seat if not ended.ranks else None
        ending = {"reason": ended.reason, "ranks": ended.ranks, "seat": seat}
        changes |= {"ending": ending, "finished_at": after.finished_at}
    return changes


def _new_ending(before: Match, after: Match) -> Ending | None:
    """The end to which the match has come just now. What is noted later changes nothing about it:
    a match is rated once.
    """
    return after.ending if before.ending is None else None


def _repeated(
    connection: Connection, number: int, match: Match, at: Glance, interaction: int | None
) -> Desk:
    """The desk as the interaction left it: its entries read again behind those before them."""
    log = Log(match)
    if at.batch is not None:
        log = read_again(connection, match, number, at.batch)
    desk = Desk(number, log.match(), log, at.seq, at.draft, repeated=True)
    if interaction and at.draft_interaction == interaction and match.to_move:
        desk.draft = draft_of(match, match.to_move, at.draft)
    return desk
