"""Storing the result of a unit of work, in one transaction."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from games.protocol import Seat
from matches.effects.calls import call
from matches.effects.clocks import account_time, changed_clocks
from matches.effects.conduct import note_conduct
from matches.effects.notices import enqueue, tell_leaver
from matches.effects.ratings import rate_match
from matches.model.access import concerned, gives_puzzles
from matches.model.handovers import SeatOffer
from matches.model.ids import PlayerId, public_id
from matches.model.match import Ending, Match
from matches.settings.players import giving_puzzles
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.work import UnitOfWork
from storage import clocks, competitions, handovers, ladders, match_puzzles
from storage import matches as rows
from storage.handovers import FormerHolder
from storage.matches import DraftText, Snapshot
from storage.transactions import transaction

_SUMMARY = (
    "base",
    "turn_count",
    "to_move",
    "status",
    "started_at",
    "due_at",
    "expires_at",
    "taken_back",
)
"""Columns of a match that follow from its log."""


def commit(
    connection: Connection, cache: Cache, unit: UnitOfWork, at: Snapshot, after: Match
) -> None:
    """Stores the match as the unit of work leaves it, `after`, over the one that was found `at`.

    Afterwards `unit.match` is the stored match, which is also in the cache. Raises LostRace.
    """
    moved = after.base != unit.match.base
    with cache.moving(unit.number) if moved else nullcontext():
        after = _store(connection, unit, at, after)
        if unit.log.entries:
            cache.put(unit.number, after, moved=moved)
    unit.match = after
    if unit.draft is not None:
        unit.draft = replace(unit.draft, match=after)


def _store(connection: Connection, unit: UnitOfWork, at: Snapshot, after: Match) -> Match:
    """Writes it all, and returns the match with its clock."""
    with transaction(connection):
        if unit.before_writing is not None:
            unit.before_writing(connection)
        if unit.log.entries:
            after = store_log(connection, unit, at, after)
        if unit.draft is not None:
            draft, base = unit.draft, unit.match.base
            new = DraftText(draft.seat, base, draft.text, unit.stored_draft, unit.log.interaction)
            rows.put_draft(connection, unit.number, new)
    return after


def store_log(connection: Connection, unit: UnitOfWork, at: Snapshot, after: Match) -> Match:
    """Writes the new entries, and everything that follows from them. Inside a transaction.

    Returns the match with its clock. Raises LostRace.
    """
    number, log, before = unit.number, unit.log, unit.match
    if unit.open_beside is not None:
        other = unit.open_beside(connection)
        unit.changes["other_half"] = other
        after = replace(after, other_half=public_id(other))
    after = account_time(connection, before, log, after)
    rows.append(connection, number, at, log.entries, _changes(unit, after))
    if unit.chairs is not None:
        rows.set_chairs(connection, number, unit.chairs)
    if unit.newcomer is not None:
        rows.set_player(connection, number, *unit.newcomer)
    clocks.set_clocks(connection, number, changed_clocks(before, after))
    left = [FormerHolder(one.seq, one.seat, one.player) for one in log.handovers]
    handovers.add_former(connection, number, left)
    if left and not log.turns:
        handovers.keep_drafts(connection, number, before.base, after.base)
    handovers.set_offers(connection, number, _changed_offers(before, after))
    ended = _new_ending(before, after)
    if ended is not None and ended.ranks:
        rows.set_ranks(connection, number, ended.ranks)
        rate_match(connection, number, after)
        note_conduct(connection, number, after)
        if gives_puzzles(after, giving_puzzles(connection, concerned(after))):
            match_puzzles.queue(connection, [number])
    if after.official and after.status not in (before.status, "running"):
        # It is over or adjourned, so its competition is due.
        competitions.wake(connection, number, log.entries[-1].at)
        ladders.wake(connection, number, log.entries[-1].at)
    enqueue(connection, number, before, log, after)
    if unit.leaver is not None:
        tell_leaver(connection, number, after, unit.leaver, log.entries[-1].at)
    call(connection, number, before, after, log.entries[-1].at)
    return after


def _changed_offers(before: Match, after: Match) -> dict[Seat, tuple[str | None, PlayerId | None]]:
    """The seats whose stored offers have changed."""
    old, new = ({one.seat: one for one in match.offers} for match in (before, after))
    changed = (seat for seat in old.keys() | new.keys() if old.get(seat) != new.get(seat))
    return {seat: _stored(new.get(seat)) for seat in changed}


def _stored(offer: SeatOffer | None) -> tuple[str | None, PlayerId | None]:
    if offer is None:
        return None, None
    return handovers.ANYONE if offer.anyone else handovers.NAMED, offer.to


def _changes(unit: UnitOfWork, after: Match) -> dict[str, Any]:
    """What the new entries change in the match's own row."""
    before = unit.match
    # Only what differs: naming a column costs an update of its indexes, even if it stays the same.
    changes = {
        name: getattr(after, name)
        for name in _SUMMARY
        if getattr(after, name) != getattr(before, name)
    }
    changes |= {"moved_at": unit.log.at, **unit.changes}
    ended = _new_ending(before, after)
    if ended is not None:
        seat = unit.log.entries[-1].seat if not ended.ranks else None
        ending = {"reason": ended.reason, "ranks": ended.ranks, "seat": seat}
        changes |= {"ending": ending, "finished_at": after.finished_at}
    return changes


def _new_ending(before: Match, after: Match) -> Ending | None:
    """The ending, if the match came to it only now: a match is rated once."""
    return after.ending if before.ending is None else None
