"""Live pages: streams of what happens in a match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientResponse

import matches
from matches import Match
from matches.model.ids import MatchId
from matches.settings import players
from storage.database import Database
from tests import PATIENCE
from tests.matches.conftest import ANN, BOB
from tests.web.conftest import HOST, PATH, Visitor, agree, begun, visited
from web import live


@pytest.fixture
async def match(db: Database) -> Match:
    """A running match that may be seen."""
    await agree(db, ANN, BOB)
    return await begun(db, "attangle", 2, 3)


@asynccontextmanager
async def watching(visitor: Visitor, match_id: MatchId) -> AsyncIterator[ClientResponse]:
    """A stream of a match."""
    url = f"{visitor.base}{PATH}/m/{match_id}/events"
    async with visitor.session.get(url, headers={"Host": HOST}) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert "Content-Security-Policy" in answer.headers
        assert await told(answer) == "retry: 5000"
        yield answer


async def told(answer: ClientResponse) -> str:
    """The next message."""
    async with asyncio.timeout(PATIENCE):
        return (await answer.content.readuntil(b"\n\n")).decode().strip()


async def _play(db: Database, match: Match) -> Match:
    current = await matches.get(db, match.id)
    assert current.player_to_move is not None
    token = str(match.game.legal_moves(current.position)[0])
    return (await matches.play(db, match.id, current.player_to_move, token)).match


async def test_everybody_hears_of_a_turn(db: Database, visitor: Visitor, match: Match) -> None:
    """Once each, whoever else watches."""
    async with watching(visitor, match.id) as one, watching(visitor, match.id) as two:
        played = await _play(db, match)
        for answer in (one, two):
            assert await told(answer) == f"id: {played.seq}\ndata: {played.seq}"
        played = await _play(db, match)
        assert await told(one) == f"id: {played.seq}\ndata: {played.seq}"


async def test_a_reader_who_goes_is_no_error(
    db: Database, visitor: Visitor, match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever happens next in the match, nothing of it is told, or logged."""
    async with watching(visitor, match.id) as stays:
        async with watching(visitor, match.id) as goes:
            pass
        assert goes.closed
        for _ in range(2):
            played = await _play(db, match)
            assert await told(stays) == f"id: {played.seq}\ndata: {played.seq}"
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []


async def test_opting_out_ends_a_stream(db: Database, visitor: Visitor, match: Match) -> None:
    """The page is told that it is gone, within fifteen seconds."""
    assert live.PERIOD * live.CHECK < 15
    async with watching(visitor, match.id) as one:
        await players.prefer(db, BOB, web="off")
        assert await told(one) == "event: gone\ndata: -"
        assert await one.content.read() == b""


async def test_who_was_away_hears_what_they_missed(
    db: Database, visitor: Visitor, match: Match
) -> None:
    """A browser says what it has heard last."""
    played = await _play(db, match)
    headers = {"Host": HOST, "Last-Event-ID": str(match.seq)}
    url = f"{visitor.base}{PATH}/m/{match.id}/events"
    async with visitor.session.get(url, headers=headers) as answer:
        assert await told(answer) == "retry: 5000"
        assert await told(answer) == f"id: {played.seq}\ndata: {played.seq}"


async def test_streams_are_bounded(
    db: Database, visitor: Visitor, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To one address, and in all; who leaves makes room."""
    monkeypatch.setattr(live, "MOST_EACH", 2)
    async with watching(visitor, match.id):
        async with watching(visitor, match.id):
            assert (await visitor.get("m", match.id, "events")).status == 503
        async with asyncio.timeout(PATIENCE):
            while await _status(visitor, match.id) != 200:
                pass  # Whoever has left is noticed a little later.


async def _status(visitor: Visitor, match_id: MatchId) -> int:
    url = f"{visitor.base}{PATH}/m/{match_id}/events"
    async with visitor.session.get(url, headers={"Host": HOST}) as answer:
        return answer.status


async def test_streams_end_with_the_server(db: Database, match: Match) -> None:
    """Stopping waits for no reader."""
    async with visited(db) as visitor:
        url = f"{visitor.base}{PATH}/m/{match.id}/events"
        answer = await visitor.session.get(url, headers={"Host": HOST})
        assert await told(answer) == "retry: 5000"
    answer.close()
