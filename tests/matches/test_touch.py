"""Links to boards that are touched: whose they are, how long they last, and what ends them."""

from __future__ import annotations

import asyncio

import pytest

import matches
from matches.model.errors import MatchOver, NotSeated, TouchIsOff, UnknownMatch
from matches.model.ids import ChannelId, MatchId, PlayerId
from matches.model.match import Place
from matches.privacy import forget, stored
from matches.settings import players
from matches.touch import LASTS, link_of, marks, new_link
from storage.database import Database
from storage.touch_links import states
from tests.matches.conftest import ANN, BOB, CAT, Clock, Start

HOURS = LASTS.total_seconds() / 3600


async def _valid(db: Database, secret: str) -> bool:
    found = await link_of(db, secret)
    return found is not None


async def test_a_link_is_for_one_player_of_one_match(db: Database, start: Start) -> None:
    """The database keeps no secret, and two links have nothing in common."""
    one, other = await start(ANN, BOB), await start(ANN, BOB)
    made = {
        (match.id, player): await new_link(db, match.id, player)
        for match in (one, other)
        for player in (ANN, BOB)
    }
    assert len({*made.values()}) == 4
    for (match_id, player), secret in made.items():
        found = await link_of(db, secret)
        assert found is not None
        assert (found.match_id, found.player) == (match_id, player)
        assert secret not in str(found)
        about = await stored(db, player)
        assert secret not in str(about)


async def test_also_in_private(db: Database, start: Start) -> None:
    """Nobody sees more by a link than in Discord, so every match has them."""
    apart = await start(ANN, BOB, place=Place(None, ChannelId(5)))
    assert await _valid(db, await new_link(db, apart.id, ANN))


async def test_who_gets_one(db: Database, start: Start) -> None:
    """Those who play, while the match goes on."""
    match = await start(ANN, BOB)
    with pytest.raises(NotSeated):
        await new_link(db, match.id, CAT)
    with pytest.raises(UnknownMatch):
        await new_link(db, MatchId("ZZZZ"), ANN)
    await matches.abort(db, match.id, ANN)
    with pytest.raises(MatchOver):
        await new_link(db, match.id, ANN)


async def test_twelve_hours(db: Database, start: Start, clock: Clock) -> None:
    """Not a second more."""
    match = await start(ANN, BOB)
    secret = await new_link(db, match.id, ANN)
    digest = await _digest(db, secret)
    clock.turn(hours=HOURS, seconds=-1)
    assert await _valid(db, secret)
    assert [*await marks(db, [digest])] == [digest]
    clock.turn(seconds=1)
    assert not await _valid(db, secret)
    assert await marks(db, [digest]) == {}


async def _digest(db: Database, secret: str) -> str:
    found = await link_of(db, secret)
    assert found is not None
    return found.digest


async def test_the_next_link_ends_it(db: Database, start: Start) -> None:
    """That of the same player in the same match; others stay."""
    match, other = await start(ANN, BOB), await start(ANN, BOB)
    first = await new_link(db, match.id, ANN)
    kept = [await new_link(db, match.id, BOB), await new_link(db, other.id, ANN)]
    second = await new_link(db, match.id, ANN)
    assert not await _valid(db, first)
    assert all([await _valid(db, one) for one in (second, *kept)])


async def test_a_setting_ends_all(db: Database, start: Start) -> None:
    """For good: those links stay void when it is turned on again."""
    match, other = await start(ANN, BOB), await start(ANN, BOB)
    mine = [await new_link(db, one.id, ANN) for one in (match, other)]
    theirs = await new_link(db, match.id, BOB)
    await players.prefer(db, ANN, touch=False)
    assert not any([await _valid(db, one) for one in mine])
    with pytest.raises(TouchIsOff):
        await new_link(db, match.id, ANN)
    await players.prefer(db, ANN, touch=None)
    assert not any([await _valid(db, one) for one in mine])
    assert await _valid(db, await new_link(db, match.id, ANN))
    assert await _valid(db, theirs)


async def test_another_setting_ends_none(db: Database, start: Start) -> None:
    """Only the one that says so."""
    match = await start(ANN, BOB)
    secret = await new_link(db, match.id, ANN)
    await players.prefer(db, ANN, theme="dark")
    assert await _valid(db, secret)


async def test_whoever_gives_up_their_seat_loses_it(db: Database, start: Start) -> None:
    """Whoever takes it over gets links of their own."""
    match = await start(ANN, BOB)
    secret = await new_link(db, match.id, ANN)
    await matches.offer_seat(db, match.id, ANN)
    await matches.take_over(db, match.id, CAT, 1)
    assert not await _valid(db, secret)
    assert await _valid(db, await new_link(db, match.id, CAT))


async def test_it_is_forgotten_with_its_player(db: Database, start: Start) -> None:
    """Nothing is left of a link."""
    match = await start(ANN, BOB)
    secret = await new_link(db, match.id, ANN)
    digest = await _digest(db, secret)
    await forget(db, ANN)
    assert not await _valid(db, secret)
    found = await db.read(lambda connection: states(connection, [digest], db.now()))
    assert found == {}


def _changed(secret: str, at: int) -> str:
    other = "A" if secret[at] != "A" else "B"
    return secret[:at] + other + secret[at + 1 :]


async def test_nothing_else_is_a_link(db: Database, start: Start) -> None:
    """A signature belongs to one secret; what isn't signed isn't even looked for."""
    assert await link_of(db, "A" * 43) is None  # No link was ever made.
    match = await start(ANN, BOB)
    secret, other = await new_link(db, match.id, ANN), await new_link(db, match.id, BOB)
    mixed = secret[:22] + other[22:]
    wrong = [_changed(secret, at) for at in range(len(secret))]
    strange = ["", "ä", "=", secret + "A", secret + "=", secret[:-1], " " + secret, "A" * 5000]
    for one in (mixed, *wrong, *strange):
        assert await link_of(db, one) is None
    assert await _valid(db, secret)


async def test_a_mark_changes_with_what_happens(db: Database, start: Start) -> None:
    """With turns, and with the draft of the link's own player; not with that of others."""
    match = await start(ANN, BOB)
    digests = [await _digest(db, await new_link(db, match.id, one)) for one in (ANN, BOB)]
    seen = [await marks(db, digests)]
    draft = await matches.draft(db, match.id, ANN)
    token = str(match.game.legal_moves(draft.line.position)[0])
    await matches.extend_draft(db, match.id, ANN, token, seq=match.seq)
    seen.append(await marks(db, digests))
    assert seen[0][digests[0]] != seen[1][digests[0]]
    assert seen[0][digests[1]] == seen[1][digests[1]]
    await matches.reset_draft(db, match.id, ANN, seq=match.seq)
    assert await marks(db, digests) == seen[0]
    await matches.play(db, match.id, ANN, token)
    after = await marks(db, digests)
    assert all(after[one] != seen[0][one] for one in digests)


async def test_of_many_links_one_is_left(db: Database, start: Start) -> None:
    """However many are asked for at once."""
    match = await start(ANN, BOB)
    made = await asyncio.gather(*(new_link(db, match.id, PlayerId(ANN)) for _ in range(8)))
    assert sum([await _valid(db, one) for one in made]) == 1
