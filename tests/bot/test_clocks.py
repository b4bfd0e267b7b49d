"""Clocks on the playground: live ones, claims, vacations, and downtime."""

from __future__ import annotations

import re
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from matches.model.clock import GRACE
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests import PATIENCE
from tests.support.matches import Game, begin, open_table
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

_TIME = re.compile(r"<t:(\d+):R>")


def _change(stack: Stack, statement: str, *values: object) -> None:
    """Changes the bot's database as if time had passed."""
    with sqlite3.connect(stack.folder / "bot.db", timeout=PATIENCE) as database:
        assert database.execute(statement, values).rowcount == 1
    database.close()


def _stored(ago: timedelta) -> str:
    return f"{(datetime.now(UTC) - ago).replace(tzinfo=None):%Y-%m-%d %H:%M:%S.%f}"


def _shown(message: Message) -> float:
    """The due time that a message shows."""
    found = _TIME.search(message.content)
    assert found, message.content
    return float(found[1])


async def _public(pg: Playground, channel: Channel, text: str) -> Message:
    """The latest public message in a channel with this text, as soon as there is one."""

    async def look() -> list[Message]:
        shown = [one for one in await channel.messages() if not one.ephemeral]
        return [one for one in shown if text in one.content]

    return (await pg.wait_for(look))[-1]


async def _timed_out(pg: Playground, game: Game) -> Message:
    """The board that announces that somebody's time is up."""

    async def look() -> list[Message]:
        return [one for one in await game.boards() if "has run out of time" in one.content]

    return (await pg.wait_for(look))[-1]


