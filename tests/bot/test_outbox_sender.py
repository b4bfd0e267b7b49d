"""The outbox sender, with a bot that is not connected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import matches
from bot.context import Bot
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.transport import outbox as transport
from bot.delivery.transport.outbox import Outbox
from bot.text.discord_codes import ATTEMPTS
from matches import Match, Place
from matches.effects.notices import board_key
from matches.model.clock import Clock
from matches.model.errors import Unavailable, UnknownMatch
from matches.model.ids import ChannelId, GuildId, MatchNumber, MessageId, number_of, public_id
from matches.outbox.queue import Notice, boards, due, is_pending, last_boards
from tests.bot.test_prefetch import ANN, BEN, bot, match
from tests.matches.owed import owed

__all__ = ["bot", "match"]


async def test_nothing_is_begun_while_the_bot_stops(bot: Bot, match: Match) -> None:
    """Notices then stay in the outbox for the next process, unclaimed."""
    turn = str(match.game.legal_moves(match.position)[0])
    played = await matches.play(bot.database, match.id, ANN, turn)
    for board in await boards(bot.database, match.id, played.match.base):
        await bot.service(Outbox).send_now(board.key)
    bot.stopping = True
    await bot.service(OutboxSender)._round()
    assert not bot.service(OutboxSender)._sending
    assert await due(bot.database)


async def _taken(bot: Bot, key: str) -> Notice:
    """What is owed under this key, once the sender has taken it."""
    await bot.service(Outbox).send_now(key)
    return next(one for one in await due(bot.database) if one.key == key)


PASSING = (ConnectionResetError(), TimeoutError(), Unavailable(match="-"))
"""Of the network, and of the database."""
MISTAKES = (KeyError("x"), RuntimeError(), UnknownMatch(match="-"))


@pytest.mark.parametrize("error", [*PASSING, *MISTAKES], ids=repr)
async def test_what_passes_by_itself_is_not_given_up(
    bot: Bot, match: Match, error: Exception
) -> None:
    """However often a notice was tried: it isn't at fault. After a mistake of ours it is."""
    notice = replace(await _taken(bot, board_key(match)), attempts=10 * ATTEMPTS)
    wait = await bot.service(OutboxSender)._patience(notice, error)
    assert (wait is not None) == (error in PASSING)


@pytest.mark.parametrize("wait", [None, timedelta(days=20)], ids=["sent", "refused"])
async def test_a_reminder_that_a_turn_renews_while_it_is_sent(
    bot: Bot, wait: timedelta | None
) -> None:
    """The next turn's reminder, which takes its place, is neither removed nor put off."""
    database, clock = bot.database, Clock.each_turn(timedelta(days=3))
    place = Place(GuildId(7), ChannelId(8))
    table = await matches.open_table(
        database, game="attangle", host=ANN, invited=[BEN], place=place, seating="chosen",
        clock=clock,
    )  # fmt: skip
    match = await matches.accept(database, table.id, BEN)
    notice = await _taken(bot, f"{match.id}.r1")
    await matches.play(database, match.id, ANN, str(match.game.legal_moves(match.position)[0]))
    before = await owed(database)
    await bot.service(OutboxSender)._leave(notice, wait)
    assert await owed(database) == before
    assert notice.key in before


@contextmanager
def away(folder: Path) -> Iterator[None]:
    """The database can't be reached: somebody has moved its file away."""
    (file,) = folder.glob("*.db")
    elsewhere = file.rename(folder / "elsewhere")
    try:
        yield
    finally:
        elsewhere.rename(file)


async def test_what_could_not_be_noted_is_noted_later(
    bot: Bot, match: Match, tmp_path: Path
) -> None:
    """What was sent while the database was away is not sent again, however long that lasts."""
    outbox, sender, key = bot.service(Outbox), bot.service(OutboxSender), board_key(match)
    shown = {match.id: MessageId(70)}
    await outbox.send_now(key)
    with away(tmp_path):
        await outbox.done(key, boards=shown)
        with pytest.raises(Unavailable):
            await outbox.keep()
    async with outbox._noting:  # As if another message were just being noted.
        await sender._round()
    assert not sender._sending
    assert await is_pending(bot.database, key)
    await sender._round()
    assert not sender._sending
    assert not await is_pending(bot.database, key)
    assert await last_boards(bot.database, [match.id]) == shown
    assert not outbox.has_sent(key)


async def test_what_the_sender_could_not_note(bot: Bot, match: Match, tmp_path: Path) -> None:
    """It is noted later, too, unless something else has come under its key in the meantime."""
    outbox, notice = bot.service(Outbox), await _taken(bot, board_key(match))
    other = replace(notice, base=notice.base + 1)
    for one in (other, notice):
        with away(tmp_path):
            await bot.service(OutboxSender)._leave(one, None)
        assert outbox.has_sent(one.key)
        await outbox.keep()
        assert await is_pending(bot.database, one.key) == (one is other)


async def test_how_much_is_to_be_noted(
    bot: Bot, match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was sent first is forgotten if it becomes too much."""
    monkeypatch.setattr(transport, "_LIMIT", 2)
    outbox, number = bot.service(Outbox), number_of(match.id)
    ids = [public_id(MatchNumber(number + more)) for more in range(4)]
    with away(tmp_path):
        for id_ in ids:
            await outbox.done(f"{id_}.1", boards={id_: MessageId(70)})
    assert [outbox.has_sent(f"{id_}.1") for id_ in ids] == [False, False, True, True]
    assert [*outbox._boards] == ids[2:]
