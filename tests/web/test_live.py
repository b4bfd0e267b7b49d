"""Live pages: streams of what happens in a match."""

from __future__ import annotations

import asyncio
import re
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
from tests.matches.conftest import ANN, BOB, CAT
from tests.web.conftest import (
    HOST,
    PATH,
    Visitor,
    agree,
    begun,
    mend_preferences,
    spoil_preferences,
    visited,
)
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


def _of(visitor: Visitor, match: Match) -> str:
    """What is told of a match that stands like this."""
    mark = visitor.site.mark(match.id, match.base)
    return f"id: {mark}\ndata: {mark}"


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
            assert await told(answer) == _of(visitor, played)
        played = await _play(db, match)
        assert await told(one) == _of(visitor, played)


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
            assert await told(stays) == _of(visitor, played)
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
    mark = visitor.site.mark(match.id, match.base)
    headers = {"Host": HOST, "Last-Event-ID": mark}
    url = f"{visitor.base}{PATH}/m/{match.id}/events"
    async with visitor.session.get(url, headers=headers) as answer:
        assert await told(answer) == "retry: 5000"
        assert await told(answer) == _of(visitor, played)


async def test_nothing_is_missed_between_page_and_stream(
    db: Database, visitor: Visitor, match: Match
) -> None:
    """The address of a page's stream says what the page shows, so that a turn is told that was
    played before its script began to listen.
    """
    stream = await _stream_of(visitor, match)
    played = await _play(db, match)
    async with visitor.session.get(visitor.base + stream, headers={"Host": HOST}) as answer:
        assert await told(answer) == "retry: 5000"
        assert await told(answer) == _of(visitor, played)


async def test_what_is_prepared_is_not_told(db: Database, visitor: Visitor, match: Match) -> None:
    """Nobody else sees that somebody has prepared turns: neither by the page nor by its stream."""
    before = await visitor.get("m", match.id)
    stream = await _stream_of(visitor, match)
    prepared = await matches.prepare(db, match.id, ANN, "b2")
    assert match.player_to_move == BOB
    assert prepared.match.seq > match.seq
    assert (await visitor.get("m", match.id)).body == before.body
    async with visitor.session.get(visitor.base + stream, headers={"Host": HOST}) as answer:
        assert await told(answer) == "retry: 5000"
        await matches.clear_prepared(db, match.id, ANN)
        played = await _play(db, match)
        assert await told(answer) == _of(visitor, played)


async def _stream_of(visitor: Visitor, match: Match) -> str:
    """The address at which the match's page listens."""
    page = await visitor.get("m", match.id)
    (stream,) = re.findall(r'data-live="([^"]+)"', page.text)
    return str(stream)


async def test_what_cannot_be_read_stops_no_stream(
    db: Database,
    visitor: Visitor,
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is noted, once until it is over. Who watches another match goes on hearing of it, and of
    its end.
    """
    monkeypatch.setattr(live, "PERIOD", 0.01)
    caplog.set_level("INFO", logger=live.__name__)
    await agree(db, CAT)
    other = await begun(db, "3stein", 3, 1)
    async with watching(visitor, match.id) as stays, watching(visitor, other.id):
        await spoil_preferences(db, CAT)
        await _logged(visitor, caplog, "ERROR")
        played = await _play(db, match)
        assert await told(stays) == _of(visitor, played)
        await players.prefer(db, ANN, web="off")
        assert await told(stays) == "event: gone\ndata: -"
        assert len(await _logged(visitor, caplog, "ERROR")) == 1
        await mend_preferences(db, CAT)
        (over,) = await _logged(visitor, caplog, "INFO")
    assert over.endswith("that is over")


async def _logged(visitor: Visitor, caplog: pytest.LogCaptureFixture, level: str) -> list[str]:
    """What the streams have logged at this level, as soon as there is anything."""
    async with asyncio.timeout(PATIENCE):
        while True:
            about = [one for one in caplog.records if one.name == live.__name__]
            if found := [one.getMessage() for one in about if one.levelname == level]:
                return found
            await visitor.get("t")


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
