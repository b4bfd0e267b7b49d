"""Ratings: the arithmetic, the effect of finished matches, and recomputing the ledger."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, select, update

import games
import matches
from games.protocol import Setup
from matches import Match, Place, privacy
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.ratings import (
    CAUTION,
    NEW,
    SCALE,
    Pool,
    Skill,
    is_rated,
    outcome,
    points_of,
    pool_of,
    rate,
    tables_of,
)
from matches.ratings.recompute import recompute
from matches.ratings.standings import (
    PAGE,
    Cursor,
    Leaderboard,
    Standing,
    around,
    head_to_head,
    leaderboard,
    profile,
    rating_changes,
)
from storage.database import Database
from storage.schema import rating, rating_change, standing, tally
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Clock, Play, Start

Win = Callable[..., Awaitable[Match]]
ELSEWHERE = Place(guild=GuildId(800), channel=ChannelId(81))
ALONE = Place(guild=None, channel=ChannelId(91))
POOL = Pool("toy", 2)


@pytest.fixture
def win(db: Database, start: Start, turns: Play) -> Win:
    """Plays a match of some turns that the first player wins: the others resign, the last seat
    first.
    """

    async def run(*players: PlayerId, place: Place = HERE) -> Match:
        match = await start(*players, place=place)
        await turns(match, *["step"] * max(3, len(players)))
        for loser in reversed(players[1:]):
            match = (await matches.resign(db, match.id, loser)).match
        assert match.status == "finished"
        return match

    return run


async def _stored(db: Database) -> dict[str, set[tuple[Any, ...]]]:
    """All rows of ratings and leaderboards, without generated keys."""

    def work(connection: Connection) -> dict[str, set[tuple[Any, ...]]]:
        found = {}
        for table in (rating, rating_change, standing, tally):
            columns = [column for column in table.columns if column.name != "id"]
            rows = connection.execute(select(*columns))
            empty = columns.index(tally.c.count) if table is tally else None
            found[table.name] = {tuple(row) for row in rows if empty is None or row[empty]}
        return found

    return await db.read(work)


# Arithmetic


def test_new_players_and_the_scale() -> None:
    """A new player has 1200 points. Between well-known players 400 points are odds of ten to
    one.
    """
    assert points_of(NEW) == 1200
    better = Skill(NEW.mu + 400 / SCALE, NEW.sigma)
    assert points_of(better) == 1600
    assert points_of(Skill(NEW.mu, 0.0)) == round(1200 + SCALE * CAUTION * NEW.sigma)
    assert points_of(Skill(0.0, NEW.sigma)) == 463
    assert points_of(Skill(-50.0, NEW.sigma)) == 100


@pytest.mark.parametrize("gap", [0, 3, 15])
@pytest.mark.parametrize("sigma", [1.0, 4.0, NEW.sigma])
def test_winners_rise_and_losers_fall(gap: float, sigma: float) -> None:
    """Winning never costs points, and losing never gains any."""
    sides = ((1,), (2,))
    for ranks in ((1, 2), (2, 1)):
        before = [Skill(25.0, NEW.sigma), Skill(25.0 + gap, sigma)]
        after = rate(sides, ranks, before)
        for rank, was, now in zip(ranks, before, after, strict=True):
            gain = points_of(now) - points_of(was)
            assert gain >= 0 if rank == 1 else gain <= 0


def test_a_draw_brings_players_together() -> None:
    """Equal players keep their mean, the weaker gains on the stronger, and order does not
    matter.
    """
    sides = ((1,), (2,))
    one, other = rate(sides, (1, 1), (NEW, NEW))
    assert one.mu == other.mu == pytest.approx(NEW.mu)
    weak, strong = rate(sides, (1, 1), (NEW, Skill(30.0, 2.0)))
    assert weak.mu > NEW.mu
    assert strong.mu < 30.0
    assert rate(sides, (1, 1), (Skill(30.0, 2.0), NEW)) == [strong, weak]


def test_several_ranks() -> None:
    """Among many players a better rank gains more, and shared ranks gain the same."""
    sides = ((1,), (2,), (3,), (4,))
    skills = [one.mu for one in rate(sides, (2, 1, 4, 3), (NEW,) * 4)]
    assert skills[1] > skills[0] > skills[3] > skills[2]
    first, second, third, fourth = rate(sides, (1, 1, 1, 4), (NEW,) * 4)
    assert first.mu == pytest.approx(second.mu) == pytest.approx(third.mu)
    assert fourth.mu < NEW.mu < first.mu


def test_partners_are_a_team() -> None:
    """Partners win and lose together. Players who abandon their partner lose even if their side
    wins.
    """
    sides = ((1, 3), (2, 4))
    won, lost, also_won, also_lost = rate(sides, (1, 2, 1, 2), (NEW,) * 4)
    assert won == also_won
    assert lost == also_lost
    assert lost.mu < NEW.mu < won.mu
    stayed, beaten, gone, _ = rate(sides, (1, 2, 3, 2), (NEW,) * 4)
    assert (stayed, beaten) == (won, lost)
    assert gone == lost
    assert [outcome(sides, (1, 2, 3, 2), seat) for seat in (1, 2, 3, 4)] == [1, -1, -1, -1]
    assert [outcome(sides, (1, 1, 1, 3), seat) for seat in (1, 2, 3, 4)] == [0, 0, 0, -1]


# Pools


@pytest.mark.parametrize(
    "pool", [Pool("a", 2), Pool("die-drei", 4, "live", partners=True), Pool("x-4p", 3, "live")]
)
def test_pools_as_text(pool: Pool) -> None:
    """A pool's text reads back as the same pool."""
    assert Pool.read(str(pool)) == pool


