"""Around a match: rematches, take-backs, adjournments, expiry, private matches, blocks, `/end`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.play.drafts import EARLIER
from bot.messages.board import BOARD
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.bot.test_security import forger
from tests.support.forger import Forger
from tests.support.matches import (
    Game,
    begin,
    named,
    open_table,
    private,
    question_in,
    said,
    started,
)
from tests.support.stack import Stack

__all__ = ["forger"]


async def _question(game: Game, by: User, command: str) -> Message:
    """The public question after a command."""
    reply = await by.command(command, game.channel, match=game.id)
    (other,) = (player for player in game.players if player is not by)
    asked = {"takeback": "for a takeback", "adjourn": "to adjourn"}[command]
    assert reply.content.endswith(f"`{game.id}`: you've asked {other.mention} {asked}.")
    question = await question_in(game.channel)
    assert question.labels == ["Accept", "Decline"]
    return question


async def test_rematch(pg: Playground, general: Channel, ben: User, david: User) -> None:
    """The button under a finished match challenges, and the other player's press accepts. The seats
    rotate. A double click opens one table, and a redelivered one nothing more.
    """
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    question = await black.command("resign", general, match=game.id)
    await question.click("Resign")
    board = await game.board()
    assert board.labels[0] == "Rematch"
    first = await board.click("Rematch", by=white)
    second = await board.click("Rematch", by=white)
    await pg.redeliver(first)
    new = named(first)
    assert new != game.id
    assert "rematch already exists" in second.content
    tables = [
        message
        for message in await general.messages(white)
        if f"`{new}`" in message.content and not message.ephemeral
    ]
    labels = ["Accept", "Decline", "Withdraw challenge (host)", "Rules"]
    assert [table.labels for table in tables] == [labels]
    assert black.mention in tables[0].content
    await board.click("Rematch", by=black)
    again = await started(general, new, (ben, david))
    assert again.players == [black, white]
    assert len(await again.boards()) == 1

    async def has_begun() -> bool:
        return (await tables[0].refresh()).labels == ["Go to the board"]

    await pg.wait_for(has_begun)


async def test_rematch_by_command(general: Channel, ben: User, david: User) -> None:
    """Without a match, `/rematch` means the latest one here."""
    game = await begin(general, "attangle", ben, david)
    question = await ben.command("abort", general, match=game.id)
    await question.click("Abort match")
    reply = await ben.command("rematch", general)
    table = await question_in(general, f"`{named(reply)}`")
    await table.click("Accept", by=david)
    assert (await started(general, named(reply), (ben, david))).players == game.players[::-1]
    over = await ben.command("rematch", general, match=named(reply))
    assert "isn't over yet" in over.content


async def test_taking_back(general: Channel, ben: User, david: User, forger: Forger) -> None:
    """The opponent agrees. The earlier board is shown, and old buttons are refused."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    nothing = await white.command("takeback", general, match=game.id)
    assert "no turn to take back" in nothing.content
    await game.play("c3", "c4")
    old = await game.board()
    asked = await _question(game, white, "takeback")
    assert "take back turn 1 and everything after it" in asked.content
    assert asked.mentions == [black.name]
    own = await asked.click("Accept", by=white)
    assert "The others have to answer it." in (await private(own, number=1))[0].content
    done = await asked.click("Accept", by=black)
    assert done.labels == []
    board = await game.board()
    assert f"White ({white.mention}) has taken back a turn." in board.content
    assert f"{white.mention}, it's your turn as White." in board.content
    again = await forger.press(white, old.buttons[0]["custom_id"])
    assert EARLIER in again.content
    assert f"`{game.id}`: you played `c4`." in (await game.move(1, "c4")).content


async def test_a_take_back_is_no_draw(general: Channel, ben: User, david: User) -> None:
    """An answer applies to the question above it. Declining changes nothing."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    await game.move(1, "c3")
    asked = await _question(game, white, "takeback")
    await white.command("draw", general, match=game.id)
    offer = await question_in(game.channel, "offers a draw")
    declined = await asked.click("Decline", by=black)
    assert f"{black.mention} has declined." in declined.content
    assert declined.labels == []
    agreed = await offer.click("Accept", by=black)
    assert agreed.labels == []
    assert "The match is drawn by agreement." in (await game.board()).content


async def test_adjourning(general: Channel, ben: User, david: User, forger: Forger) -> None:
    """The match is adjourned by consent. Anybody's Resume continues it, once."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    asked = await _question(game, white, "adjourn")
    await asked.click("Accept", by=black)
    board = await game.board()
    assert "Both players have agreed to adjourn." in board.content
    assert board.labels[0] == "Resume"
    refused = await game.move(1, "c3")
    assert "is adjourned" in refused.content
    await board.click("Resume", by=black)
    twice = await forger.press(white, board.buttons[0]["custom_id"])
    assert "isn't adjourned" in twice.content
    board = await game.board()
    assert f"Black ({black.mention}) resumes the match." in board.content
    assert f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content


