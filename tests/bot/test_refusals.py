"""Every kind of illegal move is refused in every game, to its author only, and changes nothing."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.i18n.catalogues import of_locale
from bot.text.refusal import spoken
from games import play
from games.protocol import AnyGame, Setup
from games.texts import REFUSALS, sentence_of
from games.words import Refusal, say
from playground.client import Playground
from tests.bot.lines import prepared
from tests.bot.tours import Leg, tour
from tests.laws.conftest import setups
from tests.laws.walk import random_lines
from tests.samples import SAMPLES
from tests.support.matches import Game, begin
from tests.support.public_answers import all_shown
from tests.support.stack import Stack

pytestmark = [pytest.mark.shared_bot, pytest.mark.untraced]

PEOPLE = ("ben", "david", "emma", "clara")

ELSEWHERE = {
    "game-over": "a match that is over says so itself, before its game is asked",
    "not-legal": "for a game whose rules could not say why; these all can",
    "not-an-event": "of records alone",
    "no-such-seat": "of records alone",
    "has-withdrawn": "of records alone",
    "unknown-option": "Discord offers no option that a game does not have",
    "wrong-value": "Discord lets nobody choose another value than those of the list",
    "wrong-seats": "Discord lets nobody choose another number than those of the list",
    "option-required": "what is not chosen is drawn",
}
"""Refusals that `/move` and `/play` cannot cause, and why. The engine's own tests cover them."""
SETUPS = {"unfit-value", "option-not-here"}
"""What is refused when a table is opened."""
EITHER = (
    {"unknown-notation", "unknown-form"},
    {"off-board", "off-board-in", "no-such-name"},
)
"""Of each of these, the notation of a game decides which ones it can say. It says at least one."""


@pytest.mark.parametrize("key", SAMPLES)
async def test_every_refusal(key: str, stack: Stack, pg: Playground) -> None:
    """For each refusal of the game there is a line from the start, followed by illegal input. The
    answer is ephemeral and says what the rules say, no board appears, and play continues.
    """
    rules = games.get(key)
    wanted = _wanted(rules)
    for made in SAMPLES[key].tours:
        setup = play.setup(rules, made.seats, made.options, rng=Random(made.seed))
        some = wanted & {*made.codes} if made.codes else wanted
        legs = tour(rules, setup, made.choices(setup), some, seed=made.seed, most=made.most)
        wanted -= {stop.refusal.code for leg in legs for stop in leg.stops}
        seats = {"seats": setup.seats} if len(rules.info.seats) > 1 else {}
        users = [pg.user(name) for name in PEOPLE[: setup.seats]]
        game = await begin(pg.channel("games"), key, *users, **seats, **setup.options)
        for leg in legs:
            await prepared(game, leg.turns)
            await all_shown(stack, pg, game.id)
            await _walk(game, rules, setup, leg)
    for group in EITHER:
        if group - wanted:
            wanted -= group
    assert not wanted


def _wanted(rules: AnyGame) -> set[str]:
    codes = {*rules.texts.refusals, *REFUSALS} - {*ELSEWHERE} - SETUPS
    return codes if _has_chains(rules) else codes - {"turn-unfinished"}


def _has_chains(rules: AnyGame) -> bool:
    """Whether there are turns of several moves that can't be closed after each of them."""
    return any(
        line.position.mid_turn and play.closing(rules, line.position) is None
        for setup in setups(rules)
        for line, _ in random_lines(rules, setup, 1)
    )


async def _walk(game: Game, rules: AnyGame, setup: Setup, leg: Leg) -> None:
    """Types the illegal inputs where the turns have led."""
    boards = [(board.id, board.content) for board in await game.boards()]
    for stop in leg.stops:
        reply = await game.move(stop.seat, stop.text)
        assert reply.ephemeral
        locale = game.players[stop.seat - 1].data["locale"]
        assert _sentence(rules, setup, stop.refusal, locale) in reply.content
        for button in reply.buttons:
            if button["custom_id"].startswith("reset:") and not button.get("disabled"):
                await reply.click(button["custom_id"])
    assert [(board.id, board.content) for board in await game.boards()] == boards


def _sentence(rules: AnyGame, setup: Setup, refusal: Refusal, locale: str) -> str:
    sentence = sentence_of(rules.texts, "refusals", refusal)
    language = of_locale(locale)
    return say(sentence, spoken(refusal, language), rules.seat_names(setup), language)


async def test_what_no_match_can_begin_with(pg: Playground) -> None:
    """Invalid options are refused to the host only, and no table appears."""
    channel, host = pg.channel("quiet"), pg.user("ben")
    before = len(await channel.messages(pg.user("emma")))
    refused = [
        await host.command("play die-drei", channel, board="1a0.1b0.2a0.3a0"),
        await host.command("play die-drei", channel, board="nonsense"),
        await host.command("play turnier", channel, seats=3, partners="true"),
        await host.command("play turnier", channel, seats=2, partners="false"),
    ]
    assert all(reply.ephemeral for reply in refused)
    assert all("is not a valid value for board: " in reply.content for reply in refused[:2])
    assert all(it.content == "The option partners only works with 4 seats." for it in refused[2:])
    assert len(await channel.messages(pg.user("emma"))) == before


def test_every_game_is_toured() -> None:
    """No game is left out, and each refusal of all games is one that is provoked or has a reason
    not to be.
    """
    assert {game.info.key for game in games.all_games()} == {*SAMPLES}
    for game in games.all_games():
        assert not {*game.texts.refusals} & {*ELSEWHERE}