@pytest.mark.parametrize("text", ["", "toy", "toy-2-slow", "toy-two-live"])
def test_what_is_no_pool(text: str) -> None:
    """Other texts are refused."""
    with pytest.raises(ValueError, match="not a pool"):
        Pool.read(text)


async def test_what_has_pools_of_its_own(db: Database, start: Start) -> None:
    """Seats, partners and live clocks make pools of their own; other options do not."""
    usual = await start(ANN, BOB)
    assert pool_of(usual) == pool_of(await start(ANN, BOB, goal="40")) == POOL
    assert pool_of(await start(ANN, BOB, CAT)) == Pool("toy", 3)
    live = replace(usual, clock=TimeControl.read("15+10"))
    assert pool_of(live) == Pool("toy", 2, "live")
    slow = replace(usual, clock=TimeControl.read("3d"))
    assert pool_of(slow) == POOL
    partners = replace(toy.GAME, sides=lambda _: ((1, 2),))
    assert pool_of(replace(usual, game=partners)) == Pool("toy", 2, partners=True)


def test_all_tables_of_a_game() -> None:
    """The pools of a game are found by trying its options."""
    assert tables_of(toy.GAME) == [(2, False), (3, False), (4, False)]

    def pact(setup: Setup) -> tuple[tuple[int, ...], ...]:
        if setup.seats == 4 and setup.options["pact"] == "yes":
            return ((1, 3), (2, 4))
        return tuple((seat,) for seat in range(1, setup.seats + 1))

    pairs = replace(toy.GAME, sides=pact)
    assert tables_of(pairs) == [(2, False), (3, False), (4, False), (4, True)]


# The effect of a match


async def test_a_finished_match_is_rated(db: Database, win: Win, clock: Clock) -> None:
    """The ledger has the ratings before and after, and the model. Both players' ratings are
    stored.
    """
    match = await win(ANN, BOB)
    mine, his = await rating_changes(db, match.id)
    assert (mine.player_id, his.player_id) == (ANN, BOB)
    assert mine.before_points == his.before_points == 1200
    assert mine.after_points > 1200 > his.after_points
    assert mine.model.startswith("plackett-luce")
    assert mine.at == match.finished_at == clock()
    assert Skill(mine.before_mu, mine.before_sigma) == NEW
    second = await rating_changes(db, (await win(ANN, BOB)).id)
    assert second[0].before_points == mine.after_points
    assert (second[0].before_mu, second[0].before_sigma) == (mine.after_mu, mine.after_sigma)
    assert [one.games for one in second] == [2, 2]
    record = (await profile(db, ANN)).records[0]
    assert record.pool == POOL
    assert record.rating.points == second[0].after_points
    assert [points for _, points in record.history] == [mine.after_points, record.rating.points]


async def test_what_is_not_rated(db: Database, start: Start, turns: Play) -> None:
    """Matches with fewer than three turns, without a result, or opened as unrated leave no
    trace.
    """
    short = await start(ANN, BOB)
    await turns(short, "step", "step")
    await matches.resign(db, short.id, BOB)
    aborted = await start(ANN, BOB)
    await matches.abort(db, aborted.id, ANN)
    friendly = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, invited=[BOB], rated=False
    )
    await matches.accept(db, friendly.id, BOB)
    played = await turns(friendly, "step", "step", "step")
    assert played.match.rated is False
    await matches.resign(db, friendly.id, ANN)
    assert (await matches.replay_match(db, friendly.id)).rated is False
    assert not any((await _stored(db)).values())
    for match in (short, aborted, friendly):
        assert not is_rated(await matches.get(db, match.id))
        assert await rating_changes(db, match.id) == []