async def test_private_matches(pg: Playground, david: User, emma: User, ben: User) -> None:
    """A private match is played in direct messages. Nothing of it appears in the channel, and
    nobody else can view it.
    """
    channel = pg.channel("quiet")
    before = await channel.messages(ben)
    alone = await david.command("play attangle", channel, private=True)
    assert "name everyone you want to play with" in alone.content
    opened = await david.command("play attangle", channel, opponent=emma, private=True)
    match = named(opened)
    challenge = await (await emma.dm()).last(emma)
    assert "Only the players can see this match." in challenge.content
    own = await (await david.dm()).last(david)
    accepted = await challenge.click("Accept", by=emma)
    assert accepted.labels == [BOARD]
    for user in (david, emma):
        board = await (await user.dm()).last(user)
        assert f"`{match}`" in board.content
        assert board.attachments
    too_late = await own.click("Withdraw challenge (host)", by=david)
    assert f"Table {match} is no longer waiting" in (await said(too_late)).content
    assert (await own.refresh()).labels == [BOARD]
    white = david if f"White {david.mention}" in board.content else emma
    await white.command("move", channel, turn="c3", match=match)
    for user in (david, emma):
        assert "`c3`" in (await (await user.dm()).last(user)).content
    await _unknown(ben, channel, match)
    assert (await david.command("board", channel, match=match)).attachments
    black = emma if white is david else david
    await black.command("move", channel, turn="c4", match=match)
    await white.command("move", channel, turn="c5", match=match)
    await (await black.command("resign", channel, match=match)).click("Resign", by=black)
    await _unknown(ben, channel, match)
    for shown in (
        await ben.command("profile", channel, player=david),
        await ben.command("leaderboard", channel, game="attangle"),
        await ben.command("games", channel, over=True),
    ):
        assert match not in shown.text
    seen = [message for message in await channel.messages(ben) if not message.ephemeral]
    assert len(seen) == len(before)


async def _unknown(stranger: User, channel: Channel, match: str) -> None:
    """No command reveals to a stranger that this match exists."""
    told: dict[str, Any] = {"move": {"turn": "c5"}}
    commands = [
        command["name"]
        for command in await stranger.commands(channel)
        if any(option["name"] == "match" for option in command.get("options", ()))
    ]
    assert {"move", "board", "replay", "export", "claim", "rematch", "prepared"} <= {*commands}
    for name in commands:
        refused = await stranger.command(name, channel, match=match, **told.get(name, {}))
        said = refused.followups[-1] if refused.followups else refused
        assert said.content.startswith(f"There is no match “{match}”."), name
        assert not said.attachments
        offered = await stranger.autocomplete(
            name, "match", "", channel=channel, **told.get(name, {})
        )
        assert match not in {one.value for one in offered}, name


async def test_blocking(general: Channel, ben: User, david: User) -> None:
    """Both players get the same refusal, whoever blocked the other, and nobody is told of the
    block.
    """
    done = await ben.command("block", general, user=david)
    assert done.ephemeral
    assert david.mention in done.content
    listed = await ben.command("blocked", general)
    assert david.mention in listed.content
    refused = [
        await ben.command("play attangle", general, opponent=david),
        await david.command("play attangle", general, opponent=ben),
    ]
    table = await open_table(ben, general, "attangle")
    joined = await table.click("Join", by=david)
    refused += await private(joined, number=1)  # type: ignore[arg-type]
    assert len({message.content for message in refused}) == 1
    assert "can't share this table" in refused[0].content
    await ben.command("unblock", general, user=david)
    await table.click("Join", by=david)
    assert (await started(general, named(table), (ben, david))).players


async def test_ending_by_who_manages_the_server(
    pg: Playground, general: Channel, anna: User, ben: User, david: User
) -> None:
    """The server's owner can end other people's match after a question. Nobody else sees the
    command.
    """
    game = await begin(general, "attangle", ben, david)
    names = {command["name"] for command in await ben.commands(general)}
    assert "end" not in names
    question = await anna.command("end", general, match=game.id)
    assert len(question.labels) == 2
    await question.click(question.labels[0], by=anna)
    board = await game.board()
    assert "Server managers have ended the match." in board.content
    assert board.labels[0] == "Rematch"
    assert "is over" in (await game.move(1, "c3")).content


async def test_limits_and_expiry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody opens more tables than the settings allow. A table that nobody joins closes
    automatically, and its message says so.
    """
    monkeypatch.setenv("TABLE_LIMIT", "1")
    monkeypatch.setenv("TABLE_HOURS", "1")
    stack = Stack(tmp_path)
    try:
        async with Playground.connect(stack.url) as pg:
            await pg.wait_online()
            ben, general = pg.user("ben"), pg.channel("general")
            table = await open_table(ben, general, "attangle")
            assert "Unless somebody joins, the table closes <t:" in table.content
            second = await ben.command("play attangle", general)
            assert second.content.startswith("You already have 1 tables waiting for players.")

            stack.kill()
            with closing(sqlite3.connect(tmp_path / "bot.db")) as database, database:
                database.execute("UPDATE match SET expires_at = '2020-01-01 00:00:00.000000'")
            stack.start()
            await pg.wait_online()

            async def closed() -> bool:
                return "the table has closed" in (await table.refresh()).content

            await pg.wait_for(closed)
            assert (await table.refresh()).labels == []
            await open_table(ben, general, "attangle")
    finally:
        stack.close()
    stack.check()
