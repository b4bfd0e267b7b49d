"""The bot dies, the gateway drops, Discord is slow: matches go on."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import pytest

import matches
from bot.cogs.play.drafts import EARLIER
from matches.model.ids import MatchId
from matches.outbox import queue
from playground.answers import Reply
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.bot.test_security import forger
from tests.support.forger import Forger
from tests.support.matches import (
    MESSAGES,
    begin,
    named,
    open_table,
    refuse_boards,
    started,
    unanswered,
)
from tests.support.picking import choose
from tests.support.stack import Stack

__all__ = ["forger"]

pytestmark = pytest.mark.untraced


async def test_killed_and_started_again(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """After a SIGKILL in the middle of a match, all earlier buttons still work: those of a table, a
    board, a draft and a study, which is still there.
    """
    table = await open_table(ben, general, "attangle")
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    board = await game.board()
    unfinished = await game.move(2, "4-63=8")
    assert unfinished.labels == ["Back", "Reset"]
    study = await ben.command("whatif", general, match=game.id)
    form = await study.click("Type turns…")
    assert form.modal is not None
    tried = await form.modal.submit(text="4-63=8 5-28=7")
    stack.kill()
    stack.start()
    await pg.wait_online()
    joined = await table.click("Join", by=david)
    assert joined.labels == ["Go to the board"]
    assert len(await (await started(general, named(table), (ben, david))).boards()) == 1
    seen = await board.click("Move", by=game.players[1])
    assert "4-63=8" in seen.content
    back = await unfinished.click("Back")
    assert "4-63=8" not in back.content
    here = await tried.click("Back")
    assert "where the match is now" in here.content
    for again in (here, await ben.command("whatif", general, match=game.id)):
        assert "`4-63=8 5-28=7`" in (await again.click("Forward")).content
    whole = await game.move(2, "4-63=8 5-28=7")
    assert f"`{game.id}`: you played `4-63=8 5-28=7`." in whole.content


async def test_old_buttons_are_refused_kindly(general: Channel, ben: User, david: User) -> None:
    """A button of an earlier position says that the match has moved on, and plays nothing."""
    game = await begin(general, "attangle", ben, david)
    first = await game.board()
    draft = await first.click("Move", by=game.players[0])
    draft = await choose(draft, "c3")
    assert draft.labels == ["Back", "Reset", "Confirm"]
    await game.play("c4", "c5")
    for reply in (await draft.click("Confirm"), await draft.click("Reset")):
        said = reply.followups[-1] if reply.followups else reply
        assert said.ephemeral
        assert said.content.startswith(f"Match {game.id} has moved on since.")
    boards = await game.boards()
    assert len(boards) == 3
    early = await boards[-1].click("Move", by=game.players[1])
    assert early.content.startswith(f"It's {game.players[0].mention}'s turn")


async def test_an_old_button_to_move(
    general: Channel, ben: User, david: User, forger: Forger
) -> None:
    """It opens the present turn, and says that the match has gone on since. One that isn't old says
    nothing of the kind.
    """
    game = await begin(general, "attangle", ben, david)
    (first,) = await game.boards()
    await game.play("c3", "c4")
    old = await forger.press(game.players[0], first.buttons[0]["custom_id"])
    new = await (await game.board()).click("Move", by=game.players[0])
    said = f"{EARLIER}\n"
    assert said in old.content
    assert old.content.replace(said, "") == new.content
    assert old.attachments[0].description == new.attachments[0].description
    draft = await choose(old, "c5")
    assert EARLIER not in draft.content
    assert f"`{game.id}`: you played `c5`." in (await draft.click("Confirm")).content


async def _said(click: Reply) -> list[str]:
    """The answer to a click, immediate or after a deferral."""
    await click.refresh()
    return [one.content for one in (click, *click.followups)]


async def test_a_race_for_one_turn(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Two presses of the same button at once play one turn."""
    game = await begin(general, "attangle", ben, david)
    draft = await (await game.board()).click("Move", by=game.players[0])
    draft = await choose(draft, "c3")
    async with unanswered(pg, 2):
        clicks = [await draft.click("Confirm", wait=False) for _ in range(2)]
    await asyncio.gather(*(click.wait() for click in clicks))
    parts = (f"`{game.id}`: you played `c3`.", "has moved on since")

    async def both() -> list[str]:
        said = [text for click in clicks for text in await _said(click)]
        return said if all(any(part in text for text in said) for part in parts) else []

    said = set(await pg.wait_for(both))
    assert all(sum(part in text for text in said) == 1 for part in parts), said
    assert len(await game.boards()) == 2


