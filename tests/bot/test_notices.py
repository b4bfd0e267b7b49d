"""Notices: none is lost with a process, none is sent twice, each goes where its player wants it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest

from bot.messages.board import MOVE
from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, named, open_table, refuse_boards, started
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

MESSAGES = r"/channels/\d+/messages"


def _owed(stack: Stack, game: Game) -> int:
    """The number of notices of the match in the outbox."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        query = "SELECT count(*) FROM notice WHERE key LIKE ?"
        return int(database.execute(query, (f"{game.id}.%",)).fetchone()[0])


def _owed_now(stack: Stack, game: Game) -> int:
    """The same, without those about the end of the time."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        query = "SELECT count(*) FROM notice WHERE key LIKE ? AND lead IS NULL"
        return int(database.execute(query, (f"{game.id}.%",)).fetchone()[0])


def _put_off(stack: Stack, match: MatchId, seen: set[str]) -> bool:
    """Whether a notice to a player of the match was taken and put off, by the times that were seen
    when it would be due. That counts as no attempt.
    """
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        query = "SELECT due_at, attempts FROM notice WHERE key LIKE ? AND kind = 'turn'"
        for due_at, attempts in database.execute(query, (f"{match}.%",)):
            seen.add(due_at)
            assert attempts <= 1
    return len(seen) > 4


def _lapse(stack: Stack, left: int = -1) -> None:
    """Ages the claims of the dead process on its notices until this many seconds are left."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        due = f"strftime('%Y-%m-%d %H:%M:%f000', 'now', '{left:+} seconds')"
        database.execute(f"UPDATE notice SET due_at = {due} WHERE lead IS NULL")


async def _restarted(stack: Stack, pg: Playground, left: int = -1) -> None:
    stack.kill()
    await pg.clear_faults()  # Those were for the dead process.
    _lapse(stack, left)
    stack.start()
    await pg.wait_online()


@pytest.fixture
async def settled(stack: Stack, pg: Playground) -> AsyncIterator[None]:
    """The players' preferences are reset after the test."""
    yield
    for name in ("ben", "david"):
        await pg.user(name).change(dms_open=True)
        await pg.user(name).command("settings", pg.channel("general"), reset="all")


