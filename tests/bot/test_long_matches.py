"""Matches that are longer than a record may be: exported, refused, replayed."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

import pytest

import games
from games import play
from games.play import Line
from games.record import LIMIT, LONGEST, record, to_text
from matches.model.ids import number_of
from playground.client import Channel, File, User
from tests.support.long_matches import random_turns
from tests.support.matches import begin
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

GAME = games.get("tyr")
SETUP = play.setup(GAME, 2)


@pytest.fixture(scope="module")
def endless() -> list[str]:
    """The first turns of a random match longer than a record may be."""
    return random_turns(GAME, SETUP, LONGEST + 1)


async def test_a_record_that_is_too_long(general: Channel, ben: User, endless: list[str]) -> None:
    """It is refused with a suggestion what to do instead."""
    text = to_text(record(GAME, SETUP, endless, None))
    assert len(text) < LIMIT
    reply = await ben.command("import", general, file=File("long.txt", text.encode()))
    assert reply.ephemeral
    assert "more than 2000 turns" in reply.content
    assert "`/replay`" in reply.content


def _store(stack: Stack, match: str, turns: Sequence[str]) -> None:
    """These turns as those of a match that has just begun, as if they had been played."""
    line = Line.begin(GAME, SETUP)
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        key = number_of(match)
        (seq,) = database.execute("SELECT seq FROM match WHERE id = ?", [key]).fetchone()
        for number, text in enumerate(turns, start=seq + 1):
            seat = line.position.to_move
            for token in text.split():
                line = line.read(token)[1]
            row = (key, number, number, "turn", seat, text, "2030-01-01 00:00:00.000000")
            database.execute(
                "INSERT INTO entry (match_id, seq, batch, kind, seat, text, at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        last = seq + len(turns)
        database.execute(
            "UPDATE match SET seq = ?, base = ?, turn_count = ?, to_move = ? WHERE id = ?",
            (last, last, len(turns), line.position.to_move, key),
        )


async def test_a_match_that_is_longer_than_a_record_may_be(
    stack: Stack, general: Channel, ben: User, david: User, endless: list[str]
) -> None:
    """Its files say that they can't be opened here, and what can be done instead; what the bot says
    of them is so.
    """
    game, count = await begin(general, GAME.info.key, ben, david), len(endless)
    _store(stack, game.id, endless)
    exported = await ben.command("export", general, match=game.id)
    assert f"records of at most {LONGEST} turns" in exported.content
    assert len(exported.attachments) == 2
    for one in exported.attachments:
        refused = await ben.command("import", general, file=File(one.filename, await one.read()))
        assert refused.ephemeral
        assert "more than 2000 turns" in refused.content
        assert "`/replay`" in refused.content
    view = await ben.command("replay", general, match=game.id, turn=count)
    assert f"Turn {count} of {count}" in view.content
    assert f"The start · {count} turns" in (await view.click("⏮")).content