async def test_a_repeated_interaction_rates_once(db: Database, start: Start, turns: Play) -> None:
    """A resignation delivered twice counts once."""
    match = await start(ANN, BOB)
    await turns(match, "step", "step", "step")
    for _ in range(2):
        await matches.resign(db, match.id, BOB, interaction=77)
    record = (await profile(db, ANN)).records[0]
    assert record.rating.games == 1


async def test_results_and_streaks(db: Database, win: Win, start: Start, turns: Play) -> None:
    """Wins, draws and losses are counted. A draw ends a streak, and the longest streak is kept."""
    for players in [(ANN, BOB)] * 3 + [(BOB, ANN)] * 2:
        await win(*players)
    mine = (await profile(db, ANN)).records[0].rating
    assert (mine.games, mine.wins, mine.draws) == (5, 3, 0)
    assert (mine.streak, mine.best_streak) == (-2, 3)
    assert (await profile(db, ANN)).records[0].losses == 2
    match = await start(ANN, BOB)
    await turns(match, "step", "step", "step")
    await matches.offer_draw(db, match.id, ANN)
    await matches.accept_draw(db, match.id, BOB)
    await win(ANN, BOB, CAT)
    few, many = (await profile(db, BOB)).records
    assert (few.rating.draws, few.rating.streak, few.rating.best_streak) == (1, 0, 2)
    assert few.place is not None
    assert few.place.players == 2
    assert (many.pool, many.rating.streak) == (Pool("toy", 3), -1)
    assert (await profile(db, BOB, game="other")).records == ()


async def test_head_to_head(db: Database, win: Win, start: Start) -> None:
    """The better rank wins, rated or not. Partners and strangers don't count."""
    await win(ANN, BOB, CAT)
    await win(BOB, ANN)
    short = await start(ANN, BOB)
    await matches.resign(db, short.id, BOB)
    assert [(one.wins, one.draws, one.losses) for one in await head_to_head(db, ANN, BOB)] == [
        (2, 0, 1)
    ]
    cat = (await head_to_head(db, CAT, BOB))[0]
    assert (cat.game, cat.wins, cat.losses) == ("toy", 0, 1)
    assert await head_to_head(db, CAT, EVE) == []


