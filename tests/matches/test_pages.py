"""Which matches may be seen on the web: those whose server and players all agreed before."""

from __future__ import annotations

import pytest

import matches
from matches import Match, Place
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from matches.pages import agreeing, finished, key, page, pages
from matches.privacy import forget
from matches.settings import guilds, players
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock, Play, Start, Win

GUILD = GuildId(700)
APART = Place(None, ChannelId(5))


async def _agree(db: Database, *people: PlayerId, named: bool = False) -> None:
    await guilds.configure(db, GUILD, web=True)
    for one in people:
        await players.prefer(db, one, web="named" if named else "unnamed")


async def _seen(db: Database, match: Match) -> bool:
    found = await page(db, match.id)
    assert (match.id in await pages(db, [match.id])) == (found is not None)
    return found is not None


async def test_at_first_nothing_is_seen(db: Database, start: Start) -> None:
    """Neither servers nor players agree by themselves, not even to what is public on Discord."""
    await guilds.configure(db, GUILD, public=True)
    for one in (ANN, BOB):
        await players.prefer(db, one, public=True)
    assert not await _seen(db, await start(ANN, BOB))


@pytest.mark.parametrize("missing", ["server", "player", "nobody"])
async def test_all_must_agree(db: Database, start: Start, missing: str) -> None:
    """The server and every player."""
    await _agree(db, ANN, *([] if missing == "player" else [BOB]))
    if missing == "server":
        await guilds.configure(db, GUILD, web=None)
    assert await _seen(db, await start(ANN, BOB)) == (missing == "nobody")


async def test_what_began_before_stays_private(db: Database, start: Start, clock: Clock) -> None:
    """Agreeing holds for matches that begin afterwards, also if it is taken back meanwhile."""
    early = await start(ANN, BOB)
    clock.turn(seconds=10)
    await _agree(db, ANN, BOB)
    later = await start(ANN, BOB)
    assert not await _seen(db, early)
    assert await _seen(db, later)
    clock.turn(seconds=10)
    await players.prefer(db, BOB, web="off")
    assert not await _seen(db, later)
    clock.turn(seconds=10)
    await players.prefer(db, BOB, web="named")
    assert not await _seen(db, later)
    assert await _seen(db, await start(ANN, BOB))


async def test_a_match_in_the_very_second_came_before(
    db: Database, start: Start, clock: Clock
) -> None:
    """A time is noted in whole seconds, never too early."""
    early = await start(ANN, BOB)
    clock.turn(milliseconds=200)
    await _agree(db, ANN, BOB)
    assert not await _seen(db, early)


async def test_changing_ones_mind_about_the_name_changes_nothing_else(
    db: Database, start: Start, clock: Clock
) -> None:
    """Pages stay, and tell the name or don't."""
    await _agree(db, ANN, BOB)
    match = await start(ANN, BOB)
    found = await page(db, match.id)
    assert found is not None
    assert not found.named
    clock.turn(days=1)
    await players.prefer(db, ANN, web="named")
    found = await page(db, match.id)
    assert found is not None
    assert found.named == {ANN}


async def test_private_matches_and_tables_have_no_pages(db: Database, start: Start) -> None:
    """Nor matches that are played in direct messages; also if all agree to everything."""
    await _agree(db, ANN, BOB)
    for private in (False, True):
        opened = await matches.open_table(
            db, game="toy", host=ANN, place=HERE, invited=[BOB], private=private
        )
        begun = await matches.accept(db, opened.id, BOB)
        assert begun.status == "running"
        assert await _seen(db, begun) == (not private)
    assert not await _seen(db, await start(ANN, BOB, place=APART))
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    assert not await _seen(db, table)


async def test_former_players_agree_to_nothing(db: Database, win: Win) -> None:
    """Who has had their data deleted can't be asked any more."""
    await _agree(db, ANN, BOB)
    match = await win(ANN, BOB)
    assert await _seen(db, match)
    await forget(db, BOB)
    assert not await _seen(db, match)


async def test_those_who_left_a_seat_are_asked_too(db: Database, start: Start, turns: Play) -> None:
    """Somebody who never agreed has handed over their seat."""
    await _agree(db, ANN, CAT)
    match = await start(ANN, BOB)
    await turns(match, "step")
    await matches.offer_seat(db, match.id, BOB)
    match = (await matches.take_over(db, match.id, CAT, 2)).match
    assert CAT in match.players
    assert not await _seen(db, match)


@pytest.mark.parametrize("text", ["", "-", "ZZZZ", "0000", "no such thing", "Z" * 12, "Ü", "../x"])
async def test_what_is_not_there_is_not_seen(db: Database, text: str) -> None:
    """Whatever is asked for."""
    assert await page(db, text) is None
    assert await pages(db, [MatchId("ZZZZ")]) == frozenset()


async def test_finished_matches_are_those_with_pages(db: Database, win: Win, clock: Clock) -> None:
    """The latest first."""
    before = await win(ANN, BOB)
    clock.turn(minutes=1)
    await _agree(db, ANN, BOB)
    one = await win(ANN, BOB)
    clock.turn(minutes=1)
    two = await win(BOB, ANN)
    found = [each.match.id for each in await finished(db, ANN, 10)]
    assert found == [two.id, one.id]
    assert before.id not in found
    assert [each.match.id for each in await finished(db, ANN, 1)] == [two.id]
    assert {*await agreeing(db, [ANN, BOB, CAT])} == {ANN, BOB}


async def test_the_key_is_made_once(db: Database) -> None:
    """All processes have the same one."""
    made = await key(db)
    assert len(made) == 32
    assert await key(db) == made