async def test_killed_before_the_board_was_sent(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The turn was stored and the board not sent. The next process sends it, once."""
    game = await begin(general, "attangle", ben, david)
    await pg.wait_for(lambda: not _owed(stack, game))
    await pg.fault("delay", MESSAGES, method="POST", seconds=3600)
    await game.players[0].command("move", general, wait=False, turn="c3", match=game.id)
    await pg.wait_for(lambda: _owed(stack, game) == 1)
    await _restarted(stack, pg, left=3600)
    assert len(await game.boards()) == 1
    _lapse(stack)
    await pg.wait_for(lambda: not _owed(stack, game))
    boards = await game.boards()
    assert len(boards) == 2
    assert "1. `c3`" in boards[-1].content
    assert boards[-1].mentions == [game.players[1].name]
    assert f"`{game.id}`: you played `c4`." in (await game.move(2, "c4")).content
    assert len(await game.boards()) == 3


async def test_killed_before_it_was_known_that_the_board_was_sent(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The board was sent, and the process died before recording it. The next one does not send it
    again.
    """
    game = await begin(general, "attangle", ben, david)
    await pg.wait_for(lambda: not _owed(stack, game))
    await pg.fault("late", MESSAGES, method="POST", seconds=3600)
    await game.players[0].command("move", general, wait=False, turn="c3", match=game.id)

    async def sent() -> bool:
        return len(await game.boards()) == 2

    await pg.wait_for(sent)
    assert _owed(stack, game) == 1
    await _restarted(stack, pg)
    await pg.wait_for(lambda: not _owed(stack, game))
    assert len(await game.boards()) == 2


async def _said(channel: Channel, text: str) -> list[Message]:
    return [one for one in await channel.messages() if text in one.content and not one.ephemeral]


async def test_killed_while_a_vacation_was_announced(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If the announcement was sent before the process died, the next one does not repeat it. If
    not, the next process sends it.
    """
    game = await begin(general, "attangle", ben, david, clock="3d")
    await pg.wait_for(lambda: not _owed_now(stack, game))
    away = f"{ben.mention} is on vacation until"
    before = len(await _said(game.channel, away))
    await pg.fault("late", MESSAGES, method="POST", seconds=3600)
    await ben.command("vacation", general, until="2")

    async def announced() -> bool:
        return len(await _said(game.channel, away)) == before + 1

    await pg.wait_for(announced)
    assert _owed_now(stack, game) == 1
    await _restarted(stack, pg)
    await pg.wait_for(lambda: not _owed_now(stack, game))
    assert await announced()
    assert f"`{game.id}`" in (await _said(game.channel, away))[-1].content
    await pg.fault("delay", MESSAGES, method="POST", seconds=3600, times=9)
    await ben.command("vacation", general, end=True)
    assert _owed_now(stack, game) == 1
    back = f"{ben.mention} is back from vacation."
    stack.kill()
    await pg.clear_faults()
    assert await _said(game.channel, back) == []
    _lapse(stack)
    stack.start()
    await pg.wait_online()
    await pg.wait_for(lambda: not _owed_now(stack, game))
    assert len(await _said(game.channel, back)) == 1


async def test_a_lost_answer_to_the_word_on_dropped_turns(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A player who lost prepared turns is told once, even if Discord's response is lost."""
    game = await begin(general, "attangle", ben, david)
    white = game.players[0]
    direct = await white.dm()
    await game.move(1, "c3; d5; c4")
    await pg.wait_for(lambda: not _owed(stack, game))
    await pg.fault("lost", rf"/channels/{direct.id}/messages", method="POST")
    await game.move(2, "d5")
    await pg.wait_for(lambda: not _owed(stack, game))
    assert len(await _said(direct, f"`{game.id}`: 2 prepared turns were dropped")) == 1


@pytest.mark.usefixtures("settled")
async def test_dropped_turns_are_nobody_elses_concern(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If direct messages are closed, the channel says that prepared turns were dropped, but not
    which.
    """
    for player in (ben, david):
        await player.change(dms_open=False)
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3; d5; c4")
    await game.move(2, "d5")
    await pg.wait_for(lambda: not _owed(stack, game))
    (told,) = await _said(game.channel, "your prepared turns can no longer be played")
    assert told.mentions == [game.players[0].name]
    assert told.labels == [MOVE]
    assert "d5" not in told.content


async def test_a_channel_in_trouble_gets_the_board_later(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whatever could not be shown is shown as soon as possible."""
    game = await begin(general, "attangle", ben, david)
    await refuse_boards(pg, status=400)
    reply = await game.move(1, "c3", seen=False)
    assert "`/board` shows how things stand." in reply.content
    assert len(await game.boards()) == 1
    await pg.wait_for(lambda: not _owed(stack, game))
    assert len(await game.boards()) == 2


async def _direct(player: User, game: Game, number: int) -> list[Message]:
    """The player's direct messages about a match, once there are this many."""
    channel = await player.dm()

    async def found() -> list[Message]:
        messages = [
            one
            for one in await channel.messages()
            if f"`{game.id}`" in one.content and player.name in one.mentions
        ]
        return messages if len(messages) >= number else []

    return await player.pg.wait_for(found)


@pytest.mark.usefixtures("settled")
async def test_direct_messages(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Players who prefer them are told of their turn there only, and can play from there."""
    said = await david.command("settings", general, notices="direct")
    assert said.ephemeral
    assert "**Notifications:** by direct message" in said.content
    game = await begin(general, "attangle", ben, david)
    seat = game.players.index(david) + 1
    turns = {1: ["c3", "c5"], 2: ["c4", "d4"]}
    if seat == 2:
        await game.move(1, turns[1].pop(0))
    (notice,) = await _direct(david, game, 1)
    assert david.mention in notice.content
    assert "it's your turn" in notice.content
    assert f"<#{game.channel.id}>" in notice.content
    assert david.name not in (await game.board()).mentions
    assert notice.labels[0] == "Move"
    draft = await notice.click("Move", by=david)
    assert draft.selects
    await game.move(seat, turns[seat].pop(0))
    await game.move(3 - seat, turns[3 - seat].pop(0))
    second = (await _direct(david, game, 2))[-1]
    assert f"`{'c5' if seat == 2 else 'c4'}`" in second.content
    await pg.wait_for(lambda: not _owed(stack, game))
    assert len(await _direct(david, game, 2)) == 2


@pytest.mark.usefixtures("settled")
async def test_direct_messages_wait_for_the_thread(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whoever is to begin is told where: their message waits while the match gets its thread."""
    for player in (ben, david):
        await player.command("settings", general, notices="direct")
    table = await open_table(ben, general, "attangle")
    await pg.fault("delay", r"/threads$", method="POST", seconds=3600)
    await table.click("Join", by=david, wait=False)
    seen = set[str]()
    await pg.wait_for(lambda: _put_off(stack, named(table), seen))
    await pg.release()
    game = await started(general, named(table), (ben, david))
    assert game.channel.id != general.id
    (notice,) = await _direct(game.players[0], game, 1)
    assert f"<#{game.channel.id}>" in notice.content
    await pg.wait_for(lambda: not _owed(stack, game))
    assert len(await _direct(game.players[0], game, 1)) == 1


@pytest.mark.usefixtures("settled")
async def test_closed_direct_messages(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If direct messages are closed, the player is mentioned in the channel instead."""
    for player in (ben, david):
        await player.command("settings", general, notices="direct")
        await player.change(dms_open=False)
    game = await begin(general, "attangle", ben, david)
    await pg.wait_for(lambda: not _owed(stack, game))
    about = [one for one in await game.channel.messages() if f"`{game.id}`" in one.content]
    board, call = about[-2:]
    assert (board.mentions, call.mentions) == ([], [game.players[0].name])
    assert not call.attachments


@pytest.mark.usefixtures("settled")
async def test_no_notices(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Players who want no notices are not mentioned at all."""
    for player in (ben, david):
        await player.command("settings", general, notices="none")
    game = await begin(general, "attangle", ben, david)
    await pg.wait_for(lambda: not _owed(stack, game))
    assert (await game.board()).mentions == []
    assert [one for one in await game.channel.messages() if one.mentions] == []


async def test_the_next_match(general: Channel, ben: User, david: User) -> None:
    """A button after one's turn leads to the next match in which one is to move."""
    first, second = [await begin(general, "attangle", ben, david) for _ in range(2)]
    mover = first.players[0]
    if second.players[0] is not mover:
        await second.move(1, "c3")
    played = await first.move(1, "c3")
    (label,) = played.labels
    assert re.fullmatch(r"Next match \([1-9]\d*\)", label)
    reply = await played.click(label)
    board = reply.followups[-1] if reply.followups else reply
    assert board.ephemeral
    assert f"{mover.mention}, it's your turn" in board.content
    assert board.labels[0] == "Move"
