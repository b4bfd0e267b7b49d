"""Lists of competitions, and news of them."""

from __future__ import annotations

import matches
from competitions.life import news, queries
from competitions.life.signup import join, withdraw
from competitions.model.entrants import EntrantId
from competitions.model.events import Joined, Left
from competitions.model.settings import Settings
from storage.database import Database
from tests.competitions.life.conftest import ANN, BOB, CAT, DAN, EVE, HOST, Open
from tests.matches.conftest import Clock


async def test_lists(db: Database, hold: Open) -> None:
    """Competitions of a player and of a guild, those to join elsewhere, and that of a match."""
    held = await hold()
    found = await queries.of_player(db, ANN)
    (line,) = found.lines
    assert (line.id, line.name, line.status, line.entrants) == (held.id, "Cup", "running", 4)
    assert (line.settings, found.count) == (held.competition.settings, 1)
    assert (await queries.of_player(db, EVE)).count == 0
    assert [one.id for one in (await queries.of_player(db, HOST)).lines] == [held.id]
    guild = held.terms.guild
    assert await queries.in_guild(db, guild) == found
    assert (await queries.in_guild(db, guild, statuses=queries.OVER)).lines == ()
    assert (await queries.elsewhere(db, None)).count == 0
    open_ = await hold(begun=False, count=1, anywhere=True)
    both = await queries.in_guild(db, guild, limit=1, offset=1)
    assert ([one.id for one in both.lines], both.count) == ([held.id], 2)
    assert [one.id for one in (await queries.elsewhere(db, None)).lines] == [open_.id]
    assert (await queries.elsewhere(db, guild)).count == 0
    assert (await queries.waiting(db, guild=guild)).count == 0
    match_id = held.matches[1, 2, 0]
    assert await queries.of_match(db, match_id) == (held.id, (1, 2, 0))
    playing = await queries.games_of(db, (await matches.get(db, match_id)).seated[0])
    assert [(one.match, one.game, one.their_turn) for one in playing] == [
        (match_id, (1, 2, 0), True)
    ]
    other = await matches.open_table(db, game="toy", host=EVE, place=matches.Place(None, ANN))  # type: ignore[arg-type]
    assert await queries.of_match(db, other.id) is None


async def test_what_is_announced(db: Database, hold: Open, clock: Clock) -> None:
    """News are due until somebody has told them; what is added meanwhile is due afterwards."""
    held = await hold(begun=False)
    assert await news.untold(db) == [held.id]
    assert await news.untold(db) == []
    found = await news.news(db, held)
    assert [one.seq for one in found] == [1, 2, 3, 4, 5]
    assert [one.player for one in found] == [HOST, ANN, BOB, CAT, DAN]
    await join(db, held.id, EVE)
    assert await news.untold(db) == [], "it is still left to whoever tells"
    clock.turn(seconds=15)
    await news.renew(db, held.id)
    clock.turn(seconds=15)
    assert await news.untold(db) == []
    await news.told(db, held.id, held.seq)
    assert await news.untold(db) == [held.id]
    held = await queries.get(db, held.id)
    assert [one.seq for one in await news.news(db, held)] == [6]
    await news.told(db, held.id, held.seq)
    await news.renew(db, held.id)
    clock.turn(days=1)
    assert await news.untold(db) == []
    assert EntrantId(5) in (await queries.get(db, held.id)).teams


async def test_news_know_who_has_left_and_who_moves_up(db: Database, hold: Open) -> None:
    """Each item has the competition and its people before and after."""
    held = await hold(Settings("round-robin", most=2), 3, begun=False)
    held = await withdraw(db, held.id, ANN)
    found = {type(one.event): one for one in await news.news(db, held)}
    opened, *_ = await news.news(db, held)
    assert (opened.before, opened.moved_up) == (None, ())
    assert found[Joined].moved_up == ()
    left = found[Left]
    assert left.before is not None
    assert left.before.teams[EntrantId(1)] == (ANN,)
    assert EntrantId(1) not in left.after.teams
    assert left.moved_up == (3,)
    assert left.after.competition == held.competition
