"""Every kind of illegal move is refused in every game, to its author alone; nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import pytest

import games
from bot.i18n.catalogues import of_locale
from bot.text.refusal import spoken
from games import play
from games.protocol import AnyGame, Setup
from games.texts import REFUSALS, sentence_of
from games.words import Refusal, say
from playground.client import Playground
from tests.bot.lines import (
    Choice,
    anything,
    duel,
    eager,
    following,
    prepared,
    quiet,
    relocating,
)
from tests.bot.test_forced_pass import shut_in
from tests.bot.tours import Leg, tour
from tests.support.matches import Game, begin

pytestmark = pytest.mark.untraced

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
"""What can't be provoked by `/move` and `/play`, and why; the engine's own tests have them."""
SETUPS = {"unfit-value", "option-not-here"}
"""What is refused when a table is opened."""
WITHOUT_CHAINS = {"attangle", "die-drei"}
"""Games in which a turn is one move, which can't be left unfinished."""


class Tour(NamedTuple):
    """How a tour is found: its setup, who chooses its moves, at most how many turns it has, and
    for which refusals it is made; for all that are left without any.
    """

    seed: int
    choices: Callable[[Setup], Choice]
    most: int
    options: Mapping[str, str] = {}
    seats: int | None = None
    codes: tuple[str, ...] = ()


SHUT_IN = " ".join((*(turn.text for turn in shut_in()), "r2-s2", "end"))


def _fight(setup: Setup) -> Choice:
    return duel(setup, anything)


TOURS: dict[str, Sequence[Tour]] = {
    "attangle": [
        Tour(0, lambda _: anything, 60),
        Tour(2, lambda _: anything, 60, codes=("too-high",)),
        Tour(4, lambda _: anything, 60, codes=("empty-stock",)),
    ],
    "die-drei": [
        Tour(0, lambda _: anything, 16),
        Tour(1, lambda _: anything, 16, codes=("no-reach",)),
        Tour(36, lambda _: anything, 16, codes=("dead-end",)),
        Tour(0, lambda _: relocating, 20, {"extended": "true"}),
        Tour(5, lambda _: relocating, 20, {"extended": "true"}, codes=("no-answer",)),
    ],
    "tyr": [
        Tour(0, lambda _: anything, 6, seats=2),
        Tour(57, lambda _: anything, 6, seats=2, codes=("wins-unturned",)),
        Tour(
            0,
            lambda _: following("4@11=1 3@24=2 5@12=6"),
            4,
            seats=2,
            codes=("stuck-pasch",),
        ),
    ],
    "3stein": [
        Tour(0, lambda _: eager("lord"), 40),
        Tour(4, lambda _: eager("lord"), 40),
    ],
    "turnier": [
        Tour(0, _fight, 110, {"partners": "true"}, 4),
        Tour(0, _fight, 75, seats=2),
        Tour(1, _fight, 100, seats=2),
        Tour(2, _fight, 110, seats=2),
        Tour(0, lambda s: duel(s, quiet()), 60, {"flags": "false"}, 2, ("no-flags",)),
        Tour(1, lambda _: following(SHUT_IN), 60, {"flags": "true"}, 2, ("end-is-pass",)),
    ],
}


@pytest.mark.parametrize("key", TOURS)
async def test_every_refusal(key: str, pg: Playground) -> None:
    """For each refusal of the game there is a line from the start after which something illegal is
    typed: the answer is the player's alone and says what the rules say, no board appears, and the
    line can be played on.
    """
    rules = games.get(key)
    wanted = _wanted(rules)
    for made in TOURS[key]:
        setup = play.setup(rules, made.seats, made.options, rng=Random(made.seed))
        some = wanted & {*made.codes} if made.codes else wanted
        legs = tour(rules, setup, made.choices(setup), some, seed=made.seed, most=made.most)
        wanted -= {stop.refusal.code for leg in legs for stop in leg.stops}
        seats = {"seats": setup.seats} if len(rules.info.seats) > 1 else {}
        users = [pg.user(name) for name in PEOPLE[: setup.seats]]
        game = await begin(pg.channel("games"), key, *users, **seats, **setup.options)
        for leg in legs:
            await _walk(game, rules, setup, leg)
    assert not wanted


def _wanted(rules: AnyGame) -> set[str]:
    codes = {*rules.texts.refusals, *REFUSALS} - {*ELSEWHERE} - SETUPS
    return codes - {"turn-unfinished"} if rules.info.key in WITHOUT_CHAINS else codes


async def _walk(game: Game, rules: AnyGame, setup: Setup, leg: Leg) -> None:
    """Plays the turns, and types what is illegal after them."""
    await prepared(game, leg.turns)
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
    """Options that don't fit are refused to the host alone; no table appears."""
    channel, host = pg.channel("quiet"), pg.user("ben")
    before = len(await channel.messages(pg.user("emma")))
    refused = [
        await host.command("play die-drei", channel, board="1a0.1b0.2a0.3a0"),
        await host.command("play die-drei", channel, board="nonsense"),
        await host.command("play turnier", channel, seats=3, partners="true"),
        await host.command("play turnier", channel, seats=2, partners="false"),
    ]
    assert all(reply.ephemeral for reply in refused)
    assert all("is not a value of board: " in reply.content for reply in refused[:2])
    assert all(it.content == "The option partners is only for 4 seats." for it in refused[2:])
    assert len(await channel.messages(pg.user("emma"))) == before


def test_every_game_is_toured() -> None:
    """No game is left out, and each refusal of all games is one that is provoked or has a reason
    not to be.
    """
    assert {game.info.key for game in games.all_games()} == {*TOURS}
    for game in games.all_games():
        assert not {*game.texts.refusals} & {*ELSEWHERE}
