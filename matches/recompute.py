"""All ratings from the beginning: from the stored matches, in the order of the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from heapq import merge
from itertools import islice

from sqlalchemy import Connection

from matches.desk import listing
from matches.match import Listing, Player
from matches.ratings import PERIODS, Skill, begins, enter, is_rated, pool_of
from storage import matches, standings
from storage import ratings as rows
from storage.database import Database
from storage.ratings import Change, Rating
from storage.standings import EVERYWHERE, Board, Row, Shift
from storage.transactions import transaction

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Recomputed:
    """How many matches were rated, to how many ratings, and how many of these have changed."""

    matches: int
    ratings: int
    changed: int


async def recompute(db: Database) -> Recomputed:
    """Replaces ratings, ledger and leaderboards by what the stored matches give, all or nothing.

    Matches from before there were ratings are entered by when they finished. Raises StorageError.
    """
    return await db.write(partial(_recompute, db.now()))


def _recompute(now: datetime, connection: Connection) -> Recomputed:
    with transaction(connection):
        rows.lock(connection)
        before = rows.all_ratings(connection)
        # Both are in order; where a clock was set back, the ledger's order is the one that counts.
        order = merge(rows.rated_matches(connection), rows.other_matches(connection))
        ledger = _Ledger(connection, now, rows.nameless(connection))
        rows.clear(connection)
        numbers = iter([number for _, number in order])
        while batch := list(islice(numbers, _BATCH)):
            ledger.add(batch)
        after = ledger.close()
    changed = {(one.player_id, one.pool) for one in after ^ before}
    return Recomputed(ledger.matches, len(after), len(changed))


@dataclass
class _Ledger:
    """Ratings as they grow, and what goes onto the boards in the end."""

    connection: Connection
    now: datetime
    nameless: dict[tuple[int, int], tuple[float, float]]
    matches: int = 0
    known: dict[str, dict[Player, Rating]] = field(default_factory=lambda: defaultdict(dict))
    guilds: dict[tuple[str, Player], set[int]] = field(default_factory=lambda: defaultdict(set))
    gains: dict[tuple[str, Player, int], Row] = field(default_factory=dict)

    def add(self, numbers: Sequence[int]) -> None:
        """Rates these matches, those that count."""
        changes: list[Change] = []
        found = matches.headers(self.connection, numbers)
        for number, (row, chairs) in zip(numbers, found, strict=True):
            match = listing(row, chairs)
            if is_rated(match):
                changes += self._rate(number, match)
        rows.enter(self.connection, changes)

    def _rate(self, number: int, match: Listing) -> list[Change]:
        pool = str(pool_of(match))
        known = self.known[pool]
        brought = {
            seat: Skill(*self.nameless[number, seat])
            for seat in range(1, match.setup.seats + 1)
            if (number, seat) in self.nameless
        }
        entered = enter(match, number, known, self.now, brought)
        for change, rating in entered:
            if rating is not None:
                known[rating.player_id] = rating
                self.guilds[pool, rating.player_id].add(match.place.guild or EVERYWHERE)
                self._gain(change, rating.player_id)
        self.matches += 1
        return [change for change, _ in entered]

    def _gain(self, change: Change, player: Player) -> None:
        for period in PERIODS:
            if change.at > begins(period, self.now):
                key = change.pool, player, period
                sofar = self.gains.get(key, Row(player, 0, 0))
                gain = change.after_points - change.before_points
                self.gains[key] = Row(player, sofar.points + gain, sofar.games + 1)

    def close(self) -> set[Rating]:
        """Stores ratings and boards."""
        ratings = [rating for known in self.known.values() for rating in known.values()]
        for first in range(0, len(ratings), _BATCH):
            batch = ratings[first : first + _BATCH]
            rows.add(self.connection, batch)
            standings.shift(self.connection, [one for rating in batch for one in self._on(rating)])
        return set(ratings)

    def _on(self, rating: Rating) -> list[Shift]:
        player, pool = rating.player_id, rating.pool
        found = {0: Row(player, rating.points, rating.games)}
        found |= {
            period: self.gains[pool, player, period]
            for period in PERIODS
            if (pool, player, period) in self.gains
        }
        scopes = {EVERYWHERE, *self.guilds[pool, player]}
        return [
            Shift(Board(scope, pool, period), player, None, row)
            for scope in scopes
            for period, row in found.items()
        ]