async def test_partners_have_no_head_to_head(
    db: Database, win: Win, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches on the same side are left out."""
    pairs = replace(toy.GAME, sides=lambda _: ((1, 3), (2, 4)))
    monkeypatch.setitem(games._registry(), "toy", pairs)
    await win(ANN, BOB, CAT, DAN)
    assert await head_to_head(db, ANN, CAT) == []
    assert len(await head_to_head(db, ANN, DAN)) == 1
    assert (await profile(db, ANN)).records[0].pool == Pool("toy", 4, partners=True)


# Leaderboards


def _shown(board: Leaderboard) -> list[tuple[int, int]]:
    return [(one.rank, one.player) for one in board.page]


async def test_scopes(db: Database, win: Win) -> None:
    """A guild's board has everybody who finished a rated match there, with their global ratings.
    Matches in direct messages count only for the global board.
    """
    await win(ANN, BOB)
    await win(CAT, DAN, place=ELSEWHERE)
    await win(EVE, CAT, place=ALONE)
    await win(ANN, CAT, place=ELSEWHERE)
    here = await leaderboard(db, POOL, DAN, guild=HERE.guild)
    assert _shown(here) == [(1, ANN), (2, BOB)]
    assert here.own is None
    there = await leaderboard(db, POOL, DAN, guild=ELSEWHERE.guild)
    assert {one.player for one in there.page} == {ANN, CAT, DAN}
    assert there.own == replace(there.page[-1], players=3)
    everywhere = await leaderboard(db, POOL, ANN)
    assert {one.player for one in everywhere.page} == {ANN, BOB, CAT, DAN, EVE}
    assert everywhere.page[0].player == ANN
    points = {one.player: one.points for one in everywhere.page}
    assert all(points[one.player] == one.points for one in (*here.page, *there.page))
    nothing = await leaderboard(db, Pool("toy", 2, "live"), ANN)
    assert nothing == Leaderboard(nothing.pool, None, 0, (), None, None, None)


async def test_periods(db: Database, win: Win, clock: Clock) -> None:
    """Points gained count for exactly 30 and 365 days, in every scope."""
    first = await win(ANN, BOB)
    clock.turn(days=20)
    second = await win(BOB, ANN, place=ELSEWHERE)
    gains = {
        match.id: {one.player_id: one.after_points - one.before_points for one in changes}
        for match in (first, second)
        for changes in [await rating_changes(db, match.id)]
    }

    async def gained(period: int, guild: GuildId | None) -> dict[int, int]:
        board = await leaderboard(db, POOL, ANN, guild=guild, period=period)
        return {one.player: one.points for one in board.page}

    both = {player: gains[first.id][player] + gains[second.id][player] for player in (ANN, BOB)}
    for days, month, year in (
        (0, both, both),
        (9.9999, both, both),
        (0.0001, gains[second.id], both),
        (20, {}, both),
        (315, {}, gains[second.id]),
        (20, {}, {}),
    ):
        clock.turn(days=days)
        for guild in (None, HERE.guild, ELSEWHERE.guild):
            assert await gained(30, guild) == month
            assert await gained(365, guild) == year
    assert len((await leaderboard(db, POOL, ANN)).page) == 2
    before = await _stored(db)
    await recompute(db)
    assert await _stored(db) == before


async def _walk(db: Database, pool: Pool, player: PlayerId) -> list[list[Standing]]:
    """The pages of a board, from the first to the last."""
    pages, cursor = [], None
    while True:
        board = await leaderboard(db, pool, player, cursor=cursor)
        pages.append([*board.page])
        if board.below is None:
            return pages
        cursor = board.below


async def test_pages(db: Database) -> None:
    """Paging down and up shows everybody once, with the ranks of a sorted list, including ties."""
    rng = Random(3)
    from storage import standings
    from storage.standings import Board, Row, Shift

    points = {player: rng.choice((1100, 1200, 1201, 1500)) for player in range(1, 121)}

    def fill(connection: Connection) -> None:
        with transaction(connection):
            shifts = [
                Shift(Board(0, str(POOL), 0), PlayerId(one), None, Row(PlayerId(one), worth, 3))
                for one, worth in points.items()
            ]
            standings.shift(connection, shifts)

    await db.write(fill)
    pages = await _walk(db, POOL, PlayerId(1))
    assert [len(page) for page in pages] == [PAGE] * 4 + [20]
    shown = [one for page in pages for one in page]
    assert {one.player: one.points for one in shown} == points
    for one in shown:
        assert one.rank == 1 + sum(other > one.points for other in points.values())
    assert shown == sorted(shown, key=lambda one: -one.points)
    for number in range(1, 5):
        first = pages[number][0]
        up = await leaderboard(
            db, POOL, PlayerId(1), cursor=Cursor("above", first.points, first.player)
        )
        assert [*up.page] == pages[number - 1]
        assert (up.above is None) == (number == 1)
    own = (await leaderboard(db, POOL, PlayerId(60))).own
    assert own is not None
    assert own.players == 120
    mine = await leaderboard(db, POOL, PlayerId(60), cursor=around(own))
    assert mine.page[0] == replace(own, players=None)
    past = await leaderboard(db, POOL, PlayerId(1), cursor=Cursor("below", -1, PlayerId(1)))
    assert [*past.page] == pages[0]


# The whole ledger


async def _tournament(db: Database, start: Start, turns: Play, clock: Clock, rounds: int) -> None:
    """Random matches with two to four players in three places over several months."""
    rng = Random(11)
    for _ in range(rounds):
        players = rng.sample((ANN, BOB, CAT, DAN, EVE), rng.choice((2, 2, 3, 4)))
        match = await start(*players, place=rng.choice((HERE, ELSEWHERE, ALONE)))
        await turns(match, *["step"] * rng.choice((2, 4, 5)))
        if rng.random() < 0.2:
            await matches.offer_draw(db, match.id, players[0])
            for player in players[1:]:
                await matches.accept_draw(db, match.id, player)
        else:
            for player in rng.sample(players, len(players) - 1):
                await matches.resign(db, match.id, player)
        clock.turn(days=rng.choice((0, 0, 3, 9)))


async def _boards(db: Database) -> None:
    """Expires every change that is older than its period."""
    for period in (30, 365):
        await leaderboard(db, POOL, ANN, period=period)


async def test_recomputing_gives_the_same_numbers(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """Recomputing ratings, ledger and leaderboards from the stored matches gives the same
    numbers.
    """
    await _tournament(db, start, turns, clock, 40)
    await _boards(db)
    grown = await _stored(db)
    assert len(grown["rating_change"]) > 50
    done = await recompute(db)
    assert await _stored(db) == grown
    assert done.changed == 0
    assert done.ratings == len(grown["rating"])
    assert done.matches == len({row[0] for row in grown["rating_change"]})


async def test_recomputing_repairs(db: Database, win: Win) -> None:
    """Wrong numbers are corrected, and matches from before the ratings are entered."""
    for players in ((ANN, BOB), (BOB, CAT), (CAT, ANN), (ANN, BOB)):
        await win(*players)
    grown = await _stored(db)

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(rating).values(points=7).where(rating.c.player_id == ANN))
            connection.execute(update(tally).values(count=7))

    await db.write(spoil)
    assert (await recompute(db)).changed == 1
    assert await _stored(db) == grown

    def empty(connection: Connection) -> None:
        with transaction(connection):
            for table in (rating, rating_change, standing, tally):
                connection.execute(delete(table))

    await db.write(empty)
    assert (await recompute(db)).changed == 3
    again = await _stored(db)
    # All finished at the same moment, so that they are entered by number.
    assert again == grown


async def test_recomputing_follows_the_order_of_the_ledger(
    db: Database, start: Start, turns: Play
) -> None:
    """Matches are rated in the order in which they finished, whatever their numbers and the clock
    say.
    """
    opened = [await start(ANN, BOB) for _ in range(3)]
    for match in opened:
        await turns(match, "step", "step", "step")
    for match, loser in zip(reversed(opened), (ANN, BOB, BOB), strict=True):
        await matches.resign(db, match.id, loser)
    grown = await _stored(db)
    await recompute(db)
    assert await _stored(db) == grown


async def test_recomputing_without_a_forgotten_player(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """A forgotten player is on no board and in no ledger. The others' numbers stay, and recompute
    to the same.
    """
    await _tournament(db, start, turns, clock, 25)
    await _boards(db)
    before = await _stored(db)
    await privacy.forget(db, BOB)
    after = await _stored(db)
    assert after["rating"] == {row for row in before["rating"] if row[0] != BOB}
    assert after["standing"] == {row for row in before["standing"] if row[0] != BOB}
    assert not any(BOB in row for rows in after.values() for row in rows)
    for scope in (None, HERE.guild, ELSEWHERE.guild):
        board = await leaderboard(db, POOL, ANN, guild=scope)
        assert board.own is not None
        assert board.own.players == len(board.page)
    await recompute(db)
    again = await _stored(db)
    assert again["rating"] == after["rating"]
    assert again["standing"] == after["standing"]
    assert again["tally"] == after["tally"]
    assert {row[3:5] + row[5:] for row in again["rating_change"]} >= {
        row[3:5] + row[5:] for row in after["rating_change"] if row[2] is not None
    }


async def test_matches_that_finish_at_once(url: str, clock: Clock, db: Database) -> None:
    """If two processes rate matches of the same players at the same time, every match counts."""
    others = [Database.connect(url, now=clock) for _ in range(2)]
    ids = []
    for _ in range(12):
        opened = await matches.open_table(
            db, game="toy", host=ANN, place=HERE, invited=[BOB], seating="chosen"
        )
        await matches.accept(db, opened.id, BOB)
        for player in (ANN, BOB, ANN):
            await matches.play(db, opened.id, player, "step")
        ids.append(opened.id)
    await asyncio.gather(
        *(matches.resign(others[n % 2], one, (ANN, BOB)[n % 2]) for n, one in enumerate(ids))
    )
    grown = await _stored(db)
    assert len(grown["rating_change"]) == 24
    record = (await profile(db, ANN)).records[0]
    assert (record.rating.games, record.rating.wins) == (12, 6)
    assert len(record.history) == 12
    await recompute(db)
    assert await _stored(db) == grown
    for other in others:
        await other.close()


async def test_expiring_in_batches(
    db: Database, start: Start, turns: Play, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any number of changes expire from a period in batches, without remainder."""
    monkeypatch.setattr("matches.effects.ratings._BATCH", 3)
    await _tournament(db, start, turns, clock, 10)
    clock.turn(days=400)
    await _boards(db)
    stored = await _stored(db)
    assert {row[3] for row in stored["standing"]} == {0}
    assert {row[2] for row in stored["tally"]} == {0}

    def periods(connection: Connection) -> set[int]:
        return set(connection.execute(select(func.distinct(rating_change.c.period))).scalars())

    assert await db.read(periods) == {0}


def test_the_oldest_match_still_counts() -> None:
    """A period ends exactly after its number of days."""
    from matches.model.ratings import next_period, shortest_period

    now = Clock()()
    moment = timedelta(microseconds=1)
    for days, period in ((30, 30), (365, 365)):
        at = now - timedelta(days=days)
        assert shortest_period(at + moment, now) == period
        assert shortest_period(at, now) == next_period(period)
    assert shortest_period(now, now) == 30