async def test_a_live_match(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The clock is shown on the table and on every board. A player whose time runs out loses
    automatically, with one public board.
    """
    table = await open_table(ben, general, "attangle", clock="10m + 1s")
    assert "⏱ 10 minutes, plus 1 second per turn; whoever runs out of time loses" in table.content
    await table.click("Join", by=david)
    game = await begin(general, "attangle", ben, david, clock="10m+1s")
    board = await game.board()
    assert "⏱ 10 minutes, plus 1 second per turn · time runs out <t:" in board.content
    assert "White: 10 minutes · Black: 10 minutes" in board.content
    before = time.time()
    await game.move(1, "c3")
    board = await game.board()
    assert before - 1 <= _shown(board) - 600 <= time.time() + 1
    due = time.time() + 1
    newest = "(SELECT MAX(id) FROM match)"
    soon = _stored(timedelta(seconds=-1))
    _change(stack, f"UPDATE match SET due_at = ? WHERE id = {newest}", soon)
    over = await _timed_out(pg, game)
    assert f"Black ({game.players[1].mention}) has run out of time." in over.content
    assert f"🏆 {game.players[0].mention}" in over.content
    assert over.labels[0] == "Rematch"
    assert over.attachments[0].description
    assert time.time() >= due
    late = await game.move(2, "c4")
    assert late.content == f"Match {game.id} is over."
    assert len([one for one in await game.boards() if "run out" in one.content]) == 1


async def test_the_choice_of_a_clock(general: Channel, ben: User) -> None:
    """Clocks are suggested in words while one types. Nonsense is explained."""
    offered = await ben.autocomplete("play attangle", "clock", "", channel=general)
    assert {"5m+5s", "15m+10s", "30m+20s", "1h", "14d", "5d+12h/10d"} <= {o.value for o in offered}
    (own,) = await ben.autocomplete("play attangle", "clock", "36h", channel=general)
    assert (own.value, own.name) == ("1d12h", "1 day 12 hours per turn")
    for nonsense in ("soon", "15d", "☃"):
        reply = await ben.command("play attangle", general, clock=nonsense)
        assert reply.ephemeral
        assert reply.content.startswith("I don't understand that clock.")
        assert "`3 days`" in reply.content
        assert "`10 min + 5 s`" in reply.content


async def test_clocks_in_words(general: Channel, ben: User, anna: User) -> None:
    """A clock is completed from words of either language, and read from them."""
    offered = await ben.autocomplete("play attangle", "clock", "3 Ta", channel=general)
    assert [(one.name, one.value) for one in offered] == [("3 days per turn", "3d")]
    offered = await anna.autocomplete("play attangle", "clock", "1 week", channel=general)
    assert [(one.name, one.value) for one in offered] == [("7 Tage pro Zug", "7d")]
    offered = await ben.autocomplete("play attangle", "clock", "10", channel=general)
    assert [one.name for one in offered[:2]] == ["10 days per turn", "10 hours per turn"]
    table = await open_table(ben, general, "attangle", clock="24h + 12h")
    assert "⏱ 1 day, plus 12 hours per turn" in table.content
    table = await open_table(ben, general, "attangle", clock="10 Minuten")
    assert "⏱ 10 minutes for the whole match;" in table.content
    table = await open_table(ben, general, "attangle", clock="ohne")
    assert "⏱ no clock" in table.content


async def test_claiming(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Where the end must be claimed, the opponent can claim it when it has come, not before."""
    game = await begin(general, "attangle", ben, david, clock="3d", timeout="claim")
    white, black = game.players
    early = await black.command("claim", general, match=game.id)
    assert early.ephemeral
    assert early.content.startswith(
        f"In match {game.id}, {white.mention}'s time isn't up yet; it runs out <t:"
    )
    seq = "SELECT MAX(id) FROM match"
    _change(stack, f"UPDATE match SET due_at = ? WHERE id = ({seq})", _stored(timedelta(minutes=1)))
    _change(
        stack,
        f"UPDATE notice SET due_at = ? WHERE kind = 'claim' AND seat = 2 AND match_id = ({seq})",
        _stored(timedelta(minutes=1)),
    )
    word = await _public(pg, game.channel, "You can claim a timeout, or wait.")
    assert word.content.endswith(
        f"{black.mention}, {white.mention} has run out of time. You can claim a timeout, or wait."
    )
    assert (word.mentions, word.labels) == ([black.name], ["Claim timeout"])
    assert "the opponent can claim" in (await black.command("games", general)).content
    shown = await white.command("board", general, match=game.id)
    assert "the opponent can claim" in shown.content
    own = await white.command("claim", general, match=game.id)
    assert own.content.startswith(f"In match {game.id}, only {white.mention}'s opponents")
    await word.click("Claim timeout", by=black)
    over = await _timed_out(pg, game)
    assert f"🏆 {black.mention}" in over.content
    plain = await begin(general, "attangle", ben, david)
    none = await ben.command("claim", general, match=plain.id)
    assert (
        none.content
        == f"Match {plain.id} is played without a clock, so there's no timeout to claim."
    )


async def test_a_vacation(pg: Playground, general: Channel, ben: User, emma: User) -> None:
    """A vacation is announced where the player plays, is shown under the boards, and moves the due
    time. It can be ended early.
    """
    game = await begin(general, "attangle", ben, emma, clock="3d")
    white = game.players[0]
    before, began = _shown(await game.board()), time.time()
    left_this_year = datetime(datetime.now(UTC).year + 1, 1, 1, tzinfo=UTC) - datetime.now(UTC)
    taken = await white.command("vacation", general, until="7")
    assert taken.ephemeral
    left = 30 - min(7, left_this_year // timedelta(days=1) + 1)
    assert f"You have {left} of 30 vacation days left this year." in taken.content
    told = await _public(pg, game.channel, "is on vacation until")
    assert told.content.startswith(white.mention)
    assert f"`{game.id}`" in told.content
    assert told.mentions == []
    board = await game.players[1].command("board", general, match=game.id)
    assert f"{white.mention} is on vacation until <t:" in board.content
    assert -1 <= _shown(board) - before - 7 * 86400 <= time.time() - began + 1
    await white.command("vacation", general, end=True)
    await _public(pg, game.channel, f"{white.mention} is back from vacation.")
    board = await game.players[1].command("board", general, match=game.id)
    assert "vacation" not in board.content
    assert -1 <= _shown(board) - before <= time.time() - began + 1
    nothing = await white.command("vacation", general)
    assert nothing.content.startswith("You're not on vacation.")
    assert "You have 29 of 30" in nothing.content
    for until, first in (("yesterday", None), ("2020-01-01", None), ("3", "31.2."), ("999", None)):
        options: dict[str, Any] = {"until": until} | ({"from": first} if first else {})
        reply = await white.command("vacation", general, **options)
        assert reply.ephemeral
        assert "eference" not in reply.content
        assert "vacation" in reply.content.lower() or "day" in reply.content.lower()


async def test_a_bot_that_was_away(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Downtime is given back: nobody's time runs out meanwhile. A player short of time gets a
    quarter of an hour, and is told.
    """
    game = await begin(general, "attangle", ben, david, clock="1h")
    stack.kill()
    _change(stack, "UPDATE heartbeat SET at = ?", _stored(timedelta(minutes=30)))
    newest = "(SELECT MAX(id) FROM match)"
    _change(
        stack,
        f"UPDATE match SET due_at = ? WHERE id = {newest}",
        _stored(timedelta(minutes=25)),
    )
    stack.start()
    back = time.time()
    await pg.wait_online()
    told = await _public(pg, game.channel, "I was offline for a while.")
    assert f"`{game.id}`" in told.content
    assert told.mentions == [game.players[0].name]
    assert back - 1 <= _shown(told) - GRACE.total_seconds() <= time.time() + 1
    assert f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content
    assert "run out" not in (await game.board()).content
