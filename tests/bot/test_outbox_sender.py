"""The outbox sender, with a bot that is not connected."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import matches
from bot.context import Bot
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.transport.outbox import Outbox
from bot.text.discord_codes import ATTEMPTS
from matches import Match, Place
from matches.effects.notices import board_key
from matches.model.clock import Clock
from matches.model.errors import Unavailable, UnknownMatch
from matches.model.ids import ChannelId, GuildId
from matches.outbox.queue import Notice, boards, due
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
