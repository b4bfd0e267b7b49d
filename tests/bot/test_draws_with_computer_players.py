"""When computer players agree to a draw, and what they say if they don't; without Discord."""

from __future__ import annotations

import asyncio
from gettext import NullTranslations

import pytest

import games
import matches
from bot.context import Bot
from bot.i18n.catalogues import of_locale
from bot.messages import announcement
from bot.thinkers.computer_players import ComputerPlayers
from games import play
from matches import Match, Place
from matches.model.computer_players import is_computer_player
from matches.model.ids import ChannelId
from matches.outbox import queue
from opponents.decisions import YOUNG
from tests.bot.test_thinking import ANN, bot
from tests.support.long_matches import random_turns

__all__ = ["bot"]


async def _offered(bot: Bot, game: str, seats: int, turns: int, seat: int = 1) -> Match:
    """A match of Ann, in this seat, with computer players. After these random turns, and before
    any other call is answered, she has offered a draw.
    """
    table = await matches.open_table(
        bot.database, game=game, host=ANN, place=Place(None, ChannelId(7)), seats=seats,
        seating="chosen", host_seat=seat, computer_level=1,
    )  # fmt: skip
    match = await matches.seat_invited(bot.database, table)
    for text in random_turns(games.get(game), play.setup(games.get(game), seats), turns):
        assert match.player_to_move is not None
        played = await matches.play(bot.database, match.id, match.player_to_move, text)
        match = played.match
    assert match.player_to_move == ANN or is_computer_player(match.player_to_move)
    return await matches.offer_draw(bot.database, match.id, ANN)


async def _answered(bot: Bot, match: Match) -> Match:
    """The match after all calls have been answered."""
    players = bot.service(ComputerPlayers)
    while await queue.waiting_calls(bot.database, 1):
        await players._round()
        await asyncio.gather(*(task for _, task in players._busy.values()))
    return await matches.get(bot.database, match.id)


async def _declining(bot: Bot, match: Match, language: NullTranslations) -> list[str]:
    """What computer players have said since, as everybody reads it."""
    said = [one for one in await queue.due(bot.database, 99) if one.kind == "refuse"]
    found = [await announcement.announcement(bot, one, match, language) for one in said]
    return [one.text for one in found if one is not None]


@pytest.mark.parametrize(("game", "seats"), [("attangle", 2), ("3stein", 3), ("turnier", 4)])
async def test_none_on_the_second_turn(bot: Bot, game: str, seats: int) -> None:
    """However many computer players there are, none agrees while hardly anything has been played.
    They say when to ask again.
    """
    match = await _answered(bot, await _offered(bot, game, seats, 2))
    assert match.status == "running"
    assert match.draw_offer is None
    (english,) = await _declining(bot, match, NullTranslations())
    assert "has declined the draw." in english
    assert f"ask again once everyone has had {YOUNG} turns." in english


async def test_one_after_many_turns(bot: Bot) -> None:
    """Once everybody has had enough turns, a computer player that expects to lose agrees."""
    early = await _answered(bot, await _offered(bot, "attangle", 2, 2 * YOUNG - 2, seat=2))
    late = await _answered(bot, await _offered(bot, "attangle", 2, 2 * YOUNG, seat=2))
    assert early.status == "running"
    assert late.status == "finished"
    assert late.ending is not None
    assert late.ending.reason == "agreement"


async def test_none_for_one_that_hopes_for_more(bot: Bot) -> None:
    """It says when the next offer can be made."""
    match = await _answered(bot, await _offered(bot, "attangle", 2, 2 * YOUNG, seat=1))
    assert match.status == "running"
    (german,) = await _declining(bot, match, of_locale("de"))
    assert "lehnt das Remis ab." in german
    assert "Nach deinem nächsten Zug kannst du gern wieder fragen." in german


async def test_nobody_can_ask_again_once_it_is_over(bot: Bot) -> None:
    """Then only the refusal is told."""
    match = await _answered(bot, await _offered(bot, "attangle", 2, 2))
    over = (await matches.resign(bot.database, match.id, ANN)).match
    (english,) = await _declining(bot, over, NullTranslations())
    assert english.endswith("has declined the draw.")
