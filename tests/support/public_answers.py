"""Answers to interactions that everybody reads, and what a match still owes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.context.requests import kind_at
from matches.model.ids import MatchId, number_of
from playground.answers import Message
from playground.client import Playground
from tests.support.stack import Stack


def owed(stack: Stack, match_id: MatchId) -> int:
    """How many messages about a match are owed, reminders apart."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        query = "SELECT count(*) FROM notice WHERE match_id = ? AND lead IS NULL"
        return int(database.execute(query, (number_of(match_id),)).fetchone()[0])


async def all_shown(stack: Stack, pg: Playground, match_id: MatchId) -> None:
    """Waits until the match owes nobody anything."""
    await pg.wait_for(lambda: not owed(stack, match_id))


async def spent(pg: Playground) -> list[str]:
    """The requests so far that have spent the budget, by kind."""
    found = (await pg.requests())["requests"]
    kinds = [kind_at(one["method"], one["path"]) for one in found]
    return [kind.name for kind in kinds if kind.budgeted]


async def forget_requests(pg: Playground) -> None:
    """From now on other requests are counted."""
    await pg.request("DELETE", "control/requests")


def is_answer(message: Message) -> bool:
    """Whether a message answers an interaction."""
    return message.data["interaction_metadata"] is not None


async def killed(stack: Stack, pg: Playground) -> None:
    """Kills the bot and starts it again, with all that is owed due at once."""
    stack.kill()
    await pg.clear_faults()
    due(stack)
    stack.start()
    await pg.wait_online()


def due(stack: Stack) -> None:
    """All that is owed is due at once."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute("UPDATE notice SET due_at = '2000-01-01' WHERE lead IS NULL")
