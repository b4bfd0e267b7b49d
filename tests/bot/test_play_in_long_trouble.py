"""`/play` while Discord's trouble lasts: what the host reads is true. Whoever has opened a table or
begun a match isn't asked to try again; whoever is asked to has opened none. The minutes are
simulated.
"""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from bot.delivery.matches import publication
from bot.interactions.error_handler import NOT_SHOWN, STANDS
from bot.messages.table import RATED
from bot.text.discord_codes import TROUBLE as TRY_AGAIN
from games.words import say
from playground.answers import Message, Reply
from storage import schema
from tests.bot.test_long_trouble import BAN, BROKEN, LIMIT, MANY, MINUTE, Hall, Trouble, hall
from tests.support.matches import named

pytestmark = pytest.mark.untraced

__all__ = ["hall"]

LONG = Trouble({"status": 429, "retry_after": MINUTE, "times": MANY}, [], [MINUTE])
"""A limit that refuses everything for its whole minute, however often it is tried."""

troubles = pytest.mark.parametrize(
    "trouble", [LIMIT, LONG, BAN, BROKEN], ids=["limit", "long limit", "ban", "broken"]
)
ways = pytest.mark.parametrize("way", ["table", "computer"])
SAID = {"table": "is open.", "computer": RATED}


async def _play(hall: Hall, way: str = "table") -> Reply:
    """The host opens a table, or begins a match against the computer."""
    options = {"computer": 1} if way == "computer" else {}
    return await hall.players[0].command("play attangle", hall.general, wait=False, **options)


async def _opened(hall: Hall) -> int:
    """How many matches and tables there are."""
    counted = select(func.count()).select_from(schema.match)
    return await hall.bot.database.read(lambda connection: connection.scalar(counted) or 0)


async def _tables(hall: Hall) -> list[Message]:
    """Those that everybody can join."""
    shown = await hall.general.messages()
    return [one for one in shown if not one.ephemeral and "Join" in one.labels]


async def _begun(hall: Hall, match: str) -> bool:
    """Whether a match has its thread."""
    return any(match in one.name for one in await hall.pg.threads(hall.general))


async def _read(reply: Reply) -> str:
    """All that the host reads."""
    await reply.refresh()
    return "\n".join(one.content for one in (reply, *reply.followups))


@ways
@troubles
async def test_an_acknowledgement(
    hall: Hall, trouble: Trouble, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Without one nothing is opened: where an answer arrives after all it says so, and that the
    host may try again; else Discord does, and the log.
    """
    await hall.refuse("answer", trouble)
    reply = await _play(hall, way)
    await hall.paused(trouble.message)
    hall.over()
    if trouble is LIMIT:
        await hall.reads(reply, TRY_AGAIN)
    else:
        await hall.pg.wait_for(lambda: "can't be answered: " in caplog.text)
        assert (await reply.refresh()).response_type is None
    assert await _opened(hall) == 0
    await hall.mend()
    await hall.reads(await _play(hall, way), SAID[way])
    assert await _opened(hall) == 1


@ways
@troubles
async def test_an_answer(
    hall: Hall, trouble: Trouble, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was promised. Meanwhile everybody sees the table, and somebody joins it. In the end the
    host reads what has been done.
    """
    # On a slow machine, too, nobody is told to wait: that could not be replaced later.
    monkeypatch.setattr(publication, "PATIENCE", MINUTE)
    await hall.refuse("edit", trouble)
    reply = await _play(hall, way)
    await hall.paused(trouble.answer)
    if way == "table":
        (table,) = await hall.pg.wait_for(lambda: _tables(hall))
        await table.click("Join", by=hall.players[1], wait=False)
        await hall.pg.wait_for(lambda: _begun(hall, named(table)))
    if trouble is LONG:
        await hall.pg.clear_faults()
    hall.over()
    said = await hall.reads(reply, SAID[way])
    assert TRY_AGAIN not in said
    assert await _opened(hall) == 1


@troubles
async def test_a_table(hall: Hall, trouble: Trouble) -> None:
    """The host reads that it is open, and that the others can't see it, though not that they should
    try again. It arrives once Discord lets it.
    """
    for request in ("follow", "message"):  # Neither as an answer nor as a message.
        await hall.refuse(request, trouble)
    reply = await _play(hall)
    await hall.paused(trouble.message)
    hall.over()
    said = await hall.reads(
        reply, SAID["table"], say(NOT_SHOWN, {"channel": f"<#{hall.general.id}>"})
    )
    assert TRY_AGAIN not in said
    assert await _tables(hall) == []
    await hall.mend()
    (table,) = await hall.pg.wait_for(lambda: _tables(hall))
    assert named(table) in said
    assert await _opened(hall) == 1


@troubles
async def test_neither_a_table_nor_an_answer(hall: Hall, trouble: Trouble) -> None:
    """The table is open all the same, and is shown as soon as Discord lets it. Whatever the host
    reads before says so.
    """
    # No answer could be looked for there, so the table is sent as a message.
    await hall.general.permit(deny=["read_message_history"])
    await hall.refuse("message", trouble)
    await hall.refuse("edit", trouble)
    reply = await _play(hall)
    await hall.pg.wait_for(lambda: _opened(hall))
    hall.over()
    await hall.pg.wait_for(lambda: _read(reply))
    said = await _read(reply)
    assert SAID["table"] in said or STANDS in said
    assert TRY_AGAIN not in said
    await hall.mend()
    (table,) = await hall.pg.wait_for(lambda: _tables(hall))
    assert named(table) in said or STANDS in said
