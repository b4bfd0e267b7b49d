"""Each game is opened, and played to each of its ends, by each number of people it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

import games
from games import play
from games.protocol import AnyGame, Setup
from playground.client import Playground
from tests.bot.lines import (
    Choice,
    Whole,
    anything,
    duel,
    eager,
    hunting,
    leading_to,
    planting,
    prepared,
    quiet,
    relocating,
    shuffling,
    typed,
    verdict,
    whole,
    winning,
)
from tests.games import test_die_drei_relocating as die_drei
from tests.support.matches import begin

pytestmark = pytest.mark.untraced

PEOPLE = ("ben", "david", "emma", "anna")
CHANNELS = ("general", "games", "quiet")
_TYPED = 20
"""Longer lines are handed in as prepared turns, but for the last one."""

ATTANGLE_NO_MOVE = (
    "c2 d3 c6 g1 e4 g3 b5 f3 b3 a4 b3,c2-d3 g2 a3 f5 a3,b5-a4 e1 d7 b4 c3 b2 c5 e3 a1 f2 "
    "a1,c3-b2 d1 c2 d2 b5 c1 b5,c5-b4 a2 b4,e4-e3 e5 d6 f1 c2,d3-d2"
)
TYR_TO_AND_FRO = "3@11=2 4@99=8 5@46=3" + " 3-12=1 4-89=9 3-11=2 4-99=8" * 9


class End(NamedTuple):
    """An end of a game: in which setup it is reached, and by which line."""

    game: str
    reason: str
    seats: int
    options: Mapping[str, str]
    line: Callable[[AnyGame, Setup], Whole]

    def __str__(self) -> str:
        said = (f"{key}-{value}" for key, value in self.options.items())
        return "-".join((self.game, str(self.seats), *said, self.reason))


def _given(key: str, reason: str, seats: int, tokens: str, **options: str) -> End:
    """An end to which a known line leads."""
    return End(key, reason, seats, options, lambda game, setup: whole(game, setup, tokens))


def _found(
    key: str, reason: str, seats: int, choices: Callable[[Setup], Choice], **options: str
) -> End:
    """An end to which such choices lead."""
    return End(
        key,
        reason,
        seats,
        options,
        lambda game, setup: leading_to(reason, game, setup, lambda: choices(setup)),
    )


def _by_relocating(game: AnyGame, setup: Setup) -> Whole:
    """A line to Die Drei after all 16 pieces are placed."""
    return leading_to("three", game, setup, lambda: relocating, least=17)


def _tyr(seats: int) -> list[End]:
    return [
        _found("tyr", "line", seats, lambda _: winning, line="adjacent"),
        _found("tyr", "line", seats, lambda _: winning, line="any"),
        _given("tyr", "repetition", seats, TYR_TO_AND_FRO),
    ]


def _turnier(seats: int, **options: str) -> list[End]:
    """Each end with flags and, where people alone can come to it, without."""
    plain = {**options, "flags": "false"}
    ends = [
        _found("turnier", "fields-held", seats, lambda s: duel(s, planting, apart=True), **options),
        _found("turnier", "fields-held", seats, lambda s: duel(s, quiet(), apart=True), **plain),
        _found("turnier", "last-standing", seats, lambda s: duel(s, hunting), **options),
        _found("turnier", "repetition", seats, lambda s: duel(s, shuffling()), **options),
        _found("turnier", "no-progress", seats, lambda s: duel(s, quiet()), **options),
        _found("turnier", "no-progress", seats, lambda s: duel(s, quiet()), **plain),
    ]
    if options.get("partners") == "true":
        ends.append(_found("turnier", "last-standing", seats, lambda s: duel(s, hunting), **plain))
    return ends


PLAIN = {"board": die_drei.PLAIN}
EXTENDED = {**PLAIN, "extended": "true"}
RELOCATED = f"{die_drei.QUIET} {die_drei.SHUFFLE} {die_drei.SHUFFLE}"

ENDS = [
    _found("attangle", "third-triple", 2, lambda _: winning),
    _given("attangle", "no-move", 2, ATTANGLE_NO_MOVE),
    _found("die-drei", "three", 2, lambda _: winning, **PLAIN),
    _found("die-drei", "all-placed", 2, lambda _: anything, **PLAIN),
    End("die-drei", "three", 2, EXTENDED, _by_relocating),
    _given("die-drei", "repetition", 2, RELOCATED, **EXTENDED),
    _given("die-drei", "no-move", 2, die_drei.STUCK, **EXTENDED),
    *(end for seats in (2, 3, 4) for end in _tyr(seats)),
    _found("3stein", "lord-captured", 3, lambda _: eager("lord", "captured")),
    _found("3stein", "repetition", 3, lambda _: shuffling()),
    _found("3stein", "no-progress", 3, lambda _: quiet()),
    *_turnier(2),
    *_turnier(3),
    *_turnier(4, partners="true"),
    *_turnier(4, partners="false"),
]


@pytest.mark.parametrize("end", ENDS, ids=str)
async def test_every_end(end: End, pg: Playground) -> None:
    """A match is opened with these options and played to this end by the people it needs: the
    last board says who has won and why, or that it is a draw, and no more can be played.
    """
    rules = games.get(end.game)
    line = end.line(rules, play.setup(rules, end.seats, end.options))
    assert (line.result.reason, line.setup.seats) == (end.reason, end.seats)
    seats = {"seats": end.seats} if len(rules.info.seats) > 1 else {}
    users = [pg.user(name) for name in PEOPLE[: end.seats]]
    channel = pg.channel(CHANNELS[ENDS.index(end) % len(CHANNELS)])
    game = await begin(channel, end.game, *users, **seats, **end.options)
    ahead = line.turns[:-1]
    await (typed if len(ahead) < _TYPED else prepared)(game, ahead)
    await typed(game, line.turns[-1:])
    over = await game.move(1, line.turns[-1].text)
    assert over.ephemeral
    assert not over.attachments
    *_, before, last = await game.boards()
    assert before.labels[0] == "Move"
    assert last.labels[0] == "Rematch"
    assert f"{len(line.turns)}. `{line.turns[-1].text}`" in last.content
    assert verdict(rules, line.setup, line.result, game) in last.content.split("\n")
    assert last.attachments[0].description
    assert sorted(last.mentions) == sorted(user.name for user in users)


def test_no_end_is_left_out() -> None:
    """There is a line to each end that a game's texts know, in each number of seats, and with each
    value of each option that a player can choose from a list.

    Of the two ways to `no-progress` in Turnier one can't be reached from the start: for all to
    pass, no point beside any fighter may be free, but the ground is in one piece and has more
    points than there are fighters.
    """
    wanted, reached = set(), {(end.game, end.reason) for end in ENDS}
    chosen = {(end.game, end.seats) for end in ENDS}
    values = set()
    for end in ENDS:
        setup = play.setup(games.get(end.game), end.seats, end.options)
        values |= {(end.game, key, value) for key, value in setup.options.items()}
    for game in games.all_games():
        key = game.info.key
        wanted |= {(key, reason) for reason in game.texts.results}
        assert {(key, seats) for seats in game.info.seats} <= chosen
        for option in game.info.options:
            assert {(key, option.key, value) for value in option.values or ()} <= values
    assert wanted == reached