async def test_a_dropped_gateway(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A connection that drops, or that the server wants renewed, is resumed. A lost session is
    replaced. The match goes on each time.
    """
    game = await begin(general, "attangle", ben, david)
    before = await _sessions(pg)
    for action in ("drop", "reconnect"):
        resumed = stack.said().count("RESUMED")
        await pg.gateway(action)
        await pg.wait_for(partial(_resumed_after, stack, resumed))
        assert await _sessions(pg) == before
    assert f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content
    await pg.gateway("invalidate", resumable=False)
    await pg.wait_for(lambda: _another(pg, before))
    assert f"`{game.id}`: you played `c4`." in (await game.move(2, "c4")).content


def _resumed_after(stack: Stack, times: int) -> bool:
    return stack.said().count("RESUMED") > times


async def _sessions(pg: Playground) -> set[str]:
    state = await pg.request("GET", "control/state")
    return {session["id"] for session in state["sessions"] if session["connected"]}


async def _another(pg: Playground, before: set[str]) -> bool:
    return bool(await _sessions(pg) - before)


async def test_too_many_requests(pg: Playground, general: Channel, ben: User, david: User) -> None:
    """A 429 is waited out. The board appears, once."""
    game = await begin(general, "attangle", ben, david)
    await pg.rate_limit(r"/channels/\d+/messages", times=2)
    await pg.rate_limit(r"/webhooks/", times=1)
    reply = await game.move(1, "c3")
    assert f"`{game.id}`: you played `c3`." in reply.content
    assert len(await game.boards()) == 2


async def test_a_lost_answer(pg: Playground, general: Channel, ben: User, david: User) -> None:
    """A message whose response is lost is not sent twice."""
    game = await begin(general, "attangle", ben, david)
    await pg.fault("lost", MESSAGES, method="POST")
    await game.players[0].command("move", general, turn="c3", match=game.id)
    assert len(await game.boards()) == 2


@pytest.mark.parametrize("trouble", ["lost", "cut"])
async def test_an_answer_that_gets_lost_is_given_again(
    pg: Playground, general: Channel, ben: User, david: User, trouble: str
) -> None:
    """Whether or not a deferral arrived before its connection broke, nobody is left waiting. The
    turn is played once and its player is told, and an illegal one is refused.
    """
    game = await begin(general, "attangle", ben, david)
    await pg.fault(trouble, "/interactions/")
    await pg.fault(trouble, "/webhooks/", method="PATCH")
    reply = await game.move(1, "c3")
    assert f"`{game.id}`: you played `c3`." in reply.content
    assert len(await game.boards()) == 2
    await pg.fault(trouble, "/interactions/")
    await pg.fault(trouble, "/webhooks/", method="POST")
    assert (
        "You can't place on c3: there is a piece there already."
        in (await game.move(2, "c3")).content
    )
    await pg.fault(trouble, "/interactions/")
    picking = await (await game.board()).click("Move", by=game.players[1])
    assert picking.selects


async def test_trouble_after_the_turn(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If the channel cannot take the board, the turn counts, and the answer says what to do. The
    board is shown before the next one, or the next one covers both turns.
    """
    for refused, shown in ((1, [["1"], ["2"]]), (2, [["1", "2"]])):
        game = await begin(general, "attangle", ben, david)
        await refuse_boards(pg, status=400)
        if refused > 1:
            await pg.fault("status", MESSAGES, method="POST", status=400, times=refused - 1)
        reply = await game.move(1, "c3", seen=False)
        assert reply.ephemeral
        assert f"`{game.id}`: you played `c3`." in reply.content
        assert "`/board` shows how things stand." in reply.content
        assert f"`{game.id}`: you played `c4`." in (await game.move(2, "c4")).content
        boards = [re.findall(r"(\d)\. `c\d`", one.content) for one in await game.boards()]
        assert boards == [[], *shown]
        db = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
        await pg.wait_for(partial(_nothing_owed, db, game.id))
        await db.close()


async def _nothing_owed(db: Database, match_id: MatchId) -> bool:
    """The board is struck off once the one before it leads to it, which takes a moment."""
    return not await queue.boards(db, match_id, (await matches.get(db, match_id)).base)


async def test_stopping(stack: Stack, pg: Playground) -> None:
    """SIGTERM stops the bot cleanly, and after a restart everything is registered."""
    assert stack.stop() == 0
    stack.start()
    await pg.wait_online()
    assert {"play", "move", "board"} <= {command["name"] for command in await pg.commands()}
