"""Ratings: the effect of finished matches on ratings, results and streaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games
import matches
from matches.model.ratings import (
    NEW,
    Pool,
    Skill,
    is_rated,
)
from matches.ratings.standings import (
    head_to_head,
    profile,
    rating_changes,
)
from storage.database import Database
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Clock, Play, Start, Win
from tests.matches.rated import POOL, stored
from tests.support.replay import replay_match


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
    assert (await replay_match(db, friendly.id)).rated is False
    assert not any((await stored(db)).values())
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
