"""Recomputes all ratings from the stored matches, in the order of the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from heapq import merge
from itertools import islice

from sqlalchemy import Connection

from matches.model.advantage import is_seated, moved
from matches.model.ids import MatchNumber, PlayerId
from matches.model.match import Listing
from matches.model.ratings import (
    MODEL,
    PERIODS,
    SEATLESS,
    Skill,
    enter,
    holders_of,
    is_rated,
    pool_of,
)
from matches.unit_of_work.repository import listing
from storage import advantages, handovers, listings, standings
from storage import ratings as rows
from storage.database import Database
from storage.ratings import Change, Rating
from storage.standings import EVERYWHERE, Board, Row, Shift
from storage.transactions import transaction

BATCH = 500
"""How many matches are processed at a time."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """How many matches were rated, how many ratings this gave, and how many of these have
    changed.
    """

    matches: int
    ratings: int
    changed: int


async def recompute(db: Database) -> Recomputed:
    """Replaces ratings, ledger, leaderboards, and what seats are taken to be worth, by what follows
    from the stored matches, all or nothing.

    Matches from before there were ratings are entered by when they finished. Raises StorageError.
    """
    return await db.write(partial(_recompute, db.now()))


def _recompute(now: datetime, connection: Connection) -> Recomputed:
    with transaction(connection):
        rows.lock(connection)
        before = rows.all_ratings(connection)
        # Both are in order; if a clock was set back, the ledger's order counts.
        order = merge(rows.rated_matches(connection), rows.other_matches(connection))
        ledger = Ledger(connection, now, rows.nameless(connection))
        rows.clear(connection)
        numbers = iter([number for _, number in order])
        while batch := list(islice(numbers, BATCH)):
            changes = ledger.rated(batch)
            for change in changes:
                ledger.count(change)
            rows.enter(connection, changes)
        store(connection, ledger)
    changed = {(one.player_id, one.pool) for one in {*ledger.ratings} ^ before}
    return Recomputed(ledger.matches, len(ledger.ratings), len(changed))


def store(connection: Connection, ledger: Ledger) -> None:
    """Stores ratings, boards and the worth of seats in empty tables."""
    advantages.put(connection, ledger.advantages)
    for first in range(0, len(ledger.ratings), BATCH):
        batch = ledger.ratings[first : first + BATCH]
        rows.add(connection, batch)
        placed = ((board, row) for rating in batch for board, row in ledger.places(rating))
        standings.shift(
            connection, [Shift(board, row.player_id, None, row) for board, row in placed]
        )


@dataclass
class Ledger:
    """Ratings as they change from match to match, and what goes onto the boards in the end."""

    connection: Connection
    now: datetime
    nameless: dict[tuple[MatchNumber, int, int], tuple[float, float]]
    matches: int = 0
    known: dict[str, dict[PlayerId, Rating]] = field(default_factory=lambda: defaultdict(dict))
    guilds: dict[tuple[str, PlayerId], set[int]] = field(default_factory=lambda: defaultdict(set))
    gains: dict[tuple[str, PlayerId, int], Row] = field(default_factory=dict)
    advantages: dict[str, float] = field(default_factory=dict)
    """What the first of two seats is now taken to be worth, by game."""
    seatless: Collection[MatchNumber] = ()
    """The matches that were rated before seats had a worth, and that keep their ratings without it.
    """

    @property
    def ratings(self) -> list[Rating]:
        """The ratings after all matches so far."""
        return [rating for known in self.known.values() for rating in known.values()]

    def rated(self, numbers: Sequence[MatchNumber]) -> list[Change]:
        """Rates those of these matches that count. Returns the changes, in the ledger's order."""
        changes: list[Change] = []
        found = listings.headers(self.connection, numbers)
        left = handovers.former_holders(self.connection, numbers)
        for number, (row, chairs) in zip(numbers, found, strict=True):
            match = listing(row, chairs)
            if is_rated(match):
                gone = ((one.seat, one.player_id) for one in left.get(number, ()))
                changes += self._rate(number, match, holders_of(match, gone))
        return changes

    def _rate(
        self, number: MatchNumber, match: Listing, holders: list[list[PlayerId | None]]
    ) -> list[Change]:
        pool = str(pool_of(match))
        known = self.known[pool]
        brought = {
            (seat, place): Skill(*self.nameless[number, seat, place])
            for seat, had in enumerate(holders, start=1)
            for place in range(len(had))
            if (number, seat, place) in self.nameless
        }
        key, seatless = match.game.info.key, number in self.seatless
        seated = is_seated(match) and not seatless
        advantage = self.advantages.get(key, advantages.START) if seated else 0
        entered = enter(
            match,
            number,
            known,
            self.now,
            nameless=brought,
            holders=holders,
            advantage=advantage,
            model=SEATLESS if seatless else MODEL,
        )
        if seated:
            self.advantages[key] = moved(advantage, match, [change for change, _ in entered])
        for _, rating in entered:
            if rating is not None:
                known[rating.player_id] = rating
                self.guilds[pool, rating.player_id].add(match.place.guild or EVERYWHERE)
        self.matches += 1
        return [change for change, _ in entered]

    def count(self, change: Change) -> None:
        """Counts a change on the boards of the periods that it belongs to."""
        if change.player_id is None or not change.period:
            return
        for period in PERIODS:
            if change.period <= period:
                key = change.pool, change.player_id, period
                sofar = self.gains.get(key, Row(change.player_id, 0, 0))
                gain = change.after_points - change.before_points
                self.gains[key] = Row(change.player_id, sofar.points + gain, sofar.games + 1)

    def places(self, rating: Rating) -> Iterator[tuple[Board, Row]]:
        """The boards that a rating brings its player onto, and the row on each."""
        player, pool = rating.player_id, rating.pool
        found = {0: Row(player, rating.points, rating.games)}
        found |= {
            period: self.gains[pool, player, period]
            for period in PERIODS
            if (pool, player, period) in self.gains
        }
        for scope in {EVERYWHERE, *self.guilds[pool, player]}:
            for period, row in found.items():
                yield Board(scope, pool, period), row
