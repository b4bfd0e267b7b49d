"""Two weeks of a correspondence match, by a manual clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import matches
from games.play import play_turn
from matches import Match
from matches.outbox import queue
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, Timed, same_everywhere
from tests.matches.conftest import Clock as Time

HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
FIRST, MORE, CAP = 2 * DAY, 12 * HOUR, 4 * DAY


@dataclass
class Diary:
    """A match in progress, and the time each seat must have left by the rules of its clock."""

    db: Database
    time: Time
    match: Match
    begun: datetime
    away: tuple[datetime, datetime]
    left: dict[int, timedelta] = field(default_factory=dict)
    given_back: timedelta = timedelta()
    happened: list[tuple[str, int]] = field(default_factory=list)

    @property
    def seat(self) -> int:
        """Who is to move."""
        assert self.match.to_move is not None
        return self.match.to_move

    @property
    def day(self) -> float:
        """The number of days passed."""
        return (self.time() - self.begun) / DAY

    async def think(self, time: timedelta) -> None:
        """Lets time pass, but not enough for anybody to run out."""
        self.time.time += time
        assert await matches.due_now(self.db) == []

    async def play(self, rng: Random, begun: datetime) -> None:
        """The seat to move, on the clock since `begun`, plays any turn."""
        seat, player = self.seat, self.match.player_to_move
        assert player is not None
        used = self.time() - begun - self.given_back
        if player == BOB:
            used -= max(min(self.time(), self.away[1]) - max(begun, self.away[0]), timedelta())
        self.match = (
            await matches.play(self.db, self.match.id, player, _turn(self.match, rng))
        ).match
        self.left[seat] = min(self.left[seat] - used + MORE, CAP)
        self.given_back = timedelta()
        assert self.match.left[seat - 1] == self.left[seat]
        await same_everywhere(self.db, self.match)

    async def run_out(self) -> None:
        """The seat to move does nothing. It is reminded twice, and withdraws exactly on time."""
        seat, left = self.seat, self.left[self.seat]
        assert self.match.due_at == self.time() + left
        for lead in (left / 3, left / 12):
            self.time.time = self.match.due_at - lead - SECOND
            assert await self.reminded() == []
            self.time.time += SECOND
            assert await self.reminded() == [seat]
        self.time.time = self.match.due_at - SECOND
        assert await matches.due_now(self.db) == []
        self.time.time += SECOND
        assert await matches.due_now(self.db) == [self.match.id]
        expired = await matches.expire(self.db, self.match.id)
        assert expired is not None
        self.match = expired.match
        self.happened.append(("timeout", seat))

    async def reminded(self) -> list[int | None]:
        """The seats that are reminded now; all other notices are sent."""
        found = await queue.due(self.db, 200)
        await queue.done(self.db, *(one.key for one in found))
        return [one.seat for one in found if one.kind == "reminder"]


async def test_two_weeks_of_four_players(db: Database, timed: Timed, time: Time) -> None:
    """A match of a real game with increments, a vacation, a downtime, a time-out after two
    reminders, and a resignation, all on time. Its log replays throughout.
    """
    rng, begun = Random(5), time()
    match = await timed("2d+12h/4d", ANN, BOB, CAT, DAN, game="tyr")
    away = (begun + 4 * DAY, begun + 9 * DAY)
    diary = Diary(db, time, match, begun, away, dict.fromkeys((1, 2, 3, 4), FIRST))
    vacation = await matches.take_vacation(db, BOB, away[1], away[0])
    assert [one.id for one in vacation.concerned] == [match.id]
    while diary.day < 14:
        player, since = diary.match.player_to_move, time()
        if player == CAT and diary.day > 10:
            await diary.run_out()
            continue
        await diary.think(timedelta(hours=rng.randrange(1, 12)))
        if player == BOB and away[0] <= time() < away[1]:
            assert diary.match.due_at is not None
            assert diary.match.due_at > away[1]
            diary.happened.append(("vacation", diary.seat))
            time.time = away[1] + HOUR
        if player == ANN and diary.day > 3 and not diary.happened:
            diary.given_back = await _down(diary, 7 * HOUR)
        if player == DAN and ("timeout", 3) in diary.happened:
            diary.match = (await matches.resign(db, match.id, DAN)).match
            diary.happened.append(("resignation", 4))
        else:
            await diary.play(rng, since)
        await diary.reminded()
    assert diary.happened == [("down", 1), ("vacation", 2), ("timeout", 3), ("resignation", 4)]
    assert diary.match.status == "running"
    assert diary.match.position.withdrawn == (3, 4)
    assert diary.match.record.count("timeout:3") == diary.match.record.count("withdraw:4") == 1
    await same_everywhere(db, diary.match)


async def _down(diary: Diary, time: timedelta) -> timedelta:
    """The only process is stopped for a while. Returns what it gives back."""
    db, due = diary.db, diary.match.due_at
    await matches.heartbeat(db)
    diary.time.time += time
    assert await matches.credit_downtime(db) == []
    diary.match = await matches.get(db, diary.match.id)
    assert due is not None
    assert diary.match.due_at == due + time
    diary.happened.append(("down", diary.seat))
    return time


def _turn(match: Match, rng: Random) -> str:
    """Any whole turn that does not end the match."""
    while True:
        line, tokens = match.line, list[str]()
        while not tokens or line.position.mid_turn:
            tokens.append(str(rng.choice(line.game.legal_moves(line.position))))
            line = play_turn(match.line, " ".join(tokens)).line
        if line.position.result is None:
            return " ".join(tokens)
